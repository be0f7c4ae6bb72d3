/**
 * A travelling wave of contraction in the muscles: activation a = ±(sin 2π(φ − d s/λ) + bias), dorsal cells +, ventral
 * cells −, relative to a resting tone that the body's inner pressure balances. s: place of the cell, 0 head … 1 tail;
 * λ: wavelength in body lengths; d: 1 forward, −1 backward; φ: phase in turns.
 */
import { setSines } from '../../math/portable.ts';

export interface MuscleWave {
  /** Turns. */
  phase: number;
  /** Body lengths. */
  wavelength: number;
  direction: number;
  bias: number;
  /** Factor on everything, for the start. */
  ramp: number;
}

/** Places and sides (+1 dorsal, −1 ventral) are per cell. */
export function setMuscleWave(
  activations: Float64Array,
  wave: MuscleWave,
  places: Float64Array,
  sides: Float64Array,
): void {
  const { phase, wavelength, direction, bias, ramp } = wave;
  for (let i = 0; i < activations.length; i++) {
    const turns = phase - (direction * places[i]!) / wavelength;
    activations[i] = 2 * Math.PI * (turns - Math.floor(turns));
  }
  setSines(activations, activations, activations.length);
  for (let i = 0; i < activations.length; i++) activations[i] = ramp * sides[i]! * (activations[i]! + bias);
}
