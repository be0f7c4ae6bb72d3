/**
 * Metrics that mean the same for every animal, accumulated from the standard signals with constant memory.
 *
 * speed is the mean over the second half of the run, measured along the track so that a turning animal is not called slow: the
 * path from one mean place of the centre of mass to the next, each over `chordSeconds`, signed by the heading. A mean steps
 * over the sway of a stroke; single places would tell another speed for every length of the run, by where a stroke is cut off.
 */
import { cos, sin } from '../portable.ts';
import { SlopeMeter } from './slope-meter.ts';

/** Long enough to step over the sway of a stroke of 2 Hz and more, short enough to follow a turn. */
export const chordSeconds = 0.5;

export interface TrackMetrics {
  /** m, length of the path in chords of half a second. */
  readonly distance: number;
  /** m from start to end; positive when it lies ahead of the start heading. */
  readonly displacement: number;
  /** m/s, mean over the second half, forward positive; null when the run did not get there. */
  readonly speed: number | null;
  /**
   * rad/s, least-squares slope of the heading over the second half, counter-clockwise positive; null when the run did not get
   * there (slope-meter.ts).
   */
  readonly headingRate: number | null;
  readonly bodyLength: number;
  readonly bodyLengthsPerSecond: number | null;
}

export class TrackAccumulator {
  readonly #halfTime: number;
  readonly #bodyLength: number;
  #started = false;
  readonly #start = { x: 0, y: 0, z: 0, heading: 0 };
  readonly #chord = { t: 0, x: 0, y: 0, z: 0 };
  readonly #now = { t: 0, x: 0, y: 0, z: 0, heading: 0 };
  #distance = 0;
  readonly #path: MeanPath;
  /** Of the heading over the second half. */
  readonly #turn: SlopeMeter;

  constructor(bodyLength: number, seconds: number) {
    this.#bodyLength = bodyLength;
    this.#halfTime = seconds / 2;
    this.#turn = new SlopeMeter(this.#halfTime, this.#halfTime);
    // Of a short run at least two.
    this.#path = new MeanPath(Math.min(chordSeconds, this.#halfTime / 2));
  }

  /** Feed the standard signals of every step, the start included. */
  observe(t: number, signals: Float64Array): void {
    const now = this.#now;
    now.t = t;
    now.x = signals[0]!;
    now.y = signals[1]!;
    now.z = signals[2]!;
    now.heading = signals[3]!;
    if (!this.#started) {
      this.#started = true;
      Object.assign(this.#start, now);
      Object.assign(this.#chord, now);
      return;
    }
    const atHalf = this.#chord.t < this.#halfTime && t >= this.#halfTime;
    if (atHalf || t - this.#chord.t >= chordSeconds - 1e-9) this.#closeChord();
    this.#turn.observe(t, now.heading);
    if (t >= this.#halfTime) this.#path.observe(now);
  }

  #closeChord(): void {
    this.#distance += this.#measureChord();
    Object.assign(this.#chord, this.#now);
  }

  #measureChord(): number {
    const [dx, dy, dz] = [this.#now.x - this.#chord.x, this.#now.y - this.#chord.y, this.#now.z - this.#chord.z];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  read(): TrackMetrics {
    const speed = this.#path.computeSpeed();
    const [dx, dy, dz] = [this.#now.x - this.#start.x, this.#now.y - this.#start.y, this.#now.z - this.#start.z];
    const net = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const ahead = dx * cos(this.#start.heading) + dy * sin(this.#start.heading);
    return {
      distance: this.#distance + this.#measureChord(),
      displacement: ahead < 0 ? -net : net,
      speed,
      headingRate: this.#turn.compute(),
      bodyLength: this.#bodyLength,
      bodyLengthsPerSecond: speed === null ? null : speed / this.#bodyLength,
    };
  }
}

interface Place {
  readonly t: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly heading: number;
}

/** The way from mean place to mean place, each over `span` seconds. */
class MeanPath {
  readonly #span: number;
  #start = NaN;
  readonly #sum = { n: 0, t: 0, x: 0, y: 0, z: 0, heading: 0 };
  #before: Place | undefined;
  #forward = 0;
  #seconds = 0;

  constructor(span: number) {
    this.#span = span;
  }

  observe({ t, x, y, z, heading }: Place): void {
    if (Number.isNaN(this.#start)) this.#start = t;
    const sum = this.#sum;
    // The end of a span is the begin of the next and counts half for each.
    const isEnd = t - this.#start >= this.#span - 1e-9;
    const weight = isEnd || sum.n === 0 ? 0.5 : 1;
    this.#add(weight, t, x, y, z, heading);
    if (!isEnd) return;
    this.#close();
    this.#start = t;
    Object.assign(sum, { n: 0, t: 0, x: 0, y: 0, z: 0, heading: 0 });
    this.#add(0.5, t, x, y, z, heading);
  }

  #add(weight: number, t: number, x: number, y: number, z: number, heading: number): void {
    const sum = this.#sum;
    sum.n += weight;
    sum.t += weight * t;
    sum.x += weight * x;
    sum.y += weight * y;
    sum.z += weight * z;
    sum.heading += weight * heading;
  }

  #close(): void {
    const mean = this.#readMean();
    const before = this.#before;
    this.#before = mean;
    if (before === undefined) return;
    this.#forward += measureForward(before, mean);
    this.#seconds += mean.t - before.t;
  }

  #readMean(): Place {
    const { n, t, x, y, z, heading } = this.#sum;
    return { t: t / n, x: x / n, y: y / n, z: z / n, heading: heading / n };
  }

  /** m/s; null before there are two mean places. The second of a short run may not be whole: steps do not divide every run. */
  computeSpeed(): number | null {
    if (this.#seconds > 0) return this.#forward / this.#seconds;
    const [before, mean] = [this.#before, this.#readMean()];
    if (before === undefined || !(mean.t > before.t)) return null;
    return measureForward(before, mean) / (mean.t - before.t);
  }
}

/** m from one mean place to the next, negative when it goes backward. */
function measureForward(from: Place, to: Place): number {
  const [dx, dy, dz] = [to.x - from.x, to.y - from.y, to.z - from.z];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz) * computeArc(to.heading - from.heading);
  return dx * cos(to.heading) + dy * sin(to.heading) < 0 ? -length : length;
}

/**
 * Arc over chord of mean places on a circle that turns by `angle` from one to the next: means lie inside of it, on a radius that
 * is smaller by sin h / h, h half the angle, and so much shorter is a chord than its arc.
 */
export function computeArc(angle: number): number {
  const half = Math.abs(angle) / 2;
  if (half < 1e-6 || half > 0.5) return 1;
  const share = half / sin(half);
  return share * share;
}
