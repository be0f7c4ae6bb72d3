/** What is measured of an undulating swimmer, in the order in which `metrics.ts` reads it. */
import type { MetricSpec } from '../../contract/types.ts';

export const milestonesMm = [15, 30, 50, 200, 400] as const;

export const swimmerMetrics: readonly MetricSpec[] = [
  { name: 'frequency', unit: 'Hz', about: 'Cycles of the wave per second.' },
  { name: 'wavelengths', unit: '', about: 'Waves along the body; positive when they run from head to tail.' },
  { name: 'phaseLag', unit: 'cycles per segment', about: 'Delay from one segment of the cord to the next.' },
  { name: 'amplitudeHead', unit: 'm', about: 'Sideways swing of the head about the line of travel, to one side.' },
  { name: 'amplitudeTail', unit: 'm', about: 'Sideways swing of the tail about the line of travel, to one side.' },
  { name: 'amplitudeRatio', unit: '', about: 'Swing of the rear half over that of the front half.' },
  { name: 'costOfTransport', unit: 'J/(kg m)', about: 'Positive work of the muscles per mass and way.' },
  ...milestonesMm.map((mm) => ({
    name: `timeTo${mm}mm`,
    unit: 's',
    about: `Time at which the animal is ${mm} mm from its start.`,
  })),
];
