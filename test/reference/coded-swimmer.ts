/**
 * What the settings `as-coded` mean, step by step in plain numbers and full matrices: slow, simple, and written without
 * the solver, the water or the cords of the engine. For small bodies that do not turn inside out.
 *
 *   mass: 10 kg shared equally; y = x + h v + h² f / m;  (M/h² + Σ w GᵀG) x ← (M/h²) y + Σ w Gᵀ p(x), from x = y
 *   shape:  w = µ V,   p = R             volume: w = ν µ V, p = U (S + D) Vᵀ after five steps D ← g (g·D − C) / |g|²
 *   muscle: w = k c V, p = (1 − a) F m   with c = exp(−d / 5 mm) for each of up to three copies
 *   stop at a mean change of 5e-7 m, the last solve thrown away;  v ← 0.9999 (x₊ − x) / h
 */
import { setSvd3 } from '../../src/engine/math/space/svd3.ts';

type Vector = [number, number, number];

export interface CodedSwimmer {
  /** m. */
  readonly nodes: readonly Vector[];
  /** Of positive volume. */
  readonly tets: readonly (readonly number[])[];
  /** Points of each muscle, m. */
  readonly muscles: readonly (readonly Vector[])[];
}

const h = 1 / 240;
const mu = 2e5 / 1.4;
const segments = 50;

const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const scale = (a: Vector, s: number): Vector => [s * a[0], s * a[1], s * a[2]];
const measure = (a: Vector): number => Math.sqrt(dot(a, a));

/** A body as its files have it, in metres and with every tetrahedron turned to positive volume. */
export function createCodedSwimmer(files: CodedSwimmer, metres: number): CodedSwimmer {
  const toMetres = (points: readonly Vector[]): Vector[] => points.map((point) => scale(point, metres));
  const nodes = toMetres(files.nodes);
  const tets = files.tets.map(([a, b, c, d]) => {
    const isTurned = computeVolume(nodes[a!]!, nodes[b!]!, nodes[c!]!, nodes[d!]!) < 0;
    return isTurned ? [a!, c!, b!, d!] : [a!, b!, c!, d!];
  });
  return { nodes, tets, muscles: files.muscles.map(toMetres) };
}

function computeVolume(a: Vector, b: Vector, c: Vector, d: Vector): number {
  return dot(cross(subtract(b, a), subtract(c, a)), subtract(d, a)) / 6;
}

interface Fibre {
  readonly tet: number;
  readonly muscle: number;
  readonly segment: number;
  readonly direction: Vector;
  readonly weight: number;
}

/** Every copy is an entry of its own. */
export function listCodedFibres({ nodes, tets, muscles }: CodedSwimmer): Fibre[] {
  const fibres: Fibre[] = [];
  muscles.forEach((points, muscle) => {
    const cuts = cutMuscle(points);
    for (let segment = 0; segment + 1 < cuts.length; segment++) {
      const [start, end] = [points[cuts[segment]!]!, points[cuts[segment + 1]!]!];
      const along = subtract(end, start);
      const direction = scale(along, 1 / measure(along));
      tets.forEach((tet, t) => {
        const corners = tet.map((node) => nodes[node]!) as [Vector, Vector, Vector, Vector];
        const centre = scale(
          corners.reduce<Vector>((sum, p) => [sum[0] + p[0], sum[1] + p[1], sum[2] + p[2]], [0, 0, 0]),
          1 / 4,
        );
        const share = Math.max(0, Math.min(1, dot(subtract(centre, start), along) / dot(along, along)));
        const weight = Math.exp(-measure(subtract(subtract(centre, start), scale(along, share))) / 0.005);
        const times =
          (weight > 0.2 || crossesFace(corners, start, end) ? 1 : 0) +
          (isInside(corners, start) ? 1 : 0) +
          (isInside(corners, end) ? 1 : 0);
        for (let copy = 0; copy < times; copy++) fibres.push({ tet: t, muscle, segment, direction, weight });
      });
    }
  });
  return fibres;
}

/** A segment ends one point before the length since the last end exceeds a fiftieth of the whole. */
function cutMuscle(points: readonly Vector[]): number[] {
  const lengths = points.slice(1).map((p, i) => measure(subtract(p, points[i]!)));
  const longest = lengths.reduce((sum, length) => sum + length, 0) / segments;
  const cuts = [0];
  let since = 0;
  lengths.forEach((length, i) => {
    since += length;
    if (since <= longest || cuts.length >= segments) return;
    cuts.push(i);
    since = 0;
  });
  return [...cuts, points.length - 1];
}

function crossesFace(corners: readonly Vector[], start: Vector, end: Vector): boolean {
  return [0, 1, 2, 3].some((left) => {
    const [a, b, c] = corners.filter((_, k) => k !== left) as [Vector, Vector, Vector];
    if (computeVolume(start, a, b, c) * computeVolume(end, a, b, c) >= 0) return false;
    const sides = [computeVolume(start, end, a, b), computeVolume(start, end, b, c), computeVolume(start, end, c, a)];
    return sides.every((side) => side > 0) || sides.every((side) => side < 0);
  });
}

