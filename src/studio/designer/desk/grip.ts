/** Hands that move the board itself: two fingers, or the pointer with its middle or right button. They pan, and fingers zoom. */
import type { Point } from '../../../designer/drawing.ts';
import { type BoardSight, toBoard } from './board-painter.ts';

/** Pixels per metre. */
export function limitScale(scale: number): number {
  return Math.min(200_000, Math.max(12, scale));
}

interface Hold {
  readonly middle: Point;
  /** Pixels from the middle to the fingers; 0 for one. */
  readonly spread: number;
}

export class Grip {
  /** Pointers that are down, in pixels of the board. */
  readonly #held = new Map<number, Point>();
  #start: (Hold & { readonly sight: BoardSight }) | undefined;

  get count(): number {
    return this.#held.size;
  }

  get moves(): boolean {
    return this.#start !== undefined;
  }

  has(id: number): boolean {
    return this.#held.has(id);
  }

  hold(id: number, at: Point): void {
    this.#held.set(id, at);
  }

  /** From now on what is held moves the board. */
  begin(sight: BoardSight): void {
    this.#start = { ...this.#measure(), sight };
  }

  /** What the board shows now that a pointer is elsewhere: what was under the hand stays under it. */
  follow(id: number, at: Point, now: BoardSight): BoardSight {
    this.#held.set(id, at);
    if (this.#start === undefined) return now;
    const { middle, spread, sight } = this.#start;
    const hold = this.#measure();
    const scale = limitScale(sight.scale * (spread > 0 && hold.spread > 0 ? hold.spread / spread : 1));
    const [x, y] = toBoard(sight, ...middle);
    const { width, height } = now;
    return {
      ...{ width, height, scale },
      x: x - (hold.middle[0] - width / 2) / scale,
      y: y + (hold.middle[1] - height / 2) / scale,
    };
  }

  /** A pointer is gone; the others continue from here. */
  release(id: number, now: BoardSight): void {
    this.#held.delete(id);
    if (this.#held.size === 0) this.#start = undefined;
    else if (this.#start !== undefined) this.begin(now);
  }

  #measure(): Hold {
    const places = [...this.#held.values()];
    const mean = (axis: 0 | 1): number => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
    const middle: Point = [mean(0), mean(1)];
    const spread = places.reduce((sum, [x, y]) => sum + Math.hypot(x - middle[0], y - middle[1]), 0) / places.length;
    return { middle, spread };
  }
}
