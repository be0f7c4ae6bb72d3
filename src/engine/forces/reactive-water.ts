/**
 * Water around a soft body by the reactive law: slices of slender parts, plates and their free edges. Coefficients come from
 * `reactive-tables.ts`, the arithmetic and its layout are in kernels/assembly/reactive.ts, the equations in docs/water.md.
 *
 * Added mass is part of the implicit step: its force is −(p(x, v) − p*)/h and ∂T/∂x at the iterate, with p* = p(x_n, v_n) of
 * implicit Euler and (4 p_n − p_{n−1})/3 of BDF2, both from the state alone. Evaluated once a step it would make bodies fly apart.
 * A current is taken as it is now, before the step too: a change of it acts by drag and not as an impulse.
 */
import type { Kernels } from '../../kernels/functions.ts';
import { allocNumbers, bytesPerNumber, lanesPerBlock, type Precision } from '../../kernels/memory/layout.ts';
import { computeTriangleArea } from '../math/space/geometry.ts';
import type { Current } from '../world/current.ts';
import { createCurrentTable } from './current-table.ts';
import {
  computeRowNumbers,
  createWater,
  failRows,
  type NumberArray,
  type StepStart,
  type Water,
} from './face-water.ts';
import { createFaceShares, type FaceShares, setFaceForces } from './face-shares.ts';
import { edgeFields, elementFields, plateFields, type ReactiveTables, type TriangleTable } from './reactive-tables.ts';

export interface ReactiveSettings {
  readonly kernels: Kernels;
  readonly precision: Precision;
  /** Environments side by side: 1, or a multiple of the numbers in a vector (4 in f32, 2 in f64). */
  readonly lanes: number;
  readonly nodeCount: number;
  /** Where a node's row is in the arrays; node i in row i when left out. */
  readonly rowOf?: Int32Array;
  readonly positions: Float64Array;
  readonly surface: Int32Array;
  readonly plates: Int32Array;
  readonly tables: ReactiveTables;
  /** kg/m³. */
  readonly density: number;
  /** m²/s. */
  readonly viscosity: number;
  /** Step of implicit Euler, s: of BDF2 two thirds of the time between two states. */
  readonly dt: number;
}

/** Of the kernels: all forces, those without added mass, momenta instead of forces. */
const [wholeMode, lostMode, momentumMode] = [0, 1, 2] as const;
/** Fields of the water before the current: √ν, 1/ν. */
const ownFields = 2;
/** Fields of a section: centre, velocity, width vector; loads from in front and from behind, twist. */
const sectionFields = 18;
/** Vectors that the kernel needs for a block of triangles. */
const blockVectors = 42;

/** Arrays of one kind of item, as the kernel finds them by its plan. */
interface PlanArrays {
  readonly plan: Int32Array;
  /** Items and lanes: 0 items are skipped. */
  readonly count: number;
  /** Numbers from one field to the next. */
  readonly stride: number;
  readonly work: NumberArray;
  readonly momenta: NumberArray;
}

