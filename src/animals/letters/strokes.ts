/**
 * Letters as single strokes that never cross themselves, so that a body can lie along them: x to the right and y up on the
 * page, in heights of a letter. The way back leads from the end of a letter to its beginning, so that it is written again and
 * again; ways back are as long as it takes for all letters to be ready at the same time.
 */
import { cos, sin } from '../../engine/math/portable.ts';

export type LetterPoint = readonly [number, number];

interface Letter {
  /** Where a head waits at the beginning, and a body behind it in a straight line away from the page. */
  readonly start: LetterPoint;
  readonly stroke: readonly LetterPoint[];
  readonly back: readonly LetterPoint[];
}

const degree = Math.PI / 180;

/** Points on an ellipse around (x, y), counter-clockwise from the right for rising angles. */
function arc(x: number, y: number, wide: number, high: number, from: number, to: number): LetterPoint[] {
  const steps = Math.max(2, Math.ceil(Math.abs(to - from) / 15));
  return Array.from({ length: steps + 1 }, (_, i): LetterPoint => {
    const angle = (from + ((to - from) * i) / steps) * degree;
    return [x + wide * cos(angle), y + high * sin(angle)];
  });
}

/** From above, turning left at the top of a letter. */
const fromRight: readonly LetterPoint[] = [
  [0.92, 1.3],
  [0.85, 1.12],
];

/** Up on the right of a letter and over to where letters from above begin. */
function createWayUp(top: number): LetterPoint[] {
  return [[1.04, 0.62], [1.08, 0.9], [1.1, top - 0.15], ...arc(1.01, top - 0.1, 0.09, 0.1, 30, 150)];
}

export const letters = {
  G: {
    start: [0.92, 1.44],
    stroke: [...fromRight, ...arc(0.42, 0.5, 0.4, 0.5, 70, 345), [0.77, 0.46], [0.66, 0.48], [0.5, 0.48]],
    // Around inside the letter and out through its opening.
    back: [
      [0.4, 0.5],
      [0.33, 0.57],
      [0.37, 0.66],
      [0.48, 0.7],
      [0.66, 0.69],
      [0.88, 0.72],
      ...createWayUp(1.35).slice(1),
    ],
  },
  E: {
    start: [0.92, 1.5],
    stroke: [...fromRight, ...arc(0.42, 0.76, 0.35, 0.24, 65, 250), ...arc(0.4, 0.26, 0.38, 0.26, 110, 325)],
    back: [[0.86, 0.22], [0.98, 0.38], ...createWayUp(1.6)],
  },
  N: {
    start: [0.05, -1.03],
    stroke: [[0.05, -0.2], [0.05, 0.2], [0.05, 0.55], ...arc(0.4, 0.64, 0.35, 0.36, 180, 0), [0.75, 0.35], [0.75, 0]],
    back: [[0.75, -0.35], [0.75, -0.65], ...arc(0.4, -0.95, 0.35, 0.35, 0, -180), [0.05, -0.75], [0.05, -0.48]],
  },
  U: {
    start: [0.05, 2.03],
    stroke: [[0.05, 1.2], [0.05, 0.8], [0.05, 0.45], ...arc(0.4, 0.36, 0.35, 0.36, 180, 360), [0.75, 0.65], [0.75, 1]],
    back: [[0.75, 1.35], [0.75, 1.65], ...arc(0.4, 1.95, 0.35, 0.35, 0, 180), [0.05, 1.75], [0.05, 1.48]],
  },
  S: {
    start: [-0.12, -0.65],
    stroke: [
      [-0.12, -0.3],
      [-0.04, -0.1],
      ...arc(0.36, 0.26, 0.38, 0.26, 250, 435),
      ...arc(0.42, 0.76, 0.35, 0.24, 262, 45),
    ],
    back: [
      [0.84, 0.79],
      [0.93, 0.62],
      [0.945, 0.3],
      [0.92, 0.01],
      [0.8, -0.18],
      [0.58, -0.29],
      [0.3, -0.34],
      [0.03, -0.39],
    ],
  },
} as const satisfies Record<string, Letter>;
