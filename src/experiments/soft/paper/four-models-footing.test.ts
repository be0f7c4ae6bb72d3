import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { excitationModelNames } from '../../../engine/control/excitation/models.ts';
import type { SoftDesc } from '../../../engine/families/soft/schema.ts';
import { createAnimalEnv } from '../../../learn/environments/animal-env.ts';
import { createSetup } from '../../../learn/environments/setup.ts';
import { countNumbers } from '../../../learn/spaces.ts';
import { describeFooting, footings } from './four-models-footing.ts';

const lamprey = describeAnimal('soft-lamprey');
const setups = new Map(
  footings.flatMap((footing) =>
    excitationModelNames.map((model) => [`${footing} ${model}`, createSetup(describeFooting(lamprey, model, footing))]),
  ),
);
/** Of the first actions. */
const reachesOf = (name: string, count = 4): number[] =>
  setups
    .get(name)!
    .actions.slice(0, count)
    .map(({ reach }) => Number(reach.toFixed(6)));

describe('the footing of the four models', () => {
  it('has the paper’s reaches where it is the paper’s, with as many decisions', () => {
    expect(reachesOf('ours ap-mem')).toEqual([0.25, 0.1, 0.05, 0.5]);
    expect(reachesOf('paper ap-mem')).toEqual([0.25, 0.5, 0.5, 5]);
    expect(reachesOf('ours i-mem', 1)).toEqual([0.25]);
    for (const model of ['i-mem', 's-mem']) expect(reachesOf(`paper ${model}`, 1)).toEqual([1]);
    for (const { decision } of setups.values()) expect(decision).toBeCloseTo(4 / 30, 12);
  });

  it('leaves I-MEM and S-MEM without a pattern, and room above α₀', () => {
    for (const [name, { desc }] of setups) {
      const { pattern, waves } = (desc as SoftDesc).controller;
      expect(pattern, name).toBe(/paper (?:i|s)-mem/u.test(name) ? 'none' : 'waves');
      if (!/paper (?:ap|cpg)-mem/u.test(name)) continue;
      for (const { alpha, beta } of waves) expect([alpha, beta]).toEqual([0.9, 0.1]);
    }
  });

  it.each(excitationModelNames)(
    'is one that %s can be trained on: it begins at its start and moves by its actions',
    (model) => {
      const env = createAnimalEnv({ ...describeFooting(lamprey, model, 'paper'), lanes: 1 });
      const size = countNumbers(env.actionSpace);
      env.resetLane(0, { seed: 1 });
      const before = env.observations.slice();
      for (let step = 0; step < 4; step++) env.step(Float64Array.from({ length: size }, (_, i) => Math.sin(i + step)));
      expect(env.rewards[0]).toBeGreaterThan(0);
      expect(env.terminated[0]).toBe(0);
      expect(env.observations).not.toEqual(before);
    },
  );

  it('measures all four by one speed, that of the pattern', () => {
    const speeds = excitationModelNames.map((model) => setups.get(`paper ${model}`)!.reference);
    expect(new Set(speeds).size).toBe(1);
    expect(speeds[0]).toBeGreaterThan(0.3);
  });
});