function isInside(corners: [Vector, Vector, Vector, Vector], point: Vector): boolean {
  const parts = corners.map((_, k) => {
    const moved = [...corners] as typeof corners;
    moved[k] = point;
    return Math.abs(computeVolume(...moved));
  });
  return Math.abs(parts.reduce((sum, part) => sum + part, 0) / Math.abs(computeVolume(...corners)) - 1) < 1e-4;
}

/** Gradients of the four shape functions. */
function listGradients(corners: readonly Vector[]): Vector[] {
  const [a, b, c, d] = corners as [Vector, Vector, Vector, Vector];
  const six = 6 * computeVolume(a, b, c, d);
  const [u, v, w] = [subtract(b, a), subtract(c, a), subtract(d, a)];
  const inner = [scale(cross(v, w), 1 / six), scale(cross(w, u), 1 / six), scale(cross(u, v), 1 / six)];
  const first = inner.reduce<Vector>((sum, g) => subtract(sum, g), [0, 0, 0]);
  return [first, ...inner];
}

/** Faces of one tetrahedron only, counted round from outside. */
function listFaces(tets: CodedSwimmer['tets']): number[][] {
  const found = new Map<string, number[][]>();
  for (const [a, b, c, d] of tets as [number, number, number, number][])
    for (const face of [
      [a, c, b],
      [a, b, d],
      [a, d, c],
      [b, c, d],
    ]) {
      const key = [...face].sort((p, q) => p - q).join(' ');
      found.set(key, [...(found.get(key) ?? []), face]);
    }
  return [...found.values()].filter((faces) => faces.length === 1).map(([face]) => face!);
}

const lifts = [
  [-90, -0.5],
  [-10, -1.26],
  [-5, 0],
  [15, 1.8],
  [90, 0.5],
] as const;

function computeLift(degrees: number): number {
  if (Math.abs(degrees) > 85) return 0;
  const next = lifts.findIndex(([angle]) => angle >= degrees);
  const [[from, low], [to, high]] = [lifts[next - 1]!, lifts[next]!];
  return low + ((high - low) * (degrees - from)) / (to - from);
}

function addWater(forces: Vector[], faces: readonly number[][], x: readonly Vector[], v: readonly Vector[]): void {
  for (const [a, b, c] of faces as [number, number, number][]) {
    const flow = [0, 1, 2].map((k) => -(v[a]![k]! + v[b]![k]! + v[c]![k]!) / 3) as Vector;
    const speed = measure(flow);
    if (speed < 1e-6) continue;
    const normal = cross(subtract(x[b]!, x[a]!), subtract(x[c]!, x[a]!));
    const inward = scale(normal, -1 / measure(normal));
    const facing = dot(inward, flow) / speed;
    if (facing <= 0) continue;
    const angle = Math.PI / 2 - Math.acos(Math.min(1, facing));
    const size = 0.5 * 1000 * (measure(normal) / 2) * speed * speed;
    const across = subtract(inward, scale(flow, facing / speed));
    const width = measure(across);
    const drag = scale(flow, (size * 0.5 * (1 - Math.cos(2 * angle))) / speed);
    const lift = width > 0 ? scale(across, (size * computeLift((180 / Math.PI) * angle)) / width) : [0, 0, 0];
    for (const node of [a, b, c]) for (let k = 0; k < 3; k++) forces[node]![k]! += (drag[k]! + lift[k]!) / 3;
  }
}

/** The table of a muscle: even ones pull in the first 20 of 50 ticks, odd ones in the next 10. */
function computeSignal(muscle: number, tick: number): number {
  const phase = tick % 50;
  if (muscle % 2 === 0) return phase < 20 ? 0.025 * (phase + 1) : Math.max(0, 0.5 - 0.125 * (phase - 19));
  if (phase < 20) return 0;
  return phase < 30 ? 0.03125 * (phase - 19) : Math.max(0, 0.3125 - 0.125 * (phase - 29));
}

function stepCords(cords: number[][], tick: number): void {
  cords.forEach((cord, muscle) => {
    for (let pass = 0; pass < 5; pass++) {
      const old = [...cord];
      for (let j = 1; j < segments; j++) cord[j] = 0.7 * old[j - 1]! + 0.3 * old[j]!;
      cord[0] = computeSignal(muscle, tick);
    }
  });
}

const [u, sigma, w] = [new Float64Array(9), new Float64Array(3), new Float64Array(9)];

/** R weighed by µ and D by ν µ, together; matrices by columns. */
function mixProjections(deformation: Float64Array): Float64Array {
  setSvd3(u, sigma, w, deformation);
  let d: Vector = [0, 0, 0];
  for (let pass = 0; pass < 5; pass++) {
    const s = [0, 1, 2].map((k) => sigma[k]! + d[k]!) as Vector;
    const gradient: Vector = [s[1] * s[2], s[2] * s[0], s[0] * s[1]];
    const excess = s[0] * s[1] * s[2] - 1;
    d = scale(gradient, (dot(gradient, d) - excess) / dot(gradient, gradient));
  }
  return Float64Array.from({ length: 9 }, (_, at) => {
    let sum = 0;
    for (let k = 0; k < 3; k++)
      sum += mu * (1 + 0.4 * (sigma[k]! + d[k]!)) * u[3 * k + (at % 3)]! * w[3 * k + Math.floor(at / 3)]!;
    return sum;
  });
}

