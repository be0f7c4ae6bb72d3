/** Cross rough ground on many legs: go the way that is asked for, and be carried all along. */
import type { LearnFooting, LearnHandle } from '../../../engine/contract/learning.ts';
import { cos, sin } from '../../../engine/math/portable.ts';
import { drawBetween } from './directions.ts';
import { findPlace } from './places.ts';
import type { Task, TaskBody } from './task.ts';

/** rad to either side of straight ahead, so that no two episodes cross the same ground. Chosen. */
const widest = 1.2;
/** What being carried all along, and standing high, is worth in a decision, beside going the right way. Chosen. */
const [carriedWorth, highWorth] = [1, 0.5] as const;

/** Memory: share of the body that was carried, summed over the decisions, their number, and carried and lowest now, as shares. */
const places = { sum: 0, count: 1, carried: 2, lowest: 3 } as const;

export function createRoughTask(handle: LearnHandle): Task | undefined {
  const place = findPlace(handle, 'rough');
  const footing = place?.footing;
  if (place === undefined || footing === undefined) return undefined;
  return {
    name: 'rough',
    about: `${place.about} Progress is the share of its body that is carried, touched how often it lies on its belly.`,
    settings: place.settings,
    place,
    runUp: true,
    scramble: 0,
    senses: ['carried', 'lowest'],
    horizon: handle.horizon,
    isSwimming: true,
    memory: 4,
    begin({ target, motion, rng }) {
      const [ahead, left] = [motion.frame[0]!, motion.frame[1]!];
      const angle = drawBetween(rng, -widest, widest);
      target.direction[0] = cos(angle) * ahead - sin(angle) * left;
      target.direction[1] = sin(angle) * ahead + cos(angle) * left;
      target.direction[2] = 0;
      target.speed[0] = 1;
    },
    feel: (lane) => readFooting(lane, footing),
    advance({ memory }, outcome) {
      const [carried, lowest] = [memory[places.carried]!, memory[places.lowest]!];
      memory[places.sum]! += carried;
      memory[places.count]! += 1;
      outcome.isTouched = lowest * footing.lowest.best <= footing.belly;
      outcome.reward = carriedWorth * carried + highWorth * Math.min(1, lowest);
      outcome.progress = memory[places.sum]! / memory[places.count]!;
    },
    writeSenses(out, at, { memory }) {
      out[at] = memory[places.carried]!;
      out[at + 1] = memory[places.lowest]!;
    },
  };
}

const buffers = new Map<number, Float64Array>();

function readFooting({ simulation, memory }: TaskBody, { carried, lowest }: LearnFooting): void {
  const size = simulation.coreSignalLength;
  const signals = buffers.get(size) ?? new Float64Array(size);
  buffers.set(size, signals);
  simulation.writeSignals(signals);
  memory[places.carried] = signals[simulation.signalOffsets[carried.signal]!]! / carried.best;
  memory[places.lowest] = signals[simulation.signalOffsets[lowest.signal]!]! / lowest.best;
}
