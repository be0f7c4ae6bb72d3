/** Cross rough ground on many legs: go the way that is asked for, carried by the legs. */
import type { Task, TaskBody, TaskScene } from '../../../contract/learning.ts';
import { cos, sin } from '../../../math/portable.ts';
import { drawBetween } from '../../../math/space/directions.ts';
import type { MyriapodDesc } from '../schema.ts';

/** Bumps, m: as high as a segment, and three segments long. Chosen: the built-in gait gets over them, and sags. */
const [bumpHeight, bumpLength] = [0.01, 0.08] as const;
/** rad to either side of straight ahead, so that no two episodes cross the same ground. Chosen. */
const maxAngle = 1.2;
/** What being carried by all legs, and standing high, is worth in a decision, beside the right direction. Chosen. */
const [carriedReward, heightReward] = [1, 0.5] as const;

/** Memory: share of the body that was carried, summed over the decisions, their number, and carried and lowest now, as shares. */
const places = { sum: 0, count: 1, carried: 2, lowest: 3 } as const;

/** A description with ground of its own keeps it. */
export function createRoughScene({ scene }: MyriapodDesc): TaskScene {
  const bumps = { 'scene.terrain': 'bumps', 'scene.bumpHeight': bumpHeight, 'scene.bumpLength': bumpLength };
  return { kind: 'place', settings: scene.terrain === 'plane' ? bumps : {} };
}

export function createRoughTask({ body, controller }: MyriapodDesc, horizon: number): Task {
  const { upper, lower, standing } = controller.legs;
  const mostCarried = body.segments - 1;
  const standingHeight = standing * (upper + lower) + 0.5 * body.height;
  /** At this height of its lowest segment it lies on its belly. */
  const bellyHeight = 0.5 * body.height;
  let signals: Float64Array | undefined;

  function readFooting({ simulation, memory }: TaskBody): void {
    signals ??= new Float64Array(simulation.coreSignalLength);
    simulation.writeSignals(signals);
    memory[places.carried] = signals[simulation.signalOffsets['support']!]! / mostCarried;
    memory[places.lowest] = signals[simulation.signalOffsets['bodyHeight']!]! / standingHeight;
  }

  return {
    name: 'rough',
    about:
      'Cross bumps as high as a segment straight ahead, carried by the legs. Progress is the share of its body that is carried, touched how often it lies on its belly.',
    traits: { kind: 'place' },
    horizon,
    runUp: true,
    hasCourseReward: true,
    randomStartSeconds: 0,
    memory: 4,
    senses: [
      { name: 'carried', parts: ['carried'], unit: '1', about: 'Share of the segments that legs carry.' },
      { name: 'lowest', parts: ['lowest'], unit: '1', about: 'Height of the lowest segment over that of standing.' },
    ],
    rewards: [
      { name: 'carried', range: [0, carriedReward], about: 'The share of the segments that legs carry.' },
      { name: 'height', range: [0, heightReward], about: 'Height of the lowest segment over that of standing.' },
    ],
    begin({ target, motion, rng }) {
      const [ahead, left] = [motion.frame[0]!, motion.frame[1]!];
      const angle = drawBetween(rng, -maxAngle, maxAngle);
      target.direction[0] = cos(angle) * ahead - sin(angle) * left;
      target.direction[1] = sin(angle) * ahead + cos(angle) * left;
      target.direction[2] = 0;
      target.speed[0] = 1;
    },
    updateSenses: readFooting,
    advance({ memory }, outcome) {
      const [carried, lowest] = [memory[places.carried]!, memory[places.lowest]!];
      memory[places.sum]! += carried;
      memory[places.count]! += 1;
      outcome.isTouched = lowest * standingHeight <= bellyHeight;
      outcome.reward = carriedReward * carried + heightReward * Math.min(1, lowest);
      outcome.progress = memory[places.sum]! / memory[places.count]!;
    },
    writeSenses(out, at, { memory }) {
      out[at] = memory[places.carried]!;
      out[at + 1] = memory[places.lowest]!;
    },
  };
}
