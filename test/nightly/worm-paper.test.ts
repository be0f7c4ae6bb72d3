/** The paper's experiments: Fig. 7, what α and the friction do, one mode against two. */
import { beforeAll, describe, expect, it } from 'vitest';
import { computeNetSpeed, runWorm, type WormRun } from '../../src/testing/runs/worm-runs.ts';

/** The drive begins after half a second of settling; the times of Fig. 7 count from there. */
const settling = 0.5;

function runModal(high: number, low: number, alpha: number, ...more: string[]): WormRun {
  const settings = [
    'drive.kind=modal',
    `drive.alpha=${alpha}`,
    `friction.low=${low}`,
    `friction.high=${high}`,
    ...more,
  ];
  return runWorm({ seconds: 8 + settling, every: 0.5, settings });
}

/** mm along x since the drive began. */
function computeAdvance({ track }: WormRun, t: number): number {
  const at = (time: number) => track.find((entry) => Math.abs(entry.t - time) < 1e-6)!.x;
  return at(settling + t) - at(settling);
}

/** Distances of an independent implementation of the same recipe, mm at 2, 5 and 8 s. */
const reference = {
  a: { high: 0.5, low: 0.1, alpha: 1, distances: [0.012, 0.03, 0.05] },
  c: { high: 1, low: 0.5, alpha: 3, distances: [0.016, 0.041, 0.069] },
  d: { high: 1, low: 0.1, alpha: 5, distances: [0.162, 0.385, 0.6] },
} as const;

describe('Fig. 7', () => {
  const runs: Record<string, WormRun> = {};
  beforeAll(() => {
    for (const [name, { high, low, alpha }] of Object.entries(reference)) runs[name] = runModal(high, low, alpha);
    runs['b'] = runModal(0.5, 0.5, 5);
  });

  it('goes as far as an independent implementation, within 15 %', () => {
    for (const [name, { distances }] of Object.entries(reference)) {
      const found = [2, 5, 8].map((t) => computeAdvance(runs[name]!, t));
      found.forEach((x, i) => expect(Math.abs(x / distances[i]! - 1), `${name} at ${x} mm`).toBeLessThan(0.15));
    }
  });

  it('orders the settings d > c > a > b, and b hardly moves', () => {
    for (const t of [2, 5, 8]) {
      const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => computeAdvance(runs[name]!, t)) as [
        number,
        number,
        number,
        number,
      ];
      expect(d).toBeGreaterThan(c);
      expect(c).toBeGreaterThan(a);
      expect(a).toBeGreaterThan(Math.abs(b));
      expect(Math.abs(b)).toBeLessThan(0.05 * d);
    }
  });

  it('keeps its elements whole and its linear systems solved', () => {
    for (const run of Object.values(runs)) {
      expect(run.metrics['invertedMax']).toBe(0);
      expect(run.metrics['residualMax']).toBeLessThanOrEqual(1e-5);
      expect(run.metrics['iterations']).toBeLessThanOrEqual(13);
    }
    for (const { high, low, alpha } of Object.values(reference)) {
      const tight = runModal(high, low, alpha, 'solver.tolerance=1e-6');
      expect(tight.metrics['residualMax']).toBeLessThanOrEqual(1e-6);
      expect(tight.metrics['iterations']).toBeLessThanOrEqual(16);
    }
  });

  it('leaves no net force and torque of the modal drive', () => {
    for (const run of Object.values(runs)) {
      expect(run.largest['momentum.force']).toBeLessThan(1e-9);
      expect(run.largest['momentum.torque']).toBeLessThan(1e-9);
    }
  });
});

describe('what the parameters do', () => {
  it('speeds up with α', () => {
    const [one, three, five] = [1, 3, 5].map((alpha) => computeAdvance(runModal(1, 0.1, alpha), 8)) as [
      number,
      number,
      number,
    ];
    expect(three).toBeGreaterThan(one);
    expect(five).toBeGreaterThan(three);
  });

  it('speeds up with the high friction', () => {
    expect(computeAdvance(runModal(1, 0.1, 5), 8)).toBeGreaterThan(computeAdvance(runModal(0.5, 0.1, 5), 8));
  });

  it('does not move with equal friction', () => {
    expect(Math.abs(computeAdvance(runModal(1, 1, 5), 8))).toBeLessThan(0.05 * computeAdvance(runModal(1, 0.1, 5), 8));
  });

  it('needs asymmetric friction for one mode, and none for two', () => {
    const one = runModal(1, 0.1, 5, 'friction.backward=0.1');
    expect(Math.abs(computeNetSpeed(one, 2.5, 8.5))).toBeLessThan(0.01);
    const two = runWorm({ seconds: 6, settings: ['drive.kind=two-mode', 'friction.backward=0.1'] });
    expect(computeNetSpeed(two, 2, 6)).toBeGreaterThan(0.2);
  });

  it('crumples with a capped solver that stops too early, which says so, and crawls with a later cap', () => {
    const capped = ['drive.kind=modal', 'solver.kind=capped-cg'];
    expect(() => runWorm({ seconds: 3, settings: [...capped, 'solver.maxIterations=25'] })).toThrow(
      /capped solver had left .* unsolved: raise solver\.maxIterations/u,
    );
    const late = runWorm({ seconds: 3, settings: [...capped, 'solver.maxIterations=100'] });
    expect(computeNetSpeed(late, 1, 3)).toBeGreaterThan(0.02);
  });

  it('leaves a net force in the printed form of the compensation', () => {
    const printed = runWorm({ seconds: 2, settings: ['drive.kind=modal', 'drive.compensation=printed'] });
    expect(printed.largest['momentum.force']).toBeGreaterThan(1e-6);
  });
});
