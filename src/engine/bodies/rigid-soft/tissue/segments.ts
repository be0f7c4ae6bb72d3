// The soft segments of a chain as the kernels see them, and their part of a time step. [myriapod eq. 7–15]
//
// State (f64, node by node): softPositions and softVelocities, [group of four segments][node][axis][segment in group];
// softQuaternions, [block][tet][x, y, z, w][lane], is the rotation of every tet at the last step, in the precision of the
// arithmetic: f32 for speed, f64 for reference. A block is what one vector holds: four segments in f32, two in f64. Lanes
// beyond the last segment repeat it.
import type { Kernels } from '../../../../kernels/functions.ts';
import { allocNumbers, type Precision } from '../../../../kernels/memory/layout.ts';
import type { TissueLattice } from './lattice.ts';
import { createEdgeWeights, createFreeMatrix } from './matrix.ts';

export const segmentsPerGroup = 4;
/** Bytes of one vector and of one node in the kernels. */
const vectorBytes = 16;
const nodeBytes = 48;
const stateNodeBytes = 96;

export interface TissueMaterial {
  /** Young's modulus. */
  readonly stiffness: number;
  readonly poissonRatio: number;
  readonly density: number;
  /** γ of eq. 13, 1/s times density. */
  readonly damping: number;
}

/** Newton steps of each tet's rotation per evaluation of the forces: one, because the last rotation is the initial guess. */
const polarIterations = 1;

interface TissueOptions {
  readonly segmentCount: number;
  readonly precision: Precision;
  readonly dt: number;
  /** True: positions at the end of the step, `iterations` quasi-Newton steps. False: elastic forces at its start. */
  readonly implicit: boolean;
  readonly iterations: number;
  /**
   * Iterations continue up to this number while nodes still change by much: under strong gravity, after a fall, on rough
   * ground.
   */
  readonly maxIterations: number;
}

/**
 * Share of `maxChange` that counts as large: beyond it another iteration follows, and a fall that is faster than that in a step
 * is part of the first guess. measured: at the paper's gravity 1.02 iterations a step, on Earth 2 to 5, and all three animals
 * hold together up to 100 m/s²; a guess that fell under weak gravity too would be worse than no guess.
 */
const largeChangeShare = 0.1;

/** Arrays of the State, from the kernels' arena. */
export interface TissueState {
  readonly softPositions: Float64Array;
  readonly softVelocities: Float64Array;
  readonly softQuaternions: Float32Array | Float64Array;
}

export interface TissueSegments {
  readonly kernels: Kernels;
  readonly lattice: TissueLattice;
  readonly options: TissueOptions;
  readonly mu: number;
  readonly lambda: number;
  /** Mass of each node of a segment. */
  readonly nodeMasses: Float64Array;
  readonly groupCount: number;
  readonly blockCount: number;
  readonly lanes: number;
  readonly tets: number;
  readonly edges: number;
  readonly edgeCount: number;
  readonly crossings: number;
  readonly crossingCount: number;
  readonly masses: number;
  readonly matrix: number;
  readonly gravity: Float32Array | Float64Array;
  /** Largest change of a velocity in one iteration: half the shortest cell edge in a step. */
  readonly maxChange: number;
  /** Scratch of one block: vectors by node. */
  readonly positions: Float32Array | Float64Array;
  readonly velocities: Float32Array | Float64Array;
  readonly starts: Float32Array | Float64Array;
  readonly forces: Float32Array | Float64Array;
  readonly changes: Float32Array | Float64Array;
  /** [block][back, front][force xyz, moment xyz about node 0][lane]: what the ends do to the bodies they are attached to. */
  readonly endWrenches: Float32Array | Float64Array;
}

export function computeTissueStateLengths(
  lattice: TissueLattice,
  segmentCount: number,
): { readonly nodes: number; readonly quaternions: number } {
  const lanes = Math.ceil(segmentCount / segmentsPerGroup) * segmentsPerGroup;
  return {
    nodes: lanes * lattice.nodeCount * 3,
    quaternions: lanes * (lattice.cornerTetCount + lattice.centralTetCount) * 4,
  };
}

