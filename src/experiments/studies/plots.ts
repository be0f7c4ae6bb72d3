/** Plots of a study as SVG text: curves, heat map, parallel coordinates. No library, no script; a hover shows the numbers. */
import {
  createScale,
  drawFrame,
  escapeHtml,
  formatAxis,
  formatPlace,
  formatShort,
  height,
  lineColours,
  margin,
  type PlotAxis,
  type AxisScale,
  width,
  wrapSvg,
} from '../plots/frame.ts';

export interface StudyPoint {
  /** Values of the varied numbers. */
  readonly at: readonly number[];
  /** Mean over seeds; null when no seed has one. */
  readonly value: number | null;
  /** What a hover shows. */
  readonly label: string;
}

const maxLines = 8;
const maxCells = 60;
const maxParallel = 1500;

/** Viridis at nine places: even steps for the eye, safe for colour-blind readers. */
const ramp = ['#440154', '#472d7b', '#3b528b', '#2c728e', '#21918c', '#28ae80', '#5ec962', '#addc30', '#fde725'];
function colourOf(scale: AxisScale, value: number): string {
  const share = (value - scale.min) / (scale.max - scale.min);
  return ramp[Math.min(ramp.length - 1, Math.max(0, Math.floor(share * ramp.length)))]!;
}

function listDistinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

/** Mean of the values by place, in order of the place. */
function averageBy(points: readonly { x: number; y: number }[]): [number, number][] {
  const sums = new Map<number, { sum: number; count: number }>();
  for (const { x, y } of points) {
    const entry = sums.get(x) ?? { sum: 0, count: 0 };
    sums.set(x, { sum: entry.sum + y, count: entry.count + 1 });
  }
  return [...sums].sort(([a], [b]) => a - b).map(([x, { sum, count }]) => [x, sum / count]);
}

/** The value over one number; a line for each value of another one when they are few, else one line of means. */
export function drawCurves(
  points: readonly StudyPoint[],
  axes: readonly PlotAxis[],
  along: number,
  by: number | undefined,
  metric: PlotAxis,
): string {
  const known = points.filter((point) => point.value !== null);
  const x = createScale(
    known.map((point) => point.at[along]!),
    margin.left + 8,
    width - margin.right - 8,
  );
  const y = createScale(
    known.map((point) => point.value!),
    height - margin.bottom - 6,
    margin.top + 6,
  );
  const groups = by === undefined ? [] : listDistinct(known.map((point) => point.at[by]!));
  const split = by !== undefined && groups.length > 1 && groups.length <= maxLines;
  const body = (split ? groups : [undefined]).map((group, i) => {
    const mine = known.filter((point) => group === undefined || point.at[by!] === group);
    const means = averageBy(mine.map((point) => ({ x: point.at[along]!, y: point.value! })));
    const path = means
      .map(([px, py], k) => `${k === 0 ? 'M' : 'L'}${formatPlace(x.place(px))} ${formatPlace(y.place(py))}`)
      .join('');
    const colour = lineColours[i]!;
    const dots = mine.map(
      (point) =>
        `<circle cx="${formatPlace(x.place(point.at[along]!))}" cy="${formatPlace(y.place(point.value!))}" r="3" fill="${colour}"><title>${escapeHtml(point.label)}</title></circle>`,
    );
    const legend =
      group === undefined
        ? ''
        : `<text x="${width - margin.right}" y="${margin.top + 12 + 13 * i}" class="end" fill="${colour}">${escapeHtml(axes[by!]!.name)} ${formatShort(group)}</text>`;
    return `<path class="line" stroke="${colour}" d="${path}"/>${dots.join('')}${legend}`;
  });
  return wrapSvg(
    drawFrame(x, y, axes[along]!, metric) + body.join(''),
    `${metric.name} over ${axes[along]!.name}${split ? ` for each ${axes[by]!.name}` : ''}`,
  );
}

