/**
 * What is measured of a swimming soft animal, with constant memory.
 *
 * speed is through the water and along the body's own axis, so that neither a current nor sinking counts as swimming; groundSpeed is the
 * path of the centre of mass. Both are the same whichever way the animal faces. Power is what the water takes, in its own frame.
 * driftRate is the turn of the body's axis in space: the angle between its mean directions in the first and in the last
 * second of the second half, over the time between them; a second steps over the sway of a stroke.
 */
import { type Metric, metric } from '../../contract/define.ts';
import { chordSeconds } from '../../math/meters/track-metrics.ts';
import { acos } from '../../math/portable.ts';
import { type Current, setCurrentVelocity } from '../../world/current.ts';
import { createCurrent, setFlowNumbers } from './medium.ts';
import { sampleLength, samplePlaces, SwimPath } from './swim-path.ts';
import type { SoftSystem } from './system.ts';

/** Of the body length: who went less through the water in the second half has no cost of transport. */
const pathFloor = 0.05;
/**
 * W per kg of body. Chosen: muscle gives 100 to 250 W/kg at its best (from memory, not checked), and less than half of a body is
 * muscle that pulls at a time. What is above is impossible for an animal.
 */
const maxPowerPerMass = 100;

export type SoftMeters = ReturnType<typeof createSoftMeters>;

export function createSoftMeters(system: SoftSystem, seconds: number) {
  const { signalOffsets: at } = system;
  const halfTime = seconds / 2;
  const window = Math.min(1, halfTime / 2);
  const axis = { early: new Float64Array(3), late: new Float64Array(3), apart: halfTime - window };
  const whole = { volume: 1, stretch: 1, residual: 0, inverted: 0, power: -Infinity, samples: 0, iterations: 0 };
  // Of a short run at least two spans.
  const path = new SwimPath(Math.min(chordSeconds, halfTime / 2), findFall(system));
  const sampler = new Sampler(system);
  const observe = (t: number, signals: Float64Array, controls?: Float64Array): void => {
    const add = (sum: Float64Array): void => {
      for (let k = 0; k < 3; k++) sum[k] = sum[k]! + signals[at['forward.x']! + k]!;
    };
    if (t >= halfTime && t < halfTime + window) add(axis.early);
    if (t > seconds - window - 1e-9) add(axis.late);
    whole.volume = Math.min(whole.volume, signals[at['volume']!]!);
    whole.stretch = Math.min(whole.stretch, signals[at['stretch.min']!]!);
    whole.residual = Math.max(whole.residual, signals[at['solver.residual']!]!);
    whole.inverted = Math.max(whole.inverted, signals[at['inverted']!]!);
    whole.power = Math.max(whole.power, signals[at['power.water']!]!);
    whole.samples += 1;
    whole.iterations += signals[at['solver.iterations']!]!;
    if (t < halfTime) return;
    path.observe(sampler.read(t, signals, controls));
  };
  return { observe, axis, whole, path, system, halfTime };
}

/** Vertical direction in which the body goes by its weight in water: −1, 0 or 1. */
function findFall({ desc: { water, body } }: SoftSystem): number {
  if (water.gravity === 0) return 0;
  return Math.sign((water.model === 'none' ? 0 : water.density) - body.material.density);
}

/** Samples for the path: what the signals tell, and how far the water went meanwhile. */
class Sampler {
  readonly #system: SoftSystem;
  readonly #sample = new Float64Array(sampleLength);
  /** As the live controls told, m/s. */
  readonly #flow = new Float64Array(3);
  #current: Current | undefined;
  readonly #stream = new Float64Array(3);
  readonly #streamBefore = new Float64Array(3);
  readonly #drift = new Float64Array(3);
  #power = 0;
  #time = NaN;

  constructor(system: SoftSystem) {
    this.#system = system;
  }

