import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { infoNames } from '../environments/meter.ts';
import { summariseEpisodes } from './episodes.ts';
import type { Subject } from './subject.ts';

describe('the summary of episodes', () => {
  const subjectOf = (task: string): Subject => ({ kind: 'animal', desc: describeAnimal('octopus'), task });
  const evaluation = {
    returns: Float64Array.of(3, 5),
    lengths: Float64Array.of(1, 1),
    infos: new Float64Array(2 * infoNames.length).fill(1),
  };

  it('has a course where the animal goes somewhere, and none where it holds a ball', () => {
    expect(summariseEpisodes(subjectOf('steer'), evaluation, infoNames)).toMatchObject({
      ...{ meanAngle: 1, speedShare: 1, timeTo20: 1, return: 4, won: null, recovered: null },
    });
    expect(summariseEpisodes(subjectOf('grasp'), evaluation, infoNames)).toMatchObject({
      ...{ meanAngle: null, medianAngle: null, speedShare: null, timeTo20: null, return: 4, won: 1 },
    });
  });
});
