/**
 * The outline in an SVG: the path data of a file or of a `d` attribute → points. Curves are cut into legs; of several subpaths the
 * longest is taken. Only path data is read, by one expression over the text: nothing in a hostile file is executed or loaded.
 */
import { cos, sin, acos } from '../engine/math/portable.ts';
import { throwProblem } from '../engine/model/problem.ts';
import type { Point } from './drawing.ts';
import { resampleStroke, computeLength } from './freehand.ts';

/** Limits on the characters of a file and on points. */
const maxTextLength = 2_000_000;
const maxPoints = 20_000;
const legsPerCurve = 12;
/** Larger coordinates are implausible. */
const maxCoordinate = 1e9;
/** Numbers of each command. */
const numbersPerCommand: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
};

export interface SvgOutlineOptions {
  /** Length of the outline along its longer side, m. */
  readonly size: number;
}

/** Points around the origin, y up, `size` long. Throws a ModelError that says what is missing. */
export function readSvgOutline(text: string, { size }: SvgOutlineOptions): Point[] {
  if (text.length > maxTextLength)
    throwProblem(
      'too-large',
      'svg',
      `${text.length} characters`,
      `Give an SVG of at most ${maxTextLength} characters.`,
    );
  const paths = text.includes('<') ? listPathData(text) : [text];
  const outlines = paths.flatMap((path) => readSubpaths(path));
  const best = outlines.reduce<readonly Point[]>(
    (longest, one) => (computeLength(one) > computeLength(longest) ? one : longest),
    [],
  );
  const points = resampleStroke(best.filter(([x, y]) => Math.abs(x) < maxCoordinate && Math.abs(y) < maxCoordinate));
  if (points.length < 3)
    throwProblem(
      'missing',
      'svg',
      'no path with three points',
      'Give an SVG with a path, as drawing programs write it.',
    );
  return fit(points, size);
}

function listPathData(text: string): string[] {
  // A tag ends where the next begins: a text of nothing but beginnings is read once, not once for each.
  return [...text.matchAll(/<path\b[^<>]*?\sd\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
}

function readSubpaths(data: string): Point[][] {
  const pen = new Pen();
  for (const [, letter, rest] of data.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:[eE][-+]?\d+[^a-zA-Z]*)*)/gu)) {
    const command = letter!.toLowerCase();
    const count = numbersPerCommand[command];
    if (count === undefined)
      throwProblem('syntax', 'svg', `the command '${letter}'`, 'Path data knows M L H V C S Q T A and Z.');
    const numbers = [...rest!.matchAll(/[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/gu)].map(([one]) => Number(one));
    if (count > 0 && (numbers.length === 0 || numbers.length % count !== 0))
      throwProblem('syntax', 'svg', `${numbers.length} numbers after '${letter}'`, `It takes ${count} at a time.`);
    if (count === 0) pen.close();
    for (let at = 0; at < numbers.length && count > 0; at += count)
      pen.draw(at > 0 && command === 'm' ? 'l' : command, letter === command, numbers.slice(at, at + count));
    if (pen.points > maxPoints)
      throwProblem('too-large', 'svg', `over ${maxPoints} points`, 'Simplify the path first.');
  }
  return pen.subpaths;
}

class Pen {
  readonly subpaths: Point[][] = [];
  points = 0;
  #at: Point = [0, 0];
  #start: Point = [0, 0];
  #control: Point | undefined;
  #last = '';

  close(): void {
    this.#at = this.#start;
    this.#last = 'z';
  }

  draw(command: string, relative: boolean, n: readonly number[]): void {
    const [x0, y0] = relative ? this.#at : [0, 0];
    const point = (k: number): Point => [x0 + n[k]!, y0 + n[k + 1]!];
    if (command === 'm') this.#begin(point(0));
    else if (command === 'l') this.#line(point(0));
    else if (command === 'h') this.#line([x0 + n[0]!, this.#at[1]]);
    else if (command === 'v') this.#line([this.#at[0], y0 + n[0]!]);
    else if (command === 'c') this.#cubic(point(0), point(2), point(4));
    else if (command === 's') this.#cubic(this.#reflect('cs'), point(0), point(2));
    else if (command === 'q') this.#quadratic(point(0), point(2));
    else if (command === 't') this.#quadratic(this.#reflect('qt'), point(0));
    else this.#arc(n, point(5));
    if (!'csqt'.includes(command)) this.#control = undefined;
    this.#last = command;
  }

