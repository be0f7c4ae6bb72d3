/**
 * The beat and the wave of a body from the motion of stations along it, not from its nerves. Nothing here depends on where the animal is,
 * how it is turned, or whether the water moves.
 *
 * Frequency: the strongest line in the spectrum of the stations' motion across the body, in the body's own frame, so that a turn does not
 * count. Offsets: across the mean axis and from the mean place, both over one beat, so that yaw and sway of the whole body do count and
 * travel does not. Wave: each station's motion demodulated at the frequency, along the direction in which all swing most; the slope of the
 * phase along the body is the wave. Amplitudes: from side to side in each beat, median over the beats.
 */
import { atan2, cos, hypot, sin } from '../../engine/math/portable.ts';
import type { StationRecord, Stations } from './stations.ts';

export interface BodyWave {
  /** Hz */
  readonly frequency: number;
  /** m from side to side, by station. */
  readonly swings: readonly number[];
  /** Of the tip: the outer station of a fin that swings most, or the rear end. */
  readonly swing: number;
  /** How far the motion is one wave that travels: 1 all of it, 0 none. */
  readonly quality: number;
  /** Waves on the extent of the stations, positive toward the rear; null where no wave travels. */
  readonly waves: number | null;
  /** m; null likewise. */
  readonly wavelength: number | null;
  /** Phase by station, turns behind the first; for drawing. */
  readonly phases: readonly number[];
  /** By sample: s, and m across of the station at the tip. */
  readonly times: readonly number[];
  readonly course: readonly number[];
}

/** Chosen: beats that a record must hold at least, and what must move, as a share of the extent. */
const minBeats = 2;
const minSwing = 0.005;
/**
 * Below it the stations make no one travelling wave. Measured: 0.38 on the fin of a stingray, 0.57 to 0.93 of the others, 0.33 where a
 * lamprey beats on the spot with its wave reversed.
 */
const minQuality = 0.35;
/** Of the largest: stations that swing less have no phase worth the name. */
const minShare = 0.1;

/** Offsets across the body, two numbers a station, by sample. */
type Offsets = readonly Float64Array[];

/** null where nothing beats. */
export function measureBodyWave(record: StationRecord, stations: Stations): BodyWave | null {
  const { times } = record;
  if (times.length < 16) return null;
  const own = record.points.map((points, i) => computeOffsets(points, record.poses[i]!, 0, record.poses[i]!));
  const frequency = findFrequency(times, own);
  if (frequency === null) return null;
  const { offsets, from } = smooth(record, frequency);
  const inner = times.slice(from, from + offsets.length);
  const beats = Math.floor((inner.at(-1)! - inner[0]!) * frequency + 1e-6);
  if (beats < 1) return null;
  const amplitudes = demodulate(inner, offsets, frequency, beats);
  const direction = findDirection(amplitudes);
  const courses = stations.nodes.map((_, s) =>
    offsets.map((row) => row[2 * s]! * direction[0] + row[2 * s + 1]! * direction[1]),
  );
  const swings = courses.map((course) => computeSwing(inner, course, frequency, beats));
  if (Math.max(...swings) < minSwing * stations.extent) return null;
  const swing = Math.max(...stations.tips.map((tip) => swings[tip]!));
  const waves = findWaves(amplitudes, direction, stations);
  return {
    frequency,
    swings,
    swing,
    ...waves,
    wavelength: waves.waves === null ? null : stations.extent / waves.waves,
    times: inner,
    course: courses[swings.indexOf(swing)]!,
  };
}

/** Of every station from a place, along left and up. `centre` and `axes` are poses. */
function computeOffsets(points: Float64Array, centre: Float64Array, at: number, axes: Float64Array): Float64Array {
  const out = new Float64Array((2 * points.length) / 3);
  for (let s = 0; s < points.length / 3; s++)
    for (let k = 0; k < 3; k++) {
      const d = points[3 * s + k]! - centre[at + k]!;
      out[2 * s]! += d * axes[6 + k]!;
      out[2 * s + 1]! += d * axes[9 + k]!;
    }
  return out;
}

