/** A Delaunay triangulation in the plane built point by point, with constrained edges [Bowyer 1981, Watson 1981]. */
import { computeInCircle, computeTurn } from './predicates.ts';

/** Keys of directed edges are from · keyBase + to. */
const keyBase = 4_000_000;

export class Delaunay {
  /** x, y per point; the first three are the corners of a triangle around everything. */
  readonly xy: number[] = [];
  /** Corners of each triangle, counter-clockwise; −1 for removed ones. */
  readonly corners: number[] = [];
  /** Whether each triangle belongs to the domain. */
  readonly isInside: boolean[] = [];
  /** Constrained segments, by the key of either direction. */
  readonly #segments = new Set<number>();
  readonly #triangleAt = new Map<number, number>();
  #last = 0;

  constructor(low: readonly [number, number], high: readonly [number, number]) {
    const size = Math.max(high[0] - low[0], high[1] - low[1]);
    const [x, y] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
    this.xy.push(x - 40 * size, y - 30 * size, x + 40 * size, y - 30 * size, x, y + 50 * size);
    this.#addTriangle(0, 1, 2, false);
  }

  get pointCount(): number {
    return this.xy.length / 2;
  }

  getTriangle(a: number, b: number): number | undefined {
    return this.#triangleAt.get(a * keyBase + b);
  }

  hasEdge(a: number, b: number): boolean {
    return this.#triangleAt.has(a * keyBase + b) || this.#triangleAt.has(b * keyBase + a);
  }

  isSegment(a: number, b: number): boolean {
    return this.#segments.has(a * keyBase + b);
  }

  /** Constrains an edge, or releases it. */
  setSegment(a: number, b: number, stays: boolean): void {
    for (const key of [a * keyBase + b, b * keyBase + a]) {
      if (stays) this.#segments.add(key);
      else this.#segments.delete(key);
    }
  }

  #addTriangle(a: number, b: number, c: number, isInside: boolean): void {
    const triangle = this.isInside.length;
    this.corners.push(a, b, c);
    this.isInside.push(isInside);
    this.#triangleAt.set(a * keyBase + b, triangle);
    this.#triangleAt.set(b * keyBase + c, triangle);
    this.#triangleAt.set(c * keyBase + a, triangle);
    this.#last = triangle;
  }

  computeTurn(a: number, b: number, x: number, y: number): number {
    const { xy } = this;
    return computeTurn(xy[2 * a]!, xy[2 * a + 1]!, xy[2 * b]!, xy[2 * b + 1]!, x, y);
  }

  /**
   * Walks from a triangle to the one around a point. Where `stopAtSegments`, ends at the first segment in its way and returns its
   * ends instead.
   */
  locate(x: number, y: number, from = this.#last, stopAtSegments = false): number | readonly [number, number] {
    let triangle = from;
    for (let steps = 0; steps <= 4 * this.isInside.length; steps++) {
      let next = -1;
      for (let k = 0; k < 3; k++) {
        // Another side first each time, so that no walk goes in a circle.
        const side = (k + steps) % 3;
        const [a, b] = [this.corners[3 * triangle + side]!, this.corners[3 * triangle + ((side + 1) % 3)]!];
        if (this.computeTurn(a, b, x, y) >= 0) continue;
        if (stopAtSegments && this.isSegment(a, b)) return [a, b];
        next = this.#triangleAt.get(b * keyBase + a) ?? -1;
        if (next >= 0) break;
      }
      if (next < 0) return triangle;
      triangle = next;
    }
    return triangle;
  }

  /** Adds a point in or near a triangle and returns its number, or −1 where a point is already. */
  insert(x: number, y: number, triangle: number): number {
    for (let k = 0; k < 3; k++) {
      const corner = this.corners[3 * triangle + k]!;
      if (this.xy[2 * corner] === x && this.xy[2 * corner + 1] === y) return -1;
    }
    const point = this.pointCount;
    this.xy.push(x, y);
    this.#fill(point, [triangle]);
    return point;
  }

  /** Adds a point between the ends of a segment, which becomes two. */
  split(a: number, b: number, x: number, y: number): number {
    const point = this.pointCount;
    this.xy.push(x, y);
    this.setSegment(a, b, false);
    this.#fill(point, [this.getTriangle(a, b)!, this.getTriangle(b, a)!]);
    this.setSegment(a, point, true);
    this.setSegment(point, b, true);
    return point;
  }

  /** Replaces all triangles whose circle holds the point, found from `start` without crossing segments. */
  #fill(point: number, start: readonly number[]): void {
    const { corners } = this;
    const cavity = new Set(start);
    const queue = [...start];
    for (let triangle = queue.pop(); triangle !== undefined; triangle = queue.pop()) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [corners[3 * triangle + k]!, corners[3 * triangle + ((k + 1) % 3)]!];
        const next = this.#triangleAt.get(b * keyBase + a);
        if (next === undefined || cavity.has(next)) continue;
        // A point on an edge takes both sides of it, unless the edge is constrained.
        if (this.isSegment(a, b)) continue;
        const [p, q, r] = [corners[3 * next]!, corners[3 * next + 1]!, corners[3 * next + 2]!];
        const onEdge = this.computeTurn(a, b, this.xy[2 * point]!, this.xy[2 * point + 1]!) <= 0;
        if (!onEdge && computeInCircle(this.xy, p, q, r, point) <= 0) continue;
        cavity.add(next);
        queue.push(next);
      }
    }
    const rim: number[] = [];
    const flags: boolean[] = [];
    for (const triangle of cavity) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [corners[3 * triangle + k]!, corners[3 * triangle + ((k + 1) % 3)]!];
        const next = this.#triangleAt.get(b * keyBase + a);
        if (next !== undefined && cavity.has(next)) continue;
        rim.push(a, b);
        flags.push(this.isInside[triangle]!);
      }
    }
    for (const triangle of cavity) {
      for (let k = 0; k < 3; k++)
        this.#triangleAt.delete(corners[3 * triangle + k]! * keyBase + corners[3 * triangle + ((k + 1) % 3)]!);
      corners[3 * triangle] = -1;
      this.isInside[triangle] = false;
    }
    for (let k = 0; k < flags.length; k++) this.#addTriangle(rim[2 * k]!, rim[2 * k + 1]!, point, flags[k]!);
  }

  /** Marks the triangles that the segments enclose. */
  markInside(): void {
    const seen = new Uint8Array(this.isInside.length);
    const queue = [this.getTriangle(0, 1)!];
    seen[queue[0]!] = 1;
    for (let triangle = queue.pop(); triangle !== undefined; triangle = queue.pop()) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [this.corners[3 * triangle + k]!, this.corners[3 * triangle + ((k + 1) % 3)]!];
        const next = this.#triangleAt.get(b * keyBase + a);
        if (next === undefined || seen[next] === 1 || this.isSegment(a, b)) continue;
        seen[next] = 1;
        queue.push(next);
      }
    }
    for (let t = 0; t < seen.length; t++) this.isInside[t] = seen[t] === 0 && this.corners[3 * t]! >= 0;
  }
}
