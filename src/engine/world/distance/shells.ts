/** Shells turned about an axis, which soft bodies lie in or swim out of. */
import type { SignedDistance } from './signed-distance.ts';

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
export function createTurnedDistance({ profile, wall, centreY, centreZ }: TurnedShell): SignedDistance {
  return {
    measure(out) {
      const x = out[0]!;
      const dy = out[1]! - centreY;
      const dz = out[2]! - centreZ;
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
