/**
 * Many environments of one soft animal side by side, the environment being the lane of the kernels: each has its own state,
 * controls and actions, and all are solved together. The same to rounding as each of them alone.
 */
import { createKernels } from '../../../kernels/load.ts';
import { createTwinInstance } from '../../../kernels/twin.ts';
import type { SoftDesc } from './schema.ts';
import type { State } from '../../contract/types.ts';
import { createNonFiniteError, findNonFinite } from '../../contract/guard.ts';
import { computeStateBytes, createState } from '../../contract/state.ts';
import { compileSoft, computeMemoryBytes, createLaneTables } from './compile.ts';
import { computeSurroundingLengths, type SurroundingArrays } from './places/surroundings.ts';
import { beginLane, createSoftLane, endLane, type SoftLane } from './lane.ts';
import { createSoftMedium, type SoftMedium, stepMedium } from './medium.ts';
import { setLaneStart } from './start.ts';
import type { SoftSystem } from './system.ts';

export type BatchLanes = 4 | 8;

export interface SoftBatch {
  readonly system: SoftSystem;
  readonly lanes: BatchLanes;
  /** One per environment, as of a single run: controls, actions, snapshots and hashes work as there. */
  readonly states: readonly State[];
  /** Advances all environments by `system.dt`. A non-finite state throws a SimulationError. */
  step(): void;
  /** One environment back at rest; its controls stay. */
  reset(lane: number): void;
}

/** Arrays of the solver with all lanes in them: number index · lanes + lane. */
interface Woven extends SurroundingArrays {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Of BDF2: only read. */
  readonly velocitiesBefore: Float64Array | undefined;
}

const wovenNames = ['positions', 'velocities', 'contactPushes', 'ballPushes', 'ball'] as const;

export function createSoftBatch(
  desc: SoftDesc,
  lanes: BatchLanes,
  { kernels: kind = 'auto' }: { readonly kernels?: 'auto' | 'twin' } = {},
): SoftBatch {
  const system = compileSoft(desc);
  const { stateSpecs, controls, body } = system;
  const tables = createLaneTables(desc, lanes);
  const bytes = computeMemoryBytes(desc, body, tables) + lanes * computeStateBytes(stateSpecs, controls);
  const kernels = kind === 'twin' ? createTwinInstance(bytes) : createKernels(bytes);
  const states = Array.from({ length: lanes }, () => createState(stateSpecs, controls, kernels.arena));
  const own = states.map((state) => createSoftLane(system, state, kernels));
  const numbers = body.positions.length * lanes;
  const lengths = computeSurroundingLengths(system.scene, body, lanes);
  const woven: Woven = {
    positions: new Float64Array(numbers),
    velocities: new Float64Array(numbers),
    velocitiesBefore: own[0]!.arrays.velocitiesBefore === undefined ? undefined : new Float64Array(numbers),
    contactPushes: new Float64Array(lengths.contactPushes),
    ballPushes: new Float64Array(lengths.ballPushes),
    ball: new Float64Array(lengths.ball),
  };
  const excitations = new Float64Array(system.segmentMask.length * lanes);
  const medium = createSoftMedium(
    system,
    tables,
    states.map((state) => state.controls),
    woven,
    kernels,
  );
  const reset = (lane: number): void => {
    for (const { name } of stateSpecs) states[lane]!.arrays[name]!.fill(0);
    states[lane]!.clock.fill(0);
    setLaneStart(system, own[lane]!);
  };
  for (let lane = 0; lane < lanes; lane++) {
    controls.forEach((control, i) => (states[lane]!.controls[i] = control.initial));
    reset(lane);
  }
  return {
    system,
    lanes,
    states,
    reset,
    step() {
      stepAll(system, medium, own, woven, excitations);
      for (const state of states) {
        const found = findNonFinite(state, kernels);
        if (found !== undefined) throw createNonFiniteError(found, state, 'body, muscles and water');
      }
    },
  };
}

function stepAll(
  system: SoftSystem,
  medium: SoftMedium,
  own: readonly SoftLane[],
  woven: Woven,
  excitations: Float64Array,
): void {
  const lanes = own.length;
  own.forEach((lane, l) => {
    beginLane(system, lane);
    for (const name of wovenNames) weave(woven[name], lane.arrays[name], lanes, l);
    weave(excitations, lane.masked, lanes, l);
    if (woven.velocitiesBefore !== undefined) weave(woven.velocitiesBefore, lane.arrays.velocitiesBefore!, lanes, l);
  });
  stepMedium(system, medium, woven, excitations);
  const { iterations, residuals } = medium.projective;
  own.forEach((lane, l) => {
    for (const name of wovenNames) unweave(lane.arrays[name], woven[name], lanes, l);
    endLane(system, lane, iterations, residuals[l]!);
    const { clock } = lane.state;
    clock[0]! += 1;
    clock[1] = clock[0]! * system.dt;
  });
}

function weave(out: Float64Array, from: Float64Array, lanes: number, lane: number): void {
  for (let i = 0, to = lane; i < from.length; i++, to += lanes) out[to] = from[i]!;
}

function unweave(out: Float64Array, from: Float64Array, lanes: number, lane: number): void {
  for (let i = 0, at = lane; i < out.length; i++, at += lanes) out[i] = from[at]!;
}
