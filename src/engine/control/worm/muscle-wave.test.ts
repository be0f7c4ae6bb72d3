import { describe, expect, it } from 'vitest';
import { type MuscleWave, setMuscleWave } from './muscle-wave.ts';

const places = Float64Array.of(0, 0.1, 0.25, 0.5, 0.9);
const wave: MuscleWave = { phase: 0.3, wavelength: 0.65, direction: 1, bias: 0, ramp: 1 };

function activate(changes: Partial<MuscleWave>, side = 1): number[] {
  const out = new Float64Array(places.length);
  setMuscleWave(out, { ...wave, ...changes }, places, new Float64Array(places.length).fill(side));
  return [...out];
}

describe('the wave of contraction', () => {
  it('is a sine that runs to the tail, or to the head when reversed', () => {
    for (const direction of [1, -1])
      activate({ direction }).forEach((value, i) =>
        expect(value).toBeCloseTo(Math.sin(2 * Math.PI * (0.3 - (direction * places[i]!) / 0.65)), 12),
      );
  });

  it('pulls on one side what it lets go on the other, more on the side of a bias', () => {
    const [dorsal, ventral] = [activate({ bias: 0.2, ramp: 0.5 }), activate({ bias: 0.2, ramp: 0.5 }, -1)];
    const plain = activate({});
    dorsal.forEach((value, i) => {
      expect(value).toBeCloseTo(0.5 * (plain[i]! + 0.2), 12);
      expect(ventral[i]).toBeCloseTo(-value, 12);
    });
  });
});
