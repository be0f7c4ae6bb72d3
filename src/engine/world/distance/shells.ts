/** Shells of revolution, which soft bodies lie in or swim out of. */
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
