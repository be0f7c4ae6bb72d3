/** Bodies and motions for tests of the reactive law of water, and the law's energy written out once more. */
import { createRng, nextFloat } from '../engine/math/rng.ts';
import type { Water } from '../engine/forces/face-water.ts';
import {
  createReactiveTables,
  elementFields,
  plateFields,
  type ReactiveTables,
} from '../engine/forces/reactive-tables.ts';
import { createReactiveWater } from '../engine/forces/reactive-water.ts';
import { allocNumbers, type Precision } from '../kernels/memory/layout.ts';
import { createEelBody } from '../engine/mesh/swept/bodies.ts';
import { addNode, addPlateRows, createScaffold, createScaffoldPart } from '../engine/mesh/swept/scaffold.ts';
import type { SoftBody } from '../engine/mesh/soft/soft-body.ts';
import { createSoftBody } from '../engine/mesh/soft/soft-part.ts';
import { createMeasured } from './kernels/measured.ts';

export const waterDensity = 1000;

/** A straight rod with its front at +x. */
export function createRod(length: number, halfWidth: number, halfHeight: number, cells: number): SoftBody {
  return createEelBody({ length, cells, halfWidth: () => halfWidth, halfHeight: () => halfHeight }).body;
}

/** A trunk that grows and narrows again. */
export function createSpindle(): SoftBody {
  const size = (s: number): number => 0.02 + 0.12 * s * (1 - s);
  return createEelBody({ length: 1, cells: 9, halfWidth: size, halfHeight: (s) => 1.6 * size(s) }).body;
}

/** A rectangle of plates in the plane z = 0. */
export function createSheetBody(length: number, width: number, columns: number, rows: number): SoftBody {
  const scaffold = createScaffold();
  const lines = Array.from({ length: rows + 1 }, (_, r) =>
    Int32Array.from({ length: columns + 1 }, (_, c) =>
      addNode(scaffold, length * (0.5 - c / columns), width * (r / rows - 0.5), 0, 0),
    ),
  );
  addPlateRows(scaffold, lines);
  return createSoftBody([createScaffoldPart(scaffold)]);
}

export interface Pool {
  readonly body: SoftBody;
  readonly tables: ReactiveTables;
  readonly water: Water;
  readonly lanes: number;
  readonly forces: Float32Array | Float64Array;
  readonly positions: Float32Array | Float64Array;
  readonly velocities: Float32Array | Float64Array;
}

interface PoolSettings {
  readonly kind?: 'wasm' | 'twin';
  readonly precision?: Precision;
  readonly lanes?: number;
  readonly viscosity?: number;
  readonly dt?: number;
  readonly density?: number;
}

export function createPool(body: SoftBody, settings: PoolSettings = {}): Pool {
  const { kind = 'wasm', precision = 'f64', lanes = 1, viscosity = 1e-6, dt = 1 / 100 } = settings;
  const density = settings.density ?? waterDensity;
  const { positions, surface, plates } = body;
  const tables = createReactiveTables({ ...body, slices: body.slices ?? [] }, { density, length: 1, thickness: 0.01 });
  const nodeCount = positions.length / 3;
  return createMeasured((kernels) => {
    const take = () => allocNumbers(kernels.arena, precision, nodeCount * (lanes === 1 ? 4 : 3 * lanes));
    const common = { kernels, precision, lanes, nodeCount, positions, surface, plates, tables, density, viscosity, dt };
    return {
      ...{ body, tables, lanes, water: createReactiveWater(common) },
      ...{ forces: take(), positions: take(), velocities: take() },
    };
  }, kind);
}

/** Packed xyz into the rows of one lane. */
export function setLane(out: Float32Array | Float64Array, packed: ArrayLike<number>, lanes = 1, lane = 0): void {
  for (let at = 0; at < packed.length; at++) {
    const [node, axis] = [Math.floor(at / 3), at % 3];
    out[node * (lanes === 1 ? 4 : 3 * lanes) + axis * lanes + lane] = packed[at]!;
  }
}

