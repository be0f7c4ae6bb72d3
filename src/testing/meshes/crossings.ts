/** How often a surface passes through itself. */

type Point = readonly [number, number, number];

const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Whether the line from `a` to `b` goes through a triangle (Möller and Trumbore 1997). */
function goesThrough(a: Point, b: Point, [p, q, r]: readonly [Point, Point, Point]): boolean {
  const along = subtract(b, a);
  const [one, other] = [subtract(q, p), subtract(r, p)];
  const normal = cross(along, other);
  const size = dot(one, normal);
  if (Math.abs(size) < 1e-14) return false;
  const from = subtract(a, p);
  const u = dot(from, normal) / size;
  const turned = cross(from, one);
  const v = dot(along, turned) / size;
  const t = dot(other, turned) / size;
  return u >= 0 && v >= 0 && u + v <= 1 && t > 0 && t < 1;
}

/** Pairs of an edge and a triangle without a common corner that meet. Every edge with every triangle: for small meshes. */
export function countCrossings(positions: ArrayLike<number>, triangles: ArrayLike<number>): number {
  const at = (node: number): Point => [positions[3 * node]!, positions[3 * node + 1]!, positions[3 * node + 2]!];
  const list = Array.from(
    { length: triangles.length / 3 },
    (_, i) => [triangles[3 * i]!, triangles[3 * i + 1]!, triangles[3 * i + 2]!] as const,
  );
  let count = 0;
  for (const corners of list)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[k]!, corners[(k + 1) % 3]!];
      // Each edge once.
      if (a > b) continue;
      for (const other of list)
        if (
          !other.includes(a) &&
          !other.includes(b) &&
          goesThrough(at(a), at(b), [at(other[0]), at(other[1]), at(other[2])])
        )
          count += 1;
    }
  return count;
}
