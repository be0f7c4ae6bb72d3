/**
 * Many soft animals side by side, the animal being the lane of the kernels: each has its own state and controls, and all are
 * solved together. The same to rounding as each of them alone.
 */
import type { Kernels } from '../../../kernels/functions.ts';
import type { Lanes, State } from '../../contract/types.ts';
import { ModelError } from '../../model/problem.ts';
import { createLaneTables } from './compile.ts';
import { beginLane, createSoftLane, endLane, type SoftLane } from './lane.ts';
import { createSoftMedium, type SoftMedium, stepMedium } from './medium.ts';
import { createOutputSpace } from './output-space.ts';
import { computeSurroundingLengths, type SurroundingArrays } from './places/surroundings.ts';
import { createSoftWater } from './places/water.ts';
import type { SoftScratch } from './step.ts';
import type { SoftSystem } from './system.ts';

/** Arrays of the solver with all lanes in them: number index · lanes + lane. */
interface Woven extends SurroundingArrays {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Of BDF2: only read. */
  readonly velocitiesBefore: Float64Array | undefined;
  readonly excitations: Float64Array;
}

const wovenNames = ['positions', 'velocities', 'contactPushes', 'ballPushes', 'ball'] as const;

export function createSoftLanes(system: SoftSystem, states: readonly State[], kernels: Kernels): Lanes<SoftScratch> {
  const count = states.length;
  if (count !== 4 && count !== 8)
    throw new ModelError([
      { code: 'out-of-range', path: 'lanes', got: String(count), hint: 'Soft animals go side by side by 4 or 8.' },
    ]);
  const woven = createWoven(system, count);
  const controls = states.map((state) => state.controls);
  const medium = createSoftMedium(system, createLaneTables(system.desc, count), controls, woven, kernels);
  const outputs = createOutputSpace(system, createSoftWater(system, system.tables, kernels), kernels);
  const scratches = states.map(
    (state): SoftScratch => ({ stage: '', ...createSoftLane(system, state, kernels), medium, outputs }),
  );
  return {
    scratches,
    step() {
      for (const scratch of scratches) scratch.stage = 'body, muscles and water';
      stepAll(system, medium, scratches, woven);
    },
  };
}

function createWoven({ body, scene, segmentMask, fields }: SoftSystem, lanes: number): Woven {
  const numbers = body.positions.length * lanes;
  const lengths = computeSurroundingLengths(scene, body, lanes);
  return {
    positions: new Float64Array(numbers),
    velocities: new Float64Array(numbers),
    velocitiesBefore: fields.velocitiesBefore === undefined ? undefined : new Float64Array(numbers),
    excitations: new Float64Array(segmentMask.length * lanes),
    contactPushes: new Float64Array(lengths.contactPushes),
    ballPushes: new Float64Array(lengths.ballPushes),
    ball: new Float64Array(lengths.ball),
  };
}

function stepAll(system: SoftSystem, medium: SoftMedium, own: readonly SoftLane[], woven: Woven): void {
  const lanes = own.length;
  for (let l = 0; l < lanes; l++) {
    const lane = own[l]!;
    beginLane(system, lane);
    for (let n = 0; n < wovenNames.length; n++) weave(woven[wovenNames[n]!], lane.arrays[wovenNames[n]!], lanes, l);
    weave(woven.excitations, lane.masked, lanes, l);
    if (woven.velocitiesBefore !== undefined) weave(woven.velocitiesBefore, lane.arrays.velocitiesBefore!, lanes, l);
  }
  stepMedium(system, medium, woven, woven.excitations);
  for (let l = 0; l < lanes; l++) {
    const lane = own[l]!;
    for (let n = 0; n < wovenNames.length; n++) unweave(lane.arrays[wovenNames[n]!], woven[wovenNames[n]!], lanes, l);
    endLane(system, lane, medium.projective, l);
  }
}

function weave(out: Float64Array, from: Float64Array, lanes: number, lane: number): void {
  for (let i = 0, to = lane; i < from.length; i++, to += lanes) out[to] = from[i]!;
}

function unweave(out: Float64Array, from: Float64Array, lanes: number, lane: number): void {
  for (let i = 0, at = lane; i < out.length; i++, at += lanes) out[i] = from[at]!;
}
