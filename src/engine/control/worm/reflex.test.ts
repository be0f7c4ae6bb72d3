import { describe, expect, it } from 'vitest';
import { computeMeanBend, stepReflex } from './reflex.ts';

const settings = { headThreshold: 5, headFrom: 0, headTo: 0.2, gain: 1, offset: 0.05, field: 0.1, lag: 0.01 };
const [places, sides] = [Float64Array.of(0.1, 0.5), Float64Array.of(1, -1)];

function createReflex(bias = 0) {
  const state = { head: new Float64Array(1), drives: new Float64Array(2) };
  const activations = new Float64Array(2);
  /** Long enough for the lag to be over. */
  const settle = (bends: Float64Array): Float64Array => {
    for (let i = 0; i < 50; i++) stepReflex(activations, state, settings, bends, places, sides, bias, 0.01);
    return activations;
  };
  return { state, settle };
}

describe('reflex', () => {
  it('switches the head at its threshold and passes the bend on, away from the head', () => {
    const { settle } = createReflex();
    const still = settle(new Float64Array(21));
    expect(still[0]).toBeCloseTo(1, 6);
    expect(still[1]).toBeCloseTo(0, 6);
    const bends = Float64Array.from({ length: 21 }, (_, i) => (i <= 4 ? 6 : i >= 7 && i <= 9 ? 3 : 0));
    const bent = settle(bends);
    expect(bent[0]).toBeCloseTo(-1, 6);
    expect(bent[1]).toBeCloseTo(-Math.tanh(3), 6);
  });

  it('does not switch below the threshold', () => {
    const { settle, state } = createReflex();
    settle(new Float64Array(21).fill(4.9));
    expect(state.head[0]).toBe(1);
  });

  it('adds its bias on both sides of the sign', () => {
    const { settle } = createReflex(0.25);
    const activations = settle(new Float64Array(21));
    expect(activations[0]).toBeCloseTo(1.25, 6);
    expect(activations[1]).toBeCloseTo(-0.25, 6);
  });

  it('takes the mean bend of the sections inside a window, of at least one', () => {
    const bends = Float64Array.from({ length: 21 }, (_, i) => i);
    expect(computeMeanBend(bends, 0.35, 0.45)).toBe(8);
    expect(computeMeanBend(bends, 0.36, 0.37)).toBe(8);
    expect(computeMeanBend(bends, -1, 0)).toBe(0);
  });
});
