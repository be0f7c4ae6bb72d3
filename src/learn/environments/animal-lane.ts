/** One animal of an environment, decision by decision; everything that changes can be saved. */
import type { Outcome } from '../../engine/contract/learning.ts';
import { setRngState } from '../../engine/math/rng.ts';
import { setArrays } from '../named-arrays.ts';
import type { EnvLane, LaneResult } from './env.ts';
import { beginEpisode, clockPlaces, createLaneCore, type LaneCore, loadStart, runDecision } from './lane-core.ts';
import { applyOptions } from './lane-options.ts';
import { addDecision, writeInfos } from './meter.ts';
import { computeReward } from './reward.ts';
import type { Setup } from './setup.ts';

/** While training, an animal swims from target to target for so many horizons before it is put back to its start. */
const maxLifeHorizons = 2;

export function createAnimalLane(setup: Setup): EnvLane {
  const core = createLaneCore(setup);
  const { simulation, own, lane } = core;
  const { handle, task, observer } = setup;
  const { clock } = own;
  const outcome = createOutcome();
  const result: LaneResult = { reward: 0, terminated: false, truncated: false };
  return {
    result,
    // A broken animal has nothing to show.
    endsUnseen: true,
    reset(request) {
      if (request?.seed !== undefined) setRngState(own.rng, request.seed, 'task');
      loadStart(core);
      beginEpisode(core);
      applyOptions(lane.target, request?.options);
    },
    step(actions, at) {
      setup.actuator.apply(simulation, actions, at);
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
      if (!swimsOn || clock[clockPlaces.life]! >= maxLifeHorizons * handle.horizon) loadStart(core);
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

function createOutcome(): Outcome {
  return { reward: 0, isDone: false, isCut: false, progress: 0, recovered: -1, isTouched: false };
}

/** What the decision was worth, and whether the episode is over. */
function scoreDecision({ setup, own, lane }: LaneCore, outcome: Outcome, result: LaneResult): void {
  const { task, handle, start, decision, training, speedTargetFactor } = setup;
  Object.assign(outcome, createOutcome());
  task.updateSenses?.(lane);
  task.advance(lane, outcome);
  task.updateTarget?.(lane.target, lane.motion, lane.bodyLength);
  result.reward = outcome.reward;
  if (task.hasCourseReward)
    result.reward += computeReward(
      lane.motion,
      lane.target,
      speedTargetFactor * start.reference,
      handle.uprightWeight,
      training,
    );
  addDecision(own.meter, lane, outcome, result.reward, task.traits.kind === 'open' ? task.horizon / 2 : 0);
  const isLate = lane.seconds > task.horizon - 0.5 * decision;
  result.terminated = outcome.isDone;
  result.truncated = !outcome.isDone && (outcome.isCut || isLate);
  own.clock[clockPlaces.cut] = outcome.isCut ? 1 : 0;
}
