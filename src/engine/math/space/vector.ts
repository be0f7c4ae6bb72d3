/** Vectors of numbers, for what is computed once. Loops of a step write the sums out: a call that is not inlined boxes its number. */

/** x, y, z. */
export type Vector = readonly [number, number, number];

export function computeDot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

export function computeCross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
