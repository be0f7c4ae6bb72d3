import { describe, expect, it } from 'vitest';
import type { FrameLayout } from '../engine/contract/frame.ts';
import type { SignalSpec } from '../engine/contract/types.ts';
import { createFramesNpy, createSignalsNpy } from './npy.ts';

const spec = (name: string, size: number): SignalSpec => ({ name, unit: 'm', size, about: '', range: [0, 1] });
const signals = [spec('speed', 1), spec("it's µ", 2)];
const frames = [0, 0.005].map((time, i) => ({
  step: i,
  time,
  frame: Float32Array.of(time, 1, 2, 3, 0, 0, 0, 1, i, i + 0.5, -1),
  signals: Float64Array.of(0.1 + i / 3, NaN, 1e-300),
}));

/** As NumPy reads it: magic, version, length, a Python literal, data. */
function read(file: Uint8Array): { head: string; data: DataView } {
  expect([...file.subarray(0, 8)]).toEqual([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0]);
  const length = new DataView(file.buffer).getUint32(8, true);
  expect((12 + length) % 64).toBe(0);
  const head = new TextDecoder('latin1').decode(file.subarray(12, 12 + length));
  expect(head.endsWith('\n')).toBe(true);
  return { head: head.trimEnd(), data: new DataView(file.buffer, 12 + length) };
}

describe('createSignalsNpy', () => {
  it('writes a record for each frame, every number with its bits', () => {
    const { head, data } = read(createSignalsNpy(signals, undefined, frames)!);
    const name = String.raw`'it\U00000027s \U000000b5'`;
    expect(head).toBe(
      `{'descr': [('time', '<f8'), ('speed', '<f8'), (${name}, '<f8', (2,))], 'fortran_order': False, 'shape': (2,), }`,
    );
    expect(data.byteLength).toBe(2 * 4 * 8);
    expect(data.getFloat64(32, true)).toBe(0.005);
    expect(data.getFloat64(40, true)).toBe(0.1 + 1 / 3);
    expect(data.getFloat64(48, true)).toBeNaN();
    expect(data.getFloat64(56, true)).toBe(1e-300);
  });

  it('keeps the signals that are asked for, and gives up on a file that is too large', () => {
    const { head, data } = read(createSignalsNpy(signals, new Set(['speed']), frames)!);
    expect(head).toContain("[('time', '<f8'), ('speed', '<f8')]");
    expect(data.byteLength).toBe(32);
    expect(createSignalsNpy(signals, undefined, frames, 63)).toBeUndefined();
    expect(createSignalsNpy(signals, undefined, frames, 64)).toBeDefined();
  });
});

describe('createFramesNpy', () => {
  it('names what is drawn, each thing once', () => {
    const layout = {
      parts: [{ name: 'head', shape: 'box', size: [1, 1, 1] }],
      surfaces: [],
      lines: [{ name: 'head', pointCount: 1 }],
      markers: [],
      channels: [],
      extent: 1,
    } as unknown as FrameLayout;
    const { head, data } = read(createFramesNpy(layout, frames)!);
    expect(head).toContain("[('time', '<f8'), ('head', '<f4', (7,)), ('head (2)', '<f4', (1, 3,))]");
    const recordBytes = 8 + 4 * 10;
    expect(data.byteLength).toBe(2 * recordBytes);
    expect(data.getFloat64(recordBytes, true)).toBe(0.005);
    expect(data.getFloat32(recordBytes + 8 + 4 * 8, true)).toBe(1.5);
  });
});
