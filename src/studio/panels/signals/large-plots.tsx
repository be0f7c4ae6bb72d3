/** The views of a strip that fill the dialog. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { formatReading, formatNumber } from '../../data/display-units.ts';
import type { Strip, StripSeries } from '../../data/strip-model.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { hoverTime } from './hover-time.ts';
import { chooseColour, formatAxisTitle, showStrip } from './strip-plot.ts';
import { drawXyPlot, type XyPlot } from './xy-plot.ts';
import { Select } from '../../ui/choices.tsx';
import { chooseScale } from '../../data/plot-scale.ts';
import type { SignalHistory } from '../../data/signal-history.ts';
import { readSamples } from '../../data/strip-samples.ts';
import { computeSpectrum } from './spectrum.ts';

export function LargeStrip({ strip }: { readonly strip: Strip }) {
  const controller = useController();
  const theme = useStudio((state) => state.theme);
  const box = useRef<HTMLDivElement>(null);
  const when = useRef<HTMLSpanElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (box.current === null) return undefined;
    const onValues = (time: number, values: readonly number[]): void => {
      if (when.current !== null) when.current.textContent = `${time.toFixed(3)} s`;
      const places = list.current?.querySelectorAll('[data-value]');
      values.forEach((value, i) => {
        const place = places?.[i];
        const text = Number.isNaN(value) ? '–' : `${formatReading(value, strip.range)} ${strip.unit.label}`.trim();
        if (place !== undefined && place.textContent !== text) place.textContent = text;
      });
    };
    return showStrip({ box: box.current, strip, large: true, onValues }, controller);
    // The theme changes the colours that are read from the page.
  }, [controller, strip, theme]);
  return (
    <>
      <p className="pb-1 text-[12px] text-dim">{strip.about}</p>
      <div className="relative min-h-0 flex-1">
        <div
          ref={box}
          className="absolute inset-0 overflow-hidden"
          role="img"
          aria-label={`${formatAxisTitle(strip)} over time`}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pt-2 text-[12px]">
        <span ref={when} className="w-20 font-mono text-dim tabular-nums" />
        <ul ref={list} className="flex flex-wrap gap-x-4 gap-y-1">
          {strip.series.map((series) => (
            <li key={series.label} className="flex items-center gap-1.5">
              <span data-swatch="" className="h-0.5 w-4" style={{ background: chooseColour(series, theme) }} />
              {series.label}
              <span data-value="" className="min-w-16 font-mono text-dim tabular-nums" />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** Milliseconds between two drawings: a spectrum need not be new for every picture. */
const drawInterval = 300;

/** Draws into the canvas again and again; `create` gives undefined while there is too little to see. */
function useXyPlot(
  canvas: RefObject<HTMLCanvasElement | null>,
  waiting: RefObject<HTMLElement | null>,
  create: (step: number) => XyPlot | undefined,
): void {
  const controller = useController();
  useEffect(() => {
    const [element, note] = [canvas.current, waiting.current];
    if (element === null || note === null) return undefined;
    let last = 0;
    return controller.picture.addPanel(element, () => {
      const { history, meta } = controller.session;
      const now = performance.now();
      if (history === undefined || meta === undefined || now - last < drawInterval) return;
      last = now;
      const plot = create(Math.min(meta.step, history.lastStep));
      note.hidden = plot !== undefined;
      if (plot !== undefined) drawXyPlot(element, plot);
    });
  }, [canvas, waiting, controller, create]);
}

interface XyCanvasProps {
  readonly label: string;
  readonly create: (step: number) => XyPlot | undefined;
}

function XyCanvas({ label, create }: XyCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const waiting = useRef<HTMLParagraphElement>(null);
  useXyPlot(canvas, waiting, create);
  return (
    <div className="relative min-h-0 flex-1">
      <canvas ref={canvas} className="absolute inset-0 size-full" role="img" aria-label={label} />
      <p ref={waiting} className="absolute inset-0 grid place-items-center text-dim">
        Waiting for more of the run …
      </p>
    </div>
  );
}

