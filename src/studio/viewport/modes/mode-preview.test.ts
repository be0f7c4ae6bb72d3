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
  const preview = createModePreview({ layout, bodyLength: 2 }, { kind: 'horizontal bending', shape }, size);
  /** Milliseconds of a quarter of a swing. */
  const quarter = 1000 / 0.6 / 4;

  it('swings about the rest shape, which lies on the floor', () => {
    const rest = [1, 0, 0, -1, 0, 0.2];
    [...preview(0).frame].slice(1).forEach((value, i) => expect(value).toBeCloseTo(rest[i]!, 6));
    expect(preview(quarter).frame[2]).toBeCloseTo(0.28, 6);
    expect(preview(3 * quarter).frame[2]).toBeCloseTo(-0.28, 6);
  });

  it('follows its amplitude while it runs', () => {
    size.amplitude = 0.5;
    expect(preview(quarter).frame[2]).toBeCloseTo(0.14, 6);
    expect(preview(quarter).frame[5]).toBeCloseTo(-0.07, 6);
  });
});
