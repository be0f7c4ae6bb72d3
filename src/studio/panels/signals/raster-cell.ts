/** What a raster shows at one place, in words: whose row it is, and its value or state there. */
import { formatReading } from '../../data/display-units.ts';
import type { SignalHistory } from '../../data/signal-history.ts';
import type { RasterSource } from '../../data/strip-model.ts';

/** `share` is the height from the top, 0 … 1. Empty where nothing is known. */
export function describeCell(source: RasterSource, history: SignalHistory, step: number, share: number): string {
  const total = source.bands.reduce((sum, { rows }) => sum + rows, 0);
  let row = Math.min(total - 1, Math.max(0, Math.floor(share * total)));
  const band = source.bands.find(({ rows }) => {
    if (row < rows) return true;
    row -= rows;
    return false;
  })!;
  const place = history.places.get(band.signal);
  const value = place === undefined ? NaN : history.readElement(place, step, band.first + row);
  if (Number.isNaN(value)) return '';
  const where = [band.label, source.element, band.rows > 1 ? row + 1 : ''].filter(Boolean).join(' ');
  return `${(step * history.dt).toFixed(2)} s · ${where}: ${describeValue(source, value)}`;
}

function describeValue({ colours, categories, range, unit }: RasterSource, value: number): string {
  if (colours === 'categories') return categories[value]?.title ?? categories[value]?.name ?? 'lost';
  const shown = range.map((limit) => limit / unit.factor) as [number, number];
  return [formatReading(value / unit.factor, shown), unit.label].filter(Boolean).join(' ');
}
