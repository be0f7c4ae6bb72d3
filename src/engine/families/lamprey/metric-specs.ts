/** What is measured of an undulating swimmer, in the order in which `metrics.ts` reads it. */
import type { MetricSpec } from '../../contract/types.ts';

export const milestonesMm = [15, 30, 50, 200, 400] as const;

export const swimmerMetrics: readonly MetricSpec[] = [
  { name: 'frequency', unit: 'Hz', about: 'Cycles of the wave per second.' },
  { name: 'beating', unit: '', about: 'Share of the second half in which the joints beat.' },
  { name: 'wavelengths', unit: '', about: 'Waves along the body; positive when they run from head to tail.' },
  {
    name: 'waveQuality',
    unit: '',
    about: 'How far the joints make one travelling wave: 1 all of it, 0 none; below 0.65 no wavelength is given.',
  },
  { name: 'phaseLag', unit: 'cycles per segment', about: 'Delay from one segment of the cord to the next.' },
  { name: 'amplitudeHead', unit: 'm', about: 'Sideways swing of the head about the line of travel, to one side.' },
  { name: 'amplitudeTail', unit: 'm', about: 'Sideways swing of the tail about the line of travel, to one side.' },
  { name: 'amplitudeRatio', unit: '', about: 'Swing of the tail over that of the head.' },
  { name: 'costOfTransport', unit: 'J/(kg m)', about: 'Positive work of the muscles per mass and way.' },
  ...milestonesMm.map((mm) => ({
    name: `timeTo${mm}mm`,
    unit: 's',
    about: `Time at which the animal is ${mm} mm from its start.`,
  })),
];