  /** In still water where no controls are given. */
  read(t: number, signals: Float64Array, controls: Float64Array | undefined): Float64Array {
    const at = this.#system.signalOffsets;
    const [sample, stream, before, drift] = [this.#sample, this.#stream, this.#streamBefore, this.#drift];
    const isFirst = Number.isNaN(this.#time);
    const half = isFirst ? 0 : (t - this.#time) / 2;
    const power = -signals[at['power.water']!]!;
    if (controls !== undefined) this.#setCurrent(controls);
    setCurrentVelocity(stream, this.#current, signals);
    sample[samplePlaces.time] = t;
    sample[samplePlaces.energy] = sample[samplePlaces.energy]! + half * (this.#power + power);
    for (let k = 0; k < 3; k++) {
      drift[k] = drift[k]! + half * (before[k]! + stream[k]!);
      sample[samplePlaces.ground + k] = signals[k]!;
      sample[samplePlaces.water + k] = signals[k]! - drift[k]!;
      sample[samplePlaces.axis + k] = signals[at['forward.x']! + k]!;
    }
    before.set(stream);
    this.#power = power;
    this.#time = t;
    return sample;
  }

  #setCurrent(controls: Float64Array): void {
    const { water } = this.#system.desc;
    if (water.model !== 'none' && setFlowNumbers(this.#flow, this.#system, controls, 1, 0))
      this.#current = createCurrent(water.current, this.#flow, 1, 0);
  }
}

const readWhole =
  (name: keyof SoftMeters['whole']) =>
  ({ whole }: SoftMeters): number =>
    whole[name];

export const softMetrics: readonly Metric<SoftMeters>[] = [
  metric(
    'speed',
    'm/s',
    'Mean through the water over the second half, along the body’s own axis, forward positive; drift with the water and falling by weight do not count, gliding does.',
    ({ path }) => path.compute('forward'),
  ),
  metric('bodyLengthsPerSecond', '1/s', 'Speed in body lengths.', ({ path, system }) =>
    divide(path.compute('forward'), system.bodyLength),
  ),
  metric('groundSpeed', 'm/s', 'Mean over ground over the second half, whatever its direction.', ({ path }) =>
    path.compute('ground'),
  ),
  metric(
    'powerPerMass',
    'W/kg',
    'Power that the water took from the body in the second half, per mass of the body.',
    computePowerPerMass,
    {
      max: maxPowerPerMass,
      otherwise: 'No muscle gives so much: use weaker or slower waves (control.effort, control.tempo).',
    },
  ),
  metric(
    'costOfTransport',
    'J/(kg m)',
    'Energy given to the water per mass and way through it; none where the animal hardly goes, or where its weight gives energy too.',
    computeCost,
  ),
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
  metric('residualMax', '', 'Largest residual of a step, as a share of its motion.', readWhole('residual'), {
    max: 0.1,
    otherwise: 'Steps are left unsolved: try more solver.iterations or a higher solver.rate.',
  }),
  metric('iterationsMean', '', 'Iterations of a step, mean.', ({ whole }) =>
    whole.samples > 0 ? whole.iterations / whole.samples : 0,
  ),
  metric('waterPowerMax', 'W', 'Largest power that the water gave to the body; below 0 it only took.', ({ whole }) =>
    whole.samples > 0 ? whole.power : 0,
  ),
];

function divide(a: number | null, b: number): number | null {
  return a === null ? null : a / b;
}

/** null in empty space, and before there is a mean. */
function computePowerPerMass({ path, system }: SoftMeters): number | null {
  return system.desc.water.model === 'none' ? null : divide(path.compute('energy'), system.mass);
}

function computeCost(meters: SoftMeters): number | null {
  const { path, system, halfTime } = meters;
  const [power, speed] = [computePowerPerMass(meters), path.compute('forward')];
  if (power === null || speed === null) return null;
  return findFall(system) !== 0 || Math.abs(speed) * halfTime < pathFloor * system.bodyLength
    ? null
    : power / Math.abs(speed);
}

/** rad/s; null before both directions were seen. */
function computeDrift({ axis: { early, late, apart } }: SoftMeters): number | null {
  const [a, b, ab] = [dot(early, early), dot(late, late), dot(early, late)];
  if (!(a > 0 && b > 0 && apart > 0)) return null;
  return acos(Math.max(-1, Math.min(1, ab / Math.sqrt(a * b)))) / apart;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}
