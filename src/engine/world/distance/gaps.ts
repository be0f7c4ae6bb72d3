/**
 * Level ground with trenches across the path: vertical walls, a level bottom. The first begins at `first`, the next ones follow
 * at equal distances without end; before the first the ground is whole.
 */
import type { SignedDistance } from './signed-distance.ts';
import type { TriangleMesh } from '../../mesh/triangles/triangle-mesh.ts';

export interface GapSettings {
  /** Along x. */
  readonly width: number;
  readonly depth: number;
  /** From the middle of a trench to that of the next. */
  readonly spacing: number;
  /** x of the near edge of the first. */
  readonly first: number;
}

/** x relative to the middle of the nearest trench. */
function computeOffset({ first, width, spacing }: GapSettings, x: number): number {
  const from = x - first - width / 2;
  return from - spacing * Math.max(0, Math.round(from / spacing));
}

export function createGapDistance(settings: GapSettings): SignedDistance {
  const half = settings.width / 2;
  const { depth } = settings;
  return {
    measure(out) {
      const [x, z] = [out[0]!, out[2]!];
      const u = computeOffset(settings, x);
      const side = u < 0 ? -1 : 1;
      // How far from the nearer wall, positive where there is ground.
      const within = Math.abs(u) - half;
      out[2] = 0;
      if (within >= 0 && z >= 0) {
        setAnswer(out, z, 0, 1);
      } else if (within >= 0) {
        // Inside the ground: out through the top or through the wall, as far down as it goes.
        const wall = z > -depth ? within : Math.sqrt(within * within + (z + depth) * (z + depth));
        if (-z <= wall) setAnswer(out, z, 0, 1);
        else setAnswer(out, -wall, -side, 0);
      } else if (z >= 0) {
        // Over a trench the edge is nearest, or the bottom of a shallow one.
        const edge = Math.sqrt(within * within + z * z);
        if (edge <= z + depth) setAnswer(out, edge, (side * within) / edge, z / edge);
        else setAnswer(out, z + depth, 0, 1);
      } else if (-within <= z + depth) {
        setAnswer(out, -within, -side, 0);
      } else {
        setAnswer(out, z + depth, 0, 1);
      }
    },
  };
}

function setAnswer(out: Float64Array, distance: number, nx: number, nz: number): void {
  out[0] = distance;
  out[1] = nx;
  out[3] = nz;
}

/** Ground and trenches between x0 and x1, `half` to each side, as triangles to draw. */
export function createGapMesh(settings: GapSettings, x0: number, x1: number, half: number): TriangleMesh {
  const profile: (readonly [number, number])[] = [[x0, 0]];
  for (let near = settings.first; near + settings.width < x1; near += settings.spacing) {
    if (near < x0) continue;
    const far = near + settings.width;
    profile.push([near, 0], [near, -settings.depth], [far, -settings.depth], [far, 0]);
  }
  profile.push([x1, 0]);
  const positions = Float64Array.from(profile.flatMap(([x, z]) => [x, -half, z, x, half, z]));
  const triangles = profile.slice(1).flatMap((_, i) => {
    const at = 2 * i;
    return [at, at + 2, at + 3, at, at + 3, at + 1];
  });
  return { positions, triangles: Uint32Array.from(triangles) };
}
