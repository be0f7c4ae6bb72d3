/**
 * What is measured of a swimming soft animal, with constant memory.
 *
 * driftRate is the turn of the body's axis in space: the angle between its mean directions in the first and in the last
 * second of the second half, over the time between them; a second steps over the sway of a stroke.
 */
import { type Metric, metric } from '../../contract/define.ts';
import { acos } from '../../math/portable.ts';
import type { SoftSystem } from './system.ts';

export type SoftMeters = ReturnType<typeof createSoftMeters>;

export function createSoftMeters({ signalOffsets: at }: SoftSystem, seconds: number) {
  const halfTime = seconds / 2;
  const window = Math.min(1, halfTime / 2);
  const axis = { early: new Float64Array(3), late: new Float64Array(3), apart: halfTime - window };
  const whole = { volume: 1, stretch: 1, residual: 0, inverted: 0, power: -Infinity, samples: 0, iterations: 0 };
  const observe = (t: number, signals: Float64Array): void => {
    const add = (sum: Float64Array): void => {
      for (let k = 0; k < 3; k++) sum[k] = sum[k]! + signals[at['forward.x']! + k]!;
    };
    if (t >= halfTime && t < halfTime + window) add(axis.early);
    if (t > seconds - window - 1e-9) add(axis.late);
    whole.volume = Math.min(whole.volume, signals[at['volume']!]!);
    whole.stretch = Math.min(whole.stretch, signals[at['stretch.min']!]!);
    // A share of the motion says nothing while there is none yet.
    if (t >= halfTime) whole.residual = Math.max(whole.residual, signals[at['solver.residual']!]!);
    whole.inverted = Math.max(whole.inverted, signals[at['inverted']!]!);
    whole.power = Math.max(whole.power, signals[at['power.water']!]!);
    whole.samples += 1;
    whole.iterations += signals[at['solver.iterations']!]!;
  };
  return { observe, axis, whole };
}

const readWhole =
  (name: keyof SoftMeters['whole']) =>
  ({ whole }: SoftMeters): number =>
    whole[name];

export const softMetrics: readonly Metric<SoftMeters>[] = [
  metric('driftRate', 'rad/s', 'Turn of the body’s axis in space, strokes left out.', computeDrift),
  metric('volumeMin', '', 'Least volume over that at rest.', readWhole('volume'), {
    min: 0.85,
    otherwise: 'Flesh hardly changes its volume: raise body.material.volume, or use weaker waves.',
  }),
  metric('stretchMin', '', 'Least det F of an element: 1 at rest, below 0 turned inside out.', readWhole('stretch')),
  metric('invertedMax', '', 'Most elements turned inside out at once; 0 in a sound run.', readWhole('inverted'), {
    max: 0,
    otherwise: 'Try a stiffer body (body.material.shape), weaker waves or more solver.iterations.',
  }),
  metric(
    'residualMax',
    '',
    'Largest residual of a step in the second half, as a share of its motion.',
    readWhole('residual'),
    { max: 0.1, otherwise: 'Steps are left unsolved: try more solver.iterations or a higher solver.rate.' },
  ),
  metric('iterationsMean', '', 'Iterations of a step, mean.', ({ whole }) =>
    whole.samples > 0 ? whole.iterations / whole.samples : 0,
  ),
  metric('waterPowerMax', 'W', 'Largest power that the water gave to the body; below 0 it only took.', ({ whole }) =>
    whole.samples > 0 ? whole.power : 0,
  ),
];

/** rad/s; null before both directions were seen. */
function computeDrift({ axis: { early, late, apart } }: SoftMeters): number | null {
  const [a, b, ab] = [dot(early, early), dot(late, late), dot(early, late)];
  if (!(a > 0 && b > 0 && apart > 0)) return null;
  return acos(Math.max(-1, Math.min(1, ab / Math.sqrt(a * b)))) / apart;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}
