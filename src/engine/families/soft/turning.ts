/**
 * To which side a full `control.turn` turns an animal. More wave on one side turns some bodies to it and others away from it, and no
 * number of the description tells: bodies of one's own swim for a few seconds to find out, when they are first steered. The result
 * depends on the description alone, without what is live, so that a run stays a function of its description, seed and controls.
 */
import { createKernels } from '../../../kernels/load.ts';
import { measureMemory } from '../../../kernels/twin.ts';
import type { Kernels } from '../../../kernels/functions.ts';
import { createState } from '../../contract/state.ts';
import type { Turning } from '../../control/excitation/drive.ts';
import { createMemo } from '../../math/memo.ts';
import { compileSoft } from './compile.ts';
import { setLaneStart } from './lane.ts';
import { hasFreeForm } from './options.ts';
import { type SoftDesc, softDescriptions, softSchema } from './schema.ts';
import { createSoftScratch, stepSoft } from './step.ts';
import { type SoftSystem, trackIndex } from './system.ts';

/** s of swimming at full strength, and most of the ramp before. Chosen: after 2.5 s with the ramp the plates of the examples turn as after 6. */
const watchedSeconds = 1.5;
const maxRamp = 2;
/** rad/s of a full turn, below which an animal cannot turn. Chosen: a half turn would take more than two minutes. */
const minRate = 0.025;

const measured = createMemo<Turning>(32);

export function createTurning(desc: SoftDesc): Turning {
  if (!hasFreeForm(desc) || desc.controller.pattern !== 'waves') return { sign: 1, canTurn: true };
  return new MeasuredTurning(desc);
}

/** Measured when it is first read. */
class MeasuredTurning implements Turning {
  readonly #desc: SoftDesc;

  constructor(desc: SoftDesc) {
    this.#desc = desc;
  }

  get sign(): 1 | -1 {
    return this.#measure().sign;
  }

  get canTurn(): boolean {
    return this.#measure().canTurn;
  }

  #measure(): Turning {
    const { body, controller, water, solver } = this.#desc;
    const key = JSON.stringify([{ ...body, look: null, anatomy: null }, controller, water, solver]);
    return measured(key, () => measureTurning(this.#desc));
  }
}

function measureTurning(desc: SoftDesc): Turning {
  const plain = softSchema().parse({
    ...desc,
    ...{ control: {}, target: {}, poke: {}, lesions: {}, schedule: [], scene: { kind: 'open' } },
  });
  const system = compileSoft(plain);
  // The difference of both sides: a body that is not symmetric drifts to one of them by itself.
  const rate = (measureRate(system, 1) - measureRate(system, -1)) / 2;
  return { sign: rate < -minRate ? -1 : 1, canTurn: Math.abs(rate) > minRate };
}

/** rad/s to the left under a turn. */
function measureRate(system: SoftSystem, turn: number): number {
  const { ramp } = system.plan;
  const create = (kernels: Kernels) => {
    const state = createState(system.stateSpecs, softDescriptions.controlSlots, kernels.arena);
    return { state, scratch: createSoftScratch(system, state, kernels) };
  };
  const { state, scratch } = create(createKernels(measureMemory((kernels) => void create(kernels))));
  for (const { slot, initial } of system.controls) state.controls[slot] = initial;
  state.controls[system.controlIndex['control.turn']!] = turn;
  setLaneStart(system, scratch);
  const { track } = scratch.arrays;
  const run = (seconds: number): void => {
    for (let step = 0; step < seconds / system.dt; step++) {
      stepSoft(system, state, scratch);
      state.clock[0]! += 1;
      state.clock[1]! += system.dt;
    }
  };
  run(Math.min(ramp, maxRamp));
  const before = track[trackIndex.heading]!;
  run(watchedSeconds);
  const rate = (track[trackIndex.heading]! - before) / watchedSeconds;
  return Number.isFinite(rate) ? rate : 0;
}
