/** Static obstacles for soft bodies: primitives and triangle meshes, several of them as one. */
import { createDistanceGrid } from './distance-grid.ts';
import { createMeshTerrain } from './mesh-distance.ts';
import type { Terrain } from './signed-distance.ts';
import type { TriangleMesh } from '../../mesh/triangles/triangle-mesh.ts';

/** Nearest of several surfaces. */
export function createUnionTerrain(parts: readonly Terrain[]): Terrain {
  const own = new Float64Array(4);
  return {
    sample(out, x, y, z) {
      out[0] = Infinity;
      out[1] = 0;
      out[2] = 0;
      out[3] = 1;
      for (const part of parts) {
        part.sample(own, x, y, z);
        if (own[0]! < out[0]) out.set(own);
      }
    },
  };
}

export interface MeshObstacleOptions {
  /**
   * exact: every look-up finds the nearest triangle. grid: distances baked once, exact search only at sharp edges and thin
   * walls; many times faster in contact, but takes a moment to bake.
   */
  readonly lookUp?: 'exact' | 'grid';
  /** Cells of the grid along its longest side. */
  readonly cells?: number;
}

/** A closed mesh; facing inward it is a container. Look-ups by `grid` need it closed, `exact` ones do not. */
export function createMeshObstacle(
  mesh: TriangleMesh,
  { lookUp = 'exact', cells = 64 }: MeshObstacleOptions = {},
): Terrain {
  return lookUp === 'grid' ? createDistanceGrid(mesh, { cells }) : createMeshTerrain(mesh);
}

/** A curve (distance from the x axis, x) turned about a line along x, and given a wall: bottles, bowls, rings. */
export interface TurnedShell {
  /** r, x of each point of the middle of the wall, m. */
  readonly profile: Float64Array;
  readonly wall: number;
  /** Of the line about which it is turned. */
  readonly centreY: number;
  readonly centreZ: number;
}

/** Exact distance; the edges of the wall are round. */
export function createTurnedTerrain({ profile, wall, centreY, centreZ }: TurnedShell): Terrain {
  return {
    sample(out, x, y, z) {
      const dy = y - centreY;
      const dz = z - centreZ;
      const r = Math.sqrt(dy * dy + dz * dz);
      let best = Infinity;
      let ar = 0;
      let ax = 0;
      for (let at = 0; at + 3 < profile.length; at += 2) {
        const er = profile[at + 2]! - profile[at]!;
        const ex = profile[at + 3]! - profile[at + 1]!;
        const pr = r - profile[at]!;
        const px = x - profile[at + 1]!;
        const along = (pr * er + px * ex) / (er * er + ex * ex);
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