export function createReactiveWater(settings: ReactiveSettings): Water {
  const { kernels, precision, lanes, nodeCount, surface, plates, tables, dt } = settings;
  const isSingle = precision === 'f32';
  const runSlices = isSingle ? kernels.reactiveSlicesF32 : kernels.reactiveSlicesF64;
  const runPlates = isSingle ? kernels.reactivePlatesF32 : kernels.reactivePlatesF64;
  const runEdges = isSingle ? kernels.reactiveEdgesF32 : kernels.reactiveEdgesF64;
  const faces = createWater({ ...settings, density: settings.density });
  const water = createCurrentTable(kernels, precision, lanes, ownFields);
  water.table.fill(Math.sqrt(settings.viscosity), 0, lanes);
  water.table.fill(1 / settings.viscosity, lanes, 2 * lanes);
  const table = water.table.byteOffset;
  const slices = createSliceArrays(settings, table);
  const triangles = createTriangleArrays(settings, tables.plates, plateFields, table);
  const edges = createTriangleArrays(settings, tables.edges, edgeFields, table);
  const all = [slices, triangles, edges];
  const rows = computeRowNumbers(lanes) * nodeCount;
  const rowPositions = allocNumbers(kernels.arena, precision, rows);
  const rowVelocities = allocNumbers(kernels.arena, precision, rows);
  const aside = allocNumbers(kernels.arena, precision, rows);
  const origins = new Float64Array(3 * lanes);
  const past = [slices, triangles].map(({ momenta }) => new Float64Array(momenta.length));
  let shares: FaceShares | undefined;
  const run = (
    forces: NumberArray,
    positions: NumberArray,
    velocities: NumberArray,
    at: Float64Array | undefined,
    mode: number,
  ): void => {
    if (forces.length !== rows || positions.length !== rows || velocities.length !== rows)
      failRows(forces.length, rows, lanes);
    water.move(at);
    for (let i = 0; i < all.length; i++) all[i]!.plan[planPlaces.vortices] = water.vortices;
    const [f, x, v] = [forces.byteOffset, positions.byteOffset, velocities.byteOffset];
    if (slices.count > 0) runSlices(f, x, v, slices.plan.byteOffset, 1 / dt, mode);
    if (triangles.count > 0) runPlates(f, x, v, triangles.plan.byteOffset, 1 / dt, mode);
    if (edges.count > 0 && mode !== momentumMode) runEdges(f, x, v, edges.plan.byteOffset);
  };
  return {
    faceCount: faces.faceCount,
    begin(motion) {
      for (let k = 0; k < origins.length; k++) origins[k] = motion.positions[k]!;
      if (motion.positionsBefore !== undefined) {
        setStartRows(rowPositions, rowVelocities, settings, motion, origins, true);
        run(aside, rowPositions, rowVelocities, origins, momentumMode);
        past[0]!.set(slices.momenta);
        past[1]!.set(triangles.momenta);
      }
      setStartRows(rowPositions, rowVelocities, settings, motion, origins, false);
      run(aside, rowPositions, rowVelocities, origins, momentumMode);
      if (motion.positionsBefore === undefined) return;
      extrapolateMomenta(slices.momenta, past[0]!);
      extrapolateMomenta(triangles.momenta, past[1]!);
    },
    add(forces, positions, velocities, at) {
      run(forces, positions, velocities, at, wholeMode);
    },
    addLost(forces, positions, velocities, at) {
      run(forces, positions, velocities, at, lostMode);
    },
    computeEnergy(positions, velocities, at, lane = 0) {
      run(aside, positions, velocities, at, momentumMode);
      return computeSliceEnergy(slices, lanes, lane) + computePlateEnergy(settings, triangles, positions, lane);
    },
    setCurrent(current: Current | undefined, lane) {
      faces.setCurrent(current, lane);
      water.set(current, lane);
    },
    setFaces(angles, forces, positions, velocities, at, lane = 0) {
      if (angles !== undefined) faces.setFaces(angles, undefined, positions, velocities, at, lane);
      if (forces === undefined) return;
      shares ??= createFaceShares(settings.positions, surface, plates, tables.slices.sections);
      aside.fill(0);
      run(aside, positions, velocities, at, lostMode);
      setFaceForces(forces, shares, createNodeVectors(settings, aside, lane));
    },
  };
}

/** Places in a plan. */
const planPlaces = {
  ...{ count: 0, lanes: 1, stride: 2, counts: 3, nodes: 4, weights: 5, work: 6 },
  ...{ coefficients: 7, momenta: 8, water: 9, vortices: 10 },
} as const;

/** p_n, taken off twice that is ahead: (4 p_n − p_{n−1})/3. */
function extrapolateMomenta(momenta: NumberArray, past: Float64Array): void {
  for (let i = 0; i < momenta.length; i++) momenta[i] = momenta[i]! + (momenta[i]! - past[i]!) / 3;
}