  #begin(to: Point): void {
    this.subpaths.push([to]);
    this.points += 1;
    this.#at = this.#start = to;
  }

  #line(to: Point): void {
    if (this.subpaths.length === 0 || this.#last === 'z') this.#begin(this.#at);
    this.subpaths[this.subpaths.length - 1]!.push(to);
    this.points += 1;
    this.#at = to;
    this.#last = 'l';
  }

  /** The last control point, seen from here, for a curve that continues smoothly. */
  #reflect(kinds: string): Point {
    if (this.#control === undefined || !kinds.includes(this.#last)) return this.#at;
    return [2 * this.#at[0] - this.#control[0], 2 * this.#at[1] - this.#control[1]];
  }

  #quadratic(control: Point, to: Point): void {
    const [from, c] = [this.#at, control];
    const toward = (end: Point): Point => [end[0] + (2 / 3) * (c[0] - end[0]), end[1] + (2 / 3) * (c[1] - end[1])];
    this.#cubic(toward(from), toward(to), to);
    this.#control = control;
  }

  #cubic(one: Point, two: Point, to: Point): void {
    const from = this.#at;
    for (let k = 1; k <= legsPerCurve; k++) {
      const t = k / legsPerCurve;
      const u = 1 - t;
      const at = (i: 0 | 1): number =>
        u * u * u * from[i] + 3 * u * u * t * one[i] + 3 * u * t * t * two[i] + t * t * t * to[i];
      this.#line(k === legsPerCurve ? to : [at(0), at(1)]);
    }
    this.#control = two;
  }

  /** From end points to centre and angles [SVG 1.1, appendix F.6]. */
  #arc(n: readonly number[], to: Point): void {
    const from = this.#at;
    let [rx, ry] = [Math.abs(n[0]!), Math.abs(n[1]!)];
    if (rx === 0 || ry === 0) {
      this.#line(to);
      return;
    }
    const turn = (n[2]! * Math.PI) / 180;
    const [c, s] = [cos(turn), sin(turn)];
    const [hx, hy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
    const [px, py] = [c * hx + s * hy, c * hy - s * hx];
    const excess = (px * px) / (rx * rx) + (py * py) / (ry * ry);
    if (excess > 1) [rx, ry] = [rx * Math.sqrt(excess), ry * Math.sqrt(excess)];
    const [top, bottom] = [rx * rx * ry * ry, rx * rx * py * py + ry * ry * px * px];
    const factor = (n[3] === n[4] ? -1 : 1) * Math.sqrt(Math.max(0, bottom > 0 ? (top - bottom) / bottom : 0));
    const [qx, qy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx];
    const centre: Point = [c * qx - s * qy + (from[0] + to[0]) / 2, s * qx + c * qy + (from[1] + to[1]) / 2];
    const begin = computeAngle([1, 0], [(px - qx) / rx, (py - qy) / ry]);
    let sweep = computeAngle([(px - qx) / rx, (py - qy) / ry], [(-px - qx) / rx, (-py - qy) / ry]);
    if (n[4] === 0 && sweep > 0) sweep -= 2 * Math.PI;
    if (n[4] !== 0 && sweep < 0) sweep += 2 * Math.PI;
    for (let k = 1; k <= legsPerCurve; k++) {
      const angle = begin + (sweep * k) / legsPerCurve;
      const [ex, ey] = [rx * cos(angle), ry * sin(angle)];
      this.#line(k === legsPerCurve ? to : [centre[0] + c * ex - s * ey, centre[1] + s * ex + c * ey]);
    }
  }
}

function computeAngle([ux, uy]: Point, [vx, vy]: Point): number {
  const sizes = Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy));
  const cosine = sizes > 0 ? Math.max(-1, Math.min(1, (ux * vx + uy * vy) / sizes)) : 1;
  return (ux * vy - uy * vx < 0 ? -1 : 1) * acos(cosine);
}

/** Around the origin; a picture's y goes down, ours up. */
function fit(points: readonly Point[], size: number): Point[] {
  const range = (axis: 0 | 1): [number, number] => [
    points.reduce((low, point) => Math.min(low, point[axis]), Infinity),
    points.reduce((high, point) => Math.max(high, point[axis]), -Infinity),
  ];
  const [[lowX, highX], [lowY, highY]] = [range(0), range(1)];
  const scale = size / Math.max(1e-300, highX - lowX, highY - lowY);
  const out = points.map(([x, y]): Point => [scale * (x - (lowX + highX) / 2), -scale * (y - (lowY + highY) / 2)]);
  const [first, last] = [out[0]!, out[out.length - 1]!];
  if (first[0] === last[0] && first[1] === last[1]) out.pop();
  return out;
}
