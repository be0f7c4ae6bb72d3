// The published SoftCon program, written again from what it does and not from how: dense, slow and without shortcuts, on
// any small mesh. Muscles, table, drag and lift, equal masses, projections, stopping rule, and the old iterate it keeps.
import { setSvd3 } from '../../src/engine/math/svd3.ts';

type Vector = [number, number, number];

export interface CodedBody {
  readonly vertices: readonly Vector[];
  readonly tets: readonly (readonly number[])[];
  /** Points of each muscle. */
  readonly muscles: readonly (readonly Vector[])[];
}

const add = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const norm = (a: Vector): number => Math.sqrt(dot(a, a));
const unit = (a: Vector): Vector => [a[0] / norm(a), a[1] / norm(a), a[2] / norm(a)];
const volume = (a: Vector, b: Vector, c: Vector, d: Vector): number =>
  dot(cross(add(b, a, -1), add(c, a, -1)), add(d, a, -1)) / 6;

interface Element {
  readonly nodes: readonly number[];
  readonly volume: number;
  /** Gradient of each corner's share, so that column k of F is Σ x_i gradients[i][k]. */
  readonly gradients: readonly Vector[];
}

interface Fibre {
  readonly element: Element;
  readonly direction: Vector;
  readonly weight: number;
  readonly muscle: number;
  readonly segment: number;
}

const [step, damping, epsilon] = [1 / 240, 0.9999, 5e-7];
const [shape, bulk, contraction] = [2e5 / 1.4, (0.4 * 2e5) / 1.4, 5e5];

export class CodedProgram {
  readonly positions: Vector[];
  readonly velocities: Vector[];
  readonly #elements: Element[];
  readonly #fibres: Fibre[];
  readonly #contours: Vector[];
  readonly #mass: number;
  readonly #factor: number[][];
  readonly #levels: number[][];
  #phase = 0;
  #steps = 0;
  iterations = 0;

  constructor(
    body: CodedBody,
    private readonly rule: { readonly mostIterations: number; readonly stops: boolean },
  ) {
    this.positions = body.vertices.map((v) => [...v] as Vector);
    this.velocities = body.vertices.map(() => [0, 0, 0]);
    this.#mass = 10 / body.vertices.length;
    this.#elements = body.tets.map((tet) => createElement(body.vertices, tet));
    this.#fibres = body.muscles.flatMap((points, m) => listFibres(body, this.#elements, points, m));
    this.#contours = listContours(body, this.#elements);
    this.#levels = body.muscles.map(() => new Array<number>(50).fill(0));
    this.#factor = factorise(this.#createMatrix());
  }

  get fibreCount(): number {
    return this.#fibres.length;
  }

