/**
 * How like a real one a myriapod walks: lag from leg to leg, way per cycle and per second, and where the wave runs, beside
 * published numbers. What has not been published stays without a verdict.
 */

export interface MyriapodRow {
  readonly name: string;
  readonly value: number | null;
  readonly unit: string;
  /** null where nothing is published. */
  readonly low: number | null;
  readonly high: number | null;
  readonly verdict: 'within' | 'outside' | 'unknown';
  readonly source: string;
}

export type WaveDirection = 'retrograde' | 'direct';

export interface MyriapodCard {
  readonly animal: string;
  readonly rows: readonly MyriapodRow[];
  /** Where the wave of the legs runs: retrograde from head to tail, direct from tail to head; null without a wave. */
  readonly wave: WaveDirection | null;
  readonly publishedWave: WaveDirection | null;
  readonly waveVerdict: 'within' | 'outside' | 'unknown';
  readonly waveSource: string;
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly source: string;
}

interface Published {
  readonly wave: WaveDirection | null;
  readonly waveSource: string;
  readonly lag?: Range;
  readonly perCycle?: Range;
  readonly perSecond?: Range;
  readonly speed?: Range;
}

const scolopendra: Published = {
  wave: 'retrograde',
  waveSource: 'Scolopendra, Kuroda et al. 2014',
  lag: { low: 0.08, high: 0.12, source: 'S. polymorpha, two waves on about 20 pairs, Chong et al., APS March 2020' },
  perCycle: {
    low: 0.18,
    high: 0.46,
    source: 'S. polymorpha, 0.2 on flat ground (Pierce et al.) to 0.41 ± 0.05 on a treadmill (Chong et al.)',
  },
  perSecond: { low: 0.35, high: 0.65, source: 'S. polymorpha, fast, about 0.5, Chong et al. 2022' },
};

const published: Readonly<Record<string, Published>> = {
  centipede: scolopendra,
  millipede: { wave: 'direct', waveSource: 'millipedes, Kuroda et al. 2014, Ambe et al. 2021' },
  'house-centipede': {
    wave: null,
    waveSource: 'not found for Scutigera',
    speed: { low: 0, high: 0.42, source: 'Scutigera, up to 0.4 m/s, popular sources only' },
  },
};

/** Below this a lag is no travelling wave. */
const leastLag = 0.02;

function judge(value: number | null, range: Range | undefined): MyriapodRow['verdict'] {
  if (range === undefined || value === null) return 'unknown';
  return value >= range.low && value <= range.high ? 'within' : 'outside';
}

/** `metrics` are those of a run; animals that are in no publication here are held against Scolopendra. */
export function createMyriapodCard(animal: string, metrics: Readonly<Record<string, number | null>>): MyriapodCard {
  const known = published[animal] ?? scolopendra;
  const lag = metrics['phaseLag'] ?? null;
  const createRow = (name: string, value: number | null, unit: string, range: Range | undefined): MyriapodRow => ({
    name,
    value,
    unit,
    low: range?.low ?? null,
    high: range?.high ?? null,
    verdict: judge(value, range),
    source: range?.source ?? 'no published number found',
  });
  const wave = lag === null || Math.abs(lag) < leastLag ? null : lag > 0 ? 'retrograde' : 'direct';
  return {
    animal,
    rows: [
      createRow('lag', lag === null ? null : Math.abs(lag), 'cycles per leg pair', known.lag),
      createRow('way per cycle', metrics['bodyLengthsPerCycle'] ?? null, 'body lengths', known.perCycle),
      createRow('way per second', metrics['bodyLengthsPerSecond'] ?? null, 'body lengths', known.perSecond),
      createRow('speed', metrics['speed'] ?? null, 'm/s', known.speed),
    ],
    wave,
    publishedWave: known.wave,
    waveVerdict: known.wave === null ? 'unknown' : wave === known.wave ? 'within' : 'outside',
    waveSource: known.waveSource,
  };
}
