/** What the colours of a raster mean. */
import { diverging, viridis } from '../../../viewer/surfaces/colour-map.ts';
import { formatNumber } from '../../data/display-units.ts';
import type { RasterSource } from '../../data/strip-model.ts';

/** `sentences`: what each state means beside its name, and not only where one points at it. */
export function RasterLegend({
  source,
  sentences = false,
}: {
  readonly source: RasterSource;
  readonly sentences?: boolean;
}) {
  if (source.colours === 'side') return null;
  if (source.colours === 'categories')
    return (
      <ul
        className={`flex min-w-0 gap-x-2.5 text-dim ${sentences ? 'flex-col gap-y-1 text-[12px]' : 'order-last basis-full flex-wrap items-center text-[10px]'}`}
      >
        {source.categories.map(({ name, title = name, colour, about }) => (
          <li key={name} className="flex items-center gap-1" title={`${name}: ${about}`}>
            <span className="size-2 shrink-0 rounded-[2px]" style={{ background: colour }} />
            <span className={sentences ? 'font-medium text-ink' : ''}>{title}</span>
            {sentences ? `${about} (${name})` : <span className="sr-only">{about}</span>}
          </li>
        ))}
      </ul>
    );
  const [low, high] = source.range.map((value) => value / source.unit.factor) as [number, number];
  const map = source.colours === 'diverging' ? diverging : viridis;
  const stops = [0, 51, 102, 127, 153, 204, 255].map((at) => `rgb(${map.subarray(4 * at, 4 * at + 3).join(' ')})`);
  return (
    <span className="flex items-center gap-1.5 text-[10px] whitespace-nowrap text-dim tabular-nums">
      {formatNumber(low)}
      <span className="h-2 w-16 rounded-sm" style={{ background: `linear-gradient(to right, ${stops.join(',')})` }} />
      {formatNumber(high)} {source.unit.label}
    </span>
  );
}
