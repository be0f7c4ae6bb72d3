import { describe, expect, it } from 'vitest';
import type { FrameLayout } from '../../../engine/contract/frame.ts';
import { createModePreview } from './mode-preview.ts';

const layout = {
  parts: [],
  lines: [],
  markers: [],
  channels: [],
  ground: { kind: 'plane', height: 0 },
  surfaces: [{ kind: 'mesh', vertexCount: 2, restPositions: Float32Array.of(1, 0, -0.1, -1, 0, 0.1) }],
} as unknown as FrameLayout;

describe('a mode in the picture', () => {
  const shape = Float32Array.of(0, 1, 0, 0, -0.5, 0);
  const size = { amplitude: 1 };
  const preview = createModePreview({ layout, bodyLength: 2 }, { reach: 0.14, shape }, size);
  /** Milliseconds of a quarter of a swing. */
  const quarter = 1000 / 0.6 / 4;

  it('swings about the rest shape, which lies on the floor', () => {
    const rest = [1, 0, 0, -1, 0, 0.2];
    [...preview(0).frame].slice(1).forEach((value, i) => expect(value).toBeCloseTo(rest[i]!, 6));
    expect(preview(quarter).frame[2]).toBeCloseTo(0.28, 6);
    expect(preview(3 * quarter).frame[2]).toBeCloseTo(-0.28, 6);
  });

  it('does not swing through the floor', () => {
    const upright = createModePreview(
      { layout, bodyLength: 2 },
      { reach: 0.1, shape: Float32Array.of(0, 0, 1, 0, 0, -1) },
      size,
    );
    const heights = [quarter, 3 * quarter].flatMap((now) => [upright(now).frame[3]!, upright(now).frame[6]!]);
    expect(Math.min(...heights)).toBeCloseTo(0, 6);
  });

  it('follows its amplitude while it runs', () => {
    size.amplitude = 0.5;
    expect(preview(quarter).frame[2]).toBeCloseTo(0.14, 6);
    expect(preview(quarter).frame[5]).toBeCloseTo(-0.07, 6);
  });
});