/** Rows of the state that a step starts from; of BDF2 x_n, v_n, or those before them, x_{n−1} = 4 x_n − 3 x′. */
function setStartRows(
  rowPositions: NumberArray,
  rowVelocities: NumberArray,
  { nodeCount, lanes, rowOf }: ReactiveSettings,
  { positions, velocities, positionsBefore, velocitiesBefore }: StepStart,
  origins: Float64Array,
  isPast: boolean,
): void {
  const width = 3 * lanes;
  const rowNumbers = computeRowNumbers(lanes);
  const x = positionsBefore ?? positions;
  const v = velocitiesBefore ?? velocities;
  for (let node = 0, i = 0; node < nodeCount; node++) {
    const row = (rowOf === undefined ? node : rowOf[node]!) * rowNumbers;
    if (isPast)
      for (let k = 0; k < width; k++, i++) {
        rowPositions[row + k] = 4 * x[i]! - 3 * positions[i]! - origins[k]!;
        rowVelocities[row + k] = 4 * v[i]! - 3 * velocities[i]!;
      }
    else
      for (let k = 0; k < width; k++, i++) {
        rowPositions[row + k] = x[i]! - origins[k]!;
        rowVelocities[row + k] = v[i]!;
      }
  }
}

function createPlan(
  { kernels, precision, lanes }: ReactiveSettings,
  count: number,
  workNumbers: number,
  momentumFields: number,
  water: number,
): PlanArrays {
  const { arena } = kernels;
  const width = lanesPerBlock[precision];
  // A vector may begin at the last item, and its rear ends are one further on.
  const stride = Math.ceil((count * lanes) / width) * width + Math.max(lanes, width);
  const plan = arena.allocI32(12);
  const work = allocNumbers(arena, precision, workNumbers === 0 ? sectionFields * stride : workNumbers);
  const momenta = allocNumbers(arena, precision, momentumFields * stride);
  plan[planPlaces.count] = count;
  plan[planPlaces.lanes] = lanes;
  plan[planPlaces.stride] = stride;
  plan[planPlaces.work] = work.byteOffset;
  plan[planPlaces.momenta] = momenta.byteOffset;
  plan[planPlaces.water] = water;
  return { plan, count, stride, work, momenta };
}

/** Coefficients of items, field by field, the same in every lane. */
function setCoefficients(
  { kernels, precision, lanes }: ReactiveSettings,
  { plan, stride }: PlanArrays,
  items: Float64Array,
  fields: number,
): void {
  const out = allocNumbers(kernels.arena, precision, fields * stride);
  plan[planPlaces.coefficients] = out.byteOffset;
  if (kernels.arena.isMeasuring) return;
  for (let item = 0; item < items.length / fields; item++)
    for (let f = 0; f < fields; f++) {
      const at = f * stride + item * lanes;
      out.fill(items[item * fields + f]!, at, at + lanes);
    }
}

function createSliceArrays(settings: ReactiveSettings, water: number): PlanArrays {
  const { kernels, precision, lanes, rowOf, tables } = settings;
  const { sections, elements } = tables.slices;
  const arrays = createPlan(settings, sections.length, 0, 3, water);
  setCoefficients(settings, arrays, elements, elementFields);
  const entries = sections.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const counts = kernels.arena.allocI32(sections.length);
  const nodes = kernels.arena.allocI32(entries);
  const weights = allocNumbers(kernels.arena, precision, 2 * entries);
  const rowBytes = computeRowNumbers(lanes) * bytesPerNumber[precision];
  let entry = 0;
  sections.forEach((slice, s) => {
    counts[s] = slice.nodes.length;
    for (let k = 0; k < slice.nodes.length; k++, entry++) {
      const node = slice.nodes[k]!;
      nodes[entry] = (rowOf?.[node] ?? node) * rowBytes;
      weights[2 * entry] = slice.shares[k]!;
      weights[2 * entry + 1] = slice.spreads[k]!;
    }
  });
  arrays.plan[planPlaces.counts] = counts.byteOffset;
  arrays.plan[planPlaces.nodes] = nodes.byteOffset;
  arrays.plan[planPlaces.weights] = weights.byteOffset;
  return arrays;
}