/** By elimination; A is positive definite. */
function invert(a: number[][]): number[][] {
  const n = a.length;
  const rows = a.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let i = 0; i < n; i++) {
    const pivot = rows[i]!.map((value) => value / rows[i]![i]!);
    rows[i] = pivot;
    for (let r = 0; r < n; r++) {
      const factor = rows[r]![i]!;
      if (r !== i && factor !== 0) rows[r] = rows[r]!.map((value, k) => value - factor * pivot[k]!);
    }
  }
  return rows.map((row) => row.slice(n));
}

/** Where the nodes are after some steps, m; `iterations` of all, or those of the code. */
export function swimAsCoded(swimmer: CodedSwimmer, steps: number, iterations?: number): Vector[] {
  const { nodes, tets, muscles } = swimmer;
  const n = nodes.length;
  const inertia = 10 / n / (h * h);
  const fibres = listCodedFibres(swimmer);
  const faces = listFaces(tets);
  const elements = tets.map((tet, t) => {
    const corners = tet.map((node) => nodes[node]!);
    const volume = computeVolume(...(corners as [Vector, Vector, Vector, Vector]));
    return { tet, gradients: listGradients(corners), volume, fibres: fibres.filter((fibre) => fibre.tet === t) };
  });
  const a = nodes.map((_, i) => nodes.map((__, j) => (i === j ? inertia : 0)));
  for (const { tet, gradients, volume, fibres: own } of elements)
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < 4; j++) {
        let sum = mu * 1.4 * dot(gradients[i]!, gradients[j]!);
        for (const { direction, weight } of own)
          sum += 5e5 * weight * dot(gradients[i]!, direction) * dot(gradients[j]!, direction);
        a[tet[i]!]![tet[j]!]! += volume * sum;
      }
  const inverse = invert(a);
  let x = nodes.map((node) => [...node] as Vector);
  let v = nodes.map((): Vector => [0, 0, 0]);
  const cords = muscles.map(() => new Array<number>(segments).fill(0));

  const solve = (y: readonly Vector[], at: readonly Vector[]): Vector[] => {
    const right = y.map((p) => scale(p, inertia));
    for (const { tet, gradients, volume, fibres: own } of elements) {
      const deformation = new Float64Array(9);
      for (let i = 0; i < 4; i++)
        for (let k = 0; k < 9; k++) deformation[k]! += at[tet[i]!]![k % 3]! * gradients[i]![Math.floor(k / 3)]!;
      const target = mixProjections(deformation);
      for (const { direction, weight, muscle, segment } of own) {
        const pull = 5e5 * weight * (1 - cords[muscle]![segment]!);
        for (let r = 0; r < 3; r++) {
          let stretched = 0;
          for (let c = 0; c < 3; c++) stretched += deformation[3 * c + r]! * direction[c]!;
          for (let c = 0; c < 3; c++) target[3 * c + r]! += pull * stretched * direction[c]!;
        }
      }
      for (let i = 0; i < 4; i++)
        for (let k = 0; k < 9; k++) right[tet[i]!]![k % 3]! += volume * target[k]! * gradients[i]![Math.floor(k / 3)]!;
    }
    return inverse.map((row) => {
      const sum: Vector = [0, 0, 0];
      row.forEach((value, j) => right[j]!.forEach((r, k) => (sum[k]! += value * r)));
      return sum;
    });
  };

  for (let step = 0; step < steps; step++) {
    if (step % 8 === 0) stepCords(cords, step / 8);
    const forces = nodes.map((): Vector => [0, 0, 0]);
    addWater(forces, faces, x, v);
    const y = x.map((p, i) => p.map((value, k) => value + h * v[i]![k]! + forces[i]![k]! / inertia) as Vector);
    let at = y;
    for (let iteration = 0; iteration < (iterations ?? 50); iteration++) {
      const next = solve(y, at);
      const change = Math.sqrt(next.reduce((sum, p, i) => sum + measure(subtract(p, at[i]!)) ** 2, 0));
      if (iterations === undefined && change / (3 * n) < 5e-7) break;
      at = next;
    }
    v = at.map((p, i) => scale(subtract(p, x[i]!), 0.9999 / h));
    x = at;
  }
  return x;
}

/** How far the mean of the nodes is from its start, m. */
export function computeDisplacement({ nodes }: CodedSwimmer, x: readonly Vector[]): number {
  const moved = x.map((p, i) => subtract(p, nodes[i]!));
  return measure([0, 1, 2].map((k) => moved.reduce((sum, m) => sum + m[k]!, 0) / nodes.length) as Vector);
}
