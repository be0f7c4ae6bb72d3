/** Phase of each of many pairs against its place along the body; the line is the mean lag from pair to pair. */
import { useEffect, useRef } from 'react';
import { computePhaseLag, type PhaseLag } from './phase-lag.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { useController } from '../../session/controller-context.ts';
import { drawXyPlot, fitCanvas, readColour } from './xy-plot.ts';

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
    return controller.picture.addPanel(element, () => {
      const found = readPhaseLag(controller, signal);
      line.textContent = found === undefined ? `Waiting for all ${things} to begin twice …` : describe(found);
      draw(element, found, things);
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

function describe({ lag, coherence, period, doubleSteps }: PhaseLag): string {
  const wave = lag > 0 ? 'head to tail' : 'tail to head';
  const doubles = doubleSteps >= 0.005 ? ` · ${(100 * doubleSteps).toFixed(0)} % double steps` : '';
  return `${Math.abs(lag).toFixed(3)} cycles from pair to pair, ${wave} · coherence ${coherence.toFixed(2)} · ${(1000 * period).toFixed(0)} ms a cycle${doubles}`;
}

function readPhaseLag({ session: { history, meta } }: StudioController, signal: string): PhaseLag | undefined {
  const place = history?.places.get(signal);
  if (history === undefined || meta === undefined || place === undefined) return undefined;
  const step = Math.min(meta.step, history.lastStep);
  return computePhaseLag((at, leg) => history.read(place, at, leg), place.spec.size, step, history.dt);
}

function draw(canvas: HTMLCanvasElement, found: PhaseLag | undefined, things: string): void {
  if (found === undefined) {
    fitCanvas(canvas);
    return;
  }
  const pairs = found.left.length;
  const end = found.lag * (pairs - 1);
  const values = [...found.left, ...found.right, end, 0].filter((value) => Number.isFinite(value));
  const [low, high] = [Math.min(...values) - 0.15, Math.max(...values) + 0.15];
  drawXyPlot(canvas, {
    x: { title: `Pair of ${things}, from the head`, range: [0.5, pairs + 0.5] },
    // Later is lower, as in a raster.
    y: { title: 'Behind the first pair (cycles)', range: [high, low] },
    lines: [{ x: [1, pairs], y: [0, end], colour: readColour('--accent') }],
    marks: (['left', 'right'] as const).flatMap((side) =>
      found[side].flatMap((phase, pair) =>
        Number.isNaN(phase) ? [] : [{ x: pair + 1, y: phase, label: '', colour: readColour(`--${side}`) }],
      ),
    ),
  });
}
