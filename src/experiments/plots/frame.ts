/** What all plots share: a frame with two axes as SVG text, scales, colours. No library, no script. */

export interface PlotAxis {
  readonly name: string;
  readonly unit: string;
}

export const width = 460;
export const height = 300;
export const margin = { left: 62, right: 16, top: 14, bottom: 44 };
/** Okabe and Ito's colours, which are distinguishable for colour-blind readers too. */
export const lineColours = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#d55e00', '#56b4e9', '#b0a000', '#000000'];

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (c) => `&#${c.charCodeAt(0)};`);
}

export function formatShort(value: number): string {
  return String(Number(value.toPrecision(4)));
}

export function formatAxis(axis: PlotAxis): string {
  return escapeHtml(axis.unit === '' ? axis.name : `${axis.name}, ${axis.unit}`);
}

export interface AxisScale {
  readonly min: number;
  readonly max: number;
  place(value: number): number;
}

export function createScale(values: readonly number[], from: number, to: number): AxisScale {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (!(min < max)) {
    const half = Math.abs(min) > 0 && Number.isFinite(min) ? Math.abs(min) / 10 : 1;
    [min, max] = Number.isFinite(min) ? [min - half, max + half] : [0, 1];
  }
  return { min, max, place: (value) => from + ((value - min) / (max - min)) * (to - from) };
}

export function wrapSvg(body: string, title: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(title)}"><title>${escapeHtml(title)}</title>${body}</svg>`;
}

export function drawFrame(
  x: AxisScale,
  y: AxisScale,
  xAxis: PlotAxis,
  yAxis: PlotAxis,
  right = width - margin.right,
): string {
  const [left, bottom] = [margin.left, height - margin.bottom];
  const middle = (margin.top + bottom) / 2;
  return [
    `<path class="axis" d="M${left} ${margin.top}V${bottom}H${right}"/>`,
    `<text x="${left}" y="${bottom + 16}">${formatShort(x.min)}</text>`,
    `<text x="${right}" y="${bottom + 16}" class="end">${formatShort(x.max)}</text>`,
    `<text x="${(left + right) / 2}" y="${height - 8}" class="mid">${formatAxis(xAxis)}</text>`,
    `<text x="${left - 6}" y="${bottom}" class="end">${formatShort(y.min)}</text>`,
    `<text x="${left - 6}" y="${margin.top + 8}" class="end">${formatShort(y.max)}</text>`,
    `<text transform="translate(14 ${middle}) rotate(-90)" class="mid">${formatAxis(yAxis)}</text>`,
  ].join('');
}

/** Coordinates to a tenth of a unit keep the file small. */
export function formatPlace(value: number): string {
  return String(Math.round(value * 10) / 10);
}
