/** Ranges of axes that fit what is shown and change rarely. */

type Range = readonly [low: number, high: number];

/** Of the expected range; less than that is noise, and shown as the flat line it is. */
const minSpanShare = 0.02;
/** Data that need less of an axis than this make it smaller. */
const minUsedShare = 0.4;

/**
 * The range for data from `low` to `high` (either may be unknown). An expected range that is even about zero stays even, one that
 * has a zero keeps it, and what was shown before stays while it fits.
 */
export function chooseScale(expected: Range, low: number | null, high: number | null, before: Range): Range {
  if (low === null || high === null) return before;
  const wanted = widen(expected, low, high);
  const span = before[1] - before[0];
  const fits = before[0] <= wanted[0] && wanted[1] <= before[1] && wanted[1] - wanted[0] >= minUsedShare * span;
  return fits ? before : roundOutward(wanted);
}

function widen([bottom, top]: Range, low: number, high: number): Range {
  const minSpan = minSpanShare * (top - bottom);
  if (bottom === -top) {
    const limit = Math.max(Math.abs(low), Math.abs(high), minSpan / 2);
    return [-limit, limit];
  }
  const hasZero = bottom <= 0 && top >= 0;
  const [from, to] = hasZero ? [Math.min(0, low), Math.max(0, high)] : [low, high];
  const missing = Math.max(0, minSpan - (to - from));
  return bottom === 0 && from === 0 ? [0, to + missing] : [from - missing / 2, to + missing / 2];
}

/** To the next numbers that people count in, with a little room. */
function roundOutward([low, high]: Range): Range {
  const step = chooseStep((high - low) / 10);
  const room = 0.05 * (high - low);
  const bottom = low === 0 ? 0 : step * Math.floor((low - room) / step);
  const top = high === 0 ? 0 : step * Math.ceil((high + room) / step);
  return [bottom, top];
}

/** The least of 1, 2 and 5 times a power of ten that is not below a size. */
export function chooseStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= size * (1 - 1e-9))!;
}

/** Places of ticks within a range, at most about so many. */
export function listTicks([low, high]: Range, most: number): number[] {
  const step = chooseStep((high - low) / most);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // Multiples, not sums, so that zero is zero.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** With as many digits as tell a tick from the next one. */
export function formatTick(value: number, step: number): string {
  const size = Math.max(Math.abs(value), step);
  if (size >= 1e6 || size < 1e-4) return value === 0 ? '0' : value.toExponential(2).replace(/\.?0+e/u, 'e');
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return String(Number(value.toFixed(decimals)) + 0);
}
