import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import type { JobResult } from '../job.ts';
import { parseStudySpec } from '../spec.ts';
import { resolveFit } from '../study.ts';
import { checkFit, findBest, fitParameters, type Trial } from './fit.ts';
import { compareScores, computeScore } from './objective.ts';

function resolve(document: object) {
  const spec = parseStudySpec(JSON.stringify({ animal: 'lamprey', seconds: 0.9, ...document }));
  return resolveFit(spec, describeAnimal('lamprey'), 'v');
}

const ranges = { 'brainstem.left': { from: 0, to: 1 }, 'brainstem.right': { from: 0, to: 1 } };

/** A metric with a known best place, instead of an animal. */
async function fitBowl(search: object, more: object = {}): Promise<{ trials: Trial[]; lengths: number[] }> {
  const study = resolve({ parameters: ranges, targets: [{ metric: 'speed', goal: 'minimise' }], search, ...more });
  const lengths: number[] = [];
  const trials = await fitParameters(study, {
    evaluate: (task, jobs) => {
      lengths.push(task.seconds);
      const results = jobs.map(({ key, parameters }): [string, JobResult] => {
        const x = (parameters['brainstem.left'] as number) - 0.7;
        const y = (parameters['brainstem.right'] as number) - 0.2;
        const metrics = { speed: x * x + 10 * y * y, distance: parameters['brainstem.left'] as number };
        return [key, { key, status: 'complete', steps: 1, seconds: task.seconds, hash: '', metrics }];
      });
      return Promise.resolve(new Map(results));
    },
    onGeneration: () => undefined,
  });
  return { trials, lengths };
}

describe('searching', () => {
  it('finds the bottom of a bowl by evolution', async () => {
    const { trials } = await fitBowl({ method: 'cma-es', evaluations: 400 });
    expect(trials).toHaveLength(400);
    const best = findBest(trials)!;
    expect(best.parameters['brainstem.left']).toBeCloseTo(0.7, 3);
    expect(best.parameters['brainstem.right']).toBeCloseTo(0.2, 3);
  });

  it('does better by evolution than at random', async () => {
    const evolved = findBest((await fitBowl({ method: 'cma-es', evaluations: 100 })).trials)!;
    const random = findBest((await fitBowl({ method: 'random', evaluations: 100 })).trials)!;
    expect(evolved.score.cost).toBeLessThan(random.score.cost / 10);
  });

  it('keeps to constraints', async () => {
    const constraints = [{ metric: 'distance', below: 0.5 }];
    const best = findBest((await fitBowl({ evaluations: 200 }, { constraints })).trials)!;
    expect(best.score.violation).toBe(0);
    expect(best.parameters['brainstem.left']).toBeLessThan(0.5);
    expect(best.parameters['brainstem.left']).toBeGreaterThan(0.49);
  });

  it('halves: many short runs, few long ones, the best of the long', async () => {
    const { trials, lengths } = await fitBowl({ method: 'halving', evaluations: 130 });
    expect(lengths).toHaveLength(3);
    expect(lengths[0]).toBeCloseTo(0.1, 12);
    expect(lengths[2]).toBe(0.9);
    expect(trials.length).toBeLessThanOrEqual(130);
    const counts = lengths.map((seconds) => trials.filter((trial) => trial.seconds === seconds).length);
    expect(counts).toEqual([90, 30, 10]);
    const first = trials.filter((trial) => trial.seconds === lengths[0]).map((trial) => trial.score.cost);
    expect(findBest(trials)!.score.cost).toBe(Math.min(...first));
    expect(findBest(trials)!.seconds).toBe(0.9);
  });

  it('is the same search again with the same seed', async () => {
    const run = async (seed: number) =>
      (await fitBowl({ evaluations: 30, seed })).trials.map((trial) => trial.parameters);
    expect(await run(3)).toEqual(await run(3));
    expect(await run(3)).not.toEqual(await run(4));
  });
});

describe('scores', () => {
  const result = (metrics: Record<string, number | null>, status: JobResult['status'] = 'complete'): JobResult => ({
    key: '',
    status,
    steps: 1,
    seconds: 1,
    hash: '',
    metrics,
  });

  it('are weighted squares of relative misses, of means over seeds', () => {
    const score = computeScore(
      [result({ speed: 0.2 }), result({ speed: 0.4 })],
      [
        { metric: 'speed', value: 0.2, weight: 3 },
        { metric: 'speed', goal: 'maximise', scale: 0.1 },
      ],
      [],
    );
    expect(score.cost).toBeCloseTo(3 * 0.25 - 3, 12);
  });

  it('put failures last and broken constraints before them', () => {
    const rule = { of: 'metric', name: 'speed', side: 'above', limit: 0.5 } as const;
    const good = computeScore([result({ speed: 0.6 })], [{ metric: 'speed', value: 9 }], [rule]);
    const broken = computeScore([result({ speed: 0.4 })], [{ metric: 'speed', value: 0.4 }], [rule]);
    const failed = computeScore([result({ speed: 0.6 }, 'failed')], [{ metric: 'speed', value: 0.6 }], [rule]);
    const missing = computeScore([result({ speed: null })], [{ metric: 'speed', value: 0.6 }], []);
    expect(compareScores(good, broken)).toBeLessThan(0);
    expect(compareScores(broken, failed)).toBeLessThan(0);
    expect(missing.cost).toBe(Infinity);
    expect(broken.violation).toBeCloseTo(0.2, 12);
  });
});

it('refuses a fit without targets, or with two wishes in one', () => {
  expect(() => checkFit(resolve({ parameters: ranges }))).toThrow(/targets/u);
  const both = [{ metric: 'speed', value: 1, goal: 'maximise' }];
  expect(() => checkFit(resolve({ parameters: ranges, targets: both }))).toThrow(/both value and goal/u);
});
