/**
 * What is measured of a swimming soft animal, with constant memory.
 *
 * driftRate is the turn of the body's axis in space: the angle between its mean directions in the first and in the last
 * second of the second half, over the time between them; a second steps over the sway of a stroke.
 */
import { acos } from '../../math/portable.ts';
import type { FamilyMetrics } from '../../contract/types.ts';
import type { SoftSystem } from './system.ts';

export function createSoftMetrics({ signalOffsets: at }: SoftSystem, seconds: number): FamilyMetrics {
  const halfTime = seconds / 2;
  const window = Math.min(1, halfTime / 2);
  const early = new Float64Array(3);
  const late = new Float64Array(3);
  const whole = { volume: 1, stretch: 1, residual: 0, inverted: 0, power: -Infinity, samples: 0, iterations: 0 };
  return {
    observe(t, signals) {
      const add = (sum: Float64Array): void => {
        for (let k = 0; k < 3; k++) sum[k] = sum[k]! + signals[at['forward.x']! + k]!;
      };
      if (t >= halfTime && t < halfTime + window) add(early);
      if (t > seconds - window - 1e-9) add(late);
      whole.volume = Math.min(whole.volume, signals[at['volume']!]!);
      whole.stretch = Math.min(whole.stretch, signals[at['stretch.min']!]!);
      // A share of the motion says nothing while there is none yet.
      if (t >= halfTime) whole.residual = Math.max(whole.residual, signals[at['solver.residual']!]!);
      whole.inverted = Math.max(whole.inverted, signals[at['inverted']!]!);
      whole.power = Math.max(whole.power, signals[at['power.water']!]!);
      whole.samples += 1;
      whole.iterations += signals[at['solver.iterations']!]!;
    },
    read: () => ({
      driftRate: computeDrift(early, late, halfTime - window),
      volumeMin: whole.volume,
      stretchMin: whole.stretch,
      invertedMax: whole.inverted,
      residualMax: whole.residual,
      iterationsMean: whole.samples > 0 ? whole.iterations / whole.samples : 0,
      waterPowerMax: whole.samples > 0 ? whole.power : 0,
    }),
  };
}

/** rad/s; null before both directions were seen. */
function computeDrift(early: Float64Array, late: Float64Array, seconds: number): number | null {
  const [a, b, ab] = [dot(early, early), dot(late, late), dot(early, late)];
  if (!(a > 0 && b > 0 && seconds > 0)) return null;
  return acos(Math.max(-1, Math.min(1, ab / Math.sqrt(a * b)))) / seconds;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}
