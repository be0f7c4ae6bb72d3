/** One strip: lines over the last seconds, drawn by uPlot outside React. Pressing on it goes to that moment. */
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { viridis } from '../../../viewer/colour-map.ts';
import { formatNumber, formatReading } from '../../data/display-units.ts';
import { computeWindow, type Strip, type StripSeries } from '../../data/strip-model.ts';
import type { SignalHistory } from '../../data/signal-history.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { useController } from '../../session/controller-context.ts';
import { hoverTime } from './hover-time.ts';

/** More points than this per line are not seen. */
const maxPoints = 500;
/** Numbers that change faster cannot be read: milliseconds. */
const readoutInterval = 400;
/** Width of the axis; the raster beside it leaves as much. */
const axisWidth = 44;

export function StripChart({ strip }: { readonly strip: Strip }) {
  const controller = useController();
  const theme = useStudio((state) => state.theme);
  const box = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (box.current === null || readout.current === null) return undefined;
    return showStrip(box.current, readout.current, strip, controller);
    // The theme changes the colours that are read from the page.
  }, [controller, strip, theme]);
  return (
    <div className="flex min-h-0 flex-col" data-testid="strip">
      <div className="flex h-[18px] shrink-0 items-center justify-between gap-2">
        <span className="eyebrow truncate" title={strip.about}>
          {strip.title}
        </span>
        <span ref={readout} className="font-mono text-[11px] whitespace-nowrap text-dim tabular-nums" />
      </div>
      <div
        ref={box}
        className="min-h-0 flex-1 overflow-hidden"
        role="img"
        aria-label={`${strip.title} over time. ${strip.about}`}
      />
    </div>
  );
}

function readColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function chooseColour({ colour }: StripSeries, theme: string): string {
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

function createOptions(strip: Strip, width: number, height: number, getTime: () => number): uPlot.Options {
  const { theme } = useStudio.getState();
  const grid = { stroke: readColour('--line'), width: 1 };
  const axis = { stroke: readColour('--dim'), font: '10px system-ui', grid, ticks: { show: false } };
  return {
    width,
    height,
    padding: [5, 0, 5, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_plot, low, high) => computeScale(strip, low, high) } },
    axes: [
      { ...axis, show: false },
      {
        ...axis,
        size: axisWidth,
        gap: 4,
        space: 22,
        values: (_plot, values) => values.map((value) => formatNumber(value)),
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

/** The expected range, wider when the data need it. */
function computeScale(strip: Strip, low: number | null, high: number | null): [number, number] {
  return [Math.min(strip.range[0], low ?? 0), Math.max(strip.range[1], high ?? 0)];
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

function showStrip(box: HTMLElement, readout: HTMLElement, strip: Strip, controller: StudioController): () => void {
  let time = 0;
  const data: (number | null)[][] = [[], ...strip.series.map(() => [])];
  const plot = createPlot(
    createOptions(strip, box.clientWidth, box.clientHeight, () => time),
    data,
    box,
  );
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: box.clientWidth, height: box.clientHeight });
  });
  observer.observe(box);
  const stopHover = hoverTime.attach(plot, controller);
  let shown = '';
  let lastReadout = 0;
  const stopPanel = controller.addPanel(box, () => {
    const { history, meta } = controller.session;
    if (history === undefined || meta === undefined) return;
    const { window } = useStudio.getState();
    // Frames may be ahead of the signals, which travel as messages.
    const step = Math.min(meta.step, history.lastStep);
    const key = `${step} ${history.lastStep} ${window} ${history.truncations}`;
    const hovered = hoverTime.get();
    const now = performance.now();
    if (hovered !== undefined || now - lastReadout > readoutInterval) {
      lastReadout = now;
      showValue(readout, strip, history, hovered === undefined ? step : Math.round(hovered / history.dt));
    }
    if (key === shown) return;
    shown = key;
    time = step * history.dt;
    const { first, last } = computeWindow(step, history.lastStep, window, history.dt);
    setData(data, strip, history, first, last);
    plot.batch(() => {
      plot.setData(data as uPlot.AlignedData, false);
      plot.setScale('x', { min: first * history.dt, max: last * history.dt });
    });
  });
  return () => {
    stopPanel();
    stopHover();
    observer.disconnect();
    plot.destroy();
  };
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
      const value = history.read(history.places.get(series.signal)!, step, series.element);
      // A gap where nothing is known, or where a run blew up.
      data[i + 1]!.push(Math.abs(value) < 1e9 ? (value * series.sign) / strip.unit.factor : null);
    });
  }
}

function showValue(readout: HTMLElement, strip: Strip, history: SignalHistory, step: number): void {
  let text = '';
  if (strip.series.length === 1) {
    const series = strip.series[0]!;
    const value = history.read(history.places.get(series.signal)!, step, series.element);
    if (Math.abs(value) < 1e9) text = formatReading(value / strip.unit.factor, strip.range);
  }
  const full = [text, strip.unit.label].filter(Boolean).join(' ');
  if (readout.textContent !== full) readout.textContent = full;
}
