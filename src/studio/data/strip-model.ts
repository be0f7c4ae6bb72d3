/** Which strips and rasters an animal gets, from its signals alone. */
import type { SignalCategory, SignalSpec } from '../../engine/contract/types.ts';
import type { SystemInfo } from './protocol.ts';
import { chooseDisplayUnit, type DisplayUnit } from './display-units.ts';
import { formatTitle } from './form-model.ts';

export interface StripSeries {
  readonly signal: string;
  readonly element: number;
  readonly label: string;
  /** −1 draws it downward: the right side below, the left above. */
  readonly sign: 1 | -1;
  /** A side's hue, or a place along the body from 0 to 1 in the colour map. */
  readonly colour: 'accent' | { readonly side: 'left' | 'right'; readonly place: number } | { readonly place: number };
}

export interface Strip {
  readonly title: string;
  readonly about: string;
  readonly unit: DisplayUnit;
  /** In the display unit. */
  readonly range: readonly [number, number];
  readonly series: readonly StripSeries[];
}

/** Rows of one signal that stand together. */
export interface RasterBand {
  readonly signal: string;
  /** First element and how many. */
  readonly first: number;
  readonly rows: number;
  readonly label: string;
  readonly side?: 'left' | 'right';
}

export interface RasterSource {
  readonly title: string;
  readonly about: string;
  readonly bands: readonly RasterBand[];
  /** What a row belongs to: 'segment'. */
  readonly element: string | undefined;
  readonly colours: 'side' | 'raster' | 'diverging' | 'categories';
  readonly categories: readonly SignalCategory[];
  readonly range: readonly [number, number];
  readonly unit: DisplayUnit;
}

/** Lines per side in a strip of pairs; more cannot be told apart. */
const linesPerSide = 5;
const linesPerFan = 10;

/** At most so many elements, evenly from the first to the last. */
function spread(size: number, most: number): number[] {
  const count = Math.min(size, most);
  return Array.from({ length: count }, (_, i) => Math.round((i * (size - 1)) / Math.max(1, count - 1)));
}

/** `bodyLength` in metres says how fast is fast. */
export function createStrips(signals: readonly SignalSpec[], bodyLength: number): Strip[] {
  const plain = signals.filter((signal) => signal.detail !== true && signal.display !== 'categories');
  const speed = plain.find((signal) => signal.name === 'speed');
  const angles = plain.find((signal) => signal.size > 1 && signal.unit === 'rad');
  const left = plain.find((signal) => isLeft(signal.name));
  const right = plain.find((signal) => left !== undefined && signal.name === getRight(left.name));
  const wanted = plain.filter((signal) => signal.display === 'strip');
  return [
    ...(speed === undefined ? [] : [createSpeedStrip(speed, bodyLength)]),
    ...(angles === undefined ? [] : [createFanStrip(angles)]),
    ...(left === undefined || right === undefined ? [] : [createPairStrip(left, right)]),
    ...wanted.map(createPlainStrip),
  ];
}

function createSpeedStrip(signal: SignalSpec, bodyLength: number): Strip {
  const unit = chooseSpeedUnit(bodyLength);
  return {
    title: 'Speed',
    about: signal.about,
    unit,
    // A fifth of what a fast animal does; a wider range comes with the data.
    range: [(-0.05 * bodyLength) / unit.factor, (0.3 * bodyLength) / unit.factor],
    series: [{ signal: signal.name, element: 0, label: 'speed', sign: 1, colour: 'accent' }],
  };
}

function createPlainStrip(signal: SignalSpec): Strip {
  const unit = chooseDisplayUnit(signal.unit, signal.range[1]);
  return {
    title: signal.title ?? formatTitle(signal.name),
    about: signal.about,
    unit,
    range: [signal.range[0] / unit.factor, signal.range[1] / unit.factor],
    series: [{ signal: signal.name, element: 0, label: signal.name, sign: 1, colour: 'accent' }],
  };
}

/** For speeds around a body length per second. */
export function chooseSpeedUnit(bodyLength: number): DisplayUnit {
  return chooseDisplayUnit('m/s', bodyLength);
}

function createFanStrip(signal: SignalSpec): Strip {
  const unit = chooseDisplayUnit(signal.unit, signal.range[1]);
  return {
    title: `${formatTitle(signal.name)}s`,
    about: signal.about,
    unit,
    range: [signal.range[0] / unit.factor, signal.range[1] / unit.factor],
    series: spread(signal.size, linesPerFan).map((element) => ({
      signal: signal.name,
      element,
      label: `${signal.element ?? ''} ${element + 1}`.trim(),
      sign: 1,
      colour: { place: signal.size === 1 ? 0 : element / (signal.size - 1) },
    })),
  };
}

function createPairStrip(left: SignalSpec, right: SignalSpec): Strip {
  const elements = spread(left.size, linesPerSide);
  const top = left.range[1];
  const title = formatTitle(left.name.replace(/\.left$/u, ''));
  return {
    title: `${title}s, left above, right below`,
    about: left.about,
    unit: chooseDisplayUnit(left.unit, top),
    range: [-top, top],
    series: (['left', 'right'] as const).flatMap((side) =>
      elements.map((element, i) => ({
        signal: (side === 'left' ? left : right).name,
        element,
        label: `${side} ${element + 1}`,
        sign: side === 'left' ? (1 as const) : (-1 as const),
        colour: { side, place: i / Math.max(1, elements.length - 1) },
      })),
    ),
  };
}

