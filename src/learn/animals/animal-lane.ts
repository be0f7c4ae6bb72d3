/** One animal of an environment: its simulation, how it moved, its task and its meter; everything that changes can be saved. */
import { SimulationError } from '../../engine/contract/guard.ts';
import { createRng, nextFloat, setRngState } from '../../engine/math/rng.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { LearnError } from '../learn-error.ts';
import { type NamedArrays, setArrays } from '../named-arrays.ts';
import { drawBetween } from './directions.ts';
import { addDecision, meterLength, writeInfos } from './meter.ts';
import { createMotion } from './motion.ts';
import { computeReward } from './reward.ts';
import type { Setup } from './setup.ts';
import type { Outcome, TaskLane } from './task.ts';

/** How a decision ended: the episode goes on, is over for good, or is cut; `moves` if the animal itself goes on. */
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

/** Places in the lane's clock: s of the episode, s since the start was loaded, 1 if it broke, 1 if only the trajectory was cut. */
const at = { episode: 0, life: 1, failed: 2, cut: 3 } as const;

export function createAnimalLane(setup: Setup): AnimalLane {
  const { desc, handle, task, actuator, observer, start, decision, training } = setup;
  const simulation = new Simulation(desc, { seed: 0 });
  const motion = createMotion(handle, setup.repeat);
  const clock = new Float64Array(4);
  const own = {
    clock,
    rng: createRng(0, 'task'),
    meter: new Float64Array(meterLength),
    memory: new Float64Array(task.memory),
    target: Float64Array.of(1, 0, 0, 1),
    motion: motion.numbers,
  };
  const lane: TaskLane = {
    ...{ simulation, handle, motion, training, decision },
    target: { direction: own.target.subarray(0, 3), speed: own.target.subarray(3) },
    rng: own.rng,
    memory: own.memory,
    reference: start.reference,
    bodyLength: simulation.system.bodyLength,
    get seconds() {
      return clock[at.episode]!;
    },
  };
  const outcome: Outcome = { reward: 0, isDone: false, isCut: false, progress: 0, recovered: -1 };
  const result: LaneResult = { reward: 0, terminated: false, truncated: false };
  const blind = new Float64Array(actuator.space.names.length);

  /** Ticks of one decision; false if the animal broke. */
  function run(): boolean {
    try {
      for (let tick = 0; tick < setup.repeat; tick++) {
        task.tick?.(lane);
        for (let step = 0; step < setup.stepsPerTick; step++) simulation.step();
        motion.look(simulation);
        clock[at.episode]! += handle.tick;
        clock[at.life]! += handle.tick;
      }
      return true;
    } catch (error) {
      if (error instanceof SimulationError) return false;
      throw error;
    }
  }

  function load(): void {
    simulation.restore(start.snapshot);
    motion.numbers.set(start.motion);
    clock[at.life] = 0;
    if (task.scramble > 0) goBlindly();
  }

  /** Unlike starts where the surroundings allow only one: for a while it does what chance says, held. */
  function goBlindly(): void {
    const decisions = Math.floor(drawBetween(own.rng, 0, task.scramble) / decision);
    for (let i = 0; i < blind.length; i++) blind[i] = actuator.space.high[i]! * (2 * nextFloat(own.rng) - 1);
    actuator.apply(simulation, blind, 0);
    for (let i = 0; i < decisions; i++) if (!run()) break;
    if (clock[at.life]! + decision / 2 < decisions * decision) {
      simulation.restore(start.snapshot);
      motion.numbers.set(start.motion);
    }
    blind.fill(0);
    actuator.apply(simulation, blind, 0);
  }

  function begin(): void {
    clock[at.episode] = 0;
    clock[at.failed] = 0;
    own.meter.fill(0);
    own.memory.fill(0);
    task.begin(lane);
  }

  return {
    result,
    reset(seed, options) {
      if (seed !== undefined) setRngState(own.rng, seed, 'task');
      load();
      begin();
      applyOptions(lane, options);
    },
    step(actions, offset) {
      outcome.reward = 0;
      outcome.isDone = outcome.isCut = false;
      outcome.progress = 0;
      outcome.recovered = -1;
      actuator.apply(simulation, actions, offset);
      if (!run()) {
        clock[at.failed] = 1;
        result.reward = 0;
        result.terminated = true;
        result.truncated = false;
        return;
      }
      task.advance(lane, outcome);
      result.reward = computeReward(motion, lane.target, start.reference, handle.upright) + outcome.reward;
      addDecision(own.meter, lane, outcome, result.reward, task.horizon);
      result.terminated = outcome.isDone;
      result.truncated = !outcome.isDone && (outcome.isCut || clock[at.episode]! > task.horizon - 0.5 * decision);
      clock[at.cut] = outcome.isCut ? 1 : 0;
    },
    goOn() {
      const swimsOn = clock[at.cut] === 1 && clock[at.failed] === 0;
      if (!swimsOn || clock[at.life]! >= longestLife * handle.horizon) load();
      begin();
    },
    observe(out, offset) {
      const to = observer.write(out, offset, simulation, motion, lane.target);
      task.writeSenses?.(out, to, lane);
    },
    writeInfos: (out, offset) => writeInfos(out, offset, own.meter, task.horizon, clock[at.failed] === 1),
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

/** A target of the caller's: `direction` (three numbers) and `speed` (a share of its own). */
function applyOptions({ target }: TaskLane, options: Readonly<Record<string, unknown>> | undefined): void {
  const direction = options?.['direction'];
  const speed = options?.['speed'];
  if (direction !== undefined) {
    const numbers = Array.isArray(direction) ? direction.map(Number) : [];
    const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
    if (numbers.length !== 3 || !(length > 0) || !(length < Infinity))
      throw new LearnError({
        code: 'wrong-type',
        path: 'options.direction',
        got: JSON.stringify(direction) ?? 'nothing',
        hint: 'Give three numbers that are not all zero.',
      });
    for (let k = 0; k < 3; k++) target.direction[k] = numbers[k]! / length;
  }
  if (speed !== undefined) {
    if (typeof speed !== 'number' || !(speed > 0 && speed <= 10))
      throw new LearnError({
        code: 'out-of-range',
        path: 'options.speed',
        got: JSON.stringify(speed) ?? 'nothing',
        hint: 'Give a share of its own speed, above 0 and at most 10.',
      });
    target.speed[0] = speed;
  }
}
