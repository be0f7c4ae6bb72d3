/** Which strips and rasters an animal gets, from its signals alone. */
import type { SignalSpec } from '../../engine/sim/contract.ts';
import { chooseDisplayUnit, type DisplayUnit } from '../parameters/display-units.ts';
import { formatTitle } from '../parameters/form-model.ts';

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

export interface RasterSource {
  readonly title: string;
  readonly about: string;
  readonly left: string;
  readonly right: string;
  readonly rows: number;
}

/** Lines per side in a strip of pairs; more cannot be told apart. */
const linesPerSide = 5;

/** `bodyLength` in metres says how fast is fast. */
export function createStrips(signals: readonly SignalSpec[], bodyLength: number): Strip[] {
  const plain = signals.filter((signal) => signal.detail !== true);
  const speed = plain.find((signal) => signal.name === 'speed');
  const angles = plain.find((signal) => signal.size > 1 && signal.unit === 'rad');
  const left = plain.find((signal) => signal.name.endsWith('.left'));
  const right = plain.find((signal) => left !== undefined && signal.name === left.name.replace(/left$/u, 'right'));
  return [
    ...(speed === undefined ? [] : [createSpeedStrip(speed, bodyLength)]),
    ...(angles === undefined ? [] : [createFanStrip(angles)]),
    ...(left === undefined || right === undefined ? [] : [createPairStrip(left, right)]),
  ];
}

function createSpeedStrip(signal: SignalSpec, bodyLength: number): Strip {
  const unit = chooseSpeedUnit(bodyLength);
  return {
    title: 'Speed',
    about: signal.about,
    unit,
    range: [(-0.3 * bodyLength) / unit.factor, (1.8 * bodyLength) / unit.factor],
    series: [{ signal: signal.name, element: 0, label: 'speed', sign: 1, colour: 'accent' }],
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
    series: Array.from({ length: signal.size }, (_, element) => ({
      signal: signal.name,
      element,
      label: String(element + 1),
      sign: 1,
      colour: { place: signal.size === 1 ? 0 : element / (signal.size - 1) },
    })),
  };
}

function createPairStrip(left: SignalSpec, right: SignalSpec): Strip {
  const count = Math.min(linesPerSide, left.size);
  const elements = Array.from({ length: count }, (_, i) => Math.round((i * (left.size - 1)) / Math.max(1, count - 1)));
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
        colour: { side, place: count === 1 ? 0 : i / (count - 1) },
      })),
    ),
  };
}

/** Detail signals in pairs `X.left`, `X.right`; what moves the muscles (the last) first. */
export function createRasterSources(signals: readonly SignalSpec[]): RasterSource[] {
  return signals
    .flatMap((signal) => {
      if (signal.detail !== true || !signal.name.endsWith('.left')) return [];
      const base = signal.name.replace(/\.left$/u, '');
      const right = `${base}.right`;
      if (!signals.some(({ name }) => name === right)) return [];
      return [
        { title: base, about: signal.about.replace(/ left /u, ' '), left: signal.name, right, rows: signal.size },
      ];
    })
    .reverse();
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
