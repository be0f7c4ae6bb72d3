import { describe, expect, it } from 'vitest';
import type { TypedArray } from './types.ts';
import { createSmallLamprey } from '../../testing/small-lamprey.ts';
import type { State } from './types.ts';
import {
  canTakeOver,
  diffStates,
  hashState,
  restoreSnapshot,
  setSnapshot,
  takeOverState,
  takeSnapshot,
} from './state.ts';

/** Flips the lowest bit of one byte of an array. */
function flip(array: TypedArray, byte: number): void {
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength)[byte]! ^= 1;
}

describe('the state registry', () => {
  it('hashes every bit of every array', () => {
    const { state } = createSmallLamprey(3);
    const hash = hashState(state);
    for (const spec of state.specs) {
      const array = state.arrays[spec.name]!;
      for (const byte of [0, array.byteLength >> 1, array.byteLength - 1]) {
        flip(array, byte);
        expect(hashState(state), `${spec.name}, byte ${byte}`).not.toBe(hash);
        flip(array, byte);
      }
    }
    expect(hashState(state)).toBe(hash);
  });

  it('restores a snapshot bit for bit, into another instance too', () => {
    const a = createSmallLamprey(7);
    const b = createSmallLamprey();
    expect(diffStates(a.state, b.state).length).toBeGreaterThan(0);
    const snapshot = takeSnapshot(a.state);
    restoreSnapshot(b.state, snapshot);
    expect(diffStates(a.state, b.state)).toEqual([]);
    expect(b.hash()).toBe(a.hash());
    a.step();
    setSnapshot(snapshot, a.state);
    restoreSnapshot(b.state, snapshot);
    expect(b.hash()).toBe(a.hash());
  });

  it('continues a restored run bit for bit, from every phase', () => {
    const steps = 40;
    const whole = createSmallLamprey(steps).hash();
    for (const cut of [0, 1, 2, 3, 7, 20, 39]) {
      const resumed = createSmallLamprey();
      resumed.restore(createSmallLamprey(cut).snapshot());
      for (let i = cut; i < steps; i++) resumed.step();
      expect(resumed.hash(), `cut after ${cut} steps`).toBe(whole);
    }
  });

  it('refuses a snapshot of another shape', () => {
    const { state } = createSmallLamprey();
    const longer = createSmallLamprey(0, { segments: 20 });
    expect(canTakeOver(longer.state, state)).toBe(false);
    expect(canTakeOver(createSmallLamprey().state, state)).toBe(true);
    expect(() => restoreSnapshot(state, longer.snapshot())).toThrow(/another animal or other settings/u);
    expect(() => restoreSnapshot(state, new Uint8Array(3))).toThrow(/3 bytes/u);
  });

  it('takes over arrays of the same length, and leaves others as they are', () => {
    const create = (a: number[], b: number[]): State =>
      ({
        specs: [
          { name: 'a', length: a.length },
          { name: 'b', length: b.length },
        ],
        arrays: { a: Float64Array.from(a), b: Float64Array.from(b) },
      }) as unknown as State;
    for (const others of [
      [7, 8],
      [7, 8, 9, 10],
    ]) {
      const next = create([0, 0], [1, 2, 3]);
      takeOverState(next, create([5, 6], others));
      expect(next.arrays['a']).toEqual(Float64Array.of(5, 6));
      expect(next.arrays['b']).toEqual(Float64Array.of(1, 2, 3));
    }
  });

  it('names differences, negative zero included, and stops at the number asked for', () => {
    const a = createSmallLamprey(2).state;
    const b = createSmallLamprey(2).state;
    b.controls[0] = -b.controls[0]!;
    expect(diffStates(a, b)).toEqual([
      { array: 'controls', index: 0, element: expect.stringMatching(/^control /u), a: a.controls[0], b: b.controls[0] },
    ]);
    a.controls[0] = 0;
    b.controls[0] = -0;
    expect(diffStates(a, b)).toHaveLength(1);
    expect(diffStates(a, createSmallLamprey(9).state, 5)).toHaveLength(5);
  });
});
