/**
 * Boxes, triangles, tetrahedra and angles, for everything that is not a kernel. Points are xyz one after the other; `a`, `b`,
 * `c`, `d` are where a point's x stands in `positions`, three times its number.
 */

/** [least x, y, z, greatest x, y, z] of the first `length` numbers. */
export function computeBounds(positions: ArrayLike<number>, length = positions.length): Float64Array {
  const bounds = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let at = 0; at < length; at++) {
    const axis = at % 3;
    bounds[axis] = Math.min(bounds[axis]!, positions[at]!);
    bounds[3 + axis] = Math.max(bounds[3 + axis]!, positions[at]!);
  }
  return bounds;
}

/** Sides of the box around the points. */
export function computeSides(positions: ArrayLike<number>): [number, number, number] {
  const bounds = computeBounds(positions);
  return [bounds[3]! - bounds[0]!, bounds[4]! - bounds[1]!, bounds[5]! - bounds[2]!];
}

/** Longest side of the box around the points. */
export function computeExtent(positions: ArrayLike<number>): number {
  return Math.max(...computeSides(positions));
}

/** (b − a) × (c − a): along the normal on the side from which a, b, c are counter-clockwise, twice the area long. */
export function setTriangleNormal(
  out: Float64Array,
  outAt: number,
  positions: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
): void {
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  out[outAt] = uy * vz - uz * vy;
  out[outAt + 1] = uz * vx - ux * vz;
  out[outAt + 2] = ux * vy - uy * vx;
}

const normal = new Float64Array(3);

export function computeTriangleArea(positions: ArrayLike<number>, a: number, b: number, c: number): number {
  setTriangleNormal(normal, 0, positions, a, b, c);
  const [x, y, z] = normal as unknown as [number, number, number];
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

/** Six times the volume of a tetrahedron; positive where d is on the side from which a, b, c are counter-clockwise. */
export function computeSixVolume(positions: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const ux = positions[b]! - positions[a]!;
  const uy = positions[b + 1]! - positions[a + 1]!;
  const uz = positions[b + 2]! - positions[a + 2]!;
  const vx = positions[c]! - positions[a]!;
  const vy = positions[c + 1]! - positions[a + 1]!;
  const vz = positions[c + 2]! - positions[a + 2]!;
  return (
    (uy * vz - uz * vy) * (positions[d]! - positions[a]!) +
    (uz * vx - ux * vz) * (positions[d + 1]! - positions[a + 1]!) +
    (ux * vy - uy * vx) * (positions[d + 2]! - positions[a + 2]!)
  );
}

/** Volumes of tetrahedra given by four points each. */
export function setTetVolumes(out: Float64Array, tets: ArrayLike<number>, positions: ArrayLike<number>): void {
  for (let t = 0, at = 0; t < out.length; t++, at += 4)
    out[t] = computeSixVolume(positions, 3 * tets[at]!, 3 * tets[at + 1]!, 3 * tets[at + 2]!, 3 * tets[at + 3]!) / 6;
}

/** First number of the point of a list, up to number `end`, that is nearest to x, y, z, and the square of its distance. */
export function findNearestPoint(
  points: ArrayLike<number>,
  end: number,
  [x, y, z]: readonly [number, number, number],
): { readonly at: number; readonly square: number } {
  let [at, least] = [0, Infinity];
  for (let i = 0; i < end; i += 3) {
    const [dx, dy, dz] = [points[i]! - x, points[i + 1]! - y, points[i + 2]! - z];
    const square = dx * dx + dy * dy + dz * dz;
    if (square < least) [at, least] = [i, square];
  }
  return { at, square: least };
}

/** Mean length of the edges of triangles given by three points each. */
export function computeMeanEdge(positions: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let sum = 0;
  for (let corner = 0; corner < triangles.length; corner++) {
    const next = corner - (corner % 3) + ((corner + 1) % 3);
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const d = positions[3 * triangles[corner]! + k]! - positions[3 * triangles[next]! + k]!;
      square += d * d;
    }
    sum += Math.sqrt(square);
  }
  return sum / triangles.length;
}

/** The angle but for whole turns, from −π to π. */
export function wrapAngle(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

/** The angle but for whole turns that is nearest to the one before, so that a heading does not jump. */
export function unwrapAngle(angle: number, before: number): number {
  return angle + 2 * Math.PI * Math.round((before - angle) / (2 * Math.PI));
}

/** Circumference of an ellipse with these half axes, after Ramanujan: 0.4 % short for a plate, and exact for a circle. */
export function computeEllipsePerimeter(a: number, b: number): number {
  return Math.PI * (3 * (a + b) - Math.sqrt((3 * a + b) * (a + 3 * b)));
}
