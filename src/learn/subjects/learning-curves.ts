/** Learning curves as a picture (SVG) and as a page (HTML): one panel for each scalar, one line for each training. */

/** One training: its name, and its log as rows of scalars. */
export interface TrainingCurve {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, number>>[];
}

/** What is worth a panel, if any training has it: its title and its scalar. */
const panels = [
  { title: 'return, judged without noise', scalar: 'eval/return' },
  { title: 'angle, judged without noise (°)', scalar: 'eval/meanAngle' },
  { title: 'return of the episodes', scalar: 'charts/episodic_return' },
  { title: 'angle at their end (°)', scalar: 'charts/angle' },
  { title: 'reward of a decision', scalar: 'charts/reward' },
  { title: 'σ of the search', scalar: 'charts/sigma' },
  { title: 'learning rate', scalar: 'charts/learning_rate' },
  { title: 'KL divergence', scalar: 'losses/approx_kl' },
  { title: 'entropy', scalar: 'losses/entropy' },
  { title: 'explained variance', scalar: 'losses/explained_variance' },
] as const;

export const axes = {
  transitions: { scalar: 'step', title: 'transitions', factor: 1 },
  minutes: { scalar: 'charts/cpu_seconds', title: 'CPU minutes', factor: 1 / 60 },
} as const;
export type CurveAxis = keyof typeof axes;

const size = { width: 420, height: 230, left: 62, right: 12, top: 28, bottom: 34 } as const;
const columns = 2;
const colours = ['#c2410c', '#0f766e', '#4338ca', '#a16207', '#be185d', '#475569'] as const;

interface Point {
  readonly x: number;
  readonly y: number;
}

function listPoints({ rows }: TrainingCurve, scalar: string, axis: CurveAxis): Point[] {
  const { scalar: along, factor } = axes[axis];
  return rows.flatMap((row) => {
    const [x, y] = [row[along], row[scalar]];
    return isDrawable(x) && isDrawable(y) ? [{ x: x * factor, y }] : [];
  });
}

/** Far from where differences overflow. */
function isDrawable(value: number | undefined): value is number {
  return typeof value === 'number' && Math.abs(value) < 1e100;
}

/** Steps of 1, 2 or 5 times a power of ten, at most six of them. */
function listTicks(low: number, high: number): number[] {
  const range = high - low;
  // Steps that vanish beside the values have no names.
  if (!(range > 1e-9 * Math.max(1e-100, Math.abs(low), Math.abs(high)))) return [low];
  let step = 1;
  while (step > range / 5) step /= 10;
  while (step * 10 <= range / 5) step *= 10;
  step = [1, 2, 5, 10].map((times) => times * step).find((candidate) => range / candidate <= 6) ?? 10 * step;
  const first = Math.ceil(low / step - 1e-9);
  const count = Math.floor(high / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(9)));
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function drawPanel(title: string, lines: readonly (readonly Point[])[], axis: CurveAxis): string {
  const all = lines.flat();
  const extent = (read: (point: Point) => number): [number, number] => {
    const low = all.reduce((least, point) => Math.min(least, read(point)), Infinity);
    const high = all.reduce((most, point) => Math.max(most, read(point)), -Infinity);
    return low < high ? [low, high] : [low - 0.5, low + 0.5];
  };
  const [minX, maxX] = extent(({ x }) => x);
  const [minY, maxY] = extent(({ y }) => y);
  const toX = (x: number): number => size.left + ((x - minX) / (maxX - minX)) * (size.width - size.left - size.right);
  const toY = (y: number): number =>
    size.height - size.bottom - ((y - minY) / (maxY - minY)) * (size.height - size.top - size.bottom);
  const across = listTicks(minY, maxY).map((tick) => {
    const at = toY(tick).toFixed(1);
    return `<path d="M${size.left} ${at}H${size.width - size.right}" stroke="#d4d4d8"/><text x="${size.left - 6}" y="${at}" dy="4" text-anchor="end">${tick}</text>`;
  });
  const along = listTicks(minX, maxX).map(
    (tick) =>
      `<text x="${toX(tick).toFixed(1)}" y="${size.height - size.bottom + 16}" text-anchor="middle">${tick}</text>`,
  );
  const drawn = lines.map((points, i) => {
    const colour = colours[i % colours.length]!;
    const [only] = points;
    if (points.length === 1)
      return `<circle cx="${toX(only!.x).toFixed(1)}" cy="${toY(only!.y).toFixed(1)}" r="3" fill="${colour}"/>`;
    const places = points.map(({ x, y }) => `${toX(x).toFixed(1)},${toY(y).toFixed(1)}`).join(' ');
    return `<polyline points="${places}" fill="none" stroke="${colour}" stroke-width="1.6"/>`;
  });
  return [
    `<text x="${size.left}" y="16" font-weight="bold">${escape(title)}</text>`,
    ...across,
    ...along,
    `<text x="${size.width - size.right}" y="${size.height - 4}" text-anchor="end">${axes[axis].title}</text>`,
    ...drawn,
  ].join('\n');
}

/** Undefined where no training has finished an update. */
export function drawLearningCurves(trainings: readonly TrainingCurve[], axis: CurveAxis): string | undefined {
  const drawn = panels.flatMap(({ title, scalar }) => {
    const lines = trainings.map((training) => listPoints(training, scalar, axis));
    return lines.some((points) => points.length > 0) ? [drawPanel(title, lines, axis)] : [];
  });
  if (drawn.length === 0) return undefined;
  const legendHeight = 14 + 18 * trainings.length;
  const width = Math.min(columns, drawn.length) * size.width;
  const height = legendHeight + Math.ceil(drawn.length / columns) * size.height;
  const legend = trainings.map(
    ({ name }, i) =>
      `<path d="M14 ${18 * i + 16}h20" stroke="${colours[i % colours.length]!}" stroke-width="3"/><text x="42" y="${18 * i + 20}">${escape(name)}</text>`,
  );
  const placed = drawn.map(
    (panel, i) =>
      `<g transform="translate(${(i % columns) * size.width} ${legendHeight + Math.floor(i / columns) * size.height})">\n${panel}\n</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12" fill="#3f3f46"><rect width="100%" height="100%" fill="#fff"/>\n${[...legend, ...placed].join('\n')}\n</svg>\n`;
}

/** One page that needs nothing else. */
export function createCurvesPage(svg: string, title: string): string {
  return `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>${escape(title)}</title>\n<style>body{font-family:sans-serif;margin:1.5rem}svg{max-width:100%;height:auto}</style>\n<h1>${escape(title)}</h1>\n${svg}</html>\n`;
}
