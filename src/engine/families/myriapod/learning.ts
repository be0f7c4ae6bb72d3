/** How a myriapod is taught: it is told how to turn and how fast to walk, and its legs see to the rest. */
import type { LearnHandle } from '../../contract/learning.ts';
import type { MyriapodDesc } from './schema.ts';

/** rad/s: measured, the whole body follows turns of 40°/s. */
const fastestTurn = (40 * Math.PI) / 180;
/** Share of its pace that a policy may add or take. Chosen: the legs keep their wave. */
const paceReach = 0.5;
/** Of the law, as a share of the fastest turn, for a target at a right angle. Measured: it steers. */
const gain = 1;

export function createMyriapodLearning({ control }: MyriapodDesc): LearnHandle {
  const actions = [
    { name: 'turn', reach: 1, law: { left: gain }, writes: [{ control: 'control.turn', gain: fastestTurn }] },
    { name: 'pace', reach: 1, writes: [{ control: 'control.speed', gain: paceReach * control.speed }] },
  ];
  return {
    settings: {},
    training: {},
    engage: { 'control.manual': 1 },
    space: 'plane',
    ...{ period: 0.5, window: 1, horizon: 15, runUp: 4, tick: 0.05, repeat: 4 },
    upright: 0,
    actions: { default: actions, few: actions },
    senses: { signals: ['bodyBend', 'swingAngle', 'stanceFraction', 'support'], elements: [] },
    places: [],
  };
}
