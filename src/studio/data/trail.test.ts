import { describe, expect, it } from 'vitest';
import type { FrameLayout } from '../../engine/contract/frame.ts';
import type { SignalSpec } from '../../engine/contract/types.ts';
import { SignalHistory } from './signal-history.ts';
import { Trail, trailGap } from './trail.ts';

const dt = trailGap / 5;
const spec = (name: string, size: number): SignalSpec => ({ name, unit: 'm', size, range: [-1, 1], about: '' });
const signals = [spec('position.x', 1), spec('position.y', 1), spec('midline.x', 3), spec('midline.y', 3)];

/** At step k the centre is at (k, 0) and the last of three points of the midline at (k − 2, 5). */
function createHistory(steps: number): SignalHistory {
  const history = new SignalHistory(signals, dt);
  for (let k = 0; k <= steps; k++) history.add(k, Float32Array.of(k, 0, k, k - 1, k - 2, 0, 0, 5));
  return history;
}

const plain = {} as FrameLayout;
const tracked = {
  track: { signals: ['midline.x', 'midline.y'], element: 2, width: 0.1 },
} as unknown as FrameLayout;

function list(trail: Trail): number[][] {
  return Array.from({ length: trail.count }, (_, i) => [...trail.points.subarray(2 * i, 2 * i + 2)]);
}

describe('the path on the ground', () => {
  it('is round where an animal beats twice a second', () => {
    expect(0.5 / trailGap).toBeGreaterThanOrEqual(32);
  });

  it('is that of the centre of mass, and ends where the animal is', () => {
    const trail = new Trail();
    trail.read(plain, createHistory(40), 12);
    const stride = Math.round(trailGap / dt);
    expect(list(trail)).toEqual([
      [0, 0],
      [stride, 0],
      [2 * stride, 0],
      [12, 0],
    ]);
  });

  it('is that of what leaves a track, where the layout says so', () => {
    const trail = new Trail();
    trail.read(tracked, createHistory(40), 10);
    expect(list(trail)).toEqual([
      [-2, 5],
      [3, 5],
      [8, 5],
    ]);
  });

  it('belongs to the moment that is shown: going back takes it back', () => {
    const [trail, history] = [new Trail(), createHistory(400)];
    trail.read(tracked, history, 400);
    expect(list(trail).at(-1)).toEqual([398, 5]);
    trail.read(tracked, history, 5);
    expect(list(trail)).toEqual([
      [-2, 5],
      [3, 5],
    ]);
  });

  it('forgets its oldest end', () => {
    const trail = new Trail();
    for (let k = 0; k < 4000; k++) trail.add(k, 0);
    expect(trail.count).toBe(3200);
    expect(list(trail)[0]).toEqual([800, 0]);
  });
});
