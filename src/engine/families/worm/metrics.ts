/**
 * What is measured of a crawling or swimming worm over the second half of a run, with constant memory, and the speed that
 * resistive-force theory gives for the same movements.
 */
import { cos, hypot, sin } from '../../math/portable.ts';
import type { FamilyMetrics } from '../../contract/types.ts';
import { SlopeMeter } from '../../math/meters/slope-meter.ts';
import { WaveMeter } from '../../math/meters/wave-meter.ts';
import type { WormSystem } from './system.ts';
import { ResistiveTheory } from '../../forces/resistive-theory.ts';

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
const leastQuality = 0.65;

export function createWormMetrics(system: WormSystem, seconds: number): FamilyMetrics {
  const at = system.signalOffsets;
  const sections = system.mesh.sectionCount;
  const halfTime = seconds / 2;
  const first = Math.round(endShare * sections);
  const inner = sections - 2 * first;
  const wave = new WaveMeter(inner, halfTime, bendFloor / system.bodyLength);
  const shape = new ShapeMeter(sections);
  const theory = new ResistiveTheory(system.sectionShares);
  const whole = { invertedMax: 0, residualMax: 0, iterations: 0, steps: 0, contour: 0, endToEnd: 0, samples: 0 };
  const lowest = { contour: Infinity, endToEnd: Infinity };
  const turn = new SlopeMeter(halfTime, halfTime);
  const half = { t: NaN, x: 0, y: 0 };
  const last = { t: 0, x: 0, y: 0 };
  let bend = 0;

  const observeHalf = (t: number, signals: Float64Array): void => {
    if (Number.isNaN(half.t)) Object.assign(half, { t, x: signals[0]!, y: signals[1]! });
    turn.observe(t, signals[3]!);
    whole.samples += 1;
    whole.contour += signals[at['contour']!]!;
    whole.endToEnd += signals[at['endToEnd']!]!;
    lowest.contour = Math.min(lowest.contour, signals[at['contour']!]!);
    lowest.endToEnd = Math.min(lowest.endToEnd, signals[at['endToEnd']!]!);
    bend = Math.max(bend, computeLargestBend(signals, at['curvature']!, sections));
    shape.observe(signals, at['midline.x']!, at['midline.y']!);
    theory.observe(t, signals, at['midline.x']!, at['midline.y']!, at['drag.along']!, at['drag.across']!);
  };

  return {
    observe(t, signals) {
      const dt = t - last.t;
      wave.observe(t, dt, signals, at['curvature']! + first);
      Object.assign(last, { t, x: signals[0]!, y: signals[1]! });
      whole.invertedMax = Math.max(whole.invertedMax, signals[at['inverted']!]!);
      whole.residualMax = Math.max(whole.residualMax, signals[at['solver.residual']!]!);
      if (t > 0) {
        whole.iterations += signals[at['solver.iterations']!]!;
        whole.steps += 1;
      }
      if (t >= halfTime) observeHalf(t, signals);
    },
    read() {
      const quality = wave.computeQuality();
      const turns = quality !== null && quality >= leastQuality ? wave.computeTurns() : null;
      const frequency = wave.computeFrequency();
      const span = last.t - half.t;
      const turned = turn.compute();
      const predicted = theory.computeSpeed();
      const travelled = hypot(last.x - half.x, last.y - half.y) / span;
      const wavelengths = turns === null ? null : (turns * (sections - 1)) / (inner - 1);
      return {
        frequency,
        wavelengths,
        waveQuality: quality,
        waveDirection: turns === null ? null : Math.sign(turns),
        bend: whole.samples > 0 ? bend : null,
        ...shape.read(),
        contour: whole.samples > 0 ? whole.contour / whole.samples : null,
        contourMin: whole.samples > 0 ? lowest.contour : null,
        endToEnd: whole.samples > 0 ? whole.endToEnd / whole.samples : null,
        endToEndMin: whole.samples > 0 ? lowest.endToEnd : null,
        headingPerCycle: frequency === null || turned === null ? null : turned / frequency,
        theorySpeed: predicted,
        theoryRatio: predicted === null || predicted === 0 ? null : travelled / predicted,
        invertedMax: whole.invertedMax,
        residualMax: whole.residualMax,
        iterations: whole.steps > 0 ? whole.iterations / whole.steps : null,
      };
    },
  };
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

  read(): Record<string, number | null> {
    const n = this.#lowest.length;
    if (!(this.#highest[0]! > -Infinity)) return { amplitude: null, amplitudeMax: null };
    let [sum, most] = [0, 0];
    for (let i = 0; i < n; i++) {
      const swing = this.#highest[i]! - this.#lowest[i]!;
      sum += swing;
      most = Math.max(most, swing);
    }
    return { amplitude: sum / n, amplitudeMax: most };
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
