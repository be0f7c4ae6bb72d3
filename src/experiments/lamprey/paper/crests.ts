/**
 * The body's wave by its crests: where the midline is farthest from the way, seen along the body at one moment. The peaks of §4 and
 * §5 may be these; the swing of snout and tail tip over time is another reading of the same words.
 */
import { hypot } from '../../../engine/math/portable.ts';
import type { SignalView } from '../../reproduce/observe.ts';

/** Share of the body at either end whose crests are compared. */
const endShare = 0.4;
/** s to either side over which the way is averaged: more than a beat of 6 Hz. */
const waySeconds = 0.25;

interface Sample {
  readonly x: number;
  readonly y: number;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

export class CrestRecorder {
  readonly #points: number;
  readonly #samples: Sample[] = [];
  readonly #dt: number;

  constructor(points: number, dt: number) {
    this.#points = points;
    this.#dt = dt;
  }

  observe(signals: SignalView): void {
    const read = (name: string): number[] =>
      Array.from(signals.values.subarray(signals.at(name), signals.at(name) + this.#points));
    this.#samples.push({
      x: signals.read('position.x'),
      y: signals.read('position.y'),
      xs: read('midline.x'),
      ys: read('midline.y'),
    });
  }

  /** Mean height of the crests on the rear of the body over that on its front; null where either has none. */
  computeRatio(): number | null {
    const window = Math.round(waySeconds / this.#dt);
    const sums = { front: 0, frontCount: 0, rear: 0, rearCount: 0 };
    for (let i = window; i + window < this.#samples.length; i++) {
      for (const { place, height } of listCrests(this.#computeOffsets(i, window))) {
        if (place < endShare) [sums.front, sums.frontCount] = [sums.front + height, sums.frontCount + 1];
        else if (place > 1 - endShare) [sums.rear, sums.rearCount] = [sums.rear + height, sums.rearCount + 1];
      }
    }
    if (sums.frontCount === 0 || sums.rearCount === 0) return null;
    return sums.rear / sums.rearCount / (sums.front / sums.frontCount);
  }

  /** m of each point to the left of the way. */
  #computeOffsets(i: number, window: number): number[] {
    const { xs, ys } = this.#samples[i]!;
    const around = this.#samples.slice(i - window, i + window + 1);
    const [x, y] = [computeMean(around, (one) => one.x), computeMean(around, (one) => one.y)];
    const half = around.slice(0, window + 1);
    const [fromX, fromY] = [computeMean(half, (one) => one.x), computeMean(half, (one) => one.y)];
    const length = Math.max(hypot(x - fromX, y - fromY), 1e-12);
    const [ahead, aside] = [(x - fromX) / length, (y - fromY) / length];
    return xs.map((px, point) => (ys[point]! - y) * ahead - (px - x) * aside);
  }
}

/** Extremes of a row of offsets, its ends left out: place from 0 to 1, and height of the parabola through three points. */
export function listCrests(offsets: readonly number[]): { readonly place: number; readonly height: number }[] {
  return offsets.slice(1, -1).flatMap((middle, k) => {
    const [before, after] = [offsets[k]!, offsets[k + 2]!];
    if ((middle - before) * (after - middle) >= 0) return [];
    const [slope, bend] = [(after - before) / 2, before - 2 * middle + after];
    const place = (k + 1 - slope / bend) / (offsets.length - 1);
    return [{ place, height: Math.abs(middle - (slope * slope) / (2 * bend)) }];
  });
}

function computeMean<T>(list: readonly T[], read: (one: T) => number): number {
  return list.reduce((sum, one) => sum + read(one), 0) / list.length;
}