/** Hz of the strongest line, summed over stations and both directions; null where the record is too short or nothing moves. */
function findFrequency(times: readonly number[], own: Offsets): number | null {
  const [first, last] = [times[0]!, times.at(-1)!];
  const seconds = last - first;
  const courses = Array.from({ length: own[0]!.length }, (_, c) =>
    detrend(
      times,
      own.map((row) => row[c]!),
    ),
  );
  const window = times.map((t) => 0.5 - 0.5 * cos((2 * Math.PI * (t - first)) / seconds));
  const measure = (frequency: number): number => {
    const waves = times.map((t, i) => {
      const angle = 2 * Math.PI * frequency * (t - first);
      return [window[i]! * cos(angle), window[i]! * sin(angle)] as const;
    });
    return courses.reduce((sum, course) => {
      let [re, im] = [0, 0];
      for (let i = 0; i < course.length; i++) {
        re += course[i]! * waves[i]![0];
        im += course[i]! * waves[i]![1];
      }
      return sum + re * re + im * im;
    }, 0);
  };
  const step = 0.5 / seconds;
  const lowest = minBeats / seconds;
  const highest = times.length / seconds / 4;
  let [best, power] = [0, 0];
  for (let frequency = lowest; frequency <= highest; frequency += step) {
    const own = measure(frequency);
    if (own > power) [best, power] = [frequency, own];
  }
  return power > 0 ? refine(measure, best - step, best + step) : null;
}

/** The top of a curve between two places. */
function refine(measure: (x: number) => number, low: number, high: number): number {
  const golden = (Math.sqrt(5) - 1) / 2;
  let [a, b] = [high - golden * (high - low), low + golden * (high - low)];
  let [atA, atB] = [measure(a), measure(b)];
  for (let i = 0; i < 30; i++) {
    if (atA > atB) {
      high = b;
      [b, atB] = [a, atA];
      a = high - golden * (high - low);
      atA = measure(a);
    } else {
      low = a;
      [a, atA] = [b, atB];
      b = low + golden * (high - low);
      atB = measure(b);
    }
  }
  return (low + high) / 2;
}

/** Less the line of least squares. */
function detrend(times: readonly number[], values: readonly number[]): number[] {
  const n = times.length;
  const [meanT, mean] = [times.reduce((a, b) => a + b, 0) / n, values.reduce((a, b) => a + b, 0) / n];
  let [tt, tv] = [0, 0];
  times.forEach((t, i) => {
    tt += (t - meanT) * (t - meanT);
    tv += (t - meanT) * (values[i]! - mean);
  });
  return values.map((value, i) => value - mean - (tt > 0 ? tv / tt : 0) * (times[i]! - meanT));
}

/** Offsets from the mean place and across the mean axis, both over the beat around each sample; a half beat is lost at either end. */
function smooth({ times, poses, points }: StationRecord, frequency: number): { offsets: Offsets; from: number } {
  const dt = (times.at(-1)! - times[0]!) / (times.length - 1);
  const half = Math.max(1, Math.round(0.5 / (frequency * dt)));
  const offsets: Float64Array[] = [];
  for (let i = half; i < times.length - half; i++) {
    const mean = new Float64Array(12);
    // Ends of the beat count half.
    for (let j = i - half; j <= i + half; j++) {
      const weight = (Math.abs(j - i) === half ? 0.5 : 1) / (2 * half);
      for (let k = 0; k < 12; k++) mean[k]! += weight * poses[j]![k]!;
    }
    offsets.push(computeOffsets(points[i]!, mean, 0, orthonormalise(mean)));
  }
  return { offsets, from: half };
}

/** Forward kept, left made perpendicular to it, up to both. In place. */
function orthonormalise(pose: Float64Array): Float64Array {
  const scale = (at: number): void => {
    const length = hypot(hypot(pose[at]!, pose[at + 1]!), pose[at + 2]!);
    for (let k = 0; k < 3; k++) pose[at + k]! /= length;
  };
  scale(3);
  const along = pose[3]! * pose[6]! + pose[4]! * pose[7]! + pose[5]! * pose[8]!;
  for (let k = 0; k < 3; k++) pose[6 + k]! -= along * pose[3 + k]!;
  scale(6);
  pose[9] = pose[4]! * pose[8]! - pose[5]! * pose[7]!;
  pose[10] = pose[5]! * pose[6]! - pose[3]! * pose[8]!;
  pose[11] = pose[3]! * pose[7]! - pose[4]! * pose[6]!;
  return pose;
}

