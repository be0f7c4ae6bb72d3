/** A signal of many numbers as colours: row (head on top) over time, bands one below the other. */
import { useEffect, useRef } from 'react';
import { RasterPainter } from './raster-painter.ts';
import { readCuts } from '../../data/cuts.ts';
import { computeWindow, listCutRows, type RasterBand, type RasterSource } from '../../data/strip-model.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';
import { useController } from '../../session/controller-context.ts';
import { hoverTime } from './hover-time.ts';
import { describeCell } from './raster-cell.ts';
import { listen } from '../../../viewer/listen.ts';

export function Raster({ source }: { readonly source: RasterSource }) {
  const controller = useController();
  const theme = useStudio((state) => state.theme);
  const seconds = useStudio((state) => state.window);
  const canvas = useRef<HTMLCanvasElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (canvas.current === null || cursor.current === null || axis.current === null || readout.current === null)
      return undefined;
    const parts = { canvas: canvas.current, cursor: cursor.current, axis: axis.current, readout: readout.current };
    return showRaster(parts, source, controller);
    // Painter and map are made for one theme and one window.
  }, [controller, source, theme, seconds]);
  return (
    <div
      className="grid min-h-0 flex-1 grid-rows-[1fr_16px] pt-1"
      style={{ gridTemplateColumns: `${computeLabelWidth(source)}px minmax(0, 1fr)` }}
    >
      <div className="relative text-[10px] text-dim" aria-hidden="true">
        {source.element !== undefined && (
          <span className="absolute inset-y-0 left-0 rotate-180 text-center [writing-mode:vertical-rl]">
            {source.element}
          </span>
        )}
        <BandLabels bands={source.bands} />
      </div>
      <div className="relative min-h-0 overflow-hidden rounded-sm">
        <canvas
          ref={canvas}
          className="absolute inset-0 size-full cursor-crosshair"
          role="img"
          aria-label={`${source.title}: ${source.about} Time runs to the right, the head is on top.`}
          data-testid="raster"
        />
        <CutMarks bands={source.bands} />
        <div ref={cursor} className="pointer-events-none absolute inset-y-0 left-0 w-px bg-ink/60" />
        <div
          ref={readout}
          className="glass pointer-events-none absolute top-1 hidden rounded px-1.5 py-0.5 font-mono text-[11px] whitespace-nowrap tabular-nums"
        />
      </div>
      <div
        ref={axis}
        className="col-start-2 flex justify-between pt-0.5 font-mono text-[10px] text-dim tabular-nums"
        aria-hidden="true"
      >
        <span />
        <span />
        <span />
      </div>
    </div>
  );
}

/** Where the cord is cut: a dashed line across the rows of its segments. */
function CutMarks({ bands }: { readonly bands: readonly RasterBand[] }) {
  const segments = useStudio(({ info }) => info?.handles.cuts?.segments ?? 0);
  const cuts = useStudio(({ info }) => readCuts(info));
  const total = bands.reduce((sum, { rows }) => sum + rows, 0);
  return bands.flatMap((band, i) =>
    listCutRows(band, segments, cuts).map((row) => {
      const above = bands.slice(0, i).reduce((sum, { rows }) => sum + rows, 0) + row;
      return (
        <div
          key={`${i} ${row}`}
          className="pointer-events-none absolute inset-x-0 border-t-2 border-dashed border-bad"
          style={{ top: `${(100 * above) / total}%` }}
          data-testid="cut"
        >
          {i === 0 && (
            <span className="notice absolute right-1 top-0.5 rounded px-1 text-[10px] leading-tight text-bad">
              cut after {row}
            </span>
          )}
        </div>
      );
    }),
  );
}

/** Room for the longest name of a band and, beside it, for the title of the axis: CSS pixels. */
function computeLabelWidth({ bands, element }: RasterSource): number {
  const longest = Math.max(bands.length < 3 ? 4 : 0, ...bands.map(({ label }) => label.length));
  return Math.max(44, Math.min(130, (element === undefined ? 8 : 24) + 6.8 * longest));
}