/**
 * Details in pairs `X.left`, `X.right` first, what moves the muscles (the last) before the others; then every signal that
 * asks for colours, pairs as one.
 */
export function createRasterSources(signals: readonly SignalSpec[]): RasterSource[] {
  const pairs = signals.filter(({ detail, display, name }) => detail === true && display === undefined && isLeft(name));
  const hinted = signals.filter(({ display }) => display !== undefined && display !== 'strip');
  return [...pairs.reverse(), ...hinted].flatMap((signal) => {
    const other = isLeft(signal.name) ? signals.find(({ name }) => name === getRight(signal.name)) : undefined;
    if (other === undefined) {
      const isRight = signals.some(({ name }) => isLeft(name) && getRight(name) === signal.name);
      return isRight || signal.display === undefined ? [] : splitBands(signal, createBands(signal));
    }
    const bands = ([signal, other] as const).map((half, i) => ({
      signal: half.name,
      first: 0,
      rows: half.size,
      label: i === 0 ? 'left' : 'right',
      side: i === 0 ? ('left' as const) : ('right' as const),
    }));
    return [createRasterSource(signal, bands)];
  });
}

function isLeft(name: string): boolean {
  return name.endsWith('.left');
}

function getRight(left: string): string {
  return left.replace(/left$/u, 'right');
}

function createBands({ name, size, bands }: SignalSpec): RasterBand[] {
  let first = 0;
  return (bands ?? [{ name: '', size }]).map((band) => {
    first += band.size;
    return { signal: name, first: first - band.size, rows: band.size, label: band.name };
  });
}

/** Bands that fit beside each other with their names. */
const maxBands = 8;

/** Many bands are shown by kind (the last word of their names), and each by itself. */
function splitBands(signal: SignalSpec, bands: readonly RasterBand[]): RasterSource[] {
  const whole = createRasterSource(signal, bands);
  if (bands.length <= maxBands) return [whole];
  const kinds = new Map<string, RasterBand[]>();
  for (const band of bands) {
    const kind = band.label.slice(band.label.lastIndexOf(' ') + 1);
    kinds.set(kind, [...(kinds.get(kind) ?? []), band]);
  }
  const groups = [...kinds].flatMap(([kind, own]) =>
    own.length === 1 || kinds.size === 1
      ? []
      : [
          {
            ...whole,
            title: `${whole.title}: ${kind}`,
            bands: own.map((band) => ({ ...band, label: band.label.slice(0, -kind.length - 1) || kind })),
          },
        ],
  );
  const singles = bands.map((band) => ({
    ...whole,
    title: `${whole.title}: ${band.label}`,
    bands: [{ ...band, label: '' }],
  }));
  const all = { ...whole, title: `${whole.title}: all`, bands: bands.map((band) => ({ ...band, label: '' })) };
  return [...groups, all, ...singles];
}

function createRasterSource(signal: SignalSpec, bands: readonly RasterBand[]): RasterSource {
  const base = signal.name.replace(/\.left$/u, '');
  return {
    title: signal.title ?? (signal.display === undefined ? base : formatTitle(base)),
    about: signal.about.replace(/ left /u, ' '),
    bands,
    element: signal.element,
    colours: signal.display === undefined || signal.display === 'strip' ? 'side' : signal.display,
    categories: signal.categories ?? [],
    range: signal.range,
    unit: chooseDisplayUnit(signal.unit, signal.range[1]),
  };
}

/** Names of the signals that give the centre line seen from above, head first. */
export const centreLineSignals = ['midline.x', 'midline.y'] as const;

export function hasCentreLine(info: { readonly signals: readonly SignalSpec[] } | undefined): boolean {
  return centreLineSignals.every((wanted) => info?.signals.some(({ name }) => name === wanted) === true);
}

/** Lengths of window to choose from: seconds. */
export const windowLengths: readonly number[] = [0.5, 1, 2, 5, 10, 20, 60];
const windowSteps = 400;

/** The length that comes nearest to one column per step in a raster of the usual width. */
export function chooseWindow(dt: number): number {
  const distance = (seconds: number): number => Math.abs(Math.log(seconds / (windowSteps * dt)));
  return windowLengths.reduce((best, seconds) => (distance(seconds) < distance(best) ? seconds : best));
}

/** Steps to show: `seconds` long, the present near the right edge, with some of the future when it has run already. */
export function computeWindow(
  step: number,
  lastStep: number,
  seconds: number,
  dt: number,
): { first: number; last: number } {
  const length = Math.max(2, Math.round(seconds / dt));
  const last = Math.max(length, Math.min(lastStep, step + Math.round(0.25 * length)));
  return { first: last - length, last };
}

/** Rows of a band above which a cut lies, for a cord of so many segments; none for bands of anything else. */
export function listCutRows({ rows }: Pick<RasterBand, 'rows'>, segments: number, cuts: readonly number[]): number[] {
  return rows === segments ? cuts.filter((cut) => cut > 0 && cut < rows) : [];
}

/** Whether the animal says which of its muscles are on which side; bodies of arms around a middle have no sides. */
export function hasSides({ layout, signals }: Pick<SystemInfo, 'layout' | 'signals'>): boolean {
  const told = signals.flatMap(({ name, bands = [] }) => [name, ...bands.map((band) => band.name)]);
  const names = [...told, ...layout.surfaces.flatMap(({ regions }) => regions?.names ?? [])];
  return layout.sides !== undefined || names.some((name) => /\b(?:left|right)\b/iu.test(name));
}
