/**
 * What is measured of a walking myriapod over the second half of a run, with constant memory.
 *
 * phaseLag is the time from a leg's coming to stand to that of the leg behind it, in cycles of the leg in front: positive
 * where the wave runs tailward (retrograde). It is a circular mean for each leg; lagSpread is its standard deviation along
 * the body, coherence the mean length of the phasors, 1 for a perfect rhythm, doubleSteps the share of steps that come less
 * than half a cycle after the one before (`math/meters/step-meter.ts`). bodyLengthsPerCycle is the way of the head in
 * one cycle of the legs, jointBend the mean angle between neighbouring segments.
 */
import { type Metric, metric } from '../../contract/define.ts';
import { StepMeter, type StepRhythm } from '../../math/meters/step-meter.ts';
import type { MyriapodDesc } from './schema.ts';
import type { MyriapodSystem } from './system.ts';

export type MyriapodMeters = ReturnType<typeof createMyriapodMeters>;

export function createMyriapodMeters(system: MyriapodSystem, seconds: number) {
  const { signalOffsets: at, bodyLength } = system;
  const halfTime = seconds / 2;
  const gait = new StepMeter(system.plan.ahead);
  const ends = new EndMeter(system.parameters.rigidSizes.length);
  const sums = { samples: 0, stance: 0, support: 0, stretch: 0, bend: 0 };
  const whole = { slip: 0, lowest: Infinity, gap: Infinity, eaten: 0, walkingFrom: NaN };
  const carried = system.parameters.rigidSizes.length - 1;
  const hasObstacles = system.scene.obstacles.length > 0;
  const observe = (t: number, signals: Float64Array): void => {
    whole.slip = Math.max(whole.slip, signals[at['footSlip']!]!);
    if (hasObstacles) whole.gap = Math.min(whole.gap, signals[at['obstacle.gap']!]!);
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
  };
  return { observe, gait, ends, sums, whole, bodyLength };
}

const readMean =
  (name: keyof MyriapodMeters['sums']) =>
  ({ sums }: MyriapodMeters): number | null =>
    sums.samples > 0 ? sums[name] / sums.samples : null;

const readRhythm =
  (name: keyof StepRhythm) =>
  ({ gait }: MyriapodMeters): number | null =>
    gait.read()[name];

const toNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

export function listMyriapodMetrics({ body }: MyriapodDesc): readonly Metric<MyriapodMeters>[] {
  return [...ofGait, ...listBodyMetrics(body.height), ...happenings];
}

const ofGait: readonly Metric<MyriapodMeters>[] = [
  metric('frequency', 'Hz', 'Strides of a leg per second.', readRhythm('frequency')),
  metric('lagSpread', 'cycles per segment', 'Standard deviation of that delay over the legs.', readRhythm('lagSpread')),
  metric(
    'coherence',
    '',
    '1 when every leg keeps its delay, 0 when delays are scattered; mean.',
    readRhythm('coherence'),
    {
      min: 0.75,
      otherwise:
        'The legs keep no one wave, so that phaseLag says little. On rough ground try controller.gait.coordination=phase.',
    },
  ),
  metric('coherenceMin', '', 'Coherence of the leg that keeps its delay worst.', readRhythm('coherenceMin')),
  metric('doubleSteps', '', 'Share of steps less than half a cycle after the one before.', readRhythm('doubleSteps'), {
    max: 0.05,
    otherwise: 'Legs step twice in a cycle: try a gentler turn or controller.gait.waitShare.',
  }),
  metric('phaseLag', 'cycles per segment', 'Delay of a leg behind the one in front of it, mean.', readRhythm('lag')),
  metric('bodyLengthsPerCycle', 'body lengths', 'Way of the head in one stride.', ({ ends, gait, bodyLength }) =>
    ends.computeStride(gait.read().frequency, bodyLength),
  ),
  metric('jointBend', 'rad', 'Bend between neighbouring segments, mean.', readMean('bend')),
  metric('dutyFactor', '', 'Share of the legs that stand, mean.', readMean('stance')),
  metric('supportFraction', '', 'Share of the segments that their legs carry, mean.', readMean('support')),
];

/** `height` of a segment, m: with its centre at half of it, its belly is on the ground. */
function listBodyMetrics(height: number): readonly Metric<MyriapodMeters>[] {
  return [
    metric('linkStretch', '', 'Distance of neighbouring segments over that at rest, mean.', readMean('stretch'), {
      min: 0.9,
      max: 1.1,
      otherwise: 'The body is torn or crushed: try stiffer tissue or a slower walk.',
    }),
    metric('tailSpeedRatio', '', 'Way of the tail over that of the head.', ({ ends }) => ends.computeRatio()),
    metric(
      'bodyHeightMin',
      'm',
      'Least height of a segment’s centre above the ground.',
      ({ whole }) => toNull(whole.lowest),
      {
        min: height / 2,
        otherwise:
          'A segment lies on the ground or in it: try stiffer tissue (body.stiffness), less gravity or lower bumps.',
      },
    ),
    metric('footSlipMax', 'm', 'Farthest that a standing leg’s tip slid.', ({ whole }) => whole.slip, {
      max: 1e-6,
      otherwise: 'Feet that stand are meant not to slide.',
    }),
  ];
}

const happenings: readonly Metric<MyriapodMeters>[] = [
  metric('walkingFrom', 's', 'Time from which the animal walks on its legs.', ({ whole }) => toNull(whole.walkingFrom)),
  metric('foodEaten', '', 'Pieces of food eaten.', ({ whole }) => whole.eaten),
  metric('obstacleGapMin', 'm', 'Least distance of the head’s centre from an obstacle.', ({ whole }) =>
    toNull(whole.gap),
  ),
];

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