function BandLabels({ bands }: { readonly bands: readonly RasterBand[] }) {
  const total = bands.reduce((sum, { rows }) => sum + rows, 0);
  const tops = bands.map((_, i) => bands.slice(0, i).reduce((sum, { rows }) => sum + rows, 0));
  return bands.map(({ label, side, rows }, i) => (
    <div
      key={`${label} ${i}`}
      className="absolute right-1.5 flex flex-col items-end justify-between py-px leading-none"
      style={{ top: `${(100 * tops[i]!) / total}%`, height: `${(98 * rows) / total}%` }}
    >
      {bands.length < 3 && <span>{label === '' ? 'head' : 1}</span>}
      <span
        className={`max-w-[104px] truncate text-[11px] font-medium ${bands.length < 3 ? '' : 'my-auto'}`}
        style={side === undefined ? {} : { color: `var(--${side})` }}
      >
        {label}
      </span>
      {bands.length < 3 && <span>{label === '' ? 'tail' : rows}</span>}
    </div>
  ));
}

interface RasterParts {
  readonly canvas: HTMLCanvasElement;
  readonly cursor: HTMLElement;
  readonly axis: HTMLElement;
  readonly readout: HTMLElement;
}

function showRaster(parts: RasterParts, source: RasterSource, controller: StudioController): () => void {
  const { canvas } = parts;
  const { theme, window } = useStudio.getState();
  const dt = controller.session.info?.dt ?? 0.005;
  const painter = new RasterPainter(canvas, source, Math.round(window / dt) + 1, theme);
  let range = { first: 0, last: 1 };
  let shown = '';
  const observer = new ResizeObserver(() => {
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * Math.min(2, devicePixelRatio)));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * Math.min(2, devicePixelRatio)));
    painter.clear();
    shown = '';
    controller.picture.wake();
  });
  observer.observe(canvas);
  const showCursor = (): void => {
    const step = controller.session.meta?.step ?? 0;
    const time = hoverTime.get() ?? step * dt;
    const share = (time / dt - range.first) / (range.last - range.first);
    parts.cursor.style.transform = `translateX(${share * canvas.clientWidth}px)`;
    parts.cursor.style.opacity = share >= 0 && share <= 1 ? '1' : '0';
  };
  const stopPanel = controller.picture.addPanel(canvas, () => {
    const { history, meta } = controller.session;
    if (history?.places.has(source.bands[0]!.signal) !== true || meta === undefined) return;
    const key = `${meta.step} ${history.lastStep} ${history.truncations}`;
    if (key === shown) return;
    shown = key;
    range = computeWindow(meta.step, history.lastStep, window, dt);
    painter.paint(history, range.first, range.last);
    showAxis(parts.axis, range, dt);
    showCursor();
    pointer.refresh();
  });
  const stopWatching = hoverTime.watch(showCursor);
  const pointer = followPointer(parts, source, controller, () => range, dt);
  return () => {
    stopPanel();
    stopWatching();
    pointer.stop();
    observer.disconnect();
  };
}

function showAxis(axis: HTMLElement, range: { first: number; last: number }, dt: number): void {
  const times = [range.first, (range.first + range.last) / 2, range.last].map((step) => `${(step * dt).toFixed(1)} s`);
  times.forEach((text, i) => {
    const label = axis.children[i];
    if (label !== undefined && label.textContent !== text) label.textContent = text;
  });
}

function followPointer(
  { canvas, readout }: RasterParts,
  source: RasterSource,
  controller: StudioController,
  getRange: () => { first: number; last: number },
  dt: number,
): { readonly refresh: () => void; readonly stop: () => void } {
  let pointer: { readonly x: number; readonly y: number } | undefined;
  const read = (x: number): number => {
    const { first, last } = getRange();
    return first + (x / canvas.clientWidth) * (last - first);
  };
  const refresh = (): void => {
    if (pointer === undefined) return;
    const step = read(pointer.x);
    hoverTime.set(step * dt);
    const { history } = controller.session;
    const share = pointer.y / canvas.clientHeight;
    const text = history === undefined ? '' : describeCell(source, history, Math.round(step), share);
    readout.textContent = text;
    readout.style.display = text === '' ? 'none' : 'block';
    // On the side where the pointer is not.
    const onRight = pointer.x < canvas.clientWidth / 2;
    readout.style.right = onRight ? '4px' : '';
    readout.style.left = onRight ? '' : '4px';
  };
  const move = (event: PointerEvent): void => {
    pointer = { x: event.offsetX, y: event.offsetY };
    refresh();
  };
  const leave = (): void => {
    pointer = undefined;
    hoverTime.set(undefined);
    readout.style.display = 'none';
  };
  const press = (event: PointerEvent): void => {
    controller.seek(Math.round(read(event.offsetX)));
  };
  const detach = listen(canvas, { pointermove: move, pointerleave: leave, pointerup: press });
  const stop = (): void => {
    leave();
    detach();
  };
  return { refresh, stop };
}