/** Two numbers as a plane, the value as colour: cells where both have few values, else dots. */
export function drawHeatMap(
  points: readonly StudyPoint[],
  axes: readonly PlotAxis[],
  across: number,
  up: number,
  metric: PlotAxis,
): string {
  const known = points.filter((point) => point.value !== null);
  const columns = listDistinct(known.map((point) => point.at[across]!));
  const rows = listDistinct(known.map((point) => point.at[up]!));
  const colours = createScale(
    known.map((point) => point.value!),
    0,
    1,
  );
  const right = width - 84;
  const x = createScale(columns, margin.left, right);
  const y = createScale(rows, height - margin.bottom, margin.top);
  const grid =
    columns.length <= maxCells && rows.length <= maxCells && columns.length * rows.length <= 2 * known.length;
  const body = grid
    ? drawCells(known, columns, rows, across, up, colours, right, axes, metric)
    : known
        .map(
          (point) =>
            `<circle cx="${formatPlace(x.place(point.at[across]!))}" cy="${formatPlace(y.place(point.at[up]!))}" r="4" fill="${colourOf(colours, point.value!)}"><title>${escapeHtml(point.label)}</title></circle>`,
        )
        .join('');
  return wrapSvg(
    drawFrame(x, y, axes[across]!, axes[up]!, right) + body + drawKey(colours, right + 14),
    `${metric.name} over ${axes[across]!.name} and ${axes[up]!.name}`,
  );
}

function drawCells(
  points: readonly StudyPoint[],
  columns: readonly number[],
  rows: readonly number[],
  across: number,
  up: number,
  colours: AxisScale,
  right: number,
  axes: readonly PlotAxis[],
  metric: PlotAxis,
): string {
  const cellWidth = (right - margin.left) / columns.length;
  const cellHeight = (height - margin.bottom - margin.top) / rows.length;
  return rows
    .flatMap((row, j) => {
      const inRow = points
        .filter((point) => point.at[up] === row)
        .map((point) => ({ x: point.at[across]!, y: point.value! }));
      return averageBy(inRow).map(([column, value]) => {
        const label = `${axes[across]!.name} ${formatShort(column)}, ${axes[up]!.name} ${formatShort(row)}: ${metric.name} ${formatShort(value)} ${metric.unit}`;
        return `<rect x="${formatPlace(margin.left + columns.indexOf(column) * cellWidth)}" y="${formatPlace(height - margin.bottom - (j + 1) * cellHeight)}" width="${formatPlace(cellWidth)}" height="${formatPlace(cellHeight)}" fill="${colourOf(colours, value)}"><title>${escapeHtml(label)}</title></rect>`;
      });
    })
    .join('');
}

function drawKey(colours: AxisScale, left: number): string {
  const step = (height - margin.bottom - margin.top) / ramp.length;
  const boxes = ramp.map(
    (colour, i) =>
      `<rect x="${left}" y="${formatPlace(height - margin.bottom - (i + 1) * step)}" width="10" height="${formatPlace(step)}" fill="${colour}"/>`,
  );
  return `${boxes.join('')}<text x="${left + 13}" y="${height - margin.bottom}">${formatShort(colours.min)}</text><text x="${left + 13}" y="${margin.top + 8}">${formatShort(colours.max)}</text>`;
}

/** Every set of values as a line through one axis per number, coloured by the metric, which is the last axis. */
export function drawParallel(points: readonly StudyPoint[], axes: readonly PlotAxis[], metric: PlotAxis): string {
  const known = points.filter((point) => point.value !== null);
  // Evenly chosen, so that a picture stays a picture.
  const stride = Math.max(1, Math.ceil(known.length / maxParallel));
  const shown = known.filter((_, i) => i % stride === 0);
  const values = (point: StudyPoint): number[] => [...point.at, point.value!];
  const all = [...axes, metric];
  const scales = all.map((_, i) =>
    createScale(
      known.map((point) => values(point)[i]!),
      height - margin.bottom,
      margin.top + 6,
    ),
  );
  const place = (i: number): number => 30 + (i * (width - 60)) / Math.max(1, all.length - 1);
  const paths = shown.map((point) => {
    const path = values(point).map(
      (value, i) => `${i === 0 ? 'M' : 'L'}${formatPlace(place(i))} ${formatPlace(scales[i]!.place(value))}`,
    );
    return `<path class="thin" stroke="${colourOf(scales.at(-1)!, point.value!)}" d="${path.join('')}"><title>${escapeHtml(point.label)}</title></path>`;
  });
  const frames = all.map((axis, i) => {
    const scale = scales[i]!;
    const end = i === 0 ? '' : i === all.length - 1 ? ' class="end"' : ' class="mid"';
    const x = formatPlace(place(i));
    return `<path class="axis" d="M${x} ${margin.top}V${height - margin.bottom}"/><text x="${x}" y="${height - margin.bottom + 14}"${end}>${formatShort(scale.min)}</text><text x="${x}" y="${margin.top - 3}"${end}>${formatShort(scale.max)}</text><text x="${x}" y="${height - 8 - 12 * (i % 2)}"${end}>${formatAxis(axis)}</text>`;
  });
  return wrapSvg(paths.join('') + frames.join(''), `All sets of values, coloured by ${metric.name}`);
}
