/** What one animal of an environment is made of, and how it moves: put to its start, run for a decision. */
import { SimulationError } from '../../engine/contract/guard.ts';
import type { TaskLane } from '../../engine/contract/learning.ts';
import { createRng, nextFloat } from '../../engine/math/rng.ts';
import { drawBetween } from '../../engine/math/space/directions.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import { meterLength } from './meter.ts';
import { createMotion, type MotionTracker } from './senses/motion.ts';
import { createSimulation, type Setup } from './setup.ts';

/** Places in a lane's clock: s of the episode, s since the start was loaded, 1 if it broke, 1 if only the trajectory was cut, which body it has. */
export const clockPlaces = { episode: 0, life: 1, failed: 2, cut: 3, body: 4 } as const;

/** Everything of a lane that changes besides the state of the simulation; the same for all bodies that it may have. */
export function createLaneNumbers({ task, handle, repeat }: Setup) {
  return {
    clock: new Float64Array(Object.keys(clockPlaces).length),
    rng: createRng(0, 'task'),
    meter: new Float64Array(meterLength),
    memory: new Float64Array(task.memory),
    /** Direction and speed. */
    target: Float64Array.of(1, 0, 0, 1),
    motion: createMotion(handle, repeat).numbers,
  };
}

export type LaneNumbers = ReturnType<typeof createLaneNumbers>;

export interface LaneCore {
  readonly setup: Setup;
  readonly simulation: Simulation;
  readonly own: LaneNumbers;
  readonly motion: MotionTracker;
  readonly lane: TaskLane;
}

export function createLaneCore(setup: Setup, own: LaneNumbers): LaneCore {
  const { handle, decision, training, varied } = setup;
  const simulation = createSimulation(setup, 0);
  const motion = createMotion(handle, setup.repeat, own.motion);
  const lane: TaskLane = {
    simulation,
    motion,
    training,
    varied,
    decision,
    tick: handle.tick,
    rng: own.rng,
    memory: own.memory,
    target: { direction: own.target.subarray(0, 3), speed: own.target.subarray(3) },
    reference: setup.reference,
    bodyLength: simulation.system.bodyLength,
    get seconds() {
      return own.clock[clockPlaces.episode]!;
    },
  };
  return { setup, simulation, own, motion, lane };
}

/** The ticks of one decision; false if the animal broke. */
export function runDecision({ setup, simulation, motion, own: { clock }, lane }: LaneCore): boolean {
  const { task, handle, repeat, stepsPerTick } = setup;
  try {
    for (let tick = 0; tick < repeat; tick++) {
      task.tick?.(lane);
      for (let step = 0; step < stepsPerTick; step++) simulation.step();
      motion.update(simulation);
      clock[clockPlaces.episode]! += handle.tick;
      clock[clockPlaces.life]! += handle.tick;
    }
    return true;
  } catch (error) {
    if (error instanceof SimulationError) return false;
    throw error;
  }
}

/** Puts the animal at its start; where the task asks for varied starts, a random action then acts for a while. */
export function loadStart(core: LaneCore): void {
  restoreStart(core);
  const { setup, own, simulation } = core;
  const { task, actuator, decision } = setup;
  if (task.randomStartSeconds === 0) return;
  const decisions = Math.floor(drawBetween(own.rng, 0, task.randomStartSeconds) / decision);
  const random = actuator.space.high.map((reach) => reach * (2 * nextFloat(own.rng) - 1));
  actuator.apply(simulation, random, 0);
  for (let i = 0; i < decisions; i++)
    if (!runDecision(core)) {
      restoreStart(core);
      break;
    }
  actuator.apply(simulation, random.fill(0), 0);
}

function restoreStart({ setup, simulation, own }: LaneCore): void {
  simulation.restore(setup.start.snapshot);
  own.motion.set(setup.start.motion);
  own.clock[clockPlaces.life] = 0;
}

export function beginEpisode({ setup, own, lane }: LaneCore): void {
  own.clock[clockPlaces.episode] = 0;
  own.clock[clockPlaces.failed] = 0;
  own.meter.fill(0);
  own.memory.fill(0);
  setup.task.begin(lane);
  setup.task.updateSenses?.(lane);
  setup.task.updateTarget?.(lane.target, lane.motion, lane.bodyLength);
}
