/**
 * Measures of centre lines over time, from a simulation or a camera. The same code serves both, so that they are comparable.
 * Curvature is taken at equally spaced places, wave and frequency from its zero crossings.
 */
import { hypot } from '../../engine/math/portable.ts';
import { WaveMeter } from '../../engine/math/meters/wave-meter.ts';
import { angleCount, computeEigenShapes, type EigenShapes, setTangentAngles } from './eigen-shapes.ts';
import { computeDot } from '../../engine/math/space/vector.ts';

export interface CentreLines {
  /** s, ascending. */
  readonly times: readonly number[];
  /** m, head first. */
  readonly xs: readonly ArrayLike<number>[];
  readonly ys: readonly ArrayLike<number>[];
}

export interface CentreLineMeasures {
  /** m, mean length of the centre line. */
  readonly length: number;
  /** m/s of the mean point from second to second, negative where it goes tail first. */
  readonly speed: number | null;
  /** Hz */
  readonly frequency: number | null;
  /** Waves on the body, positive toward the tail. */
  readonly wavelengths: number | null;
  /** 1/m, peak of the inner eight tenths, and root of the mean square. */
  readonly bend: number;
  readonly bendRms: number;
  /** Root of the mean square of the curvature over the rear third, over that of the front third; a tenth is left out at both ends. */
  readonly bendDecay: number | null;
  readonly shapes: EigenShapes;
}

const placeCount = 24;
/** The ends are too noisy for a wave, as in `engine/families/worm/metrics.ts`. */
const endShare = 0.1;
/** s: a chord that steps over the swing of a stroke. */
const chordSeconds = 1;

export function measureCentreLines(lines: CentreLines): CentreLineMeasures {
  const { times } = lines;
  const postures = new Float64Array(angleCount * times.length);
  const wave = new WaveMeter(placeCount, times[0]!, 0);
  const curvatures = new Float64Array(placeCount);
  const squares = new Float64Array(placeCount);
  let [length, bend, square, before] = [0, 0, 0, times[0]!];
  times.forEach((t, i) => {
    const row = postures.subarray(i * angleCount, (i + 1) * angleCount);
    const long = computeLength(lines.xs[i]!, lines.ys[i]!);
    setTangentAngles(row, lines.xs[i]!, lines.ys[i]!);
    setCurvatures(curvatures, row, long);
    curvatures.forEach((value, place) => {
      bend = Math.max(bend, Math.abs(value));
      squares[place]! += value * value;
      square += (value * value) / (placeCount * times.length);
    });
    length += long / times.length;
    wave.observe(t, t - before, curvatures, 0);
    before = t;
  });
  const turns = wave.computeTurns();
  const sumOf = (from: number, to: number): number => squares.subarray(from, to).reduce((sum, value) => sum + value, 0);
  const [front, rear] = [sumOf(0, placeCount / 3), sumOf((2 * placeCount) / 3, placeCount)];
  return {
    length,
    speed: computeSpeed(lines),
    frequency: wave.computeFrequency(),
    wavelengths: turns === null ? null : turns / (1 - 2 * endShare),
    bend,
    bendRms: Math.sqrt(square),
    bendDecay: front > 0 ? Math.sqrt(rear / front) : null,
    shapes: computeEigenShapes(postures),
  };
}

function computeLength(xs: ArrayLike<number>, ys: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 1; i < xs.length; i++) sum += hypot(xs[i]! - xs[i - 1]!, ys[i]! - ys[i - 1]!);
  return sum;
}

/** Slope of the tangent angle at places from a tenth to nine tenths of the body, over a tenth of it. */
function setCurvatures(out: Float64Array, angles: Float64Array, length: number): void {
  const read = (s: number): number => {
    const at = s * (angleCount - 1);
    const below = Math.min(angleCount - 2, Math.max(0, Math.floor(at)));
    return angles[below]! + (at - below) * (angles[below + 1]! - angles[below]!);
  };
  const half = endShare / 2;
  for (let k = 0; k < out.length; k++) {
    const s = endShare + ((1 - 2 * endShare) * k) / (out.length - 1);
    out[k] = (read(s + half) - read(s - half)) / (2 * half * length);
  }
}

/** Mean speed of the mean point in chords of a second; positive toward the head. */
function computeSpeed({ times, xs, ys }: CentreLines): number | null {
  const middle = (i: number) => {
    const n = xs[i]!.length;
    let [x, y] = [0, 0];
    for (let k = 0; k < n; k++) [x, y] = [x + xs[i]![k]! / n, y + ys[i]![k]! / n];
    return { x, y, hx: xs[i]![0]! - xs[i]![n - 1]!, hy: ys[i]![0]! - ys[i]![n - 1]! };
  };
  let [sum, seconds, from] = [0, 0, 0];
  for (let i = 1; i < times.length; i++) {
    const isLast = i === times.length - 1;
    if (times[i]! - times[from]! < chordSeconds - 1e-9 && !(isLast && seconds === 0)) continue;
    const [a, b] = [middle(from), middle(i)];
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const forward = dx * (a.hx + b.hx) + dy * (a.hy + b.hy) >= 0 ? 1 : -1;
    sum += forward * hypot(dx, dy);
    seconds += times[i]! - times[from]!;
    from = i;
  }
  return seconds > 0 ? sum / seconds : null;
}

/**
 * How much of the variance of `postures` a basis explains, shape by shape: the shapes are made orthonormal first, so that
 * shares add up. Rows of `angleCount`.
 */
export function explainByBasis(postures: Float64Array, basis: readonly Float64Array[]): number[] {
  const count = postures.length / angleCount;
  const mean = new Float64Array(angleCount);
  for (let i = 0; i < postures.length; i++) mean[i % angleCount]! += postures[i]! / count;
  const shapes: Float64Array[] = [];
  for (const shape of basis) {
    const rest = shape.slice();
    for (const one of shapes) {
      const along = computeDot(rest, one);
      for (let k = 0; k < angleCount; k++) rest[k]! -= along * one[k]!;
    }
    const size = Math.sqrt(computeDot(rest, rest));
    if (size > 1e-9) shapes.push(rest.map((value) => value / size));
  }
  const sums = new Float64Array(shapes.length);
  let total = 0;
  const posture = new Float64Array(angleCount);
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < angleCount; k++) posture[k] = postures[row * angleCount + k]! - mean[k]!;
    total += computeDot(posture, posture);
    shapes.forEach((shape, i) => {
      const along = computeDot(posture, shape);
      sums[i]! += along * along;
    });
  }
  return Array.from(sums, (sum) => (total > 0 ? sum / total : 0));
}

/** Tangent angles of every posture, rows of `angleCount`. */
export function createPostures({ xs, ys }: CentreLines): Float64Array {
  const postures = new Float64Array(angleCount * xs.length);
  xs.forEach((row, i) => setTangentAngles(postures.subarray(i * angleCount, (i + 1) * angleCount), row, ys[i]!));
  return postures;
}
