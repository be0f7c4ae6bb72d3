/** Other views of the lines of a strip: which frequencies they hold, and value against rate of change. */
import { formatNumber } from '../../data/display-units.ts';
import { chooseScale } from '../../data/plot-scale.ts';
import type { SignalHistory } from '../../data/signal-history.ts';
import type { Strip, StripSeries } from '../../data/strip-model.ts';
import { readSamples } from '../../data/strip-samples.ts';
import { computeSpectrum } from './spectrum.ts';
import { chooseColour, formatAxisTitle } from './strip-plot.ts';
import type { XyPlot } from './xy-plot.ts';

export function createSpectrumPlot(
  strip: Strip,
  history: SignalHistory,
  step: number,
  theme: string,
): XyPlot | undefined {
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
export function createPortraitPlot(
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
