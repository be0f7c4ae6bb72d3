import { describe, expect, it } from 'vitest';
import { targetDirectionPath } from '../../engine/sim/edit-paths.ts';
import type { BranchData, BranchNote, RemadeComparison, RunFailure, PlannedRun, Setting } from '../data/protocol.ts';
import { openAnimal } from './open-animal.ts';
import type { Runner, RunnerHost } from './runner.ts';

const small: readonly Setting[] = [['segments', 10]];

function createHost() {
  const told = {
    branches: [] as BranchNote[],
    remade: [] as RemadeComparison[],
    failures: [] as RunFailure[],
    forks: [] as number[],
  };
  const host = {
    now: () => 0,
    onSystem: () => undefined,
    onFrame: () => undefined,
    onSignals: () => undefined,
    onFork: (step: number) => told.forks.push(step),
    onBranch: (note: BranchNote) => told.branches.push(note),
    onRemade: (comparison: RemadeComparison) => told.remade.push(comparison),
    onLife: () => undefined,
    onFailure: (failure: RunFailure) => told.failures.push(failure),
  };
  return { told, host };
}

function open() {
  const { told, host } = createHost();
  return { told, ...openAnimal({ animal: 'lamprey', settings: small, seed: 1 }, host) };
}

function reopen(run: PlannedRun, host: RunnerHost) {
  return openAnimal({ animal: 'lamprey', settings: [], seed: 1, runs: { current: 1, runs: [run], play: false } }, host);
}

function getCurrent(runner: Runner): BranchData {
  const { current, runs } = runner.listRuns();
  return runs.find(({ branch }) => branch === current)!;
}

/** As a link or a file carries it. */
function plan({ branch, edits, step, hash, hashes }: BranchData): PlannedRun {
  return JSON.parse(JSON.stringify({ branch, settings: small, edits, step, hash, hashes })) as PlannedRun;
}

function runToEnd(runner: Runner): void {
  for (let i = 0; i < 100 && runner.moving; i++) runner.tick();
}

function change(runner: Runner): void {
  runner.move(30);
  expect(runner.setParameter('brainstem.right', 0.4)).toEqual([]);
  runner.move(20);
  expect(runner.setParameter('medium.density', 800)).toEqual([]);
  runner.move(40);
}

describe('runs as data', () => {
  it('are recomputed to the last bit, live and other changes at their steps', () => {
    const { runner } = open();
    change(runner);
    const kept = getCurrent(runner);
    expect(kept.edits).toEqual([
      { step: 30, path: 'brainstem.right', value: 0.4 },
      { step: 50, path: 'medium.density', value: 800 },
    ]);
    const { told, host } = createHost();
    const again = reopen(plan(kept), host);
    expect(again.problems).toEqual([]);
    expect(again.runner.getStatus()).toMatchObject({ remaking: 90, step: 0 });
    runToEnd(again.runner);
    expect(told.remade).toMatchObject([{ step: 90, same: true, hash: kept.hash }]);
    expect(again.runner.getStatus()).toMatchObject({ step: 90, lastStep: 90, hash: kept.hash, remaking: undefined });
    const { edits, start } = getCurrent(again.runner);
    expect({ edits, start }).toEqual({ edits: kept.edits, start: kept.start });
  });

  it('say between which steps they differ', () => {
    const { runner } = open();
    change(runner);
    const kept = getCurrent(runner);
    const { told, host } = createHost();
    const other = { ...plan(kept), edits: [{ step: 30, path: 'brainstem.right', value: 0.4 }] };
    runToEnd(reopen(other, host).runner);
    expect(told.remade).toMatchObject([{ same: false, lastSame: 30, firstOther: 50 }]);
  });

  it('leave out what is refused, and stop at a change that needs a new start', () => {
    const { told, host } = createHost();
    const run: PlannedRun = {
      branch: 1,
      settings: small,
      edits: [
        { step: 1, path: 'brainstem.left', value: 7 },
        { step: 2, path: '__proto__.x', value: 1 },
        { step: 3, path: 'segments', value: 20 },
      ],
      step: 10,
    };
    const { runner, problems } = reopen(run, host);
    expect(problems).toMatchObject([{ path: 'brainstem.left' }, { path: '__proto__.x' }]);
    runToEnd(runner);
    expect(told.failures).toHaveLength(1);
    expect(told.failures[0]!.message).toContain('needs a new start');
    expect(runner.getStatus().remaking).toBeUndefined();
    runner.move(5);
    expect(runner.getStatus().step).toBeGreaterThan(5);
  });
});

