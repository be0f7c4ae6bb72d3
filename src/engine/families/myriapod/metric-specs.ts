/** What is measured of a myriapod, in the order in which `metrics.ts` reads it. */
import type { MetricSpec } from '../../contract/types.ts';

export const myriapodMetrics: readonly MetricSpec[] = [
  { name: 'frequency', unit: 'Hz', about: 'Strides of a leg per second.' },
  { name: 'lagSpread', unit: 'cycles per segment', about: 'Standard deviation of that delay over the legs.' },
  { name: 'coherence', unit: '', about: '1 when every leg keeps its delay, 0 when delays are scattered; mean.' },
  { name: 'coherenceMin', unit: '', about: 'Coherence of the leg that keeps its delay worst.' },
  { name: 'doubleSteps', unit: '', about: 'Share of steps less than half a cycle after the one before.' },
  { name: 'phaseLag', unit: 'cycles per segment', about: 'Delay of a leg behind the one in front of it, mean.' },
  { name: 'bodyLengthsPerCycle', unit: 'body lengths', about: 'Way of the head in one stride.' },
  { name: 'jointBend', unit: 'rad', about: 'Bend between neighbouring segments, mean.' },
  { name: 'dutyFactor', unit: '', about: 'Share of the legs that stand, mean.' },
  { name: 'supportFraction', unit: '', about: 'Share of the segments that their legs carry, mean.' },
  { name: 'linkStretch', unit: '', about: 'Distance of neighbouring segments over that at rest, mean.' },
  { name: 'tailSpeedRatio', unit: '', about: 'Way of the tail over that of the head.' },
  { name: 'bodyHeightMin', unit: 'm', about: 'Least height of a segment’s centre above the ground.' },
  { name: 'footSlipMax', unit: 'm', about: 'Farthest that a standing leg’s tip slid.' },
  { name: 'walkingFrom', unit: 's', about: 'Time from which the animal walks on its legs.' },
  { name: 'foodEaten', unit: '', about: 'Pieces of food eaten.' },
  { name: 'obstacleGapMin', unit: 'm', about: 'Least distance of the head’s centre from an obstacle.' },
];