/** With one lane the last block is filled up with the last triangle, whose coefficients there are zero. */
function createTriangleArrays(
  settings: ReactiveSettings,
  { nodes, coefficients }: TriangleTable,
  fields: number,
  water: number,
): PlanArrays {
  const { kernels, precision, lanes, rowOf } = settings;
  const width = lanes === 1 ? lanesPerBlock[precision] : 1;
  const count = nodes.length / 3;
  const padded = Math.ceil(count / width) * width;
  const blockNumbers = blockVectors * lanesPerBlock[precision];
  const arrays = createPlan(settings, padded, blockNumbers, 3, water);
  setCoefficients(settings, arrays, coefficients, fields);
  const corners = kernels.arena.allocI32(3 * padded);
  arrays.plan[planPlaces.nodes] = corners.byteOffset;
  const rowBytes = computeRowNumbers(lanes) * bytesPerNumber[precision];
  for (let t = 0; t < padded; t++)
    for (let k = 0; k < 3; k++) {
      const node = nodes[3 * Math.min(t, count - 1) + k]!;
      corners[3 * (t - (t % width)) + k * width + (t % width)] = (rowOf?.[node] ?? node) * rowBytes;
    }
  return arrays;
}

/** Σ ½ p·v over the elements, with the momenta and velocities of the last evaluation. */
function computeSliceEnergy({ count, stride, work, momenta }: PlanArrays, lanes: number, lane: number): number {
  let energy = 0;
  for (let k = 0; k < count; k++) {
    const at = k * lanes + lane;
    for (let axis = 0; axis < 3; axis++) {
      const v = work[at + (3 + axis) * stride]! + work[at + lanes + (3 + axis) * stride]!;
      energy += (momenta[at + axis * stride]! * v) / 4;
    }
  }
  return energy;
}

/** Vectors of one lane, xyz by node. */
function createNodeVectors(
  { nodeCount, lanes, rowOf }: ReactiveSettings,
  rows: NumberArray,
  lane: number,
): Float64Array {
  const vectors = new Float64Array(3 * nodeCount);
  const rowNumbers = computeRowNumbers(lanes);
  for (let node = 0; node < nodeCount; node++)
    for (let k = 0; k < 3; k++)
      vectors[3 * node + k] = rows[(rowOf === undefined ? node : rowOf[node]!) * rowNumbers + k * lanes + lane]!;
  return vectors;
}

/** Σ ½ p²/(μ A): p is along the normal, and its length is μ A w. */
function computePlateEnergy(
  settings: ReactiveSettings,
  { stride, momenta }: PlanArrays,
  rows: NumberArray,
  lane: number,
): number {
  const { nodes, coefficients } = settings.tables.plates;
  if (nodes.length === 0) return 0;
  const positions = createNodeVectors(settings, rows, lane);
  let energy = 0;
  for (let t = 0; t < nodes.length / 3; t++) {
    // Without density or depth nothing moves along.
    if (coefficients[plateFields * t] === 0) continue;
    const area = computeTriangleArea(positions, 3 * nodes[3 * t]!, 3 * nodes[3 * t + 1]!, 3 * nodes[3 * t + 2]!);
    let square = 0;
    for (let axis = 0; axis < 3; axis++) {
      const p = momenta[t * settings.lanes + lane + axis * stride]!;
      square += p * p;
    }
    energy += square / (2 * coefficients[plateFields * t]! * area);
  }
  return energy;
}