describe('the heading of a pilot', () => {
  it('is a change of its own, which forks the past', () => {
    const { told, runner } = open();
    runner.move(20);
    expect(runner.setHeading(0.5)).toEqual([]);
    expect(getCurrent(runner).edits).toEqual([{ step: 20, path: targetDirectionPath, value: [0.5, 0] }]);
    runner.move(20);
    runner.seek(30);
    runner.setHeading(-1);
    expect(told.branches).toMatchObject([{ from: 30, path: targetDirectionPath, value: -1 }]);
    expect(runner.setParameter(`${targetDirectionPath}.heading`, 1)).not.toEqual([]);
  });
});

describe('branches', () => {
  it('keep the old future of a change in the past, and go back to it', () => {
    const { told, runner } = open();
    change(runner);
    const old = runner.getStatus();
    runner.seek(40);
    runner.setParameter('brainstem.left', 0.2);
    runner.move(20);
    expect(told.forks).toEqual([40]);
    expect(told.branches).toEqual([
      { branch: 2, parent: 1, from: 40, parentStep: 40, parentLast: 90, path: 'brainstem.left', value: 0.2 },
    ]);
    const young = runner.getStatus();
    expect(young).toMatchObject({ branch: 2, step: 60, lastStep: 60 });
    runner.select(1, 90);
    runToEnd(runner);
    expect(runner.getStatus()).toMatchObject({ branch: 1, step: 90, lastStep: 90, hash: old.hash });
    runner.select(2, 60);
    runToEnd(runner);
    expect(runner.getStatus()).toMatchObject({ branch: 2, step: 60, hash: young.hash });
    expect(runner.listRuns().runs.map(({ branch, lastStep }) => [branch, lastStep])).toEqual([
      [1, 90],
      [2, 60],
    ]);
  });

  it('keep a run that is started again, unless the new one is the same', () => {
    const { told, runner } = open();
    runner.move(10);
    runner.reset();
    expect(told.branches).toEqual([]);
    change(runner);
    const old = runner.getStatus();
    runner.reset();
    expect(told.branches).toMatchObject([{ branch: 2, parent: 1, from: 0, path: undefined }]);
    expect(getCurrent(runner).start).toMatchObject({ brainstem: { right: 0.4 }, medium: { density: 800 } });
    expect(getCurrent(runner).edits).toEqual([]);
    runner.move(5);
    runner.setParameter('segments', 20);
    expect(told.branches[1]).toMatchObject({ branch: 3, parent: 2, from: 0, path: 'segments' });
    expect(getCurrent(runner).start).toMatchObject({ segments: 20, brainstem: { right: 0.4 } });
    runner.select(1, 90);
    runToEnd(runner);
    expect(runner.getStatus().hash).toBe(old.hash);
  });

  it('remember that everything was set back', () => {
    const { runner } = open();
    change(runner);
    // The number of segments would start it again.
    runner.load({ ...(getCurrent(runner).start as object) });
    runner.move(10);
    const kept = getCurrent(runner);
    expect(kept.edits.slice(2).map(({ path }) => path)).toEqual(['', 'brainstem.right']);
    const { told, host } = createHost();
    runToEnd(reopen(plan(kept), host).runner);
    expect(told.remade).toMatchObject([{ same: true, hash: kept.hash }]);
  });
});
