import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { infoNames } from '../environments/meter.ts';
import { createVectorEnv } from '../environments/env.ts';
import { createPendulumEnv } from '../environments/toys/pendulum.ts';
import { createIdlePolicy } from '../policies/plain.ts';
import { createLocalPeer, createRolloutSource } from '../rollouts/rollouts.ts';
import { countUnfinished, summariseEpisodes } from './episodes.ts';
import type { Subject } from './subject.ts';

describe('the summary of episodes', () => {
  const subjectOf = (task: string): Subject => ({ kind: 'animal', desc: describeAnimal('octopus'), task });
  const evaluation = {
    returns: Float64Array.of(3, 5),
    lengths: Float64Array.of(1, 1),
    infos: new Float64Array(2 * infoNames.length).fill(1),
  };

  it('says how sure its means are', () => {
    const { confidence95 } = summariseEpisodes(subjectOf('steer'), evaluation, infoNames);
    // Mean 4 of two, t = 12.706, standard error 1.
    expect(confidence95.return![1]).toBeCloseTo(4 + 12.706, 6);
    expect(confidence95.meanAngle).toEqual([1, 1]);
    expect(confidence95.recovered).toBeUndefined();
    expect(confidence95.failed![1]).toBe(1);
  });

  it('gives no angle and no time below zero, where a few episodes differ much', () => {
    const infos = evaluation.infos.map((value, i) => (i < infoNames.length ? 10 : value));
    const { confidence95 } = summariseEpisodes(subjectOf('steer'), { ...evaluation, infos }, infoNames);
    expect([confidence95.meanAngle![0], confidence95.timeTo20![0]]).toEqual([0, 0]);
    expect(confidence95.speedShare![0]).toBeLessThan(0);
  });

  it('counts the episodes that a limit of decisions stopped', async () => {
    const source = await createRolloutSource([createLocalPeer(createVectorEnv(createPendulumEnv, 2))]);
    const policy = createIdlePolicy(source.observationSpace, source.actionSpace);
    const count = async (maxSteps: number): Promise<number> =>
      countUnfinished(await source.evaluate({ policy, seeds: [1, 2, 3], maxSteps }), maxSteps);
    expect([await count(150), await count(20_000)]).toEqual([3, 0]);
  });

  it('has a course where the animal goes somewhere, and none where it holds a ball', () => {
    expect(summariseEpisodes(subjectOf('steer'), evaluation, infoNames)).toMatchObject({
      ...{ meanAngle: 1, speedShare: 1, timeTo20: 1, return: 4, won: null, recovered: null },
    });
    expect(summariseEpisodes(subjectOf('grasp'), evaluation, infoNames)).toMatchObject({
      ...{ meanAngle: null, medianAngle: null, speedShare: null, timeTo20: null, return: 4, won: 1 },
    });
  });
});
