/** What is measured of a worm, in the order in which `metrics.ts` reads it. */
import type { MetricSpec } from '../../contract/types.ts';

export const wormMetrics: readonly MetricSpec[] = [
  { name: 'frequency', unit: 'Hz', about: 'Undulations per second.' },
  { name: 'wavelengths', unit: '', about: 'Waves along the body; positive when they run from head to tail.' },
  {
    name: 'waveQuality',
    unit: '',
    about: 'How far the sections make one travelling wave: 1 all of it, 0 none; below 0.65 no wavelength is given.',
  },
  { name: 'waveDirection', unit: '', about: '1 when the wave runs from head to tail, −1 the other way.' },
  {
    name: 'bend',
    unit: '1/m',
    about: 'Largest curvature of the centre line, a tenth of the body left out at both ends.',
  },
  { name: 'amplitude', unit: 'm', about: 'Swing across the heading from side to side, mean over the body.' },
  { name: 'amplitudeMax', unit: 'm', about: 'Swing across the heading of the point that swings most.' },
  { name: 'contour', unit: '', about: 'Length along the centre line over that at rest, mean.' },
  { name: 'contourMin', unit: '', about: 'Length along the centre line over that at rest, least.' },
  { name: 'endToEnd', unit: '', about: 'Distance from head to tail over that at rest, mean.' },
  { name: 'endToEndMin', unit: '', about: 'Distance from head to tail over that at rest, least.' },
  { name: 'headingPerCycle', unit: 'rad', about: 'Turn of the body in one undulation.' },
  { name: 'theorySpeed', unit: 'm/s', about: 'Speed that resistive-force theory gives for the same movements.' },
  { name: 'theoryRatio', unit: '', about: 'Speed over that of resistive-force theory.' },
  {
    name: 'invertedMax',
    unit: '',
    about: 'Most elements turned inside out at once; 0 in a sound run.',
    sound: { max: 0, otherwise: 'Try smaller steps (solver.dt, solver.substeps) or a weaker drive.' },
  },
  {
    name: 'residualMax',
    unit: '',
    about: 'Largest relative residual of the linear system.',
    sound: {
      max: 0.01,
      otherwise: 'What is left unsolved moves the body: try solver.kind=deflated-cg or a smaller solver.tolerance.',
    },
  },
  { name: 'iterations', unit: '', about: 'Iterations of the linear solver, mean.' },
];
