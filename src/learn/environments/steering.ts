/**
 * How well the proportional controller of an animal turns it, measured: which side a change of its waves turns a body to depends on
 * its form, and for bodies of one's own nobody knows it before they swim. Once for each description.
 */
import { createMemo } from '../../engine/math/memo.ts';
import { SimulationError } from '../../engine/contract/guard.ts';
import { failLearn } from '../learn-error.ts';
import { createMotion } from './senses/motion.ts';
import { createSetup, createSimulation, type Setup, type SetupSpec } from './setup.ts';

/** Factors on `left` and `up` of what the actions declare as `proportional`, and what is added to each action for the left. */
export interface SteeringFactors {
  readonly left: number;
  readonly up: number;
  readonly assist?: Float64Array;
}

/** s of swimming under a constant action, and those at its beginning in which the turn only builds up. */
const seconds = 2;
const unwatched = 0.5;
/** rad/s below which an animal cannot turn. Chosen: a half turn would take more than two minutes. */
const minRate = 0.025;

const declared: SteeringFactors = { left: 1, up: 1 };
const measured = createMemo<SteeringFactors>(32);

/** Throws a LearnError for an animal that turns to neither side. */
export function getSteeringFactors(spec: SetupSpec, setup: Setup): SteeringFactors {
  if (setup.handle.measuresSteering !== true) return declared;
  // In the open: walls would turn it.
  const open = spec.task === 'steer' ? setup : createSetup({ ...spec, task: 'steer' });
  return measured(JSON.stringify([open.desc, open.actionSet]), () => measureFactors(open));
}

function measureFactors(setup: Setup): SteeringFactors {
  const { actions, handle, desc } = setup;
  const lefts = Float64Array.from(actions, ({ proportional }) => proportional?.left ?? 0);
  const ups = Float64Array.from(actions, ({ proportional }) => proportional?.up ?? 0);
  const rate = measureRates(setup, lefts)[0];
  const left = rate < 0 ? -1 : 1;
  const up = ups.some((value) => value !== 0) && measureRates(setup, ups)[1] < 0 ? -1 : 1;
  // Half an episode for half a turn is quick enough.
  if (Math.abs(rate) >= Math.PI / (handle.horizon / 2)) return { left, up };
  let best: SteeringFactors & { readonly rate: number } = { left, up, rate: Math.abs(rate) };
  for (const assist of listAssists(setup)) {
    const both = assist.map((value, i) => value + left * lefts[i]!);
    const [faster] = measureRates(setup, both);
    if (faster > best.rate) best = { left, up, assist, rate: faster };
  }
  if (best.rate < minRate)
    failLearn(
      'unsupported',
      'policy',
      `proportional for ${desc.animal}`,
      `It cannot turn: its actions change its heading by ${best.rate.toFixed(3)} rad/s at most. Give it cords on both sides, or train a policy.`,
    );
  return best;
}

/** What may be added to the actions, to one side and to the other. */
function listAssists({ actions }: Setup): Float64Array[] {
  const count = Math.max(...actions.map(({ assist }) => assist?.length ?? 0));
  return Array.from({ length: count }, (_, i) => i).flatMap((i) =>
    [1, -1].map((sign) => Float64Array.from(actions, ({ assist }) => sign * (assist?.[i] ?? 0))),
  );
}

/** rad/s to the left and up under these actions, half of the difference to their opposites: a lopsided body turns by itself. */
function measureRates(setup: Setup, values: Float64Array): readonly [number, number] {
  try {
    const [one, other] = [values, values.map((value) => -value)].map((actions) => measureTurn(setup, actions));
    return [(one![0] - other![0]) / 2, (one![1] - other![1]) / 2];
  } catch (error) {
    // A body that these actions break does not turn by them.
    if (error instanceof SimulationError) return [0, 0];
    throw error;
  }
}

function measureTurn(setup: Setup, actions: Float64Array): readonly [number, number] {
  const { handle, start, repeat, stepsPerTick, actuator } = setup;
  const simulation = createSimulation(setup, 0);
  simulation.restore(start.snapshot);
  const motion = createMotion(handle, repeat);
  motion.numbers.set(start.motion);
  const ticks = Math.round(seconds / handle.tick);
  const from = Math.round(unwatched / handle.tick);
  let [left, up] = [0, 0];
  for (let tick = 0; tick < ticks; tick++) {
    actuator.apply(simulation, actions, 0);
    for (let step = 0; step < stepsPerTick; step++) simulation.step();
    motion.update(simulation);
    if (tick < from) continue;
    left += motion.rates[0]! / (handle.period * (ticks - from));
    up += motion.rates[1]! / (handle.period * (ticks - from));
  }
  return [left, up];
}
