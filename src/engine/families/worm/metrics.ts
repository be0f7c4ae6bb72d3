/**
 * What is measured of a crawling or swimming worm over the second half of a run, with constant memory, and the speed that
 * resistive-force theory gives for the same movements.
 */
import { type Meters, type Metric, metric } from '../../contract/define.ts';
import { ResistiveTheory } from '../../forces/resistive-theory.ts';
import { SlopeMeter } from '../../math/meters/slope-meter.ts';
import { WaveMeter } from '../../math/meters/wave-meter.ts';
import { cos, hypot, sin } from '../../math/portable.ts';
import type { WormSystem } from './system.ts';

/** Sections at either end whose curvature is too noisy for the wave. */
const endShare = 0.1;
/**
 * Over the body length: sections that bend less tremble, and do not undulate. The middle of a crawling or swimming worm bends by 6,
 * that of one driven by modes by 0.35, between two of their bellies.
 */
const bendFloor = 0.25;
/**
 * Below it the sections make no one wave that travels, and the sum of their lags is no length of it. Measured: 0.71 to 0.80 between
 * agar and water, 0.34 with modes, which stand.
 */
const qualityFloor = 0.65;

export class WormMeters implements Meters {
  readonly wave: WaveMeter;
  readonly shape: ShapeMeter;
  readonly theory: ResistiveTheory;
  readonly contour = new MeanMeter();
  readonly endToEnd = new MeanMeter();
  readonly iterations = new MeanMeter();
  bend: number | null = null;
  /** Of the whole run. */
  invertedMax = 0;
  residualMax = 0;
  readonly #at: WormSystem['signalOffsets'];
  readonly #sections: number;
  /** Sections left out of the wave at either end. */
  readonly #ends: number;
  readonly #halfTime: number;
  readonly #turn: SlopeMeter;
  readonly #half = { t: NaN, x: 0, y: 0 };
  readonly #last = { t: 0, x: 0, y: 0 };

