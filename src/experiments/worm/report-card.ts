/**
 * Locomotion of the worm against published values: four measures of adult wild type. A range spans the means of the sources
 * named, and a tenth on either side for the animals around a mean; that tenth is chosen.
 */
import { createReportRow, type PublishedRange, type ReportRow, type RowKind } from '../kinds/report.ts';

export type WormGait = 'crawl' | 'swim' | 'between';
/** `drive.kind`. */
export type WormDriveKind = 'muscle' | 'modal' | 'two-mode' | 'reflex';

export interface ReportCard {
  readonly gait: WormGait | null;
  /** The gait that belongs to the medium. */
  readonly expected: 'crawl' | 'swim';
  readonly rows: readonly ReportRow[];
}

type Measure = 'speed' | 'frequency' | 'wavelength' | 'bend';

/** What the centre lines tell besides. */
interface CentreLineRows {
  /** Rear over front. */
  readonly bendDecay: number | null;
  /** Share of the variance that four shapes have. */
  readonly fourShapes: number;
}

const fourShapesRange: PublishedRange = {
  low: 0.9,
  high: 1,
  source: 'agar, 0.95 (Stephens et al. 2008) and more than 0.9 (PMC4987360, 2016)',
  reading: 'read',
};
const decayRange: PublishedRange = {
  low: 0,
  high: 1,
  source: 'buffer, waves decay from head to tail (Sznitman et al., arXiv 0911.1731)',
  reading: 'read',
};
const slipRange: PublishedRange = {
  low: 0.07,
  high: 0.09,
  source: 'buffer, 0.08 ± 0.01 (Shen et al. 2012)',
  reading: 'cited',
};

const ranges: Readonly<Record<'crawl' | 'swim', Readonly<Record<Measure, PublishedRange>>>> = {
  crawl: {
    speed: {
      low: 1.8e-4,
      high: 2.41e-4,
      source: 'agar, 0.20 (Cronin et al. 2005) and 0.219 mm/s (Ramot et al. 2008), ± 10 %',
      reading: 'cited',
    },
    frequency: {
      low: 0.27,
      high: 0.55,
      source: 'agar, 0.30 (Fang-Yen et al. 2010) to 0.5 Hz (Gray & Lissmann 1964, Berri et al. 2009), ± 10 %',
      reading: 'cited',
    },
    wavelength: { low: 0.585, high: 0.715, source: 'agar, 0.65 (Fang-Yen et al. 2010), ± 10 %', reading: 'cited' },
    bend: { low: 6, high: 12, source: 'agar, Fang-Yen et al. 2010', reading: 'remembered' },
  },
  swim: {
    speed: {
      low: 1.9e-4,
      high: 3.85e-4,
      source:
        'buffer, 0.08 ± 0.01 of the speed of the wave, so 0.19 to 0.24 (Shen et al. 2012), to 0.35 mm/s (Sznitman et al., in fluids of 1 to 12 mPa s), + 10 %',
      reading: 'cited',
    },
    frequency: {
      low: 1.53,
      high: 1.94,
      source: 'buffer, 1.7 (Sznitman et al.) to 1.76 Hz (Fang-Yen et al. 2010), ± 10 %',
      reading: 'cited',
    },
    wavelength: { low: 1.39, high: 1.69, source: 'buffer, 1.54 (Fang-Yen et al. 2010), ± 10 %', reading: 'cited' },
    bend: { low: 5, high: 7, source: 'water, Fang-Yen et al. 2010', reading: 'remembered' },
  },
};

/**
 * Kinds of the values. `muscle`: the gait is an input, drag across the body is fitted to the speed on agar, stress to the bend
 * there, and in water to the speed. `modal`, `two-mode`: period and mode are inputs, the amplitude is fitted. `reflex`: fitted
 * to the gait on agar, with the drag of `muscle`; its gait in water is predicted.
 */
function nameKinds(drive: WormDriveKind, gait: 'crawl' | 'swim'): Readonly<Record<Measure, RowKind>> {
  const isCrawling = gait === 'crawl';
  if (drive === 'reflex') {
    const kind = isCrawling ? 'fitted' : 'predicted';
    return { speed: kind, frequency: kind, wavelength: kind, bend: 'predicted' };
  }
  const bend = drive === 'muscle' && !isCrawling ? 'predicted' : 'fitted';
  return { speed: 'fitted', frequency: 'input', wavelength: 'input', bend };
}

/** Crawling is slow with short waves, swimming fast with long ones. */
function classify(frequency: number | null, wavelength: number | null): WormGait | null {
  if (frequency === null || wavelength === null) return null;
  if (frequency < 1.2 && wavelength < 1) return 'crawl';
  return frequency >= 1.2 && wavelength >= 1 ? 'swim' : 'between';
}

/** `metrics` are those of a run of a worm of `length` metres; `water` goes from 0, agar, to 1, water. */
export function createReportCard(
  metrics: Readonly<Record<string, number | null>>,
  worm: { readonly drive: WormDriveKind; readonly water: number; readonly length: number },
): ReportCard {
  const expected = worm.water < 0.5 ? 'crawl' : 'swim';
  const waves = metrics['wavelengths'] ?? null;
  // Negative where the wave runs from tail to head, as in a worm that goes backward.
  const wavelength = waves === null || waves === 0 ? null : 1 / waves;
  const bend = metrics['bend'] ?? null;
  const frequency = metrics['frequency'] ?? null;
  const values: Readonly<Record<Measure, readonly [number | null, string]>> = {
    speed: [metrics['speed'] ?? null, 'm/s'],
    frequency: [frequency, 'Hz'],
    wavelength: [wavelength, 'body lengths'],
    bend: [bend === null ? null : bend * worm.length, 'curvature × length'],
  };
  const kinds = nameKinds(worm.drive, expected);
  const rows = (Object.keys(values) as Measure[]).map((name) => {
    const [value, unit] = values[name];
    return createReportRow(name, value, unit, kinds[name], ranges[expected][name]);
  });
  return { gait: classify(frequency, wavelength === null ? null : Math.abs(wavelength)), expected, rows };
}

/** Rows of the centre lines and of the wave: it is the slope of a kymograph of the curvature. */
export function createCentreLineRows(
  metrics: Readonly<Record<string, number | null>>,
  { expected, rows }: ReportCard,
  length: number,
  lines: CentreLineRows,
): ReportRow[] {
  const read = (name: string) => rows.find((row) => row.name === name)!;
  const { frequency = null, wavelengths = null, speed = null } = metrics;
  const wave = frequency === null || wavelengths === null || wavelengths === 0 ? null : frequency / wavelengths;
  const slip = wave === null || speed === null ? null : speed / (wave * length);
  const isSwimming = expected === 'swim';
  return [
    createReportRow('wave speed', wave, 'body lengths/s', read('wavelength').kind),
    createReportRow('slip', slip, 'speed over wave', read('speed').kind, isSwimming ? slipRange : undefined),
    createReportRow(
      'bend, rear over front',
      lines.bendDecay,
      '',
      read('bend').kind,
      isSwimming ? decayRange : undefined,
    ),
    createReportRow('four shapes', lines.fourShapes, 'share', 'predicted', isSwimming ? undefined : fourShapesRange),
  ];
}

/** Of the class, which follows from frequency and wavelength. */
export function nameClassKind({ rows }: ReportCard): RowKind {
  return rows.find(({ name }) => name === 'frequency')!.kind;
}