export function createTissueSegments(
  kernels: Kernels,
  lattice: TissueLattice,
  material: TissueMaterial,
  options: TissueOptions,
): TissueSegments {
  const { arena } = kernels;
  const { precision, dt } = options;
  const { stiffness, poissonRatio: nu } = material;
  const mu = stiffness / (2 * (1 + nu));
  const lambda = (stiffness * nu) / ((1 + nu) * (1 - 2 * nu));
  const lanes = precision === 'f32' ? 4 : 2;
  const groupCount = Math.ceil(options.segmentCount / segmentsPerGroup);
  const blockCount = (groupCount * segmentsPerGroup) / lanes;
  const nodeMasses = lattice.nodeVolumes.map((volume) => material.density * volume);
  const weights = createEdgeWeights(lattice, material.damping, options.implicit ? dt * (2 * mu + lambda) : 0);
  const free = lattice.nodeCount - 2 * lattice.faceNodeCount;
  const masses = allocNumbers(arena, precision, free);
  masses.set(nodeMasses.subarray(lattice.faceNodeCount, lattice.faceNodeCount + free));
  const matrix = allocNumbers(arena, precision, free * free);
  matrix.set(createFreeMatrix(lattice, nodeMasses, weights, dt));
  const damped = createEdgeWeights(lattice, material.damping, 0);
  const allEdges = Array.from(damped, (_, edge) => edge);
  const crossingEdges = allEdges.filter((edge) => isCrossing(lattice, edge));
  const nodeNumbers = lattice.nodeCount * 3 * lanes;
  const scratch = (): Float32Array | Float64Array => allocNumbers(arena, precision, nodeNumbers);
  return {
    kernels,
    lattice,
    options,
    mu,
    lambda,
    nodeMasses,
    groupCount,
    blockCount,
    lanes,
    tets: createTetRecords(kernels, lattice, precision),
    edges: createEdgeRecords(kernels, lattice, damped, allEdges, precision),
    edgeCount: allEdges.length,
    crossings: createEdgeRecords(kernels, lattice, weights, crossingEdges, precision),
    crossingCount: crossingEdges.length,
    masses: masses.byteOffset,
    matrix: matrix.byteOffset,
    gravity: allocNumbers(arena, precision, 3),
    maxChange: Math.min(...lattice.size.map((edge, axis) => edge / lattice.cells[axis]!)) / (2 * dt),
    positions: scratch(),
    velocities: scratch(),
    starts: scratch(),
    forces: scratch(),
    changes: scratch(),
    endWrenches: allocNumbers(arena, precision, blockCount * 12 * lanes),
  };
}

/** Whether an edge joins a free and an attached node. */
function isCrossing(lattice: TissueLattice, edge: number): boolean {
  const isFree = (node: number): boolean =>
    node >= lattice.faceNodeCount && node < lattice.nodeCount - lattice.faceNodeCount;
  return isFree(lattice.edgeNodes[2 * edge]!) !== isFree(lattice.edgeNodes[2 * edge + 1]!);
}

function createTetRecords(kernels: Kernels, lattice: TissueLattice, precision: Precision): number {
  const { arena } = kernels;
  const size = precision === 'f32' ? 4 : 8;
  const numbers = precision === 'f32' ? arena.f32 : arena.f64;
  const tetCount = lattice.cornerTetCount + lattice.centralTetCount;
  const record = 16 + 4 * size;
  const at = arena.allocU8(tetCount * record).byteOffset;
  for (let tet = 0; tet < tetCount; tet++) {
    const from = at + tet * record;
    for (let k = 0; k < 4; k++) arena.i32[from / 4 + k] = lattice.tetNodes[4 * tet + k]! * nodeBytes;
    for (let k = 0; k < 3; k++) numbers[(from + 16) / size + k] = lattice.tetGradients[3 * tet + k]!;
  }
  return at;
}

function createEdgeRecords(
  kernels: Kernels,
  lattice: TissueLattice,
  weights: Float64Array,
  edges: readonly number[],
  precision: Precision,
): number {
  const { arena } = kernels;
  const size = precision === 'f32' ? 4 : 8;
  const numbers = precision === 'f32' ? arena.f32 : arena.f64;
  const record = 8 + 2 * size;
  const at = arena.allocU8(edges.length * record).byteOffset;
  edges.forEach((edge, index) => {
    const from = at + index * record;
    arena.i32[from / 4] = lattice.edgeNodes[2 * edge]! * nodeBytes;
    arena.i32[from / 4 + 1] = lattice.edgeNodes[2 * edge + 1]! * nodeBytes;
    numbers[(from + 8) / size] = weights[edge]!;
  });
  return at;
}

/** Where the nodes of a segment's node 0 and axis x are in softPositions; nodes are 12 numbers apart, axes 4. */
export function computeTissueIndex(lattice: TissueLattice, segment: number): number {
  const lane = segment % segmentsPerGroup;
  return ((segment - lane) / segmentsPerGroup) * lattice.nodeCount * 12 + lane;
}

/**
 * New velocities of the free nodes and the forces on both ends. The attached nodes must be where they are at the end of
 * the step (implicit) or at its start. Positions of the state do not change: advanceTissue moves them.
 */
export function solveTissue(soft: TissueSegments, state: TissueState, gravity: ArrayLike<number>): void {
  for (let axis = 0; axis < 3; axis++) soft.gravity[axis] = gravity[axis]!;
  for (let block = 0; block < soft.blockCount; block++) solveBlock(soft, state, block);
}

