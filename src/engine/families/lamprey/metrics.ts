/**
 * What is measured of an undulating swimmer, with constant memory, over the second half of a run: frequency and wave
 * from the times at which each joint's angle crosses zero upward, amplitudes across the line of travel, cost of
 * transport from the positive power of the muscles and the length of the path. An animal that does not bend has none of them.
 */
import type { FamilyMetrics } from '../../contract/types.ts';
import type { LampreySystem } from './system.ts';
import { SwayMeter } from '../../math/meters/sway-meter.ts';
import { chordSeconds } from '../../math/meters/track-metrics.ts';
import { WaveMeter } from '../../math/meters/wave-meter.ts';
import { milestonesMm } from './metric-specs.ts';

/** rad: a joint that bends less does not beat. A swimming lamprey's bend by 0.2 to 0.6. */
const bendFloor = 0.02;
/**
 * Below it the joints make no one wave that travels, and the sum of their lags is no length of it. Measured: 0.69 to 0.90 in
 * animals whose wave runs tailward, 0.48 to 0.64 with 50 segments and fewer or with all segments in phase.
 */
const leastQuality = 0.65;
/** Of the body length: who went less has no cost of transport. */
const leastPath = 0.05;

export function createLampreyMetrics(system: LampreySystem, seconds: number): FamilyMetrics {
  const { segments, body } = system.desc;
  const links = body.links.length;
  const at = system.signalOffsets;
  const [jointAngleAt, midlineXAt, midlineYAt] = [at['jointAngle']!, at['midline.x']!, at['midline.y']!];
  const musclePowerAt = at['power.muscle']!;
  const halfTime = seconds / 2;
  const wave = new WaveMeter(links - 1, halfTime, bendFloor);
  const sway = new SwayMeter(links + 1);
  const reached: (number | null)[] = milestonesMm.map(() => null);
  const start = { x: NaN, y: NaN };
  const chord = { t: NaN, x: 0, y: 0 };
  const last = { t: 0, x: 0, y: 0 };
  let [work, path, cycles] = [0, 0, 0];

  const observePlace = (t: number, x: number, y: number): void => {
    if (Number.isNaN(start.x)) setPlace(start, x, y);
    if (t >= halfTime && !(t - chord.t < chordSeconds - 1e-9)) {
      if (!Number.isNaN(chord.t)) path += computeDistance(chord, x, y);
      chord.t = t;
      setPlace(chord, x, y);
    }
    const distanceMm = 1000 * computeDistance(start, x, y);
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
      if (newCycle) sway.closeCycle(cycles++ > 0);
      sway.observe(t, signals, midlineXAt, midlineYAt);
    },
    read() {
      const frequency = wave.computeFrequency();
      const turns = wave.computeTurns();
      const wavelengths = turns === null ? null : (turns * links) / (links - 2);
      const quality = wave.computeQuality();
      const isWave = quality !== null && quality >= leastQuality;
      const travelled = path + (Number.isNaN(chord.t) ? 0 : computeDistance(chord, last.x, last.y));
      const amplitudes = sway.read();
      const head = amplitudes === null ? null : amplitudes[0]!;
      const tail = amplitudes === null ? null : amplitudes.at(-1)!;
      return {
        frequency,
        beating: wave.computeBeating(last.t),
        wavelengths: isWave ? wavelengths : null,
        waveQuality: quality,
        phaseLag: isWave && wavelengths !== null ? wavelengths / segments : null,
        amplitudeHead: head,
        amplitudeTail: tail,
        amplitudeRatio: head === null || tail === null || head === 0 ? null : tail / head,
        costOfTransport:
          frequency !== null && travelled > leastPath * system.bodyLength ? work / (system.mass * travelled) : null,
        ...Object.fromEntries(milestonesMm.map((mm, i) => [`timeTo${mm}mm`, reached[i]!])),
      };
    },
  };
}

function computeDistance(from: { x: number; y: number }, x: number, y: number): number {
  const [dx, dy] = [x - from.x, y - from.y];
  return Math.sqrt(dx * dx + dy * dy);
}

function setPlace(out: { x: number; y: number }, x: number, y: number): void {
  out.x = x;
  out.y = y;
}
