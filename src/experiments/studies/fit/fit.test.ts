import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import type { JobResult } from '../job.ts';
import { parseStudySpec } from '../spec.ts';
import type { BodyOf } from '../../../engine/families/soft/body/fields.ts';
import type { SoftDesc } from '../../../engine/families/soft/schema.ts';
import { Simulation } from '../../../engine/sim/simulation.ts';
import { setValue } from '../run-job.ts';
import { createJob, resolveFit } from '../study.ts';
import { checkFit, findBest, fitParameters, type FitTrial } from './fit.ts';
import { compareScores, computeScore } from './objective.ts';

function resolve(document: object) {
  const spec = parseStudySpec(JSON.stringify({ animal: 'lamprey', seconds: 0.9, ...document }));
  return resolveFit(spec, describeAnimal('lamprey'), 'v');
}

const ranges = { 'brainstem.left': { from: 0, to: 1 }, 'brainstem.right': { from: 0, to: 1 } };

/** A metric with a known best place, instead of an animal. */
async function fitBowl(search: object, more: object = {}): Promise<{ trials: FitTrial[]; lengths: number[] }> {
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

/** Of seven searches: one alone may be lucky or not. */
async function computeMedian(find: (seed: number) => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let seed = 1; seed <= 7; seed++) found.push(await find(seed));
  return found.sort((a, b) => a - b)[3]!;
}

type PlateDesc = SoftDesc & { readonly body: BodyOf<'plate'> };

describe('searching', () => {
  it('finds the bottom of a bowl by evolution', async () => {
    const { trials } = await fitBowl({ method: 'cma-es', evaluations: 400 });
    expect(trials).toHaveLength(400);
    const best = findBest(trials)!;
    expect(best.parameters['brainstem.left']).toBeCloseTo(0.7, 3);
    expect(best.parameters['brainstem.right']).toBeCloseTo(0.2, 3);
  });

  it('does better by evolution than at random', async () => {
    const findCost = async (method: string, seed: number) =>
      findBest((await fitBowl({ method, evaluations: 100, seed })).trials)!.score.cost;
    expect(await computeMedian((seed) => findCost('cma-es', seed))).toBeLessThan(
      (await computeMedian((seed) => findCost('random', seed))) / 10,
    );
  });

  it('keeps to constraints', async () => {
    const constraints = [{ metric: 'distance', below: 0.5 }];
    const found = await computeMedian(async (seed) => {
      const best = findBest((await fitBowl({ evaluations: 200, seed }, { constraints })).trials)!;
      expect(best.score.violation).toBe(0);
      expect(best.parameters['brainstem.left']).toBeLessThan(0.5);
      return best.parameters['brainstem.left'] as number;
    });
    expect(found).toBeGreaterThan(0.49);
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

describe('what an animal offers to a search', () => {
  const ray = describeAnimal('stingray');
  const resolveRay = (document: object) =>
    resolveFit(
      parseStudySpec(
        JSON.stringify({ animal: 'stingray', targets: [{ metric: 'speed', goal: 'maximise' }], ...document }),
      ),
      ray,
      'v',
    );
  /** The creature at the same share of every range. */
  const shapeAt = (share: number | undefined) => {
    const study = resolveRay({ vary: ['shape'] });
    const point = Object.fromEntries(study.ranges.map((range) => [range.name, range.compute(share ?? range.start!)]));
    const { parameters } = createJob(study, point, 1);
    return Object.entries(parameters).reduce(
      (at, [path, value]) => setValue(at, path, value),
      study.task.creature,
    ) as PlateDesc;
  };

  it('begins at the animal as it is', () => {
    const { outline, cords } = shapeAt(undefined).body;
    const now = (ray as PlateDesc).body;
    outline.forEach((point, i) => point.forEach((value, k) => expect(value).toBeCloseTo(now.outline[i]![k]!, 9)));
    cords.forEach(({ points }, c) =>
      points.forEach(([, y], p) => expect(y).toBeCloseTo(now.cords[c]!.points[p]![1]!, 9)),
    );
  });

  it('keeps left and right alike, and muscles inside, in every shape', () => {
    for (const share of [0, 0.4, 1]) {
      const desc = shapeAt(share);
      for (const [x, y] of desc.body.outline)
        expect(desc.body.outline.some(([ox, oy]) => ox === x && Math.abs(oy! + y!) < 1e-9)).toBe(true);
      const simulation = new Simulation(desc, { seed: 1 });
      expect(simulation.system.bodyLength).toBeCloseTo(0.6, 6);
    }
  });

  it('tries what is there first, and names the groups that it has', async () => {
    const study = resolveRay({ vary: ['pattern', 'material'], search: { evaluations: 8 } });
    expect(study.ranges.map(({ name }) => name)).toContain('body.material.bend');
    const tried: FitTrial['parameters'][] = [];
    await fitParameters(study, {
      evaluate: (_, jobs) => {
        tried.push(...jobs.map(({ parameters }) => parameters));
        return Promise.resolve(new Map());
      },
      onGeneration: () => undefined,
    });
    expect(tried[0]!['controller.waves[0].kappa']).toBeCloseTo(5.8, 9);
    expect(tried[0]!['body.material.bend']).toBeCloseTo(14, 9);
    expect(() => resolve({ vary: ['shape'], targets: [{ metric: 'speed', goal: 'maximise' }] })).toThrow(
      /vary.*offers none/u,
    );
  });

  it('follows weighted sums of other parameters', () => {
    const study = resolve({
      parameters: {
        ...ranges,
        'body.links[9].width': { mix: { 'brainstem.left': 0.004, 'brainstem.right': 0.002 }, plus: 0.003 },
      },
    });
    const { parameters } = createJob(study, { 'brainstem.left': 1, 'brainstem.right': 0.5 }, 1);
    expect(parameters['body.links[9].width']).toBeCloseTo(0.008, 12);
  });
});

it('refuses a fit without targets, or with two wishes in one', () => {
  expect(() => checkFit(resolve({ parameters: ranges }))).toThrow(/targets/u);
  const both = [{ metric: 'speed', value: 1, goal: 'maximise' }];
  expect(() => checkFit(resolve({ parameters: ranges, targets: both }))).toThrow(/both value and goal/u);
});
