/**
 * Low-dimensional description of worm postures (eigenworms): principal components of the tangent angles along its body
 * (Stephens 2008).
 *
 * 48 angles per posture, equally spaced from head to tail, without their mean (which is only where the worm faces). The
 * leading pair of a travelling wave is in quadrature, and its two amplitudes run around a loop; a standing wave draws a
 * line. `circulation` is the area of the loop over that of a circle with the same spread: 1 for a wave that only
 * travels, 0 for one that only stands, negative for one that runs the other way.
 */
import { unwrapAngle } from '../../engine/math/space/geometry.ts';
import { computeSymmetricEigen } from '../../engine/math/eigen/symmetric.ts';
import { atan2 } from '../../engine/math/portable.ts';

export const angleCount = 48;

export interface EigenShapes {
  /** Shapes, the one with the largest variance first: rows of 48 angles. */
  readonly shapes: Float64Array;
  /** Share of the variance that each shape carries. */
  readonly shares: Float64Array;
  /** Amplitudes of the first two shapes by posture, pairs. */
  readonly loop: Float64Array;
  readonly circulation: number;
}

/** Tangent angles of a centre line from head to tail, unwrapped, resampled to 48, their mean taken off. */
export function setTangentAngles(out: Float64Array, xs: ArrayLike<number>, ys: ArrayLike<number>): void {
  const gaps = xs.length - 1;
  const angles = new Float64Array(gaps);
  for (let i = 0; i < gaps; i++) {
    const angle = atan2(ys[i]! - ys[i + 1]!, xs[i]! - xs[i + 1]!);
    angles[i] = unwrapAngle(angle, angles[i - 1] ?? angle);
  }
  let mean = 0;
  for (let k = 0; k < angleCount; k++) {
    const place = (k * (gaps - 1)) / (angleCount - 1);
    const below = Math.min(gaps - 2, Math.floor(place));
    out[k] = angles[below]! + (place - below) * (angles[below + 1]! - angles[below]!);
    mean += out[k]! / angleCount;
  }
  for (let k = 0; k < angleCount; k++) out[k]! -= mean;
}

/** `postures` are rows of 48 angles in order of time. */
export function computeEigenShapes(postures: Float64Array): EigenShapes {
  const count = postures.length / angleCount;
  const mean = new Float64Array(angleCount);
  for (let i = 0; i < postures.length; i++) mean[i % angleCount]! += postures[i]! / count;
  const covariance = new Float64Array(angleCount * angleCount);
  for (let row = 0; row < count; row++) {
    for (let i = 0; i < angleCount; i++) {
      const a = postures[row * angleCount + i]! - mean[i]!;
      for (let j = 0; j < angleCount; j++) {
        covariance[i * angleCount + j]! += (a * (postures[row * angleCount + j]! - mean[j]!)) / count;
      }
    }
  }
  const { values, vectors } = computeSymmetricEigen(covariance, angleCount);
  const order = Array.from({ length: angleCount }, (_, i) => i).sort((a, b) => values[b]! - values[a]! || a - b);
  const total = values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const shapes = new Float64Array(angleCount * angleCount);
  order.forEach((from, to) => {
    shapes.set(vectors.subarray(from * angleCount, (from + 1) * angleCount), to * angleCount);
  });
  const shares = Float64Array.from(order, (i) => (total > 0 ? Math.max(0, values[i]!) / total : 0));
  const loop = createLoop(postures, mean, shapes);
  return { shapes, shares, loop, circulation: computeCirculation(loop, values[order[0]!]!, values[order[1]!]!) };
}

function createLoop(postures: Float64Array, mean: Float64Array, shapes: Float64Array): Float64Array {
  const count = postures.length / angleCount;
  const loop = new Float64Array(2 * count);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < 2; k++) {
      for (let i = 0; i < angleCount; i++)
        loop[2 * row + k]! += shapes[k * angleCount + i]! * (postures[row * angleCount + i]! - mean[i]!);
    }
  }
  return loop;
}

/** Mean area swept per radian turned, over the (σ₁² + σ₂²)/2 of a circle. The sign is that of the turning. */
function computeCirculation(loop: Float64Array, first: number, second: number): number {
  let [swept, turned] = [0, 0];
  for (let i = 2; i < loop.length; i += 2) {
    const [ax, ay, bx, by] = [loop[i - 2]!, loop[i - 1]!, loop[i]!, loop[i + 1]!];
    swept += (ax * by - ay * bx) / 2;
    turned += Math.abs(atan2(ax * by - ay * bx, ax * bx + ay * by));
  }
  const spread = (first + second) / 2;
  return spread > 0 && turned > 0 ? swept / turned / spread : 0;
}
