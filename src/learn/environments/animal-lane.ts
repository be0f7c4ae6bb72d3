/** One animal of an environment, decision by decision; everything that changes can be saved. */
import type { Outcome } from '../../engine/contract/learning.ts';
import { nextFloat, setRngState } from '../../engine/math/rng.ts';
import { expectFinite, failLearn } from '../learn-error.ts';
import { type NamedArray, setArrays } from '../named-arrays.ts';
import { type EnvLane, expectOptions, type LaneResult } from './env.ts';
import {
  beginEpisode,
  clockPlaces,
  createLaneCore,
  createLaneNumbers,
  type LaneCore,
  loadStart,
  runDecision,
} from './lane-core.ts';
import { addDecision, writeInfos } from './meter.ts';
import { computeReward } from './reward.ts';
import { writeTaskSenses } from './senses/observation.ts';
import type { Setup } from './setup.ts';

/** While training, an animal swims from target to target for so many horizons before it is put back to its start. */
const maxLifeHorizons = 2;

const usePrevious = 'It is no state of this environment: use the previous checkpoint.';

/** `setups`: the bodies that it may begin with; they differ in nothing that can be seen from outside. */
export function createAnimalLane(setups: readonly [Setup, ...Setup[]]): EnvLane {
  const own = createLaneNumbers(setups[0]);
  const cores = setups.map((setup) => createLaneCore(setup, own));
  const { clock } = own;
  const getCore = (): LaneCore => cores[clock[clockPlaces.body]!]!;
  const drawStart = (): void => {
    if (cores.length > 1) clock[clockPlaces.body] = Math.floor(cores.length * nextFloat(own.rng));
    loadStart(getCore());
  };
  const outcome = createOutcome();
  const result: LaneResult = { reward: 0, terminated: false, truncated: false };
  return {
    result,
    // A broken animal has nothing to show.
    endsUnseen: true,
    reset(request) {
      // First, so that a lane that is refused its options stays as it was.
      const wanted = readOptions(request?.options);
      if (request?.seed !== undefined) setRngState(own.rng, request.seed, 'task');
      drawStart();
      const core = getCore();
      beginEpisode(core);
      if (wanted.direction !== undefined) core.lane.target.direction.set(wanted.direction);
      if (wanted.speed !== undefined) core.lane.target.speed[0] = wanted.speed;
    },
    step(actions, at) {
      const core = getCore();
      core.setup.actuator.apply(core.simulation, actions, at);
      if (runDecision(core)) scoreDecision(core, outcome, result);
      else {
        clock[clockPlaces.failed] = 1;
        result.reward = 0;
        result.terminated = true;
        result.truncated = false;
      }
    },
    startNextEpisode() {
      const swimsOn = clock[clockPlaces.cut] === 1 && clock[clockPlaces.failed] === 0;
      if (!swimsOn || clock[clockPlaces.life]! >= maxLifeHorizons * setups[0].handle.horizon) drawStart();
      beginEpisode(getCore());
    },
    observe(out, at) {
      const { setup, simulation, lane } = getCore();
      const to = setup.observer.write(out, at, simulation, lane.motion, lane.target);
      writeTaskSenses(setup.task, out, to, lane);
    },
    get simulation() {
      return getCore().simulation;
    },
    writeInfos: (out, at) => writeInfos(out, at, own.meter, setups[0].task.horizon, clock[clockPlaces.failed] === 1),
    saveState: () => ({
      snapshot: getCore().simulation.snapshot(),
      ...Object.fromEntries(Object.entries(own).map(([name, array]) => [name, array.slice()])),
    }),
    loadState(state) {
      setArrays(own, state);
      // A task remembers Infinity for a moment that never comes; all else is finite.
      const { memory, ...finite } = own;
      for (const [name, array] of Object.entries(finite)) expectFinite(array, `array "${name}"`, usePrevious);
      if (memory.some(Number.isNaN)) failLearn('not-finite', 'array "memory"', 'NaN', usePrevious);
      const body = clock[clockPlaces.body]!;
      if (cores[body] === undefined)
        failLearn('out-of-range', 'array "clock"', `body ${body} of ${cores.length}`, usePrevious);
      restoreSnapshot(getCore(), state['snapshot']);
    },
  };
}

/** A checkpoint may be a stranger's: its snapshot need not be one of this animal. */
function restoreSnapshot({ simulation }: LaneCore, snapshot: NamedArray | undefined): void {
  try {
    simulation.restore(snapshot as Uint8Array);
  } catch (error) {
    const got = snapshot === undefined ? 'nothing' : error instanceof Error ? error.message : String(error);
    failLearn('inconsistent', 'array "snapshot"', got, usePrevious);
  }
}

function createOutcome(): Outcome {
  return { isDone: false, isCut: false, progress: 0, recovered: -1, isTouched: false };
}

/** What the decision was worth, and whether the episode is over. */
function scoreDecision({ setup, own, lane }: LaneCore, outcome: Outcome, result: LaneResult): void {
  const { task, traits, handle, decision, training, speedTargetFactor } = setup;
  Object.assign(outcome, createOutcome());
  task.updateSenses?.(lane);
  result.reward = 0;
  for (const term of task.rewards) result.reward += term.read(lane);
  task.advance?.(lane, outcome);
  task.updateTarget?.(lane.target, lane.motion, lane.bodyLength);
  if (task.hasCourseReward)
    result.reward += computeReward(
      lane.motion,
      lane.target,
      speedTargetFactor * lane.reference,
      handle.uprightWeight,
      training,
    );
  addDecision(own.meter, lane, outcome, result.reward, traits.kind === 'open' ? task.horizon / 2 : 0);
  const isLate = lane.seconds > task.horizon - 0.5 * decision;
  result.terminated = outcome.isDone;
  result.truncated = !outcome.isDone && (outcome.isCut || isLate);
  own.clock[clockPlaces.cut] = outcome.isCut ? 1 : 0;
}

interface ResetOptions {
  /** Of length 1. */
  readonly direction?: readonly number[];
  /** A share of the animal's own. */
  readonly speed?: number;
}

/** What a caller may ask for at a reset. `direction`: three numbers of any length; `speed`: a share of the animal's own. */
function readOptions(options: Readonly<Record<string, unknown>> = {}): ResetOptions {
  expectOptions(options, ['direction', 'speed']);
  const { direction, speed } = options;
  return {
    ...(direction === undefined ? {} : { direction: readDirection(direction) }),
    ...(speed === undefined ? {} : { speed: readSpeed(speed) }),
  };
}

function readDirection(direction: unknown): number[] {
  const numbers = Array.isArray(direction) ? direction.map(Number) : [];
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  if (numbers.length !== 3 || !(length > 0 && length < Infinity))
    failLearn('wrong-type', 'options.direction', String(direction), 'Give three numbers that are not all zero.');
  return numbers.map((number) => number / length);
}

function readSpeed(speed: unknown): number {
  if (typeof speed !== 'number' || !(speed > 0 && speed <= 10))
    failLearn('out-of-range', 'options.speed', String(speed), 'Give a share of its own speed, above 0 and at most 10.');
  return speed;
}
