/**
 * Letters as single strokes that never cross themselves, so that a body can lie along them: x to the right and y up on the
 * page, in heights of a letter. The first points lead in from above or below the page, where a body waits in a straight line.
 */
import { cos, sin } from '../../engine/math/portable.ts';

export type Point = readonly [number, number];

const degree = Math.PI / 180;

/** Points on an ellipse around (x, y), counter-clockwise from the right for rising angles. */
function arc(x: number, y: number, wide: number, high: number, from: number, to: number): Point[] {
  const steps = Math.max(2, Math.ceil(Math.abs(to - from) / 15));
  return Array.from({ length: steps + 1 }, (_, i): Point => {
    const angle = (from + ((to - from) * i) / steps) * degree;
    return [x + wide * cos(angle), y + high * sin(angle)];
  });
}

/** From above, turning left at the top of a letter. */
const fromRight: readonly Point[] = [
  [0.92, 1.5],
  [0.92, 1.3],
  [0.85, 1.12],
];

export const strokes = {
  G: [...fromRight, ...arc(0.42, 0.5, 0.4, 0.5, 70, 345), [0.77, 0.46], [0.66, 0.48], [0.5, 0.48]],
  E: [...fromRight, ...arc(0.42, 0.76, 0.35, 0.24, 65, 250), ...arc(0.4, 0.26, 0.38, 0.26, 110, 325)],
  N: [
    [0.05, -0.5],
    [0.05, -0.2],
    [0.05, 0.2],
    [0.05, 0.55],
    ...arc(0.4, 0.64, 0.35, 0.36, 180, 0),
    [0.75, 0.35],
    [0.75, 0],
  ],
  U: [
    [0.05, 1.5],
    [0.05, 1.2],
    [0.05, 0.8],
    [0.05, 0.45],
    ...arc(0.4, 0.36, 0.35, 0.36, 180, 360),
    [0.75, 0.65],
    [0.75, 1],
  ],
  S: [
    [-0.12, -0.5],
    [-0.12, -0.3],
    [-0.04, -0.1],
    ...arc(0.36, 0.26, 0.38, 0.26, 250, 430),
    ...arc(0.42, 0.76, 0.35, 0.24, 290, 45),
  ],
} as const satisfies Record<string, readonly Point[]>;
