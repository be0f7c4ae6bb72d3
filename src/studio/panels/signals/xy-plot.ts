/** Draws lines over two axes with titles and units into a canvas, for plots that are not over time. */
import { formatNumber } from '../../data/display-units.ts';
import { listTicks } from '../../data/plot-scale.ts';

export interface XyLine {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  readonly colour: string;
  readonly width?: number;
}

interface XyMark {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly colour?: string;
}

interface Axis {
  /** With its unit. */
  readonly title: string;
  /** From left to right, and from below upward: it may fall. */
  readonly range: readonly [number, number];
}

export interface XyPlot {
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly XyLine[];
  /** Points that stand out, with what they are. */
  readonly marks: readonly XyMark[];
}

const margins = { left: 64, right: 16, top: 14, bottom: 40 };

export function readColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Sharp on any screen. Gives the context with its size in CSS pixels. */
export function fitCanvas(canvas: HTMLCanvasElement): {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
} {
  const ratio = Math.min(2, devicePixelRatio);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const [columns, rows] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

export function drawXyPlot(canvas: HTMLCanvasElement, plot: XyPlot): void {
  const { context, width, height } = fitCanvas(canvas);
  const box = {
    left: margins.left,
    right: width - margins.right,
    top: margins.top,
    bottom: height - margins.bottom,
  };
  const scale = ([low, high]: readonly [number, number], from: number, to: number) => {
    const factor = (to - from) / (high - low || 1);
    return (value: number): number => from + (value - low) * factor;
  };
  const x = scale(plot.x.range, box.left, box.right);
  const y = scale(plot.y.range, box.bottom, box.top);
  drawAxes(context, plot, { x, y, box });
  context.save();
  context.beginPath();
  context.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  context.clip();
  for (const line of plot.lines) drawLine(context, line, x, y);
  context.restore();
  for (const mark of plot.marks) drawMark(context, mark, x(mark.x), y(mark.y), box.right);
}

interface Placing {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

function sort([a, b]: readonly [number, number]): readonly [number, number] {
  return a < b ? [a, b] : [b, a];
}

function drawAxes(context: CanvasRenderingContext2D, plot: XyPlot, { x, y, box }: Placing): void {
  context.font = '11px system-ui';
  context.strokeStyle = readColour('--line');
  context.fillStyle = readColour('--dim');
  context.lineWidth = 1;
  context.beginPath();
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const tick of listTicks(sort(plot.y.range), 6)) {
    const at = Math.round(y(tick)) + 0.5;
    context.moveTo(box.left, at);
    context.lineTo(box.right, at);
    context.fillText(formatNumber(tick), box.left - 6, at);
  }
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (const tick of listTicks(sort(plot.x.range), 8)) {
    const at = Math.round(x(tick)) + 0.5;
    context.moveTo(at, box.top);
    context.lineTo(at, box.bottom);
    context.fillText(formatNumber(tick), at, box.bottom + 5);
  }
  context.stroke();
  context.textBaseline = 'bottom';
  context.fillText(plot.x.title, (box.left + box.right) / 2, box.bottom + margins.bottom - 2);
  context.save();
  context.translate(12, (box.top + box.bottom) / 2);
  context.rotate(-Math.PI / 2);
  context.textBaseline = 'middle';
  context.fillText(plot.y.title, 0, 0);
  context.restore();
}

function drawLine(
  context: CanvasRenderingContext2D,
  { x: across, y: up, colour, width = 1.5 }: XyLine,
  x: (value: number) => number,
  y: (value: number) => number,
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineJoin = 'round';
  context.beginPath();
  for (let i = 0; i < across.length; i++) context.lineTo(x(across[i]!), y(up[i]!));
  context.stroke();
}

function drawMark(
  context: CanvasRenderingContext2D,
  { label, colour = readColour('--ink') }: XyMark,
  x: number,
  y: number,
  right: number,
): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(x, y, 3.5, 0, 2 * Math.PI);
  context.fill();
  context.textBaseline = 'bottom';
  context.textAlign = x > right - 90 ? 'right' : 'left';
  context.fillText(label, x + (x > right - 90 ? -7 : 7), y - 3);
}
