/** The numbers beside the picture, measured over the last moments before a step. */
import type { SignalHistory, SignalPlace } from './signal-history.ts';

export interface LiveMetrics {
  /** m/s along the path of the last second, forward positive; NaN when unknown. */
  readonly speed: number;
  /** Hz, of the bending; NaN when there is no rhythm. */
  readonly frequency: number;
  /** rad, mean over the last half second. */
  readonly heading: number;
}

const speedSeconds = 1;
const headingSeconds = 0.5;
/** Slow animals need the longer look. */
const rhythmSeconds = [2, 6];
/** Enough to meet every part of a body, and every part of a beat, a few times. */
const [maxElements, maxMoments] = [32, 40];

export function computeLiveMetrics(history: SignalHistory, step: number): LiveMetrics {
  const heading = computeHeading(history, step);
  return { speed: computeSpeed(history, step, heading), frequency: computeFrequency(history, step), heading };
}

function getPlace(history: SignalHistory, name: string): SignalPlace {
  return history.places.get(name)!;
}

function computeHeading(history: SignalHistory, step: number): number {
  const place = getPlace(history, 'heading');
  const span = Math.min(step, Math.round(headingSeconds / history.dt));
  let [sum, count] = [0, 0];
  for (let at = step - span; at <= step; at++) {
    const value = history.read(place, at);
    if (Number.isNaN(value)) continue;
    sum += value;
    count += 1;
  }
  return sum / count;
}

function computeSpeed(history: SignalHistory, step: number, heading: number): number {
  const span = Math.min(step, Math.round(speedSeconds / history.dt));
  if (span === 0) return 0;
  const [dx, dy, dz] = ['position.x', 'position.y', 'position.z'].map((name) => {
    const place = getPlace(history, name);
    return history.read(place, step) - history.read(place, step - span);
  }) as [number, number, number];
  const speed = Math.hypot(dx, dy, dz) / (span * history.dt);
  return dx * Math.cos(heading) + dy * Math.sin(heading) < 0 ? -speed : speed;
}

function computeFrequency(history: SignalHistory, step: number): number {
  const rows = [...history.places.values()].filter(({ spec }) => spec.size > 1 && spec.display !== 'categories');
  const bends = rows.find(({ spec, detail }) => !detail && (spec.unit === 'rad' || spec.display === 'diverging'));
  // Animals that say nothing of their bending have the rhythm of their muscles.
  const place = bends ?? rows.find(({ spec, detail }) => detail && spec.display !== undefined);
  if (place === undefined) return NaN;
  for (const seconds of rhythmSeconds) {
    const frequency = computeRhythm(history, place, step, seconds);
    if (!Number.isNaN(frequency)) return frequency;
  }
  return NaN;
}

/** Counts how often the element that swings most crosses its mean upward. */
function computeRhythm(history: SignalHistory, place: SignalPlace, step: number, seconds: number): number {
  const first = Math.max(0, step - Math.round(seconds / history.dt));
  const element = findLiveliest(history, place, first, step);
  let [low, high, sum, count] = [Infinity, -Infinity, 0, 0];
  for (let at = first; at <= step; at++) {
    const value = history.readElement(place, at, element);
    if (Number.isNaN(value)) return NaN;
    low = Math.min(low, value);
    high = Math.max(high, value);
    sum += value;
    count += 1;
  }
  // A hundredth of the expected range is stillness.
  if (high - low < 0.01 * (place.spec.range[1] - place.spec.range[0])) return NaN;
  const crossings = findUpwardCrossings(history, place, element, first, step, sum / count);
  if (crossings.length < 2) return NaN;
  return (crossings.length - 1) / ((crossings.at(-1)! - crossings[0]!) * history.dt);
}

/** Of a few elements at a few moments: fins may beat while arms hold still. */
function findLiveliest(history: SignalHistory, place: SignalPlace, first: number, last: number): number {
  const count = Math.min(place.spec.size, maxElements);
  let best = { element: 0, swing: -1 };
  for (let i = 0; i < count; i++) {
    const element = Math.floor(((i + 0.5) * place.spec.size) / count);
    let [low, high] = [Infinity, -Infinity];
    for (let k = 0; k <= maxMoments; k++) {
      const value = history.readElement(place, first + Math.round((k * (last - first)) / maxMoments), element);
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (high - low > best.swing) best = { element, swing: high - low };
  }
  return best.element;
}

function findUpwardCrossings(
  history: SignalHistory,
  place: SignalPlace,
  element: number,
  first: number,
  last: number,
  mean: number,
): number[] {
  const crossings: number[] = [];
  let before = history.readElement(place, first, element) - mean;
  for (let at = first + 1; at <= last; at++) {
    const now = history.readElement(place, at, element) - mean;
    if (before < 0 && now >= 0) crossings.push(at - 1 + before / (before - now));
    before = now;
  }
  return crossings;
}