  constructor({ signalOffsets, mesh, bodyLength, sectionShares }: WormSystem, seconds: number) {
    this.#at = signalOffsets;
    this.#sections = mesh.sectionCount;
    this.#ends = Math.round(endShare * mesh.sectionCount);
    this.#halfTime = seconds / 2;
    this.#turn = new SlopeMeter(this.#halfTime, this.#halfTime);
    this.wave = new WaveMeter(mesh.sectionCount - 2 * this.#ends, this.#halfTime, bendFloor / bodyLength);
    this.shape = new ShapeMeter(mesh.sectionCount);
    this.theory = new ResistiveTheory(sectionShares);
  }

  observe(t: number, signals: Float64Array): void {
    const at = this.#at;
    this.wave.observe(t, t - this.#last.t, signals, at['curvature']! + this.#ends, signals[3]);
    setPlace(this.#last, t, signals);
    this.invertedMax = Math.max(this.invertedMax, signals[at['inverted']!]!);
    this.residualMax = Math.max(this.residualMax, signals[at['solver.residual']!]!);
    if (t > 0) this.iterations.observe(signals[at['solver.iterations']!]!);
    if (t >= this.#halfTime) this.#observeHalf(t, signals);
  }

  #observeHalf(t: number, signals: Float64Array): void {
    const at = this.#at;
    if (Number.isNaN(this.#half.t)) setPlace(this.#half, t, signals);
    this.#turn.observe(t, signals[3]!);
    this.contour.observe(signals[at['contour']!]!);
    this.endToEnd.observe(signals[at['endToEnd']!]!);
    this.bend = Math.max(this.bend ?? 0, computeLargestBend(signals, at['curvature']!, this.#sections));
    this.shape.observe(signals, at['midline.x']!, at['midline.y']!);
    this.theory.observe(t, signals, at['midline.x']!, at['midline.y']!, at['drag.along']!, at['drag.across']!);
  }

  /** Between the sections that the wave is read from; null where they make no wave. */
  computeTurns(): number | null {
    const quality = this.wave.computeQuality();
    return quality !== null && quality >= qualityFloor ? this.wave.computeTurns() : null;
  }

  computeWavelengths(): number | null {
    const turns = this.computeTurns();
    return turns === null ? null : (turns * (this.#sections - 1)) / (this.#sections - 2 * this.#ends - 1);
  }

  computeDirection(): number | null {
    const turns = this.computeTurns();
    return turns === null ? null : Math.sign(turns);
  }

  /** rad/s over whole undulations, since the heading swings with them; null where none is whole, a straight line in a run without undulations. */
  computeHeadingRate(): number | null {
    return this.wave.hasRhythm ? this.wave.computeCarriedRate() : this.#turn.compute();
  }

  computeHeadingPerCycle(): number | null {
    const frequency = this.wave.computeFrequency();
    const turned = this.computeHeadingRate();
    return frequency === null || turned === null ? null : turned / frequency;
  }

  computeTheoryRatio(): number | null {
    const [half, last] = [this.#half, this.#last];
    const predicted = this.theory.computeSpeed();
    const travelled = hypot(last.x - half.x, last.y - half.y) / (last.t - half.t);
    return predicted === null || predicted === 0 ? null : travelled / predicted;
  }
}

export const wormMetrics: readonly Metric<WormMeters>[] = [
  metric(
    'headingRate',
    'rad/s',
    'Turn per time over the whole undulations of the second half, counter-clockwise positive.',
    (m) => m.computeHeadingRate(),
  ),
  metric('frequency', 'Hz', 'Undulations per second.', ({ wave }) => wave.computeFrequency()),
  metric('wavelengths', '', 'Waves along the body; positive when they run from head to tail.', (m) =>
    m.computeWavelengths(),
  ),
  metric(
    'waveQuality',
    '',
    'How far the sections make one travelling wave: 1 all of it, 0 none; below 0.65 no wavelength is given.',
    ({ wave }) => wave.computeQuality(),
  ),
  metric('waveDirection', '', '1 when the wave runs from head to tail, −1 the other way.', (m) => m.computeDirection()),
  metric(
    'bend',
    '1/m',
    'Largest curvature of the centre line, a tenth of the body left out at both ends.',
    (m) => m.bend,
  ),
  metric('amplitude', 'm', 'Swing across the heading from side to side, mean over the body.', (m) =>
    m.shape.computeMean(),
  ),
  metric('amplitudeMax', 'm', 'Swing across the heading of the point that swings most.', (m) =>
    m.shape.computeLargest(),
  ),
  metric('contour', '', 'Length along the centre line over that at rest, mean.', (m) => m.contour.computeMean()),
  metric('contourMin', '', 'Length along the centre line over that at rest, least.', ({ contour }) => contour.least),
  metric('endToEnd', '', 'Distance from head to tail over that at rest, mean.', (m) => m.endToEnd.computeMean()),
  metric('endToEndMin', '', 'Distance from head to tail over that at rest, least.', ({ endToEnd }) => endToEnd.least),
  metric('headingPerCycle', 'rad', 'Turn of the body in one undulation.', (m) => m.computeHeadingPerCycle()),
  metric('theorySpeed', 'm/s', 'Speed that resistive-force theory gives for the same movements.', (m) =>
    m.theory.computeSpeed(),
  ),
  metric('theoryRatio', '', 'Speed over that of resistive-force theory.', (m) => m.computeTheoryRatio()),
  {
    name: 'invertedMax',
    unit: '',
    about: 'Most elements turned inside out at once; 0 in a sound run.',
    sound: { max: 0, otherwise: 'Try smaller steps (solver.dt, solver.substeps) or a weaker drive.' },
    read: ({ invertedMax }) => invertedMax,
  },
  {
    name: 'residualMax',
    unit: '',
    about: 'Largest relative residual of the linear system.',
    sound: {
      max: 0.01,
      otherwise: 'What is left unsolved moves the body: try solver.kind=deflated-cg or a smaller solver.tolerance.',
    },
    read: ({ residualMax }) => residualMax,
  },
  metric('iterations', '', 'Iterations of the linear solver, mean.', ({ iterations }) => iterations.computeMean()),
];

class MeanMeter {
  least: number | null = null;
  #sum = 0;
  #samples = 0;

  observe(value: number): void {
    this.#sum += value;
    this.least = Math.min(this.least ?? Infinity, value);
    this.#samples += 1;
  }

  computeMean(): number | null {
    return this.#samples > 0 ? this.#sum / this.#samples : null;
  }
}

/** How far each point of the centre line swings across the heading, about the centre of mass. */
class ShapeMeter {
  readonly #lowest: Float64Array;
  readonly #highest: Float64Array;

  constructor(points: number) {
    this.#lowest = new Float64Array(points).fill(Infinity);
    this.#highest = new Float64Array(points).fill(-Infinity);
  }

  observe(signals: Float64Array, atX: number, atY: number): void {
    const [c, s] = [cos(signals[3]!), sin(signals[3]!)];
    for (let i = 0; i < this.#lowest.length; i++) {
      const offset = c * (signals[atY + i]! - signals[1]!) - s * (signals[atX + i]! - signals[0]!);
      this.#lowest[i] = Math.min(this.#lowest[i]!, offset);
      this.#highest[i] = Math.max(this.#highest[i]!, offset);
    }
  }

  /** From side to side, of all points; null before anything was seen. */
  computeMean(): number | null {
    return this.#isEmpty()
      ? null
      : this.#lowest.reduce((sum, low, i) => sum + (this.#highest[i]! - low), 0) / this.#lowest.length;
  }

  computeLargest(): number | null {
    return this.#isEmpty() ? null : this.#lowest.reduce((most, low, i) => Math.max(most, this.#highest[i]! - low), 0);
  }

  #isEmpty(): boolean {
    return !(this.#highest[0]! > -Infinity);
  }
}

/** Curvature is greatest towards the ends: what is left out there is a share of the body, whatever the number of sections. */
function computeLargestBend(signals: Float64Array, at: number, sections: number): number {
  const [low, high] = [endShare * (sections - 1), (1 - endShare) * (sections - 1)];
  const interpolate = (place: number): number => {
    const i = Math.floor(place);
    return Math.abs(signals[at + i]! + (place - i) * (signals[at + i + 1]! - signals[at + i]!));
  };
  let largest = Math.max(interpolate(low), interpolate(high));
  for (let i = Math.ceil(low); i <= high; i++) largest = Math.max(largest, Math.abs(signals[at + i]!));
  return largest;
}

function setPlace(out: { t: number; x: number; y: number }, t: number, signals: Float64Array): void {
  out.t = t;
  out.x = signals[0]!;
  out.y = signals[1]!;
}
