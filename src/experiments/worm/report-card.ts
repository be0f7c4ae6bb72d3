/**
 * How like a worm a worm moves: five measures of locomotion beside published ranges. The ranges are those of adult wild
 * type; natural variation is 15 to 25 %.
 */

export type WormGait = 'crawl' | 'swim' | 'between';

export interface ReportRow {
  readonly name: string;
  /** SI units, wavelength in body lengths, bend as curvature times length. */
  readonly value: number | null;
  readonly unit: string;
  readonly low: number;
  readonly high: number;
  readonly within: boolean;
  readonly source: string;
}

export interface ReportCard {
  readonly gait: WormGait | null;
  /** The gait that belongs to the medium. */
  readonly expected: 'crawl' | 'swim';
  readonly rows: readonly ReportRow[];
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly source: string;
}

const ranges: Readonly<
  Record<'crawl' | 'swim', Readonly<Record<'speed' | 'frequency' | 'wavelength' | 'bend', Range>>>
> = {
  crawl: {
    speed: { low: 1e-4, high: 3e-4, source: 'agar, wild type about 0.2 mm/s' },
    frequency: { low: 0.3, high: 0.8, source: 'agar, Berri 2009' },
    wavelength: { low: 0.55, high: 0.75, source: 'agar, Fang-Yen 2010' },
    bend: { low: 6, high: 12, source: 'agar, Fang-Yen 2010' },
  },
  swim: {
    speed: {
      low: 1.5e-4,
      high: 4e-4,
      source: 'water; 0.25 mm/s is the bound of resistive-force theory at a drag ratio of 1.6',
    },
    frequency: { low: 1.7, high: 2, source: 'water, Fang-Yen 2010' },
    wavelength: { low: 1.3, high: 1.7, source: 'water, Fang-Yen 2010' },
    bend: { low: 5, high: 7, source: 'water, Fang-Yen 2010' },
  },
};

/** Crawling is slow with short waves, swimming fast with long ones. */
function classify(frequency: number | null, wavelength: number | null): WormGait | null {
  if (frequency === null || wavelength === null) return null;
  if (frequency < 1.2 && wavelength < 1) return 'crawl';
  return frequency >= 1.2 && wavelength >= 1 ? 'swim' : 'between';
}

/** `metrics` are those of a run of a worm of `length` metres; `water` is the medium's knob, 0 agar to 1 water. */
export function createReportCard(
  metrics: Readonly<Record<string, number | null>>,
  water: number,
  length: number,
): ReportCard {
  const expected = water < 0.5 ? 'crawl' : 'swim';
  const waves = metrics['wavelengths'] ?? null;
  const wavelength = waves === null || waves === 0 ? null : 1 / Math.abs(waves);
  const bend = metrics['bend'] ?? null;
  const values = {
    speed: { value: metrics['speed'] ?? null, unit: 'm/s' },
    frequency: { value: metrics['frequency'] ?? null, unit: 'Hz' },
    wavelength: { value: wavelength, unit: 'body lengths' },
    bend: { value: bend === null ? null : bend * length, unit: 'curvature × length' },
  };
  const rows = (Object.keys(values) as (keyof typeof values)[]).map((name) => {
    const { value, unit } = values[name];
    const range = ranges[expected][name];
    const within = value !== null && Math.abs(value) >= range.low && Math.abs(value) <= range.high;
    return { name, value, unit, within, ...range };
  });
  return { gait: classify(values.frequency.value, wavelength), expected, rows };
}
