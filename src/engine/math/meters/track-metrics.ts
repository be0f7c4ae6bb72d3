/**
 * Metrics that mean the same for every animal, accumulated from the standard signals with constant memory.
 *
 * speed is the mean over the second half of the run: net displacement of the centre of mass between half time and the
 * end, measured along the track so that a turning animal is not called slow: the path of the centre of mass is followed
 * in chords of `chordSeconds`, which steps over the sway of a stroke, and signed by the heading.
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
  #forward = 0;
  #forwardSeconds = 0;
  /** Of the heading over the second half. */
  readonly #turn: SlopeMeter;

  constructor(bodyLength: number, seconds: number) {
    this.#bodyLength = bodyLength;
    this.#halfTime = seconds / 2;
    this.#turn = new SlopeMeter(this.#halfTime, this.#halfTime);
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
  }

  #closeChord(): void {
    const { forward, length, seconds } = this.#measureChord();
    this.#distance += length;
    if (this.#chord.t >= this.#halfTime) {
      this.#forward += forward;
      this.#forwardSeconds += seconds;
    }
    Object.assign(this.#chord, this.#now);
  }

  #measureChord() {
    const [dx, dy, dz] = [this.#now.x - this.#chord.x, this.#now.y - this.#chord.y, this.#now.z - this.#chord.z];
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const ahead = dx * cos(this.#now.heading) + dy * sin(this.#now.heading);
    return { length, forward: ahead < 0 ? -length : length, seconds: this.#now.t - this.#chord.t };
  }

  read(): TrackMetrics {
    const rest = this.#measureChord();
    const inSecondHalf = this.#chord.t >= this.#halfTime;
    const forward = this.#forward + (inSecondHalf ? rest.forward : 0);
    const seconds = this.#forwardSeconds + (inSecondHalf ? rest.seconds : 0);
    const speed = seconds > 0 ? forward / seconds : null;
    const [dx, dy, dz] = [this.#now.x - this.#start.x, this.#now.y - this.#start.y, this.#now.z - this.#start.z];
    const net = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const ahead = dx * cos(this.#start.heading) + dy * sin(this.#start.heading);
    return {
      distance: this.#distance + rest.length,
      displacement: ahead < 0 ? -net : net,
      speed,
      headingRate: this.#turn.compute(),
      bodyLength: this.#bodyLength,
      bodyLengthsPerSecond: speed === null ? null : speed / this.#bodyLength,
    };
  }
}
