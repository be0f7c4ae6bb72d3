/** Everything of the myriapods' paper that can be checked. */
import type { Paper } from '../../kinds/claim.ts';
import { gait } from './gait.ts';
import { stepRate, world } from './world.ts';

export const myriapodPaper: Paper = {
  name: 'myriapoda',
  title: 'Fang, Jiang & Terzopoulos: Modeling and animating myriapoda: a real-time kinematic/dynamic approach',
  experiments: [gait, world, stepRate],
};
