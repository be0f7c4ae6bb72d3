import { describe, expect, it } from 'vitest';
import {
  computeResidual,
  createStopping,
  needsResiduals,
  markDone,
  mayRenew,
  resumeStuckLanes,
  startStopping,
  type Stopping,
  type StoppingSettings,
  stopAsCoded,
  resumeLane,
} from './stopping.ts';

const usual: StoppingSettings = { iterations: 10, patience: 6, tolerance: 0.03, stopping: 'residual' };

function create(settings: Partial<StoppingSettings> = {}, capacity = 5, lanes = 1): Stopping {
  const stopping = createStopping({ ...usual, ...settings }, 100, lanes, { capacity, isDone: new Uint8Array(lanes) });
  startStopping(stopping);
  return stopping;
}

/** A change that everybody would see. */
const large = 1;
const mark = (stopping: Stopping, residual: number, iteration: number, change = large): boolean =>
  markDone(stopping, Float64Array.of(residual), Float64Array.of(change), iteration);

describe('when a step ends', () => {
  it.each([
    // capacity, residual, change, iteration (from 0) → done, stuck
    { title: 'solved at once', capacity: 5, residual: 0.03, change: large, at: 0, done: 1, stuck: 0 },
    { title: 'not yet solved', capacity: 5, residual: 0.031, change: large, at: 8, done: 0, stuck: 0 },
    { title: 'late, and good enough', capacity: 5, residual: 0.1, change: large, at: 9, done: 1, stuck: 0 },
    { title: 'late, and not good enough', capacity: 5, residual: 0.11, change: large, at: 9, done: 0, stuck: 0 },
    { title: 'late, a small change', capacity: 5, residual: 0.9, change: 1e-6, at: 9, done: 1, stuck: 0 },
    { title: 'very late', capacity: 5, residual: 0.11, change: large, at: 10 * usual.patience - 1, done: 1, stuck: 1 },
    { title: 'plain and late', capacity: 0, residual: 0.9, change: large, at: 9, done: 1, stuck: 0 },
  ])('$title', ({ capacity, residual, change, at, done, stuck }) => {
    const stopping = create({}, capacity);
    expect(mark(stopping, residual, at, change)).toBe(done === 1);
    expect([stopping.isDone[0], stopping.isStuck[0]]).toEqual([done, stuck]);
  });

  it('holds to the wanted iterations without patience', () => {
    const stopping = create({ patience: 1 });
    expect(mark(stopping, 0.5, 8)).toBe(false);
    expect(mark(stopping, 0.5, 9)).toBe(true);
  });

  it('does all iterations without a tolerance, and judges only the last', () => {
    const stopping = create({ tolerance: 0 });
    expect([0, 8, 9].map((iteration) => needsResiduals(stopping, iteration))).toEqual([false, false, true]);
    expect(needsResiduals(create(), 0)).toBe(true);
  });

  it('keeps lanes apart: the others continue until all are done', () => {
    const stopping = create({}, 5, 3);
    const changes = new Float64Array(3).fill(large);
    expect(markDone(stopping, Float64Array.of(0.01, 0.5, 0.02), changes, 3)).toBe(false);
    expect([...stopping.isDone]).toEqual([1, 0, 1]);
    // A lane that is done stays so, whatever its numbers become.
    expect(markDone(stopping, Float64Array.of(0.9, 0.02, 0.9), changes, 4)).toBe(true);
  });

  it('stops as the published code: at a mean change per coordinate', () => {
    const stopping = create({ stopping: 'as-coded' });
    stopAsCoded(stopping, 0, 300 * 5.1e-7);
    expect(stopping.isDone[0]).toBe(0);
    stopAsCoded(stopping, 0, 300 * 4.9e-7);
    expect(stopping.isDone[0]).toBe(1);
    const other = create();
    stopAsCoded(other, 0, 0);
    expect(other.isDone[0]).toBe(0);
  });

  it('wants no less than it accepts: a loose tolerance ends at a tenth, and nothing is stuck by it', () => {
    const stopping = create({ tolerance: 0.3 });
    expect(mark(stopping, 0.2, 3)).toBe(false);
    expect(mark(stopping, 0.1, 4)).toBe(true);
    expect(stopping.isStuck[0]).toBe(0);
  });

  it('counts motion below 3 µm as that much', () => {
    const stopping = create();
    expect(computeResidual(stopping, 1e-3, 0.1)).toBeCloseTo(0.01, 12);
    expect(computeResidual(stopping, 1e-6, 0)).toBeCloseTo(1e-6 / (3e-6 * Math.sqrt(300)), 12);
    expect(computeResidual(stopping, 1, 0.1)).toBe(1);
    expect(computeResidual(stopping, 0, 0)).toBe(0);
  });

  it('continues with renewed forces of contact where a step is nearly solved, six times at most', () => {
    const stopping = create();
    for (const residual of [0.02, 0.05, 0.03, 0.06, 0.02, 0.02]) {
      mark(stopping, residual, 1);
      expect(mayRenew(stopping, Float64Array.of(residual), 0)).toBe(true);
      resumeLane(stopping, 0);
      expect(stopping.isDone[0]).toBe(0);
    }
    mark(stopping, 0.02, 4);
    expect(mayRenew(stopping, Float64Array.of(0.02), 0)).toBe(false);
    // Twice the wanted residual is near.
    expect(mayRenew(create(), Float64Array.of(0.07), 0)).toBe(false);
    // Not one that only ran out of iterations.
    const late = create();
    mark(late, 0.05, 9);
    expect(mayRenew(late, Float64Array.of(0.05), 0)).toBe(false);
  });

  it('takes up again only what is stuck', () => {
    const stopping = create({}, 5, 2);
    markDone(stopping, Float64Array.of(0.01, 0.5), new Float64Array(2).fill(large), 10 * usual.patience - 1);
    expect(resumeStuckLanes(stopping)).toBe(true);
    expect([...stopping.isDone]).toEqual([1, 0]);
    startStopping(stopping);
    expect(resumeStuckLanes(stopping)).toBe(false);
  });
});
