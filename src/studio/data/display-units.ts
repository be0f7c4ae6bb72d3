/** Units people read: 12 mm rather than 0.012 m. Parameters stay SI; only what is shown and typed is scaled. */

export interface DisplayUnit {
  /** Empty for pure numbers. */
  readonly label: string;
  /** SI value = shown value × factor. */
  readonly factor: number;
}

interface Smaller {
  readonly label: string;
  readonly factor: number;
  /** Used where the typical size is below this, in SI. */
  readonly below: number;
}

/** From the smallest up. */
const smaller: Readonly<Record<string, readonly Smaller[]>> = {
  m: [
    { label: 'µm', factor: 1e-6, below: 5e-4 },
    { label: 'mm', factor: 1e-3, below: 0.5 },
  ],
  s: [{ label: 'ms', factor: 1e-3, below: 1.5 }],
  kg: [
    { label: 'mg', factor: 1e-6, below: 1e-4 },
    { label: 'g', factor: 1e-3, below: 0.5 },
  ],
  N: [{ label: 'mN', factor: 1e-3, below: 0.5 }],
  'N m': [{ label: 'N mm', factor: 1e-3, below: 0.5 }],
  'N m s': [{ label: 'N mm ms', factor: 1e-6, below: 0.01 }],
  'kg m^2': [{ label: 'g mm²', factor: 1e-9, below: 1e-3 }],
  'm^2/s': [{ label: 'mm²/s', factor: 1e-6, below: 1e-2 }],
  'm/s': [
    { label: 'µm/s', factor: 1e-6, below: 5e-3 },
    { label: 'mm/s', factor: 1e-3, below: 1.5 },
  ],
  W: [{ label: 'mW', factor: 1e-3, below: 1 }],
};

/** Units whose numbers grow as things get small. */
const larger: Readonly<Record<string, { readonly label: string; readonly factor: number; readonly from: number }>> = {
  '1/m': { label: '1/mm', factor: 1e3, from: 500 },
};

const always: Readonly<Record<string, DisplayUnit>> = {
  '1': { label: '', factor: 1 },
  '': { label: '', factor: 1 },
  rad: { label: '°', factor: Math.PI / 180 },
  'rad/s': { label: '°/s', factor: Math.PI / 180 },
  'kg/m^3': { label: 'kg/m³', factor: 1 },
};

/** The unit in which numbers of a typical size (SI) read best. */
export function chooseDisplayUnit(unit: string | undefined, typical: number): DisplayUnit {
  const name = unit ?? '1';
  const fixed = always[name];
  if (fixed !== undefined) return fixed;
  const size = Math.abs(typical);
  const large = larger[name];
  if (large !== undefined && size >= large.from) return { label: large.label, factor: large.factor };
  const found = size === 0 ? undefined : smaller[name]?.find((candidate) => size < candidate.below);
  return found ?? { label: name, factor: 1 };
}

/** At most six significant digits, no trailing zeros, no exponent where it can be avoided. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(3).replace(/\.?0+e/u, 'e');
  return String(Number(value.toPrecision(6)));
}

export function formatQuantity(value: number, unit: DisplayUnit): string {
  const number = formatNumber(value / unit.factor);
  return unit.label === '' ? number : `${number} ${unit.label}`;
}

/** Three digits, and none of what is nothing beside the range. */
export function formatReading(value: number, [low, high]: readonly [number, number]): string {
  const least = 1e-5 * Math.max(Math.abs(low), Math.abs(high));
  return Math.abs(value) < least ? '0' : formatNumber(Number(value.toPrecision(3)));
}
