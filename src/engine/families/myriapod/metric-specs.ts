/** What is measured of a myriapod, in the order in which `metrics.ts` reads it. */
import type { MetricSpec } from '../../contract/types.ts';
import type { MyriapodDesc } from './schema.ts';

export function listMyriapodMetrics({ body }: MyriapodDesc): readonly MetricSpec[] {
  return [...gait, ...createBodyMetrics(body.height), ...happenings];
}

const gait: readonly MetricSpec[] = [
  { name: 'frequency', unit: 'Hz', about: 'Strides of a leg per second.' },
  { name: 'lagSpread', unit: 'cycles per segment', about: 'Standard deviation of that delay over the legs.' },
  {
    name: 'coherence',
    unit: '',
    about: '1 when every leg keeps its delay, 0 when delays are scattered; mean.',
    sound: {
      min: 0.75,
      otherwise:
        'The legs keep no one wave, so that phaseLag says little. On rough ground try controller.gait.coordination=phase.',
    },
  },
  { name: 'coherenceMin', unit: '', about: 'Coherence of the leg that keeps its delay worst.' },
  {
    name: 'doubleSteps',
    unit: '',
    about: 'Share of steps less than half a cycle after the one before.',
    sound: { max: 0.05, otherwise: 'Legs step twice in a cycle: try a gentler turn or controller.gait.waitShare.' },
  },
  { name: 'phaseLag', unit: 'cycles per segment', about: 'Delay of a leg behind the one in front of it, mean.' },
  { name: 'bodyLengthsPerCycle', unit: 'body lengths', about: 'Way of the head in one stride.' },
  { name: 'jointBend', unit: 'rad', about: 'Bend between neighbouring segments, mean.' },
  { name: 'dutyFactor', unit: '', about: 'Share of the legs that stand, mean.' },
  { name: 'supportFraction', unit: '', about: 'Share of the segments that their legs carry, mean.' },
];

/** `height` of a segment, m: with its centre at half of it, its belly is on the ground. */
function createBodyMetrics(height: number): readonly MetricSpec[] {
  return [
    {
      name: 'linkStretch',
      unit: '',
      about: 'Distance of neighbouring segments over that at rest, mean.',
      sound: { min: 0.9, max: 1.1, otherwise: 'The body is torn or crushed: try stiffer tissue or a slower walk.' },
    },
    { name: 'tailSpeedRatio', unit: '', about: 'Way of the tail over that of the head.' },
    {
      name: 'bodyHeightMin',
      unit: 'm',
      about: 'Least height of a segment’s centre above the ground.',
      sound: {
        min: height / 2,
        otherwise:
          'A segment lies on the ground or in it: try stiffer tissue (body.stiffness), less gravity or lower bumps.',
      },
    },
    {
      name: 'footSlipMax',
      unit: 'm',
      about: 'Farthest that a standing leg’s tip slid.',
      sound: { max: 1e-6, otherwise: 'Feet that stand are meant not to slide.' },
    },
  ];
}

const happenings: readonly MetricSpec[] = [
  { name: 'walkingFrom', unit: 's', about: 'Time from which the animal walks on its legs.' },
  { name: 'foodEaten', unit: '', about: 'Pieces of food eaten.' },
  { name: 'obstacleGapMin', unit: 'm', about: 'Least distance of the head’s centre from an obstacle.' },
];
