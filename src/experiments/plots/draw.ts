/** Plots of experiments as SVG text: lines or dots over a column with the published numbers beside them, and strips of states. */
import type { LinePlot, NamedTable, Plot, StripPlot } from '../kinds/claim.ts';
import type { Column } from '../tables/table.ts';
import {
  createScale,
  drawFrame,
  escapeHtml,
  formatPlace,
  formatShort,
  height,
  lineColours,
  margin,
  type AxisScale,
  width,
  wrapSvg,
} from './frame.ts';

/** More points do not improve a plot and make a page slow. */
const maxPoints = 1200;
const maxColumns = 400;

export function drawPlot(plot: Plot, tables: readonly NamedTable[]): string {
  const found = tables.find(({ name }) => name === plot.table);
  if (found === undefined) return '';
  const get = (name: string): Column => found.table.columns.find((column) => column.name === name)!;
  return plot.kind === 'lines' ? drawLines(plot, get) : drawStrip(plot, get);
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function listPlaces(xs: Column, ys: Column): Place[] {
  return ys.cells.flatMap((y, row) => {
    const x = xs.cells[row];
    return typeof x === 'number' && typeof y === 'number' ? [{ x, y }] : [];
  });
}

function thin<T>(items: readonly T[], most: number): readonly T[] {
  const stride = Math.max(1, Math.ceil(items.length / most));
  return stride === 1 ? items : items.filter((_, i) => i % stride === 0 || i === items.length - 1);
}

function drawLines(plot: LinePlot, get: (name: string) => Column): string {
  const xs = get(plot.x);
  const lines = (plot.ys ?? [plot.y.name]).map((name) => ({
    name,
    places: thin(listPlaces(xs, get(name)), maxPoints),
  }));
  const marks = plot.marks ?? [];
  const all = [...lines.flatMap(({ places }) => places), ...marks];
  const edges = plot.band === undefined ? [] : [plot.band.low, plot.band.high];
  const x = createScale(
    all.map((place) => place.x),
    margin.left + 8,
    width - margin.right - 8,
  );
  const y = createScale([...all.map((place) => place.y), ...edges], height - margin.bottom - 6, margin.top + 6);
  const body = lines.map(({ name, places }, i) => drawLine(name, places, { x, y }, i, plot));
  return wrapSvg(
    [
      drawBand(plot, y),
      drawFrame(x, y, { name: plot.x, unit: xs.unit }, plot.y),
      ...body,
      ...marks.map((mark) => drawMark(mark, x, y)),
    ].join(''),
    plot.title,
  );
}

function drawLine(
  name: string,
  places: readonly Place[],
  { x, y }: { readonly x: AxisScale; readonly y: AxisScale },
  index: number,
  plot: LinePlot,
): string {
  const colour = lineColours[index % lineColours.length]!;
  const path = places.map(
    (place, k) => `${k === 0 ? 'M' : 'L'}${formatPlace(x.place(place.x))} ${formatPlace(y.place(place.y))}`,
  );
  const dots =
    plot.dots === true
      ? places.map(
          (place) =>
            `<circle cx="${formatPlace(x.place(place.x))}" cy="${formatPlace(y.place(place.y))}" r="3" fill="${colour}"><title>${escapeHtml(`${name}: ${formatShort(place.y)} at ${formatShort(place.x)}`)}</title></circle>`,
        )
      : [];
  const legend =
    (plot.ys?.length ?? 1) === 1
      ? ''
      : `<text x="${width - margin.right}" y="${margin.top + 12 + 13 * index}" class="end" fill="${colour}">${escapeHtml(name)}</text>`;
  const line = plot.scatter === true ? '' : `<path class="line" stroke="${colour}" d="${path.join('')}"/>`;
  return `${line}${dots.join('')}${legend}`;
}

/** A number of the paper: a cross with its words. */
function drawMark(mark: Place & { readonly label: string }, x: AxisScale, y: AxisScale): string {
  const [px, py] = [x.place(mark.x), y.place(mark.y)];
  const [left, right] = [formatPlace(px - 5), formatPlace(px + 5)];
  const [top, bottom] = [formatPlace(py - 5), formatPlace(py + 5)];
  const end = px > width / 2 ? ' class="end"' : '';
  const at = px > width / 2 ? px - 8 : px + 8;
  return `<path class="mark" d="M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}"><title>${escapeHtml(mark.label)}</title></path><text x="${formatPlace(at)}" y="${formatPlace(py - 7)}"${end}>${escapeHtml(mark.label)}</text>`;
}

function drawBand({ band }: LinePlot, y: AxisScale): string {
  if (band === undefined) return '';
  const [top, bottom] = [y.place(band.high), y.place(band.low)];
  return `<rect class="band" x="${margin.left}" y="${formatPlace(top)}" width="${width - margin.left - margin.right}" height="${formatPlace(bottom - top)}"><title>${escapeHtml(band.label)}</title></rect>`;
}

function drawStrip(plot: StripPlot, get: (name: string) => Column): string {
  const xs = get(plot.x);
  const samples = thin([...xs.cells.keys()], maxColumns);
  const x = createScale(
    samples.map((row) => xs.cells[row] as number),
    margin.left,
    width - margin.right,
  );
  const y = createScale([1, plot.ys.length], margin.top, height - margin.bottom);
  const cellHeight = (height - margin.bottom - margin.top) / plot.ys.length;
  const boxes = plot.ys.flatMap((name, line) =>
    listStretches(get(name), xs, samples).map(({ state, from, to }) => {
      const colour = plot.categories[state]?.colour;
      const wide = x.place(to) - x.place(from);
      return colour === undefined || wide <= 0
        ? ''
        : `<rect x="${formatPlace(x.place(from))}" y="${formatPlace(margin.top + line * cellHeight)}" width="${formatPlace(wide + 0.2)}" height="${formatPlace(cellHeight)}" fill="${colour}"/>`;
    }),
  );
  const legend = plot.categories.map(
    ({ name, colour }, i) =>
      `<text x="${margin.left + i * 62}" y="${height - 20}" fill="${colour}">${escapeHtml(name)}</text>`,
  );
  return wrapSvg(
    drawFrame(x, { ...y, min: y.max, max: y.min }, { name: '', unit: '' }, { name: 'head to tail', unit: '' }) +
      boxes.join('') +
      legend.join(''),
    plot.title,
  );
}

/** Runs of one state, so that a strip is a few boxes and not one for each sample. */
function listStretches(states: Column, xs: Column, samples: readonly number[]) {
  const stretches: { state: number; from: number; to: number }[] = [];
  for (const row of samples) {
    const [state, at] = [states.cells[row] as number, xs.cells[row] as number];
    const last = stretches.at(-1);
    if (last !== undefined) last.to = at;
    if (last?.state !== state) stretches.push({ state, from: at, to: at });
  }
  return stretches;
}
