/** Numbers of the lines of a strip, in the unit it shows. */
import type { SignalHistory } from './signal-history.ts';
import type { Strip, StripSeries } from './strip-model.ts';

/** Slow animals need a longer look than the window of the strips: seconds. */
const spanSeconds = 10;
const maxSamples = 512;
const minSamples = 16;

interface Samples {
  readonly values: readonly number[];
  /** Seconds of the first, and between two. */
  readonly start: number;
  readonly interval: number;
}

/** The last seconds of a line before a step; undefined while there are too few. */
export function readSamples(
  strip: Strip,
  series: StripSeries,
  history: SignalHistory,
  step: number,
): Samples | undefined {
  const span = Math.min(step, Math.round(spanSeconds / history.dt));
  const stride = Math.max(1, Math.ceil(span / maxSamples));
  const count = Math.floor(span / stride) + 1;
  const first = step - (count - 1) * stride;
  const values: number[] = [];
  for (let i = 0; i < count; i++) {
    const value = readValue(strip, series, history, first + i * stride);
    // What is known only in part begins after the gap.
    if (Number.isNaN(value)) values.length = 0;
    else values.push(value);
  }
  if (values.length < minSamples) return undefined;
  const interval = stride * history.dt;
  return { values, interval, start: step * history.dt - (values.length - 1) * interval };
}

/** In the unit shown; NaN where nothing is known, or where a run blew up. */
export function readValue(strip: Strip, series: StripSeries, history: SignalHistory, step: number): number {
  const value = history.read(history.places.get(series.signal)!, step, series.element);
  return Math.abs(value) < 1e9 ? value / strip.unit.factor : NaN;
}