export function SpectrumView({ strip }: { readonly strip: Strip }) {
  const { session } = useController();
  const theme = useStudio((state) => state.theme);
  const create = useMemo(
    () => (step: number) => {
      const { history } = session;
      return history === undefined ? undefined : createSpectrumPlot(strip, history, step, theme);
    },
    [session, strip, theme],
  );
  return (
    <>
      <p className="pb-1 text-[12px] text-dim">
        How strong each frequency is in the last ten seconds, or as many as have run.
      </p>
      <XyCanvas label={`Spectrum of ${formatAxisTitle(strip)}`} create={create} />
    </>
  );
}

export function PortraitView({ strip }: { readonly strip: Strip }) {
  const [chosen, setChosen] = useState(Math.floor(strip.series.length / 2));
  const { session } = useController();
  const theme = useStudio((state) => state.theme);
  const create = useMemo(
    () => (step: number) => {
      const { history } = session;
      if (history === undefined) return undefined;
      const time = hoverTime.get() ?? step * history.dt;
      return createPortraitPlot(strip, strip.series[chosen]!, { history, step, time, theme });
    },
    [session, strip, chosen, theme],
  );
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pb-1 text-[12px] text-dim">
        The value against how fast it changes: a rhythm is a loop.
        {strip.series.length > 1 && (
          <Select
            className="!h-7"
            aria-label="Line"
            value={chosen}
            options={strip.series.map(({ label }, i) => [i, label])}
            onSet={setChosen}
          />
        )}
      </div>
      <XyCanvas label={`Phase portrait of ${formatAxisTitle(strip)}`} create={create} />
    </>
  );
}

/** Other views of the lines of a strip: which frequencies they hold, and value against rate of change. */
function createSpectrumPlot(strip: Strip, history: SignalHistory, step: number, theme: string): XyPlot | undefined {
  const spectra = strip.series.flatMap((series) => {
    const samples = readSamples(strip, series, history, step);
    return samples === undefined ? [] : [{ series, ...computeSpectrum(samples.values, 1 / samples.interval) }];
  });
  if (spectra.length === 0) return undefined;
  const strongest = spectra.reduce((best, one) =>
    Math.max(...one.amplitudes) > Math.max(...best.amplitudes) ? one : best,
  );
  const { peak, frequencies } = strongest;
  const most = Math.max(...strongest.amplitudes);
  const end = Number.isNaN(peak) ? frequencies.at(-1)! : Math.min(frequencies.at(-1)!, 5 * peak);
  return {
    x: { title: 'Frequency (Hz)', range: [0, end] },
    y: {
      title: `Amplitude of ${formatAxisTitle(strip).toLowerCase()}`,
      range: chooseScale([0, 1e-9], 0, most, [0, 0]),
    },
    lines: spectra.map(({ series, frequencies: x, amplitudes: y }) => ({ x, y, colour: chooseColour(series, theme) })),
    marks: Number.isNaN(peak) ? [] : [{ x: peak, y: most, label: `${formatNumber(Number(peak.toPrecision(3)))} Hz` }],
  };
}

/** `time` is where the point is that moves along. */
function createPortraitPlot(
  strip: Strip,
  series: StripSeries,
  { history, step, time, theme }: { history: SignalHistory; step: number; time: number; theme: string },
): XyPlot | undefined {
  const samples = readSamples(strip, series, history, step);
  if (samples === undefined) return undefined;
  const { values, interval, start } = samples;
  const x = values.slice(1, -1);
  const y = x.map((_, i) => (values[i + 2]! - values[i]!) / (2 * interval));
  const fit = (own: readonly number[]): readonly [number, number] => {
    const [low, high] = [Math.min(...own), Math.max(...own)];
    return chooseScale([low, high === low ? low + 1e-9 : high], low, high, [0, 0]);
  };
  const at = Math.min(x.length - 1, Math.max(0, Math.round((time - start) / interval) - 1));
  const unit = strip.unit.label === '' ? '1/s' : `${strip.unit.label}/s`;
  return {
    x: { title: formatAxisTitle({ ...strip, title: `${strip.title}, ${series.label}` }), range: fit(x) },
    y: { title: `Rate of change (${unit})`, range: fit(y) },
    lines: [{ x, y, colour: chooseColour(series, theme), width: 1.2 }],
    marks: [{ x: x[at]!, y: y[at]!, label: `${(start + (at + 1) * interval).toFixed(2)} s` }],
  };
}
