/** One animal of an environment, decision by decision; everything that changes can be saved. */
import { setRngState } from '../../engine/math/rng.ts';
import { type NamedArrays, setArrays } from '../named-arrays.ts';
import { beginEpisode, clockPlaces, createLaneCore, type LaneCore, loadStart, runDecision } from './lane-core.ts';
import { applyOptions } from './lane-options.ts';
import { addDecision, writeInfos } from './meter.ts';
import { computeReward } from './reward.ts';
import type { Setup } from './setup.ts';
import type { Outcome } from './tasks/task.ts';

/** How a decision ended. */
export interface LaneResult {
  reward: number;
  terminated: boolean;
  truncated: boolean;
}

export interface AnimalLane {
  readonly result: LaneResult;
  /** A new episode; with a seed the random stream begins anew. */
  reset(seed: number | undefined, options?: Readonly<Record<string, unknown>>): void;
  /** One decision with the action at `at`. */
  step(actions: Float64Array, at: number): void;
  /** After an end: the next target for the same animal, or a new start. */
  goOn(): void;
  observe(out: Float64Array, at: number): void;
  writeInfos(out: Float64Array, at: number): void;
  saveState(): NamedArrays;
  loadState(state: NamedArrays): void;
}

/** While training, an animal goes on from target to target for so many horizons before it starts afresh. */
const longestLife = 2;

export function createAnimalLane(setup: Setup): AnimalLane {
  const core = createLaneCore(setup);
  const { simulation, own, lane } = core;
  const { handle, task, observer } = setup;
  const { clock } = own;
  const outcome: Outcome = { reward: 0, isDone: false, isCut: false, progress: 0, recovered: -1, isTouched: false };
  const result: LaneResult = { reward: 0, terminated: false, truncated: false };
  return {
    result,
    reset(seed, options) {
      if (seed !== undefined) setRngState(own.rng, seed, 'task');
      loadStart(core);
      beginEpisode(core);
      applyOptions(lane.target, options);
    },
    step(actions, at) {
      setup.actuator.apply(simulation, actions, at);
      if (runDecision(core)) judge(core, outcome, result);
      else {
        clock[clockPlaces.failed] = 1;
        Object.assign(result, { reward: 0, terminated: true, truncated: false });
      }
    },
    goOn() {
      const swimsOn = clock[clockPlaces.cut] === 1 && clock[clockPlaces.failed] === 0;
      if (!swimsOn || clock[clockPlaces.life]! >= longestLife * handle.horizon) loadStart(core);
      beginEpisode(core);
    },
    observe(out, at) {
      const to = observer.write(out, at, simulation, lane.motion, lane.target);
      task.writeSenses?.(out, to, lane);
    },
    writeInfos: (out, at) => writeInfos(out, at, own.meter, task.horizon, clock[clockPlaces.failed] === 1),
    saveState: () => ({
      snapshot: simulation.snapshot(),
      ...Object.fromEntries(Object.entries(own).map(([name, array]) => [name, array.slice()])),
    }),
    loadState(state) {
      setArrays(own, state);
      simulation.restore(state['snapshot'] as Uint8Array);
    },
  };
}

/** What the decision was worth, and whether the episode is over. */
function judge({ setup, own, lane }: LaneCore, outcome: Outcome, result: LaneResult): void {
  const { task, handle, start, decision, training, eager } = setup;
  Object.assign(outcome, { reward: 0, isDone: false, isCut: false, progress: 0, recovered: -1, isTouched: false });
  task.feel?.(lane);
  task.advance(lane, outcome);
  task.lead?.(lane.target, lane.motion, lane.bodyLength);
  result.reward = outcome.reward;
  if (task.isSwimming)
    result.reward += computeReward(lane.motion, lane.target, eager * start.reference, handle.upright, training);
  addDecision(own.meter, lane, outcome, result.reward, task.place === undefined ? task.horizon / 2 : 0);
  const isLate = lane.seconds > task.horizon - 0.5 * decision;
  result.terminated = outcome.isDone;
  result.truncated = !outcome.isDone && (outcome.isCut || isLate);
  own.clock[clockPlaces.cut] = outcome.isCut ? 1 : 0;
}
