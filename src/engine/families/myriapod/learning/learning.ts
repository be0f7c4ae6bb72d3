/** How a myriapod is trained: it is told how to turn and how fast to walk, and the timing of its legs can be changed. */
import type { LearnAction, LearnHandle, LearnPreparation } from '../../../contract/learning.ts';
import { createSignalSenses } from '../../../contract/signal-senses.ts';
import type { SignalSpec } from '../../../contract/types.ts';
import { timingPlaces } from '../../../control/legs/leg-plan.ts';
import type { MyriapodDesc } from '../schema.ts';
import { createRoughScene, createRoughTask } from './rough.ts';

/** rad/s: measured, the whole body follows turns of 40°/s. */
const fastestTurn = (40 * Math.PI) / 180;
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
    tasks: [createRoughTask(desc, horizon)],
  };
}
