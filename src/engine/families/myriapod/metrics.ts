/**
 * What is measured of a walking myriapod over the second half of a run, with constant memory.
 *
 * phaseLag is the time from a leg's coming to stand to that of the leg behind it, in cycles of the leg in front: positive
 * where the wave runs tailward (retrograde). It is a circular mean for each leg; lagSpread is its standard deviation along
 * the body, coherence the mean length of the phasors, 1 for a perfect rhythm, doubleSteps the share of steps that come less
 * than half a cycle after the one before (`math/meters/step-meter.ts`). bodyLengthsPerCycle is the way of the head in
 * one cycle of the legs, jointBend the mean angle between neighbouring segments.
 */
import { StepMeter } from '../../math/meters/step-meter.ts';
import type { FamilyMetrics } from '../../contract/types.ts';
import type { MyriapodSystem } from './system.ts';

export function createMyriapodMetrics(system: MyriapodSystem, seconds: number): FamilyMetrics {
  const at = system.signalOffsets;
  const halfTime = seconds / 2;
  const gait = new StepMeter(system.plan.ahead);
  const ends = new EndMeter(system.parameters.rigidSizes.length);
  const sums = { samples: 0, stance: 0, support: 0, stretch: 0, bend: 0 };
  const whole = { slip: 0, lowest: Infinity, gap: Infinity, eaten: 0, walkingFrom: NaN };
  const carried = system.parameters.rigidSizes.length - 1;
  return {
    observe(t, signals) {
      whole.slip = Math.max(whole.slip, signals[at['footSlip']!]!);
      whole.gap = Math.min(whole.gap, signals[at['obstacle.gap']!]!);
      whole.eaten = signals[at['food.eaten']!]!;
      if (Number.isNaN(whole.walkingFrom) && signals[at['brain.mode']!]! > 0) whole.walkingFrom = t;
      gait.observe(signals, at['stanceOnset']!, t >= halfTime);
      if (t < halfTime) return;
      ends.observe(t, signals, at['midline.x']!, at['midline.y']!);
      whole.lowest = Math.min(whole.lowest, signals[at['bodyHeight']!]!);
      sums.samples += 1;
      sums.stance += signals[at['stanceFraction']!]!;
      sums.support += signals[at['support']!]! / carried;
      sums.stretch += signals[at['linkStretch']!]!;
      for (let joint = 0; joint < carried; joint++) sums.bend += Math.abs(signals[at['bodyBend']! + joint]!) / carried;
    },
    read() {
      const { lag, ...rhythm } = gait.read();
      const mean = (sum: number): number | null => (sums.samples > 0 ? sum / sums.samples : null);
      return {
        ...rhythm,
        phaseLag: lag,
        bodyLengthsPerCycle: ends.computeStride(rhythm.frequency, system.bodyLength),
        jointBend: mean(sums.bend),
        dutyFactor: mean(sums.stance),
        supportFraction: mean(sums.support),
        linkStretch: mean(sums.stretch),
        tailSpeedRatio: ends.computeRatio(),
        bodyHeightMin: whole.lowest < Infinity ? whole.lowest : null,
        footSlipMax: whole.slip,
        walkingFrom: Number.isNaN(whole.walkingFrom) ? null : whole.walkingFrom,
        foodEaten: whole.eaten,
        obstacleGapMin: system.scene.obstacles.length > 0 && whole.gap < Infinity ? whole.gap : null,
      };
    },
  };
}

/**
 * Half as long as the chords of the whole track (`engine/math/meters/track-metrics.ts`): head and tail of a turning body run on tighter curves
 * than its middle, and what a chord cuts off grows with its square. Still longer than the jolts of a stride.
 */
const endChordSeconds = 0.25;

/** Ways of head and tail in chords of a quarter of a second, which step over the jolts of a stride. */
class EndMeter {
  readonly #last: number;
  readonly #chord = { t: NaN, x: [0, 0], y: [0, 0] };
  readonly #ways = [0, 0];
  #seconds = 0;

  constructor(segments: number) {
    this.#last = segments - 1;
  }

  observe(t: number, signals: Float64Array, atX: number, atY: number): void {
    if (t - this.#chord.t < endChordSeconds - 1e-9) return;
    const x = [signals[atX]!, signals[atX + this.#last]!];
    const y = [signals[atY]!, signals[atY + this.#last]!];
    if (!Number.isNaN(this.#chord.t)) {
      for (let end = 0; end < 2; end++) {
        const [dx, dy] = [x[end]! - this.#chord.x[end]!, y[end]! - this.#chord.y[end]!];
        this.#ways[end]! += Math.sqrt(dx * dx + dy * dy);
      }
      this.#seconds += t - this.#chord.t;
    }
    Object.assign(this.#chord, { t, x, y });
  }

  /** Body lengths that the head goes in one cycle of the legs; null without a rhythm. */
  computeStride(frequency: number | null, bodyLength: number): number | null {
    if (frequency === null || this.#seconds === 0) return null;
    return this.#ways[0]! / (this.#seconds * frequency * bodyLength);
  }

  /** Speed of the tail over that of the head; null before anything moved. */
  computeRatio(): number | null {
    return this.#ways[0]! > 0 ? this.#ways[1]! / this.#ways[0]! : null;
  }
}
