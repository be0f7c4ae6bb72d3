import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { replaceValue } from '../../engine/families/descriptions.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { expectSameRestart } from '../../testing/runs/same-restart.ts';
import { computeJobKey, hashTask, type Job, type StudyTask } from './job.ts';
import { JobRunner } from './run-job.ts';

function createTask(animal: string, more: Partial<StudyTask> = {}): StudyTask {
  const record = { signals: [], every: 0.05 };
  return { version: 'test', creature: describeAnimal(animal), seconds: 0.1, stop: [], record, ...more };
}

function runWith(runner: JobRunner, task: StudyTask, parameters: Job['parameters'], seed = 1) {
  const hash = hashTask(task);
  return runner.run(task, hash, { key: computeJobKey(hash, parameters, seed), seed, parameters });
}

describe('a warm runner', () => {
  // One of each family here, all of them by night.
  it.each(['lamprey', 'worm', 'house-centipede', 'comet'])(
    'gives the bits of a fresh %s, with other seeds and controls',
    (animal) => {
      expectSameRestart(animal);
    },
  );

  it('compiles once for many seeds and live controls, and once more for another body', () => {
    const runner = new JobRunner();
    const task = createTask('lamprey');
    for (const seed of [1, 2, 3])
      for (const left of [0.2, 0.4]) runWith(runner, task, { 'brainstem.left': left }, seed);
    expect(runner.compiled).toBe(1);
    const wide = runWith(runner, task, { 'body.links[3].width': 0.02 });
    runWith(runner, task, { 'body.links[3].width': '20 mm', 'brainstem.left': 0.3 });
    expect(runner.compiled).toBe(3);
    expect(wide.status).toBe('complete');
  });

  it('gives the hash and metrics of `bestiary run`, cold or warm', () => {
    const task = createTask('lamprey', { seconds: 0.5 });
    const runner = new JobRunner();
    const cold = runWith(runner, task, { 'brainstem.left': 0.3 }, 4);
    runWith(runner, task, { 'brainstem.left': 0.9 }, 1);
    expect(runWith(runner, task, { 'brainstem.left': 0.3 }, 4)).toEqual(cold);
    const simulation = new Simulation(replaceValue(task.creature, 'brainstem.left', 0.3), { seed: 4 });
    while (simulation.stepCount < cold.steps) simulation.step();
    expect(cold.hash).toBe(simulation.hash());
    expect(cold.seconds).toBeCloseTo(0.5, 9);
  });
});

describe('one job', () => {
  it('that is refused fails with its reason', () => {
    const result = runWith(new JobRunner(), createTask('lamprey'), { 'brainstem.left': 99 });
    expect(result).toMatchObject({ status: 'failed', steps: 0, hash: '', reason: { code: 'out-of-range' } });
    expect(result.reason!.message).toContain('brainstem.left');
  });

  it('stops when a rule holds for a signal or a metric', () => {
    const byTime = createTask('lamprey', {
      seconds: 2,
      stop: [{ of: 'metric', name: 'distance', side: 'above', limit: 0 }],
    });
    const stopped = runWith(new JobRunner(), byTime, {});
    expect(stopped.status).toBe('stopped');
    expect(stopped.reason).toEqual({ code: 'stopped', message: 'distance above 0' });
    expect(stopped.seconds).toBeLessThan(2);
    const never = { of: 'signal', name: 'position.x', side: 'above', limit: 1e6 } as const;
    expect(runWith(new JobRunner(), createTask('lamprey', { stop: [never] }), {}).status).toBe('complete');
    const atOnce = { ...never, limit: -1e6 };
    expect(runWith(new JobRunner(), createTask('lamprey', { stop: [atOnce] }), {}).steps).toBe(1);
  });

  it('records signals, a column for each number', () => {
    const record = { signals: ['position.x', 'speed'], every: 0.02 };
    const { series } = runWith(new JobRunner(), createTask('lamprey', { record }), {});
    expect(Object.keys(series!.columns)).toEqual(['position.x', 'speed']);
    expect(series!.time).toHaveLength(6);
    expect(series!.columns['speed']).toHaveLength(6);
    expect(series!.time.at(-1)).toBeCloseTo(0.1, 12);
  });
});
