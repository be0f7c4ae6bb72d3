/**
 * What is measured of an undulating swimmer, with constant memory, over the second half of a run: frequency and wave
 * from the times at which each joint's angle crosses zero upward, amplitudes across the line of travel, cost of
 * transport from the positive power of the muscles.
 */
import { cos, sin } from '../../math/portable.ts';
import type { FamilyMetrics } from '../../contract/types.ts';
import type { LampreySystem } from './system.ts';
import { WaveMeter } from '../../math/meters/wave-meter.ts';
import { milestonesMm } from './metric-specs.ts';

export function createLampreyMetrics(system: LampreySystem, seconds: number): FamilyMetrics {
  const { segments, body } = system.desc;
  const links = body.links.length;
  const at = system.signalOffsets;
  const [jointAngleAt, midlineXAt, midlineYAt] = [at['jointAngle']!, at['midline.x']!, at['midline.y']!];
  const musclePowerAt = at['power.muscle']!;
  const halfTime = seconds / 2;
  const wave = new WaveMeter(links - 1, halfTime);
  const sway = new SwayMeter(links + 1);
  const reached: (number | null)[] = milestonesMm.map(() => null);
  const start = { x: NaN, y: NaN };
  const half = { x: NaN, y: NaN };
  const last = { t: 0, x: 0, y: 0 };
  let work = 0;

  const observePlace = (t: number, x: number, y: number): void => {
    if (Number.isNaN(start.x)) setPlace(start, x, y);
    if (Number.isNaN(half.x) && t >= halfTime) setPlace(half, x, y);
    const [dx, dy] = [x - start.x, y - start.y];
    const distanceMm = 1000 * Math.sqrt(dx * dx + dy * dy);
    for (let i = 0; i < milestonesMm.length; i++) {
      if (reached[i] === null && distanceMm >= milestonesMm[i]!) reached[i] = t;
    }
  };

  return {
    observe(t, signals) {
      const dt = t - last.t;
      observePlace(t, signals[0]!, signals[1]!);
      const newCycle = wave.observe(t, dt, signals, jointAngleAt);
      last.t = t;
      setPlace(last, signals[0]!, signals[1]!);
      if (t < halfTime) return;
      work += dt * Math.max(0, signals[musclePowerAt]!);
      if (newCycle) sway.closeCycle();
      sway.observe(t, signals, midlineXAt, midlineYAt);
    },
    read() {
      const turns = wave.computeTurns();
      const wavelengths = turns === null ? null : (turns * links) / (links - 2);
      const [dx, dy] = [last.x - half.x, last.y - half.y];
      const travelled = Math.sqrt(dx * dx + dy * dy);
      return {
        frequency: wave.computeFrequency(),
        wavelengths,
        phaseLag: wavelengths === null ? null : wavelengths / segments,
        ...sway.read(),
        costOfTransport: travelled > 0 ? work / (system.mass * travelled) : null,
        ...Object.fromEntries(milestonesMm.map((mm, i) => [`timeTo${mm}mm`, reached[i]!])),
      };
    },
  };
}

function setPlace(out: { x: number; y: number }, x: number, y: number): void {
  out.x = x;
  out.y = y;
}

/**
 * Amplitude of each midline point across the line of travel, cycle by cycle. The line is the mean place and heading of
 * the cycle before, moved on at the rate between the last two cycles, so that it also follows an animal that turns.
 */
class SwayMeter {
  readonly #points: number;
  readonly #lowest: Float64Array;
  readonly #highest: Float64Array;
  readonly #amplitudeSums: Float64Array;
  #cycles = 0;
  #means: CycleMeans[] = [];
  #sums: CycleMeans & { n: number } = { n: 0, t: 0, x: 0, y: 0, heading: 0 };

  constructor(points: number) {
    this.#points = points;
    this.#lowest = new Float64Array(points).fill(Infinity);
    this.#highest = new Float64Array(points).fill(-Infinity);
    this.#amplitudeSums = new Float64Array(points);
  }

  observe(t: number, signals: Float64Array, atX: number, atY: number): void {
    const sums = this.#sums;
    sums.n += 1;
    sums.t += t;
    sums.x += signals[0]!;
    sums.y += signals[1]!;
    sums.heading += signals[3]!;
    const [before, now] = this.#means;
    if (before === undefined || now === undefined) return;
    const on = (t - now.t) / (now.t - before.t);
    const x = now.x + on * (now.x - before.x);
    const y = now.y + on * (now.y - before.y);
    const heading = now.heading + on * (now.heading - before.heading);
    const [ahead, aside] = [cos(heading), sin(heading)];
    for (let i = 0; i < this.#points; i++) {
      const offset = (signals[atY + i]! - y) * ahead - (signals[atX + i]! - x) * aside;
      this.#lowest[i] = Math.min(this.#lowest[i]!, offset);
      this.#highest[i] = Math.max(this.#highest[i]!, offset);
    }
  }

  closeCycle(): void {
    const { n, t, x, y, heading } = this.#sums;
    if (this.#means.length === 2) {
      this.#cycles += 1;
      for (let i = 0; i < this.#points; i++) {
        this.#amplitudeSums[i] = this.#amplitudeSums[i]! + (this.#highest[i]! - this.#lowest[i]!) / 2;
      }
      this.#lowest.fill(Infinity);
      this.#highest.fill(-Infinity);
    }
    if (n > 0) this.#means = [...this.#means.slice(-1), { t: t / n, x: x / n, y: y / n, heading: heading / n }];
    this.#sums = { n: 0, t: 0, x: 0, y: 0, heading: 0 };
  }

  read(): Record<string, number | null> {
    if (this.#cycles === 0) return { amplitudeHead: null, amplitudeTail: null, amplitudeRatio: null };
    const amplitudes = Array.from(this.#amplitudeSums, (sum) => sum / this.#cycles);
    const side = this.#points >> 1;
    const front = amplitudes.slice(0, side).reduce((total, value) => total + value, 0);
    const rear = amplitudes.slice(-side).reduce((total, value) => total + value, 0);
    return { amplitudeHead: amplitudes[0]!, amplitudeTail: amplitudes.at(-1)!, amplitudeRatio: rear / front };
  }
}

interface CycleMeans {
  t: number;
  x: number;
  y: number;
  heading: number;
}
