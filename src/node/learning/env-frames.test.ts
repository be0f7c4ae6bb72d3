import { describe, expect, it } from 'vitest';
import { encodeFrame, type Frame, FrameError, FrameReader } from './env-frames.ts';

const frame = encodeFrame('O', [Uint8Array.of(1, 2, 3), Uint8Array.of(4)]);

describe('frames', () => {
  it('are a length, a letter, three zeros and the payload', () => {
    expect([...frame]).toEqual([4, 0, 0, 0, 79, 0, 0, 0, 1, 2, 3, 4]);
  });

  it('are found however the bytes arrive, with numbers that begin where they may', () => {
    const step = encodeFrame('T', [new Uint8Array(Float64Array.of(1.5, -2).buffer)]);
    const bytes = Buffer.concat([frame, step, encodeFrame('E', []), frame]);
    for (let size = 1; size <= bytes.length; size++) {
      const reader = new FrameReader(100);
      const found: Frame[] = [];
      for (let at = 0; at < bytes.length; at += size) found.push(...reader.add(bytes.subarray(at, at + size)));
      expect(found.map(({ kind, payload }) => `${kind}${payload.length}`)).toEqual(['O4', 'T16', 'E0', 'O4']);
      expect([...new Float64Array(found[1]!.payload.buffer)]).toEqual([1.5, -2]);
      expect(reader.isInside).toBe(false);
    }
  });

  it('are refused where they are too long or have bytes that should be zero', () => {
    expect(() => [...new FrameReader(3).add(frame)]).toThrow(FrameError);
    expect(() => [...new FrameReader(100).add(Uint8Array.of(0, 0, 0, 0, 79, 0, 0, 9))]).toThrow(/not zero/u);
    const reader = new FrameReader(100);
    expect([...reader.add(frame.subarray(0, 9))]).toEqual([]);
    expect(reader.isInside).toBe(true);
  });
});
