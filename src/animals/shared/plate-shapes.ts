/** Outlines and muscle routes of flat animals, in m, mirror-symmetric in y = 0. */
import { cos, pow, sin } from '../../engine/math/portable.ts';

type Point = [number, number];

/** |x/a|ⁿ + |y/b|ⁿ = 1: an ellipse at n = 2, more pointed below. */
export function createRoundOutline(halfLength: number, halfWidth: number, power: number, points = 48): Point[] {
  return mirror(points, (angle) => {
    const [c, s] = [cos(angle), sin(angle)];
    const bend = (value: number): number => (value === 0 ? 0 : Math.sign(value) * pow(Math.abs(value), 2 / power));
    return [halfLength * bend(c), halfWidth * bend(s)];
  });
}

/** A closed curve around the origin whose distance from it is `radius` of the angle from +x, 0 … π, on either side. */
export function createPolarOutline(radius: (angle: number) => number, points = 60): Point[] {
  return mirror(points, (angle) => [radius(angle) * cos(angle), radius(angle) * sin(angle)]);
}

/** Points for angles from 0 to π, then their mirror images back, so that both sides agree to the last bit. */
function mirror(points: number, place: (angle: number) => Point): Point[] {
  const half = Math.round(points / 2);
  const upper = Array.from({ length: half + 1 }, (_, k): Point => {
    const [x, y] = place((Math.PI * k) / half);
    return [x, k === 0 || k === half ? 0 : y];
  });
  return [
    ...upper,
    ...upper
      .slice(1, -1)
      .reverse()
      .map(([x, y]): Point => [x, -y]),
  ];
}

/** Back and forth between two lines while x goes from `from` to `to`; `sides` gives y of both lines at x. */
export function createZigzag(from: number, to: number, legs: number, sides: (x: number) => Point): Point[] {
  return Array.from({ length: legs + 1 }, (_, k): Point => {
    const x = from + ((to - from) * k) / legs;
    return [x, sides(x)[(k % 2) as 0 | 1]];
  });
}
