/** The path of the last seconds, up to the moment that is shown: of what leaves a track, or of the centre of mass. */
import type { FrameLayout, TrackSpec } from '../../engine/contract/frame.ts';
import type { SignalHistory, SignalPlace } from './signal-history.ts';

const maxPoints = 3200;
/** Seconds between two points: the path of an animal that beats twice a second is still round. */
export const trailGap = 0.0125;

const usualSource: Pick<TrackSpec, 'signals' | 'element'> = { signals: ['position.x', 'position.y'], element: 0 };

/** The signals that hold the path. */
export function getTrailSource({ track }: FrameLayout): Pick<TrackSpec, 'signals' | 'element'> {
  return track ?? usualSource;
}

export class Trail {
  readonly points = new Float32Array(2 * maxPoints);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The path up to a step, from the history of a run. */
  read(layout: FrameLayout, history: SignalHistory | undefined, step: number): void {
    const { signals, element } = getTrailSource(layout);
    const [x, y] = signals.map((name) => history?.places.get(name));
    if (history === undefined || x === undefined || y === undefined) return;
    const stride = Math.max(1, Math.round(trailGap / history.dt));
    this.#count = 0;
    const first = Math.max(0, Math.floor(step / stride) - maxPoints + 2);
    for (let k = first; k * stride <= step; k++) this.#readPlace(history, x, y, k * stride, element);
    // It ends where the animal is.
    if (step % stride !== 0) this.#readPlace(history, x, y, step, element);
  }

  #readPlace(history: SignalHistory, x: SignalPlace, y: SignalPlace, step: number, element: number): void {
    const px = history.read(x, step, element);
    if (!Number.isNaN(px)) this.add(px, history.read(y, step, element));
  }

  /** One place more; the oldest goes where there are too many. */
  add(x: number, y: number): void {
    if (this.#count === maxPoints) {
      this.points.copyWithin(0, 2);
      this.#count -= 1;
    }
    this.points[2 * this.#count] = x;
    this.points[2 * this.#count + 1] = y;
    this.#count += 1;
  }
}