function solveBlock(soft: TissueSegments, state: TissueState, block: number): void {
  const { kernels, lattice, options } = soft;
  const { dt } = options;
  const single = options.precision === 'f32';
  const { nodeCount, faceNodeCount, cornerTetCount, centralTetCount } = lattice;
  const tetCount = cornerTetCount + centralTetCount;
  const freeCount = nodeCount - 2 * faceNodeCount;
  const firstFree = faceNodeCount * nodeBytes;
  const lastFace = (nodeCount - faceNodeCount) * nodeBytes;
  const stateAt = single
    ? block * nodeCount * stateNodeBytes
    : (block >> 1) * nodeCount * stateNodeBytes + (block & 1) * vectorBytes;
  const statePositions = state.softPositions.byteOffset + stateAt;
  const stateVelocities = state.softVelocities.byteOffset + stateAt;
  const quaternions = state.softQuaternions.byteOffset + block * tetCount * 4 * vectorBytes;
  const positions = soft.positions.byteOffset;
  const velocities = soft.velocities.byteOffset;
  const starts = soft.starts.byteOffset;
  const forces = soft.forces.byteOffset;
  const changes = soft.changes.byteOffset;
  const shear = 2 * soft.mu * lattice.cornerVolume;
  const bulk = soft.lambda * lattice.cornerVolume;
  const localise = single ? kernels.softLocaliseF32 : kernels.softLocaliseF64;
  const addForces = single ? kernels.corotatedForcesF32 : kernels.corotatedForcesF64;
  const addEdges = single ? kernels.softEdgesF32 : kernels.softEdgesF64;
  const solve = single ? kernels.softSolveF32 : kernels.softSolveF64;
  const setWrench = single ? kernels.softWrenchF32 : kernels.softWrenchF64;
  const ahead = options.implicit ? dt : 0;
  localise(
    positions,
    starts,
    statePositions,
    stateVelocities,
    nodeCount,
    faceNodeCount,
    faceNodeCount + freeCount,
    ahead,
  );
  soft.velocities.set(soft.starts);
  if (options.implicit) fallFreely(soft);
  for (let iteration = 0; ; iteration++) {
    soft.forces.fill(0);
    addForces(forces, quaternions, positions, soft.tets, cornerTetCount, centralTetCount, shear, bulk, polarIterations);
    addEdges(forces, velocities, soft.edges, soft.edgeCount);
    solve(
      changes + firstFree,
      velocities + firstFree,
      positions + firstFree,
      forces + firstFree,
      starts + firstFree,
      soft.masses,
      soft.matrix,
      soft.gravity.byteOffset,
      freeCount,
      dt,
      soft.maxChange,
    );
    if (iteration + 1 < options.iterations) continue;
    if (iteration + 1 >= options.maxIterations || !isChangingMuch(soft)) break;
  }
  // What the last change does to the ends: with it the free nodes' momentum and the ends' impulses balance exactly.
  addEdges(forces, changes, soft.crossings, soft.crossingCount);
  const wrenches = soft.endWrenches.byteOffset + block * 12 * vectorBytes;
  setWrench(wrenches, forces, positions, faceNodeCount);
  setWrench(wrenches + 6 * vectorBytes, forces + lastFace, positions + lastFace, faceNodeCount);
  const addChanges = single ? kernels.softChangesF32 : kernels.softChangesF64;
  const freeState = faceNodeCount * stateNodeBytes;
  addChanges(stateVelocities + freeState, velocities + firstFree, starts + firstFree, freeCount);
}

/** Lets the first guess fall where gravity is strong: a lattice whose ends have fallen before it would be torn. */
function fallFreely({ lattice, options, lanes, gravity, maxChange, velocities, positions }: TissueSegments): void {
  const { dt } = options;
  const first = 3 * lanes * lattice.faceNodeCount;
  const end = 3 * lanes * (lattice.nodeCount - lattice.faceNodeCount);
  for (let axis = 0; axis < 3; axis++) {
    const change = gravity[axis]! * dt;
    if (!(Math.abs(change) > largeChangeShare * maxChange)) continue;
    for (let at = first + axis * lanes; at < end; at += 3 * lanes) {
      for (let lane = at; lane < at + lanes; lane++) {
        velocities[lane] = velocities[lane]! + change;
        positions[lane] = positions[lane]! + dt * change;
      }
    }
  }
}

function isChangingMuch({ lattice, lanes, maxChange, changes }: TissueSegments): boolean {
  const much = largeChangeShare * maxChange;
  const end = 3 * lanes * (lattice.nodeCount - lattice.faceNodeCount);
  for (let at = 3 * lanes * lattice.faceNodeCount; at < end; at++) if (Math.abs(changes[at]!) > much) return true;
  return false;
}

/** Moves the free nodes of all segments by dt times their velocity. */
export function advanceTissue(soft: TissueSegments, state: TissueState): void {
  const { nodeCount, faceNodeCount } = soft.lattice;
  const free = faceNodeCount * stateNodeBytes;
  for (let group = 0; group < soft.groupCount; group++) {
    const at = group * nodeCount * stateNodeBytes + free;
    soft.kernels.softAdvance(
      state.softPositions.byteOffset + at,
      state.softVelocities.byteOffset + at,
      nodeCount - 2 * faceNodeCount,
      soft.options.dt,
    );
  }
}
