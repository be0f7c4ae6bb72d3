import { describe, expect, it } from 'vitest';
import type { FrameMeta } from '../data/frame-memory.ts';
import type { BranchNote, RemadeComparison, RunFailure, Setting, SystemInfo } from '../data/protocol.ts';
import { openAnimal } from './open-animal.ts';
import type { RunnerHost } from './runner.ts';

/** A host with a clock that only moves when told, or by `cost` with every look at it. */
class TestHost implements RunnerHost {
  time = 0;
  cost = 0;
  readonly systems: SystemInfo[] = [];
  readonly rows = new Map<number, number>();
  lastRow = new Float32Array(0);
  readonly forks: number[] = [];
  readonly failures: RunFailure[] = [];
  readonly branches: BranchNote[] = [];
  readonly remade: RemadeComparison[] = [];
  lives = 0;
  frame = new Float32Array(0);
  meta: FrameMeta | undefined;

  now(): number {
    this.time += this.cost;
    return this.time;
  }

  onSystem(info: SystemInfo): void {
    this.systems.push(info);
  }

  onFrame(frame: Float32Array, meta: FrameMeta): void {
    this.frame = frame.slice();
    this.meta = meta;
  }

  onSignals(_generation: number, firstStep: number, rows: Float32Array): void {
    const length = rows.length / this.systems.at(-1)!.signals.reduce((sum, signal) => sum + signal.size, 0);
    for (let i = 0; i < length; i++) this.rows.set(firstStep + i, (this.rows.get(firstStep + i) ?? 0) + 1);
    this.lastRow = rows.slice(rows.length - rows.length / length);
  }

  /** The signal of one number in the row that came last. */
  readLast(name: string): number {
    let at = 0;
    for (const signal of this.systems.at(-1)!.signals) {
      if (signal.name === name) return this.lastRow[at]!;
      at += signal.size;
    }
    return NaN;
  }

  onFork(step: number): void {
    this.forks.push(step);
  }

  onFailure(failure: RunFailure): void {
    this.failures.push(failure);
  }

  onLife(): void {
    this.lives += 1;
  }

  onBranch(note: BranchNote): void {
    this.branches.push(note);
  }

  onRemade(comparison: RemadeComparison): void {
    this.remade.push(comparison);
  }
}

const small: Setting[] = [['segments', 10]];

function open(settings: Setting[] = small) {
  const host = new TestHost();
  return { host, ...openAnimal({ animal: 'lamprey', settings, seed: 1 }, host) };
}