export function readLane(rows: Float32Array | Float64Array, lanes = 1, lane = 0): Float64Array {
  const row = lanes === 1 ? 4 : 3 * lanes;
  return Float64Array.from(
    { length: (3 * rows.length) / row },
    (_, at) => rows[Math.floor(at / 3) * row + (at % 3) * lanes + lane]!,
  );
}

/** Rest positions bent, twisted and shaken, and random velocities: `size` m/s, of which `shake` differs from node to node. */
export function createMotion(body: SoftBody, seed: number, size = 1, shake = 0.5) {
  const rng = createRng(seed, 'reactive motion');
  const random = (): number => 2 * nextFloat(rng) - 1;
  const [bend, lift, roll] = [random(), random(), random()];
  const drift = [size * random(), size * random(), size * random()];
  const positions = body.positions.map((x, at) => {
    const along = body.positions[at - (at % 3)]!;
    const turn = at % 3 === 1 ? 0.3 * roll * body.positions[at + 1]! : 0;
    return (
      x +
      (at % 3 === 1 ? 0.3 * bend * along * along : at % 3 === 2 ? 0.3 * lift * along * along : 0) +
      turn +
      1e-3 * random()
    );
  });
  const velocities = body.positions.map((_, at) => drift[at % 3]! + shake * size * random());
  return { positions, velocities };
}

/** T of slices and plates in still water, as in docs/water.md. */
export function computeWaterEnergy(
  { slices, plates }: ReactiveTables,
  x: ArrayLike<number>,
  v: ArrayLike<number>,
): number {
  let energy = 0;
  const sum = (weights: Float64Array, nodes: Int32Array, of: ArrayLike<number>): number[] =>
    [0, 1, 2].map((axis) => nodes.reduce((total, node, k) => total + weights[k]! * of[3 * node + axis]!, 0));
  const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  for (let k = 0; k + 1 < slices.sections.length; k++) {
    const [m1, m2] = [slices.elements[elementFields * k]!, slices.elements[elementFields * k + 1]!];
    if (m1 === 0) continue;
    const [i, j] = [slices.sections[k]!, slices.sections[k + 1]!];
    const [ci, cj] = [sum(i.shares, i.nodes, x), sum(j.shares, j.nodes, x)];
    const [vi, vj] = [sum(i.shares, i.nodes, v), sum(j.shares, j.nodes, v)];
    const [wi, wj] = [sum(i.spreads, i.nodes, x), sum(j.spreads, j.nodes, x)];
    const d = cj.map((value, a) => value - ci[a]!);
    const l = Math.sqrt(dot(d, d));
    const t = d.map((value) => value / l);
    const width = wi.map((value, a) => value + wj[a]!);
    const across = width.map((value, a) => value - dot(width, t) * t[a]!);
    const e1 = across.map((value) => value / Math.sqrt(dot(across, across)));
    const mean = vi.map((value, a) => (value + vj[a]!) / 2);
    const [along, w1] = [dot(mean, t), dot(mean, e1)];
    const w2w2 = dot(mean, mean) - along * along - w1 * w1;
    energy += (l / 2) * (m1 * w1 * w1 + m2 * w2w2);
  }
  for (let t = 0; t < plates.nodes.length / 3; t++) {
    const read = (of: ArrayLike<number>, corner: number): number[] =>
      [0, 1, 2].map((axis) => of[3 * plates.nodes[3 * t + corner]! + axis]!);
    const [a, b, c] = [read(x, 0), read(x, 1), read(x, 2)];
    const [e, f] = [b.map((value, k) => value - a[k]!), c.map((value, k) => value - a[k]!)];
    const n = [0, 1, 2].map((k) => e[(k + 1) % 3]! * f[(k + 2) % 3]! - e[(k + 2) % 3]! * f[(k + 1) % 3]!);
    const mean = [0, 1, 2].map((k) => (read(v, 0)[k]! + read(v, 1)[k]! + read(v, 2)[k]!) / 3);
    const through = dot(n, mean);
    // ½ μ A w² with A = |n|/2 and w = n·v/|n|.
    energy += (plates.coefficients[plateFields * t]! * through * through) / (4 * Math.sqrt(dot(n, n)));
  }
  return energy;
}
