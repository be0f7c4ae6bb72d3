/** A metric over two parameters: cells that open their runs, by pointer or keys. */
import type { KeyboardEvent } from 'react';
import { viridis } from '../../viewer/surfaces/colour-map.ts';
import { chooseDisplayUnit, formatNumber } from '../data/display-units.ts';
import { formatTitle } from '../data/form-model.ts';
import type { NamedUnit } from '../../experiments/studies/study.ts';
import { type GridCell, listValues } from './results.ts';

/** A parameter with its name for people, where its path is not that. */
export interface NamedAxis extends NamedUnit {
  readonly title?: string;
}

interface HeatMapProps {
  readonly grid: readonly GridCell[];
  readonly parameters: readonly NamedAxis[];
  readonly metric: NamedUnit;
}

export function HeatMap({ grid, parameters, metric }: HeatMapProps) {
  const [across, up] = [listValues(grid, 0), listValues(grid, 1)];
  const means = grid.flatMap(({ mean }) => mean ?? []);
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const unit = chooseDisplayUnit(metric.unit, Math.max(Math.abs(low), Math.abs(high)));
  const [x, y] = parameters.map((parameter, i) => createWriter(parameter, i === 0 ? across : up));
  const format = (value: number): string => formatNumber(Number((value / unit.factor).toPrecision(3)));
  const name = formatTitle(metric.name);
  const title = unit.label === '' ? name : `${name}, ${unit.label}`;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3" data-testid="heat-map">
      <span className="self-center text-[12px] text-dim [writing-mode:vertical-rl] rotate-180">{y!.title}</span>
      <table className="w-full table-fixed border-separate border-spacing-0.5" onKeyDown={moveFocus}>
        <caption className="sr-only">
          {title} over {x!.title} and {y!.title}. Arrow keys move, Enter opens the run.
        </caption>
        <colgroup>
          <col className="w-14" />
        </colgroup>
        <tbody>
          {up.toReversed().map((b) => (
            <tr key={b}>
              <th scope="row" className="pr-1 text-right font-mono text-[11px] font-normal text-dim">
                {y!.format(b)}
              </th>
              {across.map((a) => (
                <Cell
                  key={a}
                  cell={grid.find(({ values }) => values[0] === a && values[1] === b)!}
                  share={(mean) => (high > low ? (mean - low) / (high - low) : 0.5)}
                  text={format}
                  label={`${x!.title} ${x!.format(a)}, ${y!.title} ${y!.format(b)}: ${title}`}
                />
              ))}
            </tr>
          ))}
          <tr>
            <td />
            {across.map((a) => (
              <th key={a} scope="col" className="pt-0.5 font-mono text-[11px] font-normal text-dim">
                {x!.format(a)}
              </th>
            ))}
          </tr>
        </tbody>
      </table>
      <Legend title={title} low={means.length === 0 ? '' : format(low)} high={means.length === 0 ? '' : format(high)} />
      <span className="col-start-2 text-center text-[12px] text-dim">{x!.title}</span>
    </div>
  );
}

interface CellProps {
  readonly cell: GridCell;
  readonly share: (mean: number) => number;
  readonly text: (mean: number) => string;
  readonly label: string;
}

function Cell({ cell: { mean, failure, link, done }, share, text, label }: CellProps) {
  const said = mean === undefined ? (failure ?? (done === 0 ? 'not run yet' : 'none')) : text(mean);
  const at = mean === undefined ? undefined : Math.round(255 * share(mean));
  return (
    <td className="p-0">
      <a
        href={link}
        aria-label={`${label} ${said}. Opens the run.`}
        title={`${label} ${said}`}
        className="grid h-[clamp(44px,12vh,96px)] place-items-center rounded-sm border border-line font-mono text-[12px] tabular-nums"
        style={
          at === undefined
            ? undefined
            : {
                background: `rgb(${viridis[4 * at]!} ${viridis[4 * at + 1]!} ${viridis[4 * at + 2]!})`,
                color: at > 140 ? '#0c1a1f' : '#f4f9f9',
              }
        }
      >
        {mean === undefined ? (failure === undefined ? '·' : '×') : said}
      </a>
    </td>
  );
}

function Legend({ title, low, high }: { readonly title: string; readonly low: string; readonly high: string }) {
  const stops = Array.from({ length: 9 }, (_, i) => {
    const at = 4 * Math.round((255 * i) / 8);
    return `rgb(${viridis[at]!} ${viridis[at + 1]!} ${viridis[at + 2]!})`;
  });
  return (
    <div className="grid w-16 grid-rows-[auto_minmax(80px,1fr)_auto_auto] justify-items-center gap-1 text-[11px] text-dim">
      <span className="font-mono">{high}</span>
      <span className="w-3 rounded" style={{ background: `linear-gradient(to top, ${stops.join(', ')})` }} />
      <span className="font-mono">{low}</span>
      <span className="text-center [overflow-wrap:anywhere]">{title}</span>
    </div>
  );
}

/** Parameters in the unit that reads best. */
export function createWriter({ name, unit: si, title = formatTitle(name) }: NamedAxis, values: readonly number[]) {
  const unit = chooseDisplayUnit(si, Math.max(...values.map(Math.abs)));
  return {
    title: unit.label === '' ? title : `${title}, ${unit.label}`,
    factor: unit.factor,
    format: (value: number): string => formatNumber(Number((value / unit.factor).toPrecision(4))),
  };
}

/** Arrow keys go from cell to cell. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>): void {
  const steps: Readonly<Record<string, readonly [number, number]>> = {
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
  };
  const step = steps[event.key];
  const cell = document.activeElement?.closest('td');
  if (step === undefined || cell == null) return;
  event.preventDefault();
  const row = event.currentTarget.rows[(cell.parentElement as HTMLTableRowElement).rowIndex + step[0]];
  row?.cells[cell.cellIndex + step[1]]?.querySelector('a')?.focus();
}
