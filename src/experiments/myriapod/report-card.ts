/**
 * Gait of a myriapod against published values: lag from leg to leg, stride per cycle, speed, and direction of the wave.
 * Measures without published values have no verdict.
 */
import { createReportRow, type PublishedRange, type Reading, type ReportRow, type RowKind } from '../kinds/report.ts';

export type WaveDirection = 'retrograde' | 'direct';

export interface MyriapodCard {
  readonly animal: string;
  readonly rows: readonly ReportRow[];
  /** Where the wave of the legs runs: retrograde from head to tail, direct from tail to head; null without a wave. */
  readonly wave: WaveDirection | null;
  readonly publishedWave: WaveDirection | null;
  readonly waveVerdict: 'within' | 'outside' | 'unknown';
  readonly waveSource: string;
  readonly waveReading: Reading | null;
}

/** `controller.gait.coordination`, or what `auto` has chosen. */
export type Coordination = 'time' | 'speed' | 'token' | 'phase';

interface Published {
  readonly wave: WaveDirection | null;
  readonly waveSource: string;
  readonly waveReading: Reading | null;
  readonly lag?: PublishedRange;
  readonly perCycle?: PublishedRange;
  readonly perSecond?: PublishedRange;
  readonly speed?: PublishedRange;
  readonly print?: PublishedRange;
}

const scolopendra: Published = {
  wave: 'retrograde',
  waveSource: 'centipedes, Kuroda et al. 2014; Scolopocryptops may turn it round (Kuroda et al. 2022)',
  waveReading: 'cited',
  lag: {
    low: 0.08,
    high: 0.12,
    source: 'S. polymorpha, 0.10 derived from two waves on 20 pairs (Chong et al., APS March 2020), ± 20 %',
    reading: 'read',
  },
  perCycle: {
    low: 0.18,
    high: 0.46,
    source: 'S. polymorpha, about 0.2 (Pierce et al.) to 0.41 ± 0.05 on a treadmill (Chong et al., APS March 2020)',
    reading: 'read',
  },
  perSecond: {
    low: 0.35,
    high: 0.65,
    source: 'S. polymorpha, fast, about 0.5 (Chong et al. 2022), ± 30 %',
    reading: 'read',
  },
  print: {
    low: 0,
    high: 0.1,
    source: 'S. cingulata sets each foot into the print of the leg before (Karpovich), within a tenth of a stride',
    reading: 'read',
  },
};

const published: Readonly<Record<string, Published>> = {
  centipede: scolopendra,
  millipede: { wave: 'direct', waveSource: 'millipedes, Full 1997, Kuroda et al. 2014', waveReading: 'cited' },
  'house-centipede': {
    wave: null,
    waveSource: 'not found for Scutigera',
    waveReading: null,
    speed: { low: 0, high: 0.42, source: 'Scutigera, up to 0.4 m/s, popular pages only', reading: 'cited' },
  },
};

/** Least lag of a travelling wave. */
const minLag = 0.02;

/** Told in cycles by `phase`, made by times and speeds that were fitted otherwise; only the paper's rules leave it open. */
function nameLagKind(coordination: Coordination): RowKind {
  if (coordination === 'phase') return 'input';
  return coordination === 'speed' ? 'predicted' : 'fitted';
}

/**
 * `metrics` are those of a run; animals that are in no publication here are held against Scolopendra. Speed and the direction of
 * the wave are told to the model, the way per cycle follows from a period that was fitted (`controller.gait.stretch`).
 */
export function createMyriapodCard(
  animal: string,
  metrics: Readonly<Record<string, number | null>>,
  coordination: Coordination,
  print: number | null = null,
): MyriapodCard {
  const known = published[animal] ?? scolopendra;
  const lag = metrics['phaseLag'] ?? null;
  const read = (name: string) => metrics[name] ?? null;
  const wave = lag === null || Math.abs(lag) < minLag ? null : lag > 0 ? 'retrograde' : 'direct';
  const lagRow = {
    name: 'lag',
    value: lag === null ? null : Math.abs(lag),
    unit: 'cycles per leg pair',
    kind: nameLagKind(coordination),
  };
  const perCycle = { value: read('bodyLengthsPerCycle'), unit: 'body lengths', kind: 'fitted' } as const;
  const perSecond = { value: read('bodyLengthsPerSecond'), unit: 'body lengths', kind: 'input' } as const;
  return {
    animal,
    rows: [
      createReportRow(lagRow, known.lag),
      createReportRow({ name: 'way per cycle', ...perCycle }, known.perCycle),
      createReportRow({ name: 'way per second', ...perSecond }, known.perSecond),
      createReportRow({ name: 'speed', value: read('speed'), unit: 'm/s', kind: 'input' }, known.speed),
      createReportRow({ name: 'footprint', value: print, unit: 'strides', kind: 'predicted' }, known.print),
    ],
    wave,
    publishedWave: known.wave,
    waveVerdict: known.wave === null ? 'unknown' : wave === known.wave ? 'within' : 'outside',
    waveSource: known.waveSource,
    waveReading: known.waveReading,
  };
}
