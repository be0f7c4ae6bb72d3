/**
 * Units a person may write in a creature file or after `--set`. The engine stores SI; each SI unit lists what converts to it.
 * A parameter's unit is one of the keys.
 */
export const unitTable = {
  '1': { '': 1, '%': 0.01 },
  m: { m: 1, cm: 1e-2, mm: 1e-3, um: 1e-6, µm: 1e-6 },
  s: { s: 1, ms: 1e-3, min: 60, h: 3600 },
  min: { min: 1, s: 1 / 60, h: 60 },
  kg: { kg: 1, g: 1e-3, mg: 1e-6 },
  Hz: { Hz: 1, kHz: 1e3 },
  rad: { rad: 1, deg: Math.PI / 180, '°': Math.PI / 180 },
  N: { N: 1, mN: 1e-3 },
  'N m': { 'N m': 1, 'N mm': 1e-3, 'mN m': 1e-3 },
  'N m s': { 'N m s': 1, 'N mm ms': 1e-6 },
  'kg m^2': { 'kg m^2': 1, 'g mm^2': 1e-9 },
  '1/m': { '1/m': 1, '1/cm': 100, '1/mm': 1e3 },
  'kg/m': { 'kg/m': 1, 'g/mm': 1 },
  'kg/s': { 'kg/s': 1, 'g/s': 1e-3 },
  'N/m': { 'N/m': 1, 'mN/m': 1e-3 },
  'm/s^2': { 'm/s^2': 1, 'mm/s^2': 1e-3 },
  'kg/m^3': { 'kg/m^3': 1, 'g/cm^3': 1e3 },
  'm^2/s': { 'm^2/s': 1, 'mm^2/s': 1e-6 },
  'm/s': { 'm/s': 1, 'mm/s': 1e-3 },
  'rad/s': { 'rad/s': 1, 'deg/s': Math.PI / 180 },
  Pa: { Pa: 1, kPa: 1e3, MPa: 1e6 },
} as const satisfies Record<string, Record<string, number>>;

/** No number with a unit is longer; a longer text is not searched for one. */
const longestQuantity = 64;

export type Unit = keyof typeof unitTable;

/** Units accepted for a parameter stored in `unit`. */
export function listUnits(unit: string): string[] {
  return unit in unitTable ? Object.keys(unitTable[unit as Unit]).filter((name) => name !== '') : [unit];
}

/** The advice for a number with a decimal comma, `0,4`, which half of Europe writes; undefined for other texts. */
export function adviseDecimalPoint(text: string): string | undefined {
  const [, whole, decimals] = /^\s*([+-]?\d{1,15}|),(\d{1,15})(?![\d,])/u.exec(text) ?? [];
  if (whole === undefined || decimals === undefined) return undefined;
  const thousands = decimals.length === 3 && /[1-9]/u.test(whole) ? ` or ${whole}${decimals}` : '';
  return `Write ${whole === '' ? '0' : whole}.${decimals}${thousands}: the decimal sign is a point.`;
}

/** `12 mm` for a parameter in metres → 0.012; undefined when the text is not a number with a unit; NaN-safe. */
export function parseQuantity(text: string, unit: string): { value: number } | { unknownUnit: string } | undefined {
  if (text.length > longestQuantity) return undefined;
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*?)\s*$/iu.exec(text);
  if (match === null) return undefined;
  const value = Number(match[1]);
  const written = match[2]!;
  if (written === '') return { value };
  const factors: Record<string, number> = unit in unitTable ? unitTable[unit as Unit] : { [unit]: 1 };
  const factor = Object.hasOwn(factors, written) ? factors[written] : undefined;
  return factor === undefined ? { unknownUnit: written } : { value: value * factor };
}
