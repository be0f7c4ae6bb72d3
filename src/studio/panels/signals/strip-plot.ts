/** Lines over the last seconds, drawn by uPlot outside React. Pressing on them goes to that moment. */
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { viridis } from '../../../viewer/surfaces/colour-map.ts';
import { formatNumber, formatReading } from '../../data/display-units.ts';
import { chooseScale } from '../../data/plot-scale.ts';
import { computeWindow, type Strip, type StripSeries } from '../../data/strip-model.ts';
import { readValue } from '../../data/strip-samples.ts';
import type { SignalHistory } from '../../data/signal-history.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { listen } from '../../../viewer/listen.ts';
import { hoverTime } from './hover-time.ts';
import { readColour } from './xy-plot.ts';

/** More points than this per line are not seen. */
const maxPoints = 500;
/** Numbers that change faster cannot be read: milliseconds. */
const readoutInterval = 400;
/** Width of the axis; the raster beside it leaves as much. */
const axisWidth = 44;

/** Title with the unit that the numbers are in. */
export function formatAxisTitle({ title, unit }: Pick<Strip, 'title' | 'unit'>): string {
  return unit.label === '' ? title : `${title} (${unit.label})`;
}

export function chooseColour({ colour }: StripSeries, theme: string): string {
  if (colour === 'accent') return readColour('--accent');
  if ('side' in colour) {
    // Head strong, tail pale.
    const share = Math.round(100 - 62 * colour.place);
    return `color-mix(in srgb, ${readColour(`--${colour.side}`)} ${share}%, ${readColour('--panel')})`;
  }
  // The ends of the map that would vanish on the background are left out.
  const at = 4 * Math.round(255 * (theme === 'dark' ? 0.32 + 0.68 * colour.place : 0.8 * colour.place));
  return `rgb(${viridis[at]!} ${viridis[at + 1]!} ${viridis[at + 2]!})`;
}

interface StripView {
  readonly box: HTMLElement;
  readonly strip: Strip;
  /** With titles on the axes, as there is room for them. */
  readonly large: boolean;
  /** Told of what lies at the cursor, or at the present: values by series in the unit shown, NaN where unknown; and the line pointed at. */
  readonly onValues: (time: number, values: readonly number[], pointedAt?: number) => void;
}

/** Among so many lines, the one that is pointed at stands out. */
const minCrowd = 5;
/** How strongly the others are drawn. */
const crowdAlpha = 0.18;

function createOptions({ box, strip, large }: StripView, getTime: () => number): uPlot.Options {
  const { theme } = useStudio.getState();
  const grid = { stroke: readColour('--line'), width: 1 };
  const font = large ? '12px system-ui' : '10px system-ui';
  const axis = { stroke: readColour('--dim'), font, labelFont: font, grid, ticks: { show: false } };
  let scale = strip.range;
  return {
    width: box.clientWidth,
    height: box.clientHeight,
    padding: [5, large ? 16 : 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    focus: { alpha: crowdAlpha },
    scales: {
      x: { time: false },
      y: {
        range: (_plot, low, high) => {
          scale = chooseScale(strip.range, low, high, scale);
          return [scale[0], scale[1]];
        },
      },
    },
    axes: [
      {
        ...axis,
        size: large ? 24 : 15,
        gap: large ? 4 : 2,
        space: 64,
        values: (_plot, values) => values.map((value) => `${formatNumber(value)}${large ? '' : ' s'}`),
        ...(large ? { label: 'Time (s)', labelSize: 20 } : {}),
      },
      {
        ...axis,
        size: large ? 56 : axisWidth,
        gap: 4,
        space: large ? 34 : 18,
        values: (_plot, values) => values.map((value) => formatNumber(value)),
        ...(large ? { label: formatAxisTitle(strip), labelSize: 20 } : {}),
      },
    ],
    series: [
      {},
      ...strip.series.map((series) => ({
        label: series.label,
        stroke: chooseColour(series, theme),
        width: strip.series.length > 4 ? 1 : 1.5,
        points: { show: false },
      })),
    ],
    hooks: { draw: [(plot) => drawPlayhead(plot, getTime())] },
  };
}

function drawPlayhead(plot: uPlot, time: number): void {
  const x = Math.round(plot.valToPos(time, 'x', true));
  const { left, top, width, height } = plot.bbox;
  if (x < left || x > left + width) return;
  plot.ctx.save();
  plot.ctx.fillStyle = readColour('--dim');
  plot.ctx.fillRect(x - 0.5, top, 1, height);
  plot.ctx.restore();
}

/** Shows a strip in a box until the returned function is called. */
export function showStrip(view: StripView, controller: StudioController): () => void {
  const { box, strip } = view;
  let time = 0;
  const data: (number | null)[][] = [[], ...strip.series.map(() => [])];
  const plot = createPlot(
    createOptions(view, () => time),
    data,
    box,
  );
  const pointed = strip.series.length < minCrowd ? undefined : attachPointing(plot);
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: box.clientWidth, height: box.clientHeight });
  });
  observer.observe(box);
  const hover = hoverTime.attach(plot, controller);
  let shown = '';
  let lastReadout = 0;
  const tell = (history: SignalHistory, step: number): void => {
    const hovered = hoverTime.get();
    const now = performance.now();
    if (hovered === undefined && now - lastReadout < readoutInterval) return;
    lastReadout = now;
    const at = hovered === undefined ? step : Math.round(hovered / history.dt);
    view.onValues(at * history.dt, readValues(strip, history, at), pointed?.get());
  };
  const stopPanel = controller.picture.addPanel(box, () => {
    const { history, meta } = controller.session;
    if (history === undefined || meta === undefined) return;
    const { window } = useStudio.getState();
    // Frames may be ahead of the signals, which travel as messages.
    const step = Math.min(meta.step, history.lastStep);
    tell(history, step);
    const key = `${step} ${history.lastStep} ${window} ${history.truncations}`;
    if (key === shown) return;
    shown = key;
    time = step * history.dt;
    const { first, last } = computeWindow(step, history.lastStep, window, history.dt);
    setData(data, strip, history, first, last);
    plot.batch(() => {
      plot.setData(data as uPlot.AlignedData, false);
      plot.setScale('x', { min: first * history.dt, max: last * history.dt });
    });
    hover.refresh();
  });
  return () => {
    stopPanel();
    hover.stop();
    pointed?.stop();
    observer.disconnect();
    plot.destroy();
  };
}

