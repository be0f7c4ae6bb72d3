/**
 * Gait of a myriapod against published values: lag from leg to leg, stride per cycle, speed, and direction of the wave.
 * Measures without published values have no verdict.
 */
import {
  createReportRow,
  type PublishedRange,
  type SourceReading,
  type ReportRow,
  type RowKind,
} from '../kinds/report.ts';

export type WaveDirection = 'retrograde' | 'direct';

export interface MyriapodCard {
  readonly animal: string;
  readonly rows: readonly ReportRow[];
  /** Where the wave of the legs runs: retrograde from head to tail, direct from tail to head; null without a wave. */
  readonly wave: WaveDirection | null;
  readonly publishedWave: WaveDirection | null;
  readonly waveVerdict: 'within' | 'outside' | 'unknown';
  readonly waveSource: string;
  readonly waveReading: SourceReading | null;
}

/** `controller.gait.coordination`, or what `auto` has chosen. */
export type Coordination = 'time' | 'speed' | 'token' | 'phase';

interface Published {
  readonly wave: WaveDirection | null;
  readonly waveSource: string;
  readonly waveReading: SourceReading | null;
  readonly lag?: PublishedRange;
  readonly perCycle?: PublishedRange;
  readonly perSecond?: PublishedRange;
  readonly speed?: PublishedRange;
  readonly print?: PublishedRange;
  readonly gain?: PublishedRange;
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
  gain: {
    low: 1,
    high: 1.6,
    source:
      'S. polymorpha, theory: 0.40 body lengths a cycle with the best bending, 0.25 with none (Chong et al., APS March 2020)',
    reading: 'read',
  },
};

const published: Readonly<Record<string, Published>> = {
  centipede: scolopendra,
  millipede: {
    wave: 'direct',
    waveSource: 'millipedes, Full 1997, Kuroda et al. 2014',
    waveReading: 'cited',
    print: {
      low: 0.1,
      high: 1,
      source: 'Pachijulus: print in print in the air, not on the ground (Karpovich), so beyond a tenth of a stride',
      reading: 'read',
    },
  },
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
 * the wave are told to the model, the way per cycle follows from a period that was fitted (`controller.gait.stretch`). `gain`:
 * way per cycle with the bending that helps most, over that with none.
 */
export function createMyriapodCard(
  animal: string,
  metrics: Readonly<Record<string, number | null>>,
  coordination: Coordination,
  print: number | null = null,
  gain: number | null = null,
): MyriapodCard {
  const known = published[animal] ?? scolopendra;
  const lag = metrics['phaseLag'] ?? null;
  const read = (name: string) => metrics[name] ?? null;
  const wave = lag === null || Math.abs(lag) < minLag ? null : lag > 0 ? 'retrograde' : 'direct';
  return {
    animal,
    rows: [
      createReportRow(
        'lag',
        lag === null ? null : Math.abs(lag),
        'cycles per leg pair',
        nameLagKind(coordination),
        known.lag,
      ),
      createReportRow('way per cycle', read('bodyLengthsPerCycle'), 'body lengths', 'fitted', known.perCycle),
      createReportRow('way per second', read('bodyLengthsPerSecond'), 'body lengths', 'input', known.perSecond),
      createReportRow('speed', read('speed'), 'm/s', 'input', known.speed),
      createReportRow('footprint', print, 'strides', 'predicted', known.print),
      createReportRow('duty factor', read('dutyFactor'), 'share of a cycle', nameLagKind(coordination)),
      createReportRow('gain by bending', gain, 'way over that without', 'predicted', known.gain),
    ],
    wave,
    publishedWave: known.wave,
    waveVerdict: known.wave === null ? 'unknown' : wave === known.wave ? 'within' : 'outside',
    waveSource: known.waveSource,
    waveReading: known.waveReading,
  };
}
