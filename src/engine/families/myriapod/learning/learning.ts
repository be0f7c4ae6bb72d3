/** How a myriapod is trained: it is told how to turn and how fast to walk, and the timing of its legs can be changed. */
import type {
  LearnAction,
  LearnHandle,
  LearnPreparation,
  TaskBody,
  TaskRules,
  TaskScene,
} from '../../../contract/learning.ts';
import { createSignalSenses } from '../../../contract/signal-senses.ts';
import type { SignalSpec } from '../../../contract/types.ts';
import { timingPlaces } from '../../../control/legs/leg-plan.ts';
import { cos, sin } from '../../../math/portable.ts';
import { drawBetween } from '../../../math/space/directions.ts';
import type { MyriapodDesc } from '../schema.ts';

/** rad/s: measured, the whole body follows turns of 40°/s. */
export const fastestTurn = (40 * Math.PI) / 180;
/** Share of its pace that a policy may add or take. Chosen: the legs keep their wave. */
const paceReach = 0.5;
/** Changes of the legs' timing that a policy may make (timingPlaces). Chosen: within these the wave holds on a plane. */
const timingReaches = { lag: 0.06, duty: 0.2, stride: 0.4, lift: 0.25 } as const;
/** Of the proportional controller, as a share of the fastest turn, for a target at a right angle. Measured: it steers. */
const gain = 1;
const horizon = 15;

export function prepareMyriapodLearning(desc: MyriapodDesc): LearnPreparation {
  return {
    // Only this coordination has a timing that can be changed.
    settings: { 'controller.gait.coordination': 'phase', 'controller.gait.timing': 'free' },
    training: {},
    scenes: { rough: createRoughScene(desc) },
  };
}

export function createMyriapodLearning(desc: MyriapodDesc, signals: readonly SignalSpec[]): LearnHandle {
  const steering: readonly LearnAction[] = [
    {
      name: 'turn',
      reach: 1,
      about: 'Rate at which it turns, 1 for 40°/s to the left.',
      proportional: { left: gain },
      writes: [{ control: 'control.turn', gain: fastestTurn }],
    },
    {
      name: 'pace',
      reach: 1,
      about: `Adds up to ${paceReach} of its own walking speed, or takes it away.`,
      writes: [{ control: 'control.speed', gain: paceReach * desc.control.speed }],
    },
  ];
  const timing = Object.entries(timingReaches).map(
    ([name, reach]): LearnAction => ({
      name: `${name} of the legs`,
      reach: 1,
      about: `Changes the ${name} in the timing of all legs by up to ${reach}.`,
      writes: [{ array: 'legTiming', index: timingPlaces[name as keyof typeof timingReaches], gain: reach }],
    }),
  );
  return {
    engage: { 'control.manual': 1 },
    space: 'plane',
    period: 0.5,
    window: 1,
    horizon,
    runUp: 4,
    tick: 0.05,
    repeat: 4,
    uprightWeight: 0,
    actions: { default: [...steering, ...timing], few: steering },
    senses: createSignalSenses(signals, ['bodyBend', 'swingAngle', 'stanceFraction', 'support']),
    tasks: [{ name: 'rough', about: roughAbout, create: () => createRoughRules(desc, horizon) }],
  };
}

/** Bumps, m: as high as a segment, and three segments long. Chosen: the built-in gait gets over them, and sags. */
const [bumpHeight, bumpLength] = [0.01, 0.08] as const;
/** rad to either side of straight ahead, so that no two episodes cross the same ground. Chosen. */
const maxAngle = 1.2;
/** What being carried by all legs, and standing high, is worth in a decision, beside the right direction. Chosen. */
const [carriedReward, heightReward] = [1, 0.5] as const;

/** Memory: share of the body that was carried, summed over the decisions, their number, and carried and lowest now, as shares. */
const places = { sum: 0, count: 1, carried: 2, lowest: 3 } as const;

/** A description with ground of its own keeps it. */
function createRoughScene({ scene }: MyriapodDesc): TaskScene {
  const bumps = { 'scene.terrain': 'bumps', 'scene.bumpHeight': bumpHeight, 'scene.bumpLength': bumpLength };
  return { kind: 'place', settings: scene.terrain === 'plane' ? bumps : {} };
}

const roughAbout =
  'Cross bumps as high as a segment straight ahead, carried by the legs. Progress is the share of its body that is carried, touched how often it lies on its belly.';

/** Cross rough ground on many legs: go the way that is asked for, carried by the legs. */
function createRoughRules({ body, controller }: MyriapodDesc, horizon: number): TaskRules {
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
    horizon,
    runUp: true,
    hasCourseReward: true,
    randomStartSeconds: 0,
    memory: 4,
    senses: [
      {
        name: 'carried',
        parts: ['carried'],
        unit: '1',
        about: 'Share of the segments that legs carry.',
        write(out, at, { memory }) {
          out[at] = memory[places.carried]!;
        },
      },
      {
        name: 'lowest',
        parts: ['lowest'],
        unit: '1',
        about: 'Height of the lowest segment over that of standing.',
        write(out, at, { memory }) {
          out[at] = memory[places.lowest]!;
        },
      },
    ],
    rewards: [
      {
        name: 'carried',
        range: [0, carriedReward],
        about: 'The share of the segments that legs carry.',
        read: ({ memory }) => carriedReward * memory[places.carried]!,
      },
      {
        name: 'height',
        range: [0, heightReward],
        about: 'Height of the lowest segment over that of standing.',
        read: ({ memory }) => heightReward * Math.min(1, memory[places.lowest]!),
      },
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
      outcome.progress = memory[places.sum]! / memory[places.count]!;
    },
  };
}
