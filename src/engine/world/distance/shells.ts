/** Shells of revolution, which soft bodies lie in or swim out of. */
import { cos, sin } from '../../math/portable.ts';
import type { TriangleMesh } from '../../mesh/triangles/triangle-mesh.ts';
import type { SignedDistance } from './signed-distance.ts';

/** A curve (distance from the x axis, x) revolved about a line along x, with a wall thickness: bottles, bowls, rings. */
export interface TurnedShell {
  /** r, x of each point of the middle of the wall, m. */
  readonly profile: Float64Array;
  readonly wall: number;
  /** Of the axis of revolution. */
  readonly centreY: number;
  readonly centreZ: number;
}

/** Exact distance; the edges of the wall are round. */
export function createTurnedDistance({ profile, wall, centreY, centreZ }: TurnedShell): SignedDistance {
  const pieces = createPieces(profile);
  return {
    measure(out) {
      const x = out[0]!;
      const dy = out[1]! - centreY;
      const dz = out[2]! - centreZ;
      const r = Math.sqrt(dy * dy + dz * dz);
      let best = Infinity;
      let ar = 0;
      let ax = 0;
      for (let at = 0; at < pieces.length; at += pieceNumbers) {
        // Farther along the axis alone.
        const gap = x < pieces[at + 5]! ? pieces[at + 5]! - x : x > pieces[at + 6]! ? x - pieces[at + 6]! : 0;
        if (gap * gap > best) continue;
        const er = pieces[at + 2]!;
        const ex = pieces[at + 3]!;
        const pr = r - pieces[at]!;
        const px = x - pieces[at + 1]!;
        const along = (pr * er + px * ex) / pieces[at + 4]!;
        const t = along < 0 ? 0 : along > 1 ? 1 : along;
        const wr = pr - t * er;
        const wx = px - t * ex;
        const square = wr * wr + wx * wx;
        if (square >= best) continue;
        best = square;
        ar = wr;
        ax = wx;
      }
      const length = Math.sqrt(best);
      const nr = length > 0 ? ar / length : 1;
      out[0] = length - 0.5 * wall;
      out[1] = length > 0 ? ax / length : 0;
      out[2] = r > 0 ? (nr * dy) / r : 0;
      out[3] = r > 0 ? (nr * dz) / r : nr;
    },
  };
}

/** Of a straight piece of the curve: r and x of its start, the vector to its end, the square of that, least and greatest x. */
const pieceNumbers = 7;

function createPieces(profile: Float64Array): Float64Array {
  const pieces: number[] = [];
  for (let at = 0; at + 3 < profile.length; at += 2) {
    const [r, x, endR, endX] = [profile[at]!, profile[at + 1]!, profile[at + 2]!, profile[at + 3]!];
    const [er, ex] = [endR - r, endX - x];
    pieces.push(r, x, er, ex, er * er + ex * ex, Math.min(x, endX), Math.max(x, endX));
  }
  return Float64Array.from(pieces);
}

const turns = 64;

/** The closed mesh of a shell whose curve begins on its axis: outside from the axis to the edge, inside back. */
export function createTurnedMesh({ profile, wall, centreY, centreZ }: TurnedShell): TriangleMesh {
  const outline = createOutline(profile, 0.5 * wall);
  const rings = outline.length / 2;
  const positions: number[] = [];
  const triangles: number[] = [];
  // The first and the last point are on the axis: one vertex each; between them a ring of vertices per point.
  positions.push(outline[1]!, centreY, centreZ);
  for (let ring = 1; ring < rings - 1; ring++)
    for (let i = 0; i < turns; i++) {
      const angle = (2 * Math.PI * i) / turns;
      const r = outline[2 * ring]!;
      positions.push(outline[2 * ring + 1]!, centreY + r * cos(angle), centreZ + r * sin(angle));
    }
  positions.push(outline[2 * rings - 1]!, centreY, centreZ);
  const last = positions.length / 3 - 1;
  const vertex = (ring: number, i: number): number =>
    ring === 0 ? 0 : ring === rings - 1 ? last : 1 + (ring - 1) * turns + (i % turns);
  for (let ring = 0; ring + 1 < rings; ring++)
    for (let i = 0; i < turns; i++) {
      const [a, b, c, d] = [vertex(ring, i), vertex(ring, i + 1), vertex(ring + 1, i + 1), vertex(ring + 1, i)];
      // At the axis a ring is a point, and one of the two triangles has no area.
      if (a !== b) triangles.push(a, b, c);
      if (c !== d) triangles.push(a, c, d);
    }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** Both sides of a curve at a distance, with a round edge at its end: r, x per point, from the axis to the axis. */
function createOutline(profile: Float64Array, distance: number): Float64Array {
  const count = profile.length / 2;
  const normals = Array.from({ length: count }, (_, i): [number, number] => {
    const [a, b] = [Math.max(0, i - 1), Math.min(count - 1, i + 1)];
    const [er, ex] = [profile[2 * b]! - profile[2 * a]!, profile[2 * b + 1]! - profile[2 * a + 1]!];
    const length = Math.sqrt(er * er + ex * ex);
    // To the right of the curve, which is outside.
    return i === 0 ? [0, -1] : [ex / length, -er / length];
  });
  const points: number[] = [];
  const add = (i: number, side: number): void => {
    const [nr, nx] = normals[i]!;
    points.push(profile[2 * i]! + side * distance * nr, profile[2 * i + 1]! + side * distance * nx);
  };
  for (let i = 0; i < count; i++) add(i, 1);
  const [nr, nx] = normals[count - 1]!;
  for (let k = 1; k < 6; k++) {
    const angle = (Math.PI * k) / 6;
    const [c, s] = [distance * cos(angle), distance * sin(angle)];
    points.push(profile[2 * count - 2]! + c * nr - s * nx, profile[2 * count - 1]! + c * nx + s * nr);
  }
  for (let i = count - 1; i >= 0; i--) add(i, -1);
  return Float64Array.from(points);
}
