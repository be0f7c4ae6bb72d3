/** Phase of each of many pairs against its place along the body; the line is the mean lag from pair to pair. */
import { useEffect, useRef } from 'react';
import { computePhaseLag, type PhaseLag } from './phase-lag.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { useController } from '../../session/controller-context.ts';

/** A beginning before the last one is looked for that far back: seconds. */
const longestPeriod = 3;

interface PhasePlotProps {
  /** The signal with the times at which cycles began. */
  readonly signal: string;
  /** Whose cycles they are, in the plural. */
  readonly things: string;
}

export function PhasePlot({ signal, things }: PhasePlotProps) {
  const controller = useController();
  const theme = useStudio((state) => state.theme);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const [element, line] = [canvas.current, text.current];
    if (element === null || line === null) return undefined;
    return controller.addPanel(element, () => {
      const found = readPhaseLag(controller, signal);
      line.textContent = found === undefined ? `Waiting for all ${things} to begin twice …` : describe(found);
      draw(element, found);
    });
    // Colours are read once for a theme.
  }, [controller, theme, signal, things]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <p ref={text} className="truncate pt-1 text-[11px] text-dim tabular-nums" data-testid="phase-lag" />
      <div className="relative min-h-0 flex-1">
        <canvas
          ref={canvas}
          className="absolute inset-0 size-full"
          role="img"
          aria-label={`Phase of the ${things} in cycles behind the first pair, over the pair counted from the head. Blue: left, orange: right, line: mean lag.`}
        />
      </div>
    </div>
  );
}

function describe({ lag, coherence, period }: PhaseLag): string {
  const wave = lag > 0 ? 'head to tail' : 'tail to head';
  return `${Math.abs(lag).toFixed(3)} cycles from pair to pair, ${wave} · coherence ${coherence.toFixed(2)} · ${(1000 * period).toFixed(0)} ms a cycle`;
}

/** Onsets now and those before each of them. */
function readPhaseLag({ session: { history, meta } }: StudioController, signal: string): PhaseLag | undefined {
  const place = history?.places.get(signal);
  if (history === undefined || meta === undefined || place === undefined) return undefined;
  const step = Math.min(meta.step, history.lastStep);
  const read = (at: number, element: number): number => history.read(place, at, element);
  const now = Array.from({ length: place.spec.size }, (_, i) => read(step, i));
  if (now.some((onset) => Number.isNaN(onset))) return undefined;
  const earlier = now.map((onset, i) => {
    if (onset < 0) return -1;
    // The step just before it began tells the beginning before.
    const before = read(Math.max(0, Math.round(onset / history.dt) - 2), i);
    return before >= 0 && onset - before < longestPeriod ? before : -1;
  });
  return computePhaseLag(now, earlier);
}

function draw(canvas: HTMLCanvasElement, found: PhaseLag | undefined): void {
  const ratio = Math.min(2, devicePixelRatio);
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d')!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  if (found === undefined) return;
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const pairs = found.left.length;
  const values = [...found.left, ...found.right, found.lag * (pairs - 1), 0].filter((value) => Number.isFinite(value));
  const [low, high] = [Math.min(...values) - 0.15, Math.max(...values) + 0.15];
  const box = { left: 34, right: width - 10, top: 8, bottom: height - 20 };
  const x = (pair: number): number => box.left + ((box.right - box.left) * pair) / Math.max(1, pairs - 1);
  const y = (value: number): number => box.top + ((box.bottom - box.top) * (value - low)) / (high - low);
  drawAxes(context, { low, high, pairs, x, y, box, ink: colour('--dim'), line: colour('--line') });
  context.strokeStyle = colour('--accent');
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x(0), y(0));
  context.lineTo(x(pairs - 1), y(found.lag * (pairs - 1)));
  context.stroke();
  for (const side of ['left', 'right'] as const) {
    context.fillStyle = colour(`--${side}`);
    found[side].forEach((phase, pair) => {
      if (Number.isNaN(phase)) return;
      context.beginPath();
      context.arc(x(pair), y(phase), 3, 0, 2 * Math.PI);
      context.fill();
    });
  }
}

interface Axes {
  readonly low: number;
  readonly high: number;
  readonly pairs: number;
  readonly x: (pair: number) => number;
  readonly y: (value: number) => number;
  readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly ink: string;
  readonly line: string;
}

function drawAxes(context: CanvasRenderingContext2D, { low, high, pairs, x, y, box, ink, line }: Axes): void {
  context.font = '10px system-ui';
  context.fillStyle = ink;
  context.strokeStyle = line;
  context.lineWidth = 1;
  const step = [0.25, 0.5, 1, 2, 5, 10, 50].find((candidate) => (high - low) / candidate <= 6) ?? 100;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) {
    context.beginPath();
    context.moveTo(box.left, Math.round(y(value)) + 0.5);
    context.lineTo(box.right, Math.round(y(value)) + 0.5);
    context.stroke();
    context.fillText(`${Number(value.toFixed(2))}`, box.left - 6, y(value));
  }
  context.textAlign = 'center';
  context.textBaseline = 'top';
  const every = Math.max(1, Math.ceil(pairs / 10));
  for (let pair = 0; pair < pairs; pair += every) context.fillText(String(pair + 1), x(pair), box.bottom + 6);
}