interface Amplitudes {
  /** By station and direction. */
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Complex amplitudes at the frequency over whole beats, with a window that no drift leaks through. */
function demodulate(times: readonly number[], offsets: Offsets, frequency: number, beats: number): Amplitudes {
  const count = offsets[0]!.length;
  const [re, im] = [new Float64Array(count), new Float64Array(count)];
  const [first, span] = [times[0]!, beats / frequency];
  const kept = times.filter((t) => t - first <= span);
  for (let c = 0; c < count; c++) {
    const course = detrend(
      kept,
      kept.map((_, i) => offsets[i]![c]!),
    );
    let sum = 0;
    kept.forEach((t, i) => {
      const weight = 0.5 - 0.5 * cos((2 * Math.PI * (t - first)) / span);
      const angle = 2 * Math.PI * frequency * (t - first);
      sum += weight;
      re[c]! += 2 * weight * course[i]! * cos(angle);
      im[c]! -= 2 * weight * course[i]! * sin(angle);
    });
    re[c]! /= sum;
    im[c]! /= sum;
  }
  return { re, im };
}

/** Unit vector across the body along which the stations swing most. */
function findDirection({ re, im }: Amplitudes): readonly [number, number] {
  let [xx, xy, yy] = [0, 0, 0];
  for (let at = 0; at < re.length; at += 2) {
    xx += re[at]! * re[at]! + im[at]! * im[at]!;
    yy += re[at + 1]! * re[at + 1]! + im[at + 1]! * im[at + 1]!;
    xy += re[at]! * re[at + 1]! + im[at]! * im[at + 1]!;
  }
  const angle = atan2(2 * xy, xx - yy) / 2;
  return [cos(angle), sin(angle)];
}

/** From side to side, median over the beats. */
function computeSwing(times: readonly number[], course: readonly number[], frequency: number, beats: number): number {
  const [lowest, highest] = [new Array<number>(beats).fill(Infinity), new Array<number>(beats).fill(-Infinity)];
  times.forEach((t, i) => {
    const beat = Math.floor((t - times[0]!) * frequency);
    if (beat >= beats) return;
    lowest[beat] = Math.min(lowest[beat]!, course[i]!);
    highest[beat] = Math.max(highest[beat]!, course[i]!);
  });
  const swings = highest.map((high, beat) => high - lowest[beat]!).sort((a, b) => a - b);
  return (swings[(beats - 1) >> 1]! + swings[beats >> 1]!) / 2;
}

/** Slope of the phase along the body, weighted by the square of the amplitude. */
function findWaves(
  { re, im }: Amplitudes,
  [left, up]: readonly [number, number],
  { places, extent }: Stations,
): Pick<BodyWave, 'waves' | 'quality' | 'phases'> {
  const swing = places.map((_, s) => {
    const [x, y] = [left * re[2 * s]! + up * re[2 * s + 1]!, left * im[2 * s]! + up * im[2 * s + 1]!];
    return { x, y, size: Math.sqrt(x * x + y * y) };
  });
  const largest = Math.max(...swing.map(({ size }) => size));
  const phases: number[] = [];
  let before: { x: number; y: number } | undefined;
  let phase = 0;
  for (const { x, y, size } of swing) {
    if (size >= minShare * largest) {
      // The rear lags: its phase is less.
      if (before !== undefined)
        phase += atan2(before.y * x - before.x * y, before.x * x + before.y * y) / (2 * Math.PI);
      before = { x, y };
    }
    phases.push(phase);
  }
  let [w, wx, wp, xx, xp] = [0, 0, 0, 0, 0];
  let [cc, cs, ss] = [0, 0, 0];
  swing.forEach(({ x, y, size }, s) => {
    cc += x * x;
    cs += x * y;
    ss += y * y;
    if (size < minShare * largest) return;
    const [weight, place] = [size * size, places[s]! / extent];
    w += weight;
    wx += weight * place;
    wp += weight * phases[s]!;
    xx += weight * place * place;
    xp += weight * place * phases[s]!;
  });
  const spread = w * xx - wx * wx;
  const waves = spread > 0 ? (w * xp - wx * wp) / spread : 0;
  const [mean, half] = [(cc + ss) / 2, Math.sqrt(((cc - ss) * (cc - ss)) / 4 + cs * cs)];
  const quality = mean > 0 ? Math.sqrt(Math.max(0, mean - half) / (mean + half)) : 0;
  return { waves: quality < minQuality || waves === 0 ? null : waves, quality, phases };
}
