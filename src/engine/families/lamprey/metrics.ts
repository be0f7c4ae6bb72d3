/**
 * What is measured of an undulating swimmer, with constant memory, over the second half of a run: frequency and wave
 * from the times at which each joint's angle crosses zero upward, amplitudes across the line of travel, cost of
 * transport from the positive power of the muscles and the length of the path. An animal that does not bend has none of them.
 */
import { type Meters, type Metric, metric } from '../../contract/define.ts';
import { SwayMeter } from '../../math/meters/sway-meter.ts';
import { chordSeconds } from '../../math/meters/track-metrics.ts';
import { WaveMeter } from '../../math/meters/wave-meter.ts';
import type { LampreySystem } from './system.ts';

/** rad: a joint that bends less does not beat. A swimming lamprey's bend by 0.2 to 0.6. */
const bendFloor = 0.02;
/**
 * Below it the joints make no one wave that travels, and the sum of their lags is no length of it. Measured: 0.69 to 0.90 in
 * animals whose wave runs tailward, 0.48 to 0.64 with 50 segments and fewer or with all segments in phase.
 */
const qualityFloor = 0.65;
/** Of the body length: who went less has no cost of transport. */
const pathFloor = 0.05;
const milestonesMm = [15, 30, 50, 200, 400] as const;

export class LampreyMeters implements Meters {
  readonly system: LampreySystem;
  readonly wave: WaveMeter;
  /** Times at which the milestones were passed. */
  readonly reached: (number | null)[] = milestonesMm.map(() => null);
  readonly #sway: SwayMeter;
  readonly #halfTime: number;
  readonly #start = { x: NaN, y: NaN };
  readonly #chord = { t: NaN, x: 0, y: 0 };
  readonly #last = { t: 0, x: 0, y: 0 };
  #path = 0;
  #work = 0;
  #cycles = 0;

  constructor(system: LampreySystem, seconds: number) {
    const links = system.desc.body.links.length;
    this.system = system;
    this.#halfTime = seconds / 2;
    this.wave = new WaveMeter(links - 1, this.#halfTime, bendFloor);
    this.#sway = new SwayMeter(links + 1);
  }

  observe(t: number, signals: Float64Array): void {
    const at = this.system.signalOffsets;
    const last = this.#last;
    const dt = t - last.t;
    this.#observePlace(t, signals[0]!, signals[1]!);
    const newCycle = this.wave.observe(t, dt, signals, at['jointAngle']!);
    last.t = t;
    setPlace(last, signals[0]!, signals[1]!);
    if (t < this.#halfTime) return;
    this.#work += dt * Math.max(0, signals[at['power.muscle']!]!);
    if (newCycle) this.#sway.closeCycle(this.#cycles++ > 0);
    this.#sway.observe(t, signals, at['midline.x']!, at['midline.y']!);
  }

  #observePlace(t: number, x: number, y: number): void {
    const chord = this.#chord;
    if (Number.isNaN(this.#start.x)) setPlace(this.#start, x, y);
    if (t >= this.#halfTime && !(t - chord.t < chordSeconds - 1e-9)) {
      if (!Number.isNaN(chord.t)) this.#path += computeDistance(chord, x, y);
      chord.t = t;
      setPlace(chord, x, y);
    }
    const distanceMm = 1000 * computeDistance(this.#start, x, y);
    for (let i = 0; i < milestonesMm.length; i++) {
      if (this.reached[i] === null && distanceMm >= milestonesMm[i]!) this.reached[i] = t;
    }
  }

  computeBeating(): number {
    return this.wave.computeBeating(this.#last.t);
  }

  /** The joints span two links less than the body. */
  computeWavelengths(): number | null {
    const quality = this.wave.computeQuality();
    const turns = this.wave.computeTurns();
    if (turns === null || quality === null || quality < qualityFloor) return null;
    const links = this.system.desc.body.links.length;
    return (turns * links) / (links - 2);
  }

  /** m to one side; `point` counts along the midline, from the tail where it is negative. */
  readAmplitude(point: number): number | null {
    return this.#sway.read()?.at(point) ?? null;
  }

  computeCost(): number | null {
    const { mass, bodyLength } = this.system;
    const [chord, last] = [this.#chord, this.#last];
    const travelled = this.#path + (Number.isNaN(chord.t) ? 0 : computeDistance(chord, last.x, last.y));
    const isSwimming = this.wave.computeFrequency() !== null && travelled > pathFloor * bodyLength;
    return isSwimming ? this.#work / (mass * travelled) : null;
  }
}

export const lampreyMetrics: readonly Metric<LampreyMeters>[] = [
  metric('frequency', 'Hz', 'Cycles of the wave per second.', ({ wave }) => wave.computeFrequency()),
  metric('beating', '', 'Share of the second half in which the joints beat.', (m) => m.computeBeating()),
  metric('wavelengths', '', 'Waves along the body; positive when they run from head to tail.', (m) =>
    m.computeWavelengths(),
  ),
  metric(
    'waveQuality',
    '',
    'How far the joints make one travelling wave: 1 all of it, 0 none; below 0.65 no wavelength is given.',
    ({ wave }) => wave.computeQuality(),
  ),
  metric('phaseLag', 'cycles per segment', 'Delay from one segment of the cord to the next.', (m) =>
    divide(m.computeWavelengths(), m.system.desc.segments),
  ),
  metric('amplitudeHead', 'm', 'Sideways swing of the head about the line of travel, to one side.', (m) =>
    m.readAmplitude(0),
  ),
  metric('amplitudeTail', 'm', 'Sideways swing of the tail about the line of travel, to one side.', (m) =>
    m.readAmplitude(-1),
  ),
  metric('amplitudeRatio', '', 'Swing of the tail over that of the head.', (m) =>
    divide(m.readAmplitude(-1), m.readAmplitude(0)),
  ),
  metric('costOfTransport', 'J/(kg m)', 'Positive work of the muscles per mass and way.', (m) => m.computeCost()),
  ...milestonesMm.map((mm, i) =>
    metric<LampreyMeters>(
      `timeTo${mm}mm`,
      's',
      `Time at which the animal is ${mm} mm from its start.`,
      (m) => m.reached[i]!,
    ),
  ),
];

/** null where either is missing, or there is nothing to divide by. */
function divide(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : a / b;
}

function computeDistance(from: { x: number; y: number }, x: number, y: number): number {
  const [dx, dy] = [x - from.x, y - from.y];
  return Math.sqrt(dx * dx + dy * dy);
}

function setPlace(out: { x: number; y: number }, x: number, y: number): void {
  out.x = x;
  out.y = y;
}