/** Lets the line nearest to the pointer stand out. */
function attachPointing(plot: uPlot): { readonly get: () => number | undefined; readonly stop: () => void } {
  let nearest: number | undefined;
  const set = (series: number | undefined): void => {
    if (series === nearest) return;
    nearest = series;
    // The first series is the time.
    plot.setSeries(series === undefined ? null : series + 1, { focus: true });
  };
  const move = (event: PointerEvent): void => {
    const { left, top } = plot.over.getBoundingClientRect();
    const at = plot.posToIdx(event.clientX - left);
    const distances = plot.data.slice(1).map((values) => {
      const value = values[at];
      return value == null ? Infinity : Math.abs(plot.valToPos(value, 'y') - (event.clientY - top));
    });
    const least = Math.min(...distances);
    set(least === Infinity ? undefined : distances.indexOf(least));
  };
  const leave = (): void => {
    set(undefined);
  };
  return { get: () => nearest, stop: listen(plot.over, { pointermove: move, pointerleave: leave }) };
}

/**
 * Makes a plot that draws on the processor. uPlot asks for a plain canvas; where the graphics card is emulated, drawing
 * thin lines on it costs more than the whole 3-D picture, so the request is answered with the hint for the other kind.
 */
function createPlot(options: uPlot.Options, data: (number | null)[][], box: HTMLElement): uPlot {
  const { prototype } = HTMLCanvasElement;
  const plain = Object.getOwnPropertyDescriptor(prototype, 'getContext')!;
  const getContext = plain.value as (this: HTMLCanvasElement, kind: string, options: object) => unknown;
  Object.defineProperty(prototype, 'getContext', {
    ...plain,
    value: function (this: HTMLCanvasElement, kind: string) {
      return getContext.call(this, kind, { willReadFrequently: true });
    },
  });
  try {
    return new uPlot(options, data as uPlot.AlignedData, box);
  } finally {
    Object.defineProperty(prototype, 'getContext', plain);
  }
}

function setData(data: (number | null)[][], strip: Strip, history: SignalHistory, first: number, last: number): void {
  const stride = Math.max(1, Math.ceil((last - first) / maxPoints));
  for (const column of data) column.length = 0;
  // Always the same steps for a stride, so that lines do not shimmer while they scroll.
  const begin = Math.max(0, Math.ceil(first / stride) * stride);
  for (let step = begin; step <= last && step <= history.lastStep; step += stride) {
    data[0]!.push(step * history.dt);
    strip.series.forEach((series, i) => {
      const value = readValue(strip, series, history, step);
      data[i + 1]!.push(Number.isNaN(value) ? null : value * series.sign);
    });
  }
}

function readValues(strip: Strip, history: SignalHistory, step: number): number[] {
  return strip.series.map((series) => readValue(strip, series, history, step));
}

/** One number, or from the least to the most of several, with its unit; of a line that is pointed at, its own with its name. */
export function formatValues(strip: Strip, values: readonly number[], pointedAt?: number): string {
  const pointed = pointedAt === undefined ? undefined : strip.series[pointedAt];
  if (pointed !== undefined) return `${pointed.label} ${formatValues(strip, [values[pointedAt!]!])}`;
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return '';
  const [low, high] = [Math.min(...known), Math.max(...known)].map((value) => formatReading(value, strip.range));
  const text = low === high ? low : `${low} … ${high}`;
  return [text, strip.unit.label].filter(Boolean).join(' ');
}
