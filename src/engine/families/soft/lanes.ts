/**
 * Many soft animals side by side, the animal being the lane of the kernels: each has its own state and controls, and all are
 * solved together. The same to rounding as each of them alone.
 */
import type { Kernels } from '../../../kernels/functions.ts';
import type { Lanes, State } from '../../contract/types.ts';
import { throwProblem } from '../../model/problem.ts';
import { createLaneTables } from './compile.ts';
import { beginLane, createSoftLane, endLane, type SoftLane } from './lane.ts';
import { createSoftMedium, createSoftWater, type SoftMedium, stepMedium } from './medium.ts';
import { computeContactLengths, type ContactArrays } from './scene/scene.ts';
import { createOutputSpace, type SoftScratch } from './step.ts';
import type { SoftSystem } from './system.ts';

/** Arrays of the solver with all lanes in them: number index · lanes + lane. */
interface Interleaved extends ContactArrays {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Of BDF2: only read. */
  readonly positionsBefore: Float64Array | undefined;
  readonly velocitiesBefore: Float64Array | undefined;
  readonly excitations: Float64Array;
}

const interleavedNames = ['positions', 'velocities', 'contactPushes', 'ballPushes', 'ball'] as const;
const pastNames = ['positionsBefore', 'velocitiesBefore'] as const;

export function createSoftLanes(system: SoftSystem, states: readonly State[], kernels: Kernels): Lanes<SoftScratch> {
  const count = states.length;
  if (count !== 4 && count !== 8)
    throwProblem('out-of-range', 'lanes', String(count), 'Soft animals go side by side by 4 or 8.');
  const all = createInterleaved(system, count);
  const controls = states.map((state) => state.controls);
  const medium = createSoftMedium(system, createLaneTables(system.desc, count), controls, all, kernels);
  const outputs = createOutputSpace(system, createSoftWater(system, system.tables, kernels), kernels);
  const scratches = states.map(
    (state): SoftScratch => ({ stage: '', ...createSoftLane(system, state, kernels), medium, outputs }),
  );
  return {
    scratches,
    step() {
      for (const scratch of scratches) scratch.stage = 'body, muscles and water';
      stepAll(system, medium, scratches, all);
    },
  };
}

function createInterleaved({ body, scene, segmentMask, fields }: SoftSystem, lanes: number): Interleaved {
  const numbers = body.positions.length * lanes;
  const lengths = computeContactLengths(scene, body, lanes);
  return {
    positions: new Float64Array(numbers),
    velocities: new Float64Array(numbers),
    positionsBefore: fields.positionsBefore === undefined ? undefined : new Float64Array(numbers),
    velocitiesBefore: fields.velocitiesBefore === undefined ? undefined : new Float64Array(numbers),
    excitations: new Float64Array(segmentMask.length * lanes),
    contactPushes: new Float64Array(lengths.contactPushes),
    ballPushes: new Float64Array(lengths.ballPushes),
    ball: new Float64Array(lengths.ball),
  };
}

function stepAll(system: SoftSystem, medium: SoftMedium, own: readonly SoftLane[], all: Interleaved): void {
  const lanes = own.length;
  for (let l = 0; l < lanes; l++) {
    const lane = own[l]!;
    beginLane(system, lane);
    for (let n = 0; n < interleavedNames.length; n++)
      interleave(all[interleavedNames[n]!], lane.arrays[interleavedNames[n]!], lanes, l);
    interleave(all.excitations, lane.masked, lanes, l);
    for (let n = 0; n < pastNames.length; n++) {
      const past = all[pastNames[n]!];
      if (past !== undefined) interleave(past, lane.arrays[pastNames[n]!]!, lanes, l);
    }
  }
  stepMedium(system, medium, all, all.excitations);
  for (let l = 0; l < lanes; l++) {
    const lane = own[l]!;
    for (let n = 0; n < interleavedNames.length; n++)
      deinterleave(lane.arrays[interleavedNames[n]!], all[interleavedNames[n]!], lanes, l);
    endLane(system, lane, medium.projective, l);
  }
}

function interleave(out: Float64Array, from: Float64Array, lanes: number, lane: number): void {
  for (let i = 0, to = lane; i < from.length; i++, to += lanes) out[to] = from[i]!;
}

function deinterleave(out: Float64Array, from: Float64Array, lanes: number, lane: number): void {
  for (let i = 0, at = lane; i < out.length; i++, at += lanes) out[i] = from[at]!;
}
