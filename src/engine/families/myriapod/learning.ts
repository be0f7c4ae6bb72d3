/** How a myriapod is taught: it is told how to turn and how fast to walk, and its legs keep a time that can be changed. */
import type { LearnAction, LearnHandle } from '../../contract/learning.ts';
import { timingPlaces } from '../../control/legs/leg-plan.ts';
import type { MyriapodDesc } from './schema.ts';

/** rad/s: measured, the whole body follows turns of 40°/s. */
const fastestTurn = (40 * Math.PI) / 180;
/** Share of its pace that a policy may add or take. Chosen: the legs keep their wave. */
const paceReach = 0.5;
/** Changes of the legs' timing that a policy may make (timingPlaces). Chosen: within these the wave holds on a plane. */
const timingReaches = { lag: 0.06, duty: 0.2, stride: 0.4, lift: 0.25 } as const;
/** Of the law, as a share of the fastest turn, for a target at a right angle. Measured: it steers. */
const gain = 1;
/** Bumps, m: as high as a segment, and three segments long. Chosen: the built-in gait gets over them, and sags. */
const [bumpHeight, bumpLength] = [0.01, 0.08] as const;

export function createMyriapodLearning({ control, controller, body, scene }: MyriapodDesc): LearnHandle {
  const steering: readonly LearnAction[] = [
    { name: 'turn', reach: 1, law: { left: gain }, writes: [{ control: 'control.turn', gain: fastestTurn }] },
    { name: 'pace', reach: 1, writes: [{ control: 'control.speed', gain: paceReach * control.speed }] },
  ];
  const timing = Object.entries(timingReaches).map(
    ([name, reach]): LearnAction => ({
      ...{ name: `${name} of the legs`, reach: 1 },
      writes: [{ array: 'legTiming', index: timingPlaces[name as keyof typeof timingReaches], gain: reach }],
    }),
  );
  const { upper, lower, standing } = controller.legs;
  return {
    // Legs that keep time: the others have none that could be changed.
    settings: { 'controller.gait.coordination': 'phase', 'controller.gait.timing': 'free' },
    training: {},
    engage: { 'control.manual': 1 },
    space: 'plane',
    ...{ period: 0.5, window: 1, horizon: 15, runUp: 4, tick: 0.05, repeat: 4 },
    upright: 0,
    actions: { default: [...steering, ...timing], few: steering },
    senses: { signals: ['bodyBend', 'swingAngle', 'stanceFraction', 'support'], elements: [] },
    places: [
      {
        task: 'rough',
        // Ground of one's own is taken as it is.
        settings:
          scene.terrain === 'plane'
            ? { 'scene.terrain': 'bumps', 'scene.bumpHeight': bumpHeight, 'scene.bumpLength': bumpLength }
            : {},
        about: 'Cross bumps as high as a segment straight ahead, carried by the legs.',
        footing: {
          carried: { signal: 'support', best: body.segments - 1 },
          lowest: { signal: 'bodyHeight', best: standing * (upper + lower) + 0.5 * body.height },
          belly: 0.5 * body.height,
        },
      },
    ],
  };
}
