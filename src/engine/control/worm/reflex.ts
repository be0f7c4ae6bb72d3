/**
 * A wave from a reflex loop, without a clock. The head has two states: it bends to one side until its receptors feel more than
 * a threshold, then to the other. Every muscle behind the head is driven by the bend felt in a field in front of it,
 * saturating; all muscles follow with a lag. Nothing is prescribed in time or phase.
 *
 *   head:  target = h, h ← −h when h · mean bend over [headFrom, headTo] > threshold
 *   body:  target = tanh(gain · mean bend over [s − offset − field, s − offset])
 *   all:   lag · da/dt = target + bias − a,   activation = ±a (dorsal +, ventral −)
 *
 * Bend is curvature times body length, positive toward dorsal. s runs from 0 (head) to 1 (tail).
 */
import { tanh } from '../../math/portable.ts';

export interface ReflexSettings {
  readonly headThreshold: number;
  readonly headFrom: number;
  readonly headTo: number;
  readonly gain: number;
  readonly offset: number;
  readonly field: number;
  /** s */
  readonly lag: number;
}

export interface ReflexState {
  /** [side the head bends to: 1 dorsal, −1 ventral, 0 before the start]. */
  readonly head: Float64Array;
  /** Lagged activation of each muscle before its side's sign. */
  readonly drives: Float64Array;
}

/** Mean of `bends` (at places 0 … 1, evenly spaced) between two places, at least one of them. */
export function computeMeanBend(bends: Float64Array, from: number, to: number): number {
  const last = bends.length - 1;
  const first = Math.min(last, Math.max(0, Math.ceil(from * last - 1e-9)));
  const end = Math.min(last, Math.max(first, Math.floor(to * last + 1e-9)));
  let sum = 0;
  for (let i = first; i <= end; i++) sum += bends[i]!;
  return sum / (end - first + 1);
}

/** Advances the loop by `dt` and sets the activations. Places and sides are per muscle. */
export function stepReflex(
  activations: Float64Array,
  state: ReflexState,
  settings: ReflexSettings,
  bends: Float64Array,
  places: Float64Array,
  sides: Float64Array,
  bias: number,
  dt: number,
): void {
  const { head, drives } = state;
  const { offset, field, gain, headTo } = settings;
  if (head[0] === 0) head[0] = 1;
  if (head[0]! * computeMeanBend(bends, settings.headFrom, headTo) > settings.headThreshold) head[0] = -head[0]!;
  const keep = settings.lag / (settings.lag + dt);
  for (let i = 0; i < drives.length; i++) {
    const s = places[i]!;
    const target = s < headTo ? head[0]! : tanh(gain * computeMeanBend(bends, s - offset - field, s - offset));
    drives[i] = keep * drives[i]! + (1 - keep) * (target + bias);
    activations[i] = sides[i]! * drives[i]!;
  }
}