  #createMatrix(): number[][] {
    const n = this.positions.length;
    const matrix = Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (_unused, j) => (i === j ? this.#mass / (step * step) : 0)),
    );
    const put = (nodes: readonly number[], row: readonly number[], weight: number): void => {
      nodes.forEach((a, i) => nodes.forEach((b, j) => (matrix[a]![b]! += weight * row[i]! * row[j]!)));
    };
    for (const { nodes, gradients, volume: v } of this.#elements)
      for (let k = 0; k < 3; k++)
        put(
          nodes,
          gradients.map((g) => g[k]!),
          (shape + bulk) * v,
        );
    for (const { element, direction, weight } of this.#fibres)
      put(
        element.nodes,
        element.gradients.map((g) => dot(g, direction)),
        contraction * weight * element.volume,
      );
    return matrix;
  }

  /** α 0.7 and κ 5 in every control step, eight steps each. */
  run(): void {
    if (this.#steps % 8 === 0) {
      this.#levels.forEach((levels, m) => propagate(levels, getKey(m, this.#phase)));
      this.#phase += 1;
    }
    this.#steps += 1;
    const forces = this.#computeWater();
    const start = this.positions.map((x, i) =>
      add(add(x, this.velocities[i]!, step), forces[i]!, (step * step) / this.#mass),
    );
    let iterate = start;
    this.iterations = 0;
    for (let i = 0; i < this.rule.mostIterations; i++) {
      this.iterations += 1;
      const next = this.#solve(start, iterate);
      let change = 0;
      next.forEach((x, k) => {
        const d = add(x, iterate[k]!, -1);
        change += dot(d, d);
      });
      if (this.rule.stops && Math.sqrt(change) / (3 * start.length) < epsilon) break;
      iterate = next;
    }
    iterate.forEach((x, i) => {
      this.velocities[i] = add(x, this.positions[i]!, -1).map((d) => (damping * d) / step) as Vector;
      this.positions[i] = x;
    });
  }

  #solve(start: readonly Vector[], x: readonly Vector[]): Vector[] {
    const right = start.map((y) => y.map((value) => (this.#mass / (step * step)) * value));
    for (const { nodes, gradients, volume: v } of this.#elements) {
      const target = projectElement(computeGradient(x, nodes, gradients));
      nodes.forEach((node, i) => {
        for (let axis = 0; axis < 3; axis++)
          for (let k = 0; k < 3; k++) right[node]![axis]! += v * gradients[i]![k]! * target[k]![axis]!;
      });
    }
    for (const { element, direction, weight, muscle, segment } of this.#fibres) {
      const f = computeGradient(x, element.nodes, element.gradients);
      const along = [0, 1, 2].map(
        (axis) => f[0]![axis]! * direction[0] + f[1]![axis]! * direction[1] + f[2]![axis]! * direction[2],
      );
      const left = 1 - this.#levels[muscle]![segment]!;
      element.nodes.forEach((node, i) => {
        const share = contraction * weight * element.volume * dot(element.gradients[i]!, direction);
        for (let axis = 0; axis < 3; axis++) right[node]![axis]! += share * left * along[axis]!;
      });
    }
    return solve(this.#factor, right);
  }

  #computeWater(): Vector[] {
    const forces: Vector[] = this.positions.map(() => [0, 0, 0]);
    for (const [a, b, c] of this.#contours) {
      const relative = [0, 1, 2].map(
        (k) => -(this.velocities[a]![k]! + this.velocities[b]![k]! + this.velocities[c]![k]!) / 3,
      ) as Vector;
      const speed = norm(relative);
      if (speed < 1e-6) continue;
      const flow = unit(relative);
      const n = cross(add(this.positions[b]!, this.positions[a]!, -1), add(this.positions[c]!, this.positions[a]!, -1));
      const inward = unit(n).map((value) => -value) as Vector;
      const meets = dot(inward, flow);
      if (!(meets > 0)) continue;
      const angle = Math.PI / 2 - Math.acos(Math.min(1, meets));
      const pressure = 0.5 * 1000 * (norm(n) / 2) * speed * speed;
      const drag = pressure * 0.5 * (1 - Math.cos(2 * angle));
      const lift = pressure * computeLift((angle * 180) / Math.PI);
      const aside = cross(flow, inward);
      const direction = norm(aside) > 0 ? cross(unit(aside), flow) : ([0, 0, 0] as Vector);
      for (const node of [a, b, c]) forces[node] = add(add(forces[node]!, flow, drag / 3), direction, lift / 3);
    }
    return forces;
  }
}

function computeLift(degrees: number): number {
  const points = [
    [-90, -0.5],
    [-10, -1.26],
    [-5, 0],
    [15, 1.8],
    [90, 0.5],
  ] as const;
  if (Math.abs(degrees) > 85) return 0;
  const k = points.findIndex(([x], i) => i > 0 && degrees <= x);
  const [[x0, y0], [x1, y1]] = [points[k - 1]!, points[k]!];
  return y0 + ((degrees - x0) / (x1 - x0)) * (y1 - y0);
}

function createElement(vertices: readonly Vector[], tet: readonly number[]): Element {
  const nodes =
    volume(vertices[tet[0]!]!, vertices[tet[1]!]!, vertices[tet[2]!]!, vertices[tet[3]!]!) < 0
      ? [tet[0]!, tet[2]!, tet[1]!, tet[3]!]
      : [...tet];
  const [a, b, c, d] = nodes.map((node) => vertices[node]!) as [Vector, Vector, Vector, Vector];
  const six = 6 * volume(a, b, c, d);
  const [u, v, w] = [add(b, a, -1), add(c, a, -1), add(d, a, -1)];
  const rows = [cross(v, w), cross(w, u), cross(u, v)].map((row) => row.map((value) => value / six) as Vector);
  const first = rows.reduce<Vector>((sum, row) => add(sum, row, -1), [0, 0, 0]);
  return { nodes, volume: six / 6, gradients: [first, ...rows] };
}

/** Columns of F. */
function computeGradient(x: readonly Vector[], nodes: readonly number[], gradients: readonly Vector[]): number[][] {
  return [0, 1, 2].map((k) =>
    [0, 1, 2].map((axis) => nodes.reduce((sum, node, i) => sum + x[node]![axis]! * gradients[i]![k]!, 0)),
  );
}

/** µ R + ν µ D, columns. */
function projectElement(f: readonly number[][]): number[][] {
  const [u, sigma, v] = [new Float64Array(9), new Float64Array(3), new Float64Array(9)];
  setSvd3(u, sigma, v, Float64Array.from(f.flat()));
  let change: Vector = [0, 0, 0];
  for (let pass = 0; pass < 5; pass++) {
    const s = [0, 1, 2].map((k) => sigma[k]! + change[k]!) as Vector;
    const excess = s[0] * s[1] * s[2] - 1;
    const slope: Vector = [s[1] * s[2], s[0] * s[2], s[0] * s[1]];
    const size = (dot(slope, change) - excess) / dot(slope, slope);
    change = slope.map((value) => size * value) as Vector;
  }
  return [0, 1, 2].map((column) =>
    [0, 1, 2].map((row) => {
      let sum = 0;
      for (let k = 0; k < 3; k++)
        sum += u[3 * k + row]! * v[3 * k + column]! * (shape + bulk * (sigma[k]! + change[k]!));
      return sum;
    }),
  );
}

function listContours(body: CodedBody, elements: readonly Element[]): Vector[] {
  const faces = new Map<string, { nodes: Vector; centre: Vector } | null>();
  for (const { nodes } of elements) {
    const centre = nodes.reduce<Vector>((sum, node) => add(sum, body.vertices[node]!, 0.25), [0, 0, 0]);
    for (let skip = 0; skip < 4; skip++) {
      const face = nodes.filter((_, k) => k !== skip).sort((a, b) => a - b) as Vector;
      const key = face.join(' ');
      faces.set(key, faces.has(key) ? null : { nodes: face, centre });
    }
  }
  return [...faces.values()].flatMap((face) => {
    if (face === null) return [];
    const [a, b, c] = face.nodes;
    const n = cross(add(body.vertices[b]!, body.vertices[a]!, -1), add(body.vertices[c]!, body.vertices[b]!, -1));
    return [dot(add(face.centre, body.vertices[a]!, -1), n) > 0 ? ([b, a, c] as Vector) : face.nodes];
  });
}

function listFibres(body: CodedBody, elements: readonly Element[], points: readonly Vector[], muscle: number): Fibre[] {
  let whole = 0;
  for (let i = 0; i + 1 < points.length; i++) whole += norm(add(points[i + 1]!, points[i]!, -1));
  const cuts: [Vector, Vector][] = [];
  let [length, from] = [0, 0];
  for (let i = 0; i < points.length; i++) {
    // Past the last point the program reads what is not there, and finds something far away.
    length += i + 1 < points.length ? norm(add(points[i + 1]!, points[i]!, -1)) : Infinity;
    if (!(length > whole / 50)) continue;
    cuts.push([points[from]!, points[i]!]);
    [length, from] = [0, i];
  }
  cuts[cuts.length - 1]![1] = points[points.length - 1]!;
  return cuts.slice(0, 50).flatMap(([start, end], segment) => {
    const direction = unit(add(end, start, -1));
    return elements.flatMap((element): Fibre[] => {
      const corners = element.nodes.map((node) => body.vertices[node]!) as [Vector, Vector, Vector, Vector];
      const centre = corners.reduce<Vector>((sum, corner) => add(sum, corner, 0.25), [0, 0, 0]);
      const foot = add(start, direction, dot(add(centre, start, -1), direction));
      const reach = norm(add(end, start, -1));
      const beside =
        Math.max(norm(add(foot, start, -1)), norm(add(foot, end, -1))) / reach < 1 ? norm(add(foot, centre, -1)) : 1e5;
      const distance = Math.min(beside, norm(add(centre, start, -1)), norm(add(centre, end, -1)));
      const weight = Math.exp(-distance / 0.005);
      let copies = crosses(corners, start, end) || weight > 0.2 ? 1 : 0;
      for (const point of [start, end]) if (isInside(corners, point)) copies += 1;
      return Array.from({ length: copies }, () => ({ element, direction, weight, muscle, segment }));
    });
  });
}

function crosses(corners: readonly Vector[], start: Vector, end: Vector): boolean {
  return [
    [0, 1, 2],
    [0, 1, 3],
    [0, 2, 3],
    [1, 2, 3],
  ].some((face) => {
    const [p, q, r] = face.map((k) => corners[k]!) as [Vector, Vector, Vector];
    if (!(volume(start, p, q, r) * volume(end, p, q, r) < 0)) return false;
    const signs = [volume(start, end, p, q), volume(start, end, q, r), volume(start, end, r, p)];
    return signs.every((value) => value > 0) || signs.every((value) => value < 0);
  });
}

function isInside([a, b, c, d]: readonly [Vector, Vector, Vector, Vector], x: Vector): boolean {
  const parts =
    Math.abs(volume(x, b, c, d)) +
    Math.abs(volume(x, c, d, a)) +
    Math.abs(volume(x, d, a, b)) +
    Math.abs(volume(x, a, b, c));
  return Math.abs(parts / volume(a, b, c, d) - 1) < 1e-4;
}

/** Increments of the table, summed and held within 0 … 1. */
function getKey(muscle: number, phase: number): number {
  let value = 0;
  for (let i = 0; i <= phase % 50; i++) {
    const by = muscle % 2 === 0 ? (i < 20 ? 0.025 : i < 30 ? -0.125 : 0) : i < 20 ? -0.0625 : i < 30 ? 0.03125 : -0.125;
    value = Math.min(1, Math.max(0, value + by));
  }
  return value;
}

function propagate(levels: number[], key: number): void {
  for (let pass = 0; pass < 5; pass++) {
    const before = [...levels];
    levels[0] = key;
    for (let j = 1; j < 50; j++) levels[j] = 0.7 * before[j - 1]! + 0.3 * before[j]!;
  }
  levels.forEach((value, j) => (levels[j] = Math.min(1, Math.max(0, value))));
}

/** Cholesky factor of a dense matrix. */
function factorise(matrix: readonly number[][]): number[][] {
  const n = matrix.length;
  const l = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i]![j]!;
      for (let k = 0; k < j; k++) sum -= l[i]![k]! * l[j]![k]!;
      l[i]![j] = i === j ? Math.sqrt(sum) : sum / l[j]![j]!;
    }
  }
  return l;
}

function solve(l: readonly number[][], right: readonly number[][]): Vector[] {
  const x = right.map((row) => [...row]);
  for (let axis = 0; axis < 3; axis++) {
    for (let i = 0; i < l.length; i++) {
      for (let k = 0; k < i; k++) x[i]![axis]! -= l[i]![k]! * x[k]![axis]!;
      x[i]![axis]! /= l[i]![i]!;
    }
    for (let i = l.length - 1; i >= 0; i--) {
      for (let k = i + 1; k < l.length; k++) x[i]![axis]! -= l[k]![i]! * x[k]![axis]!;
      x[i]![axis]! /= l[i]![i]!;
    }
  }
  return x as Vector[];
}
