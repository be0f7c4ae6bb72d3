/** Robust geometric predicates in the plane: a fast floating-point filter, and double-double arithmetic where it fails. */
import { setPairProduct, setPairSum } from '../../math/portable/double-double.ts';

/** Rounding of a few operations, relative to the sum of the terms' sizes. */
const roundOff = 2e-15;

const pair = (): Float64Array => new Float64Array(2);
const [d1, d2, d3, d4, d5, d6] = [pair(), pair(), pair(), pair(), pair(), pair()];
const [p1, p2, sum, lift1, lift2, lift3] = [pair(), pair(), pair(), pair(), pair(), pair()];
const one = pair();
const otherProduct = pair();

function setDifference(out: Float64Array, a: number, b: number): void {
  one[0] = a;
  one[1] = 0;
  otherProduct[0] = -b;
  otherProduct[1] = 0;
  setPairSum(out, one, otherProduct);
}

/** out = a b − c d. */
function setCross(out: Float64Array, a: Float64Array, b: Float64Array, c: Float64Array, d: Float64Array): void {
  setPairProduct(p1, a, b);
  setPairProduct(p2, c, d);
  p2[0] = -p2[0]!;
  p2[1] = -p2[1]!;
  setPairSum(out, p1, p2);
}

/** Positive when a, b, c turn counter-clockwise: twice the area. */
export function computeTurn(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const quick = left - right;
  if (Math.abs(quick) > roundOff * (Math.abs(left) + Math.abs(right))) return quick;
  setDifference(d1, ax, cx);
  setDifference(d2, by, cy);
  setDifference(d3, ay, cy);
  setDifference(d4, bx, cx);
  setCross(sum, d1, d2, d3, d4);
  return sum[0]!;
}

/** Positive when d lies inside the circle through a, b, c, which turn counter-clockwise. Flat xy arguments by index. */
export function computeInCircle(xy: readonly number[], a: number, b: number, c: number, d: number): number {
  const [dx, dy] = [xy[2 * d]!, xy[2 * d + 1]!];
  const [ax, ay] = [xy[2 * a]! - dx, xy[2 * a + 1]! - dy];
  const [bx, by] = [xy[2 * b]! - dx, xy[2 * b + 1]! - dy];
  const [cx, cy] = [xy[2 * c]! - dx, xy[2 * c + 1]! - dy];
  const [aa, bb, cc] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const quick = aa * (bx * cy - by * cx) + bb * (cx * ay - cy * ax) + cc * (ax * by - ay * bx);
  const size =
    aa * (Math.abs(bx * cy) + Math.abs(by * cx)) +
    bb * (Math.abs(cx * ay) + Math.abs(cy * ax)) +
    cc * (Math.abs(ax * by) + Math.abs(ay * bx));
  if (Math.abs(quick) > roundOff * size) return quick;
  setDifference(d1, xy[2 * a]!, dx);
  setDifference(d2, xy[2 * a + 1]!, dy);
  setDifference(d3, xy[2 * b]!, dx);
  setDifference(d4, xy[2 * b + 1]!, dy);
  setDifference(d5, xy[2 * c]!, dx);
  setDifference(d6, xy[2 * c + 1]!, dy);
  setTerm(lift1, d1, d2, d3, d4, d5, d6);
  setTerm(lift2, d3, d4, d5, d6, d1, d2);
  setTerm(lift3, d5, d6, d1, d2, d3, d4);
  setPairSum(sum, lift1, lift2);
  setPairSum(lift1, sum, lift3);
  return lift1[0]!;
}

/** out = (ax² + ay²)(bx cy − by cx). */
function setTerm(
  out: Float64Array,
  ax: Float64Array,
  ay: Float64Array,
  bx: Float64Array,
  by: Float64Array,
  cx: Float64Array,
  cy: Float64Array,
): void {
  setCross(sum, bx, cy, by, cx);
  setPairProduct(p1, ax, ax);
  setPairProduct(p2, ay, ay);
  setPairSum(out, p1, p2);
  setPairProduct(p1, out, sum);
  out[0] = p1[0]!;
  out[1] = p1[1]!;
}