describe('runner', () => {
  it('keeps pace with the clock at any speed, and sends every step once', () => {
    const { host, runner } = open();
    runner.setSpeed(2);
    runner.play();
    for (let i = 0; i < 100; i++) {
      host.time += 7;
      runner.tick();
    }
    // 0.7 s at double speed; the state is at most one step ahead of the picture.
    expect(runner.getStatus().time).toBeGreaterThanOrEqual(1.4 - 1e-9);
    expect(runner.getStatus().time).toBeLessThan(1.4 + 0.0051);
    expect([...host.rows.keys()]).toEqual(Array.from({ length: runner.getStatus().step + 1 }, (_, i) => i));
    expect(new Set(host.rows.values())).toEqual(new Set([1]));
    expect(runner.getStatus().reachedSpeed).toBeCloseTo(2, 1);
  });

  it('falls behind instead of spiralling when the machine is slow', () => {
    const { host, runner } = open();
    runner.setSpeed(8);
    runner.play();
    host.cost = 5;
    for (let i = 0; i < 20; i++) {
      host.time += 100;
      const before = host.time;
      runner.tick();
      expect(host.time - before).toBeLessThan(60);
    }
    expect(runner.getStatus().reachedSpeed).toBeLessThan(1);
  });

  it('does not catch up after a long pause', () => {
    const { host, runner } = open();
    runner.play();
    host.time += 60_000;
    runner.tick();
    expect(runner.getStatus().time).toBeLessThan(0.2);
  });

  it('goes back exactly, replays, and forks when a parameter changes in the past', () => {
    const { host, runner } = open();
    runner.move(40);
    const { frame } = host;
    runner.setParameter('brainstem.right', 0.3);
    runner.move(60);
    const late = runner.getStatus().hash;
    runner.seek(40);
    expect(host.frame).toEqual(frame);
    expect(host.meta).toMatchObject({ step: 40, exact: true });
    runner.move(60);
    expect(runner.getStatus().hash).toBe(late);
    expect(host.forks).toEqual([]);
    runner.seek(50);
    expect(runner.setParameter('body.muscleGain', 0.5)).toEqual([]);
    expect(host.forks).toEqual([50]);
    expect(runner.getStatus().lastStep).toBe(50);
  });

  it('gives signs of life while a long way is gone again', () => {
    const { host, runner } = open();
    runner.move(100);
    host.cost = 300;
    runner.seek(99);
    expect(host.lives).toBeGreaterThan(0);
    host.lives = 0;
    host.cost = 0;
    runner.seek(50);
    expect(host.lives).toBe(0);
  });

  it('keeps live values through a restart and through a change that recompiles', () => {
    const { host, runner } = open();
    runner.setParameter('brainstem.left', 0.5);
    runner.move(5);
    expect(runner.setParameter('segments', 20)).toEqual([]);
    expect(host.systems.at(-1)).toMatchObject({ restarted: true });
    expect(runner.getStatus()).toMatchObject({ step: 0 });
    const at = host.systems.at(-1)!.controls.findIndex(({ name }) => name === 'brainstem.left');
    expect(runner.getStatus().controls[at]).toBe(0.5);
    runner.move(5);
    runner.setParameter('medium.density', 900);
    expect(host.systems.at(-1)).toMatchObject({ restarted: false });
    expect(runner.getStatus()).toMatchObject({ step: 5 });
    expect(runner.getStatus().controls[at]).toBe(0.5);
    runner.setDefaults();
    expect(runner.getStatus().controls[at]).toBe(0.67);
    expect(host.systems.at(-1)!.desc).toEqual(host.systems.at(-1)!.defaults);
  });

  it('refuses bad values with their path and changes nothing', () => {
    const { runner } = open();
    runner.move(3);
    const { hash } = runner.getStatus();
    expect(runner.setParameter('brainstem.left', 7)).toMatchObject([{ code: 'out-of-range', path: 'brainstem.left' }]);
    expect(runner.setParameter('segments', 15)).toMatchObject([{ path: 'segments' }]);
    expect(runner.setParameter('nothing.here', 1)).toMatchObject([{ code: 'unknown-parameter' }]);
    expect(runner.getStatus().hash).toBe(hash);
  });

  it('stops a run that blows up, says where, and can go back', () => {
    const host = new TestHost();
    const { runner } = openAnimal({ animal: 'starfish', settings: [['poke.node', 3]], seed: 1 }, host);
    runner.move(100);
    expect(runner.setParameter('poke.x', 1000)).toEqual([]);
    runner.play();
    for (let i = 0; i < 200 && runner.moving; i++) {
      host.time += 50;
      runner.tick();
    }
    expect(host.failures).toHaveLength(1);
    expect(host.failures[0]!.message).toMatch(/^At [\d.]+ s the body came into a state that no body has/u);
    expect(runner.getStatus()).toMatchObject({ playing: false, step: runner.getStatus().lastStep });
    runner.seek(50);
    expect(runner.getStatus()).toMatchObject({ step: 50 });
    expect(host.frame.every(Number.isFinite)).toBe(true);
  });

  it('leaves refused settings of an address out and says so', () => {
    const { runner, problems } = open([...small, ['brainstem.left', 'high'], ['brainstem.right', 0.2]]);
    expect(problems).toMatchObject([{ path: 'brainstem.left' }]);
    expect(runner.getStatus().controls).toContain(0.2);
  });

  it('blends frames between states while playing, with rotations of unit length', () => {
    const { host, runner } = open();
    runner.move(100);
    runner.setSpeed(0.1);
    runner.play();
    host.time += 20;
    runner.tick();
    expect(host.meta?.exact).toBe(false);
    // 2 ms after step 100.
    expect(host.frame[0]).toBeCloseTo(0.502, 5);
    expect(Math.hypot(...host.frame.subarray(4, 8))).toBeCloseTo(1, 6);
    runner.pause();
    expect(host.meta?.exact).toBe(true);
    expect(host.frame[0]).toBeCloseTo(0.505, 6);
  });
});

describe('the scene of a run', () => {
  it('takes food and obstacles in and out without a new start, and forgets nothing that was eaten', () => {
    const host = new TestHost();
    const foods = [
      { x: 0.035, y: 0, size: 1 },
      { x: 0.5, y: 0.2, size: 1 },
    ];
    const settings: Setting[] = [
      ['body.segments', 4],
      ['scene.startHeight', 0.0176],
      ['scene.foods', foods],
    ];
    const { runner } = openAnimal({ animal: 'centipede', settings, seed: 1 }, host);
    runner.move(240);
    expect(host.readLast('food.eaten')).toBe(1);
    const before = runner.getStatus();
    expect(runner.setParameter('scene.foods', [...foods, { x: 0.4, y: -0.3, size: 2 }])).toEqual([]);
    expect(runner.setParameter('scene.obstacles', [{ kind: 'box', x: 0.3, y: 0.3 }])).toEqual([]);
    expect(runner.getStatus().step).toBe(before.step);
    expect(host.systems.at(-1)!.restarted).toBe(false);
    expect(host.systems.at(-1)!.layout.markers).toHaveLength(3);
    runner.move(24);
    expect(host.readLast('food.eaten')).toBe(1);
    const { hash } = runner.getStatus();
    runner.seek(before.step);
    runner.seek(before.step + 24);
    expect(runner.getStatus().hash).toBe(hash);
    // A description that differs in more than the scene starts again.
    runner.setParameter('body.segments', 5);
    expect(host.systems.at(-1)!.restarted).toBe(true);
  });

  it('takes no other title from an address, and says so, unless the body is another too', () => {
    const title = ['title', 'X'] as const;
    const host = new TestHost();
    const { problems } = openAnimal({ animal: 'lamprey', settings: [title], seed: 1 }, host);
    expect(problems.map(({ path }) => path)).toEqual(['title']);
    expect(host.systems[0]!.desc['title']).not.toBe('X');
    const settings = [['body.density', 1010], title, ['about', 'Y']] as const;
    const other = openAnimal({ animal: 'lamprey', settings, seed: 1 }, host);
    expect(other.problems.map(({ path }) => path)).toEqual(['about']);
    expect(host.systems[1]!.desc['title']).toBe('X');
  });
});
