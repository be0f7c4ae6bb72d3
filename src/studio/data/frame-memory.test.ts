import { describe, expect, it } from 'vitest';
import {
  createSharedFrames,
  type FrameMeta,
  readTransferred,
  SharedFrameReader,
  SharedFrameWriter,
  TransferFrameWriter,
} from './frame-memory.ts';

const meta = (step: number): FrameMeta => ({ step, exact: step % 2 === 0, x: 1, y: 2, z: 3, heading: 0.5 });

describe('frames through shared memory', () => {
  it('gives the newest frame once', () => {
    const shared = createSharedFrames(5);
    const writer = new SharedFrameWriter(shared, 5);
    const reader = new SharedFrameReader(shared, 5);
    const out = new Float32Array(5);
    expect(reader.read(out)).toBeUndefined();
    for (let step = 1; step <= 7; step++) writer.write(Float32Array.of(step, 0, 0, 0, step), meta(step));
    expect(reader.read(out)).toEqual(meta(7));
    expect([...out]).toEqual([7, 0, 0, 0, 7]);
    expect(reader.read(out)).toBeUndefined();
  });
});

describe('frames by transfer', () => {
  it('sends at most as many as the pool holds, then the newest when a buffer returns', () => {
    const sent: ArrayBuffer[] = [];
    const writer = new TransferFrameWriter(3, (buffer) => sent.push(buffer));
    for (let step = 1; step <= 9; step++) writer.write(Float32Array.of(step, step, step), meta(step));
    const out = new Float32Array(3);
    expect(sent.map((buffer) => readTransferred(out, buffer).step)).toEqual([1, 2, 3]);
    writer.returnBuffer(sent[0]!);
    expect(readTransferred(out, sent[3]!)).toEqual(meta(9));
    expect([...out]).toEqual([9, 9, 9]);
    // Nothing waits, and a foreign buffer is not taken in.
    writer.returnBuffer(sent[1]!);
    writer.returnBuffer(new ArrayBuffer(8));
    expect(sent).toHaveLength(4);
  });
});
