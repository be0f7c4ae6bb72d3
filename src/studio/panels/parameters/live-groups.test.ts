import { describe, expect, it } from 'vitest';
import type { FormField } from '../../data/form-model.ts';
import { groupLive } from './live-groups.ts';

const field = (path: string): FormField => ({ path, title: path, kind: 'number', schema: { type: 'number' } });

describe('live parameters', () => {
  it('stay together while they are few', () => {
    expect(groupLive([field('a.b')], [])).toHaveLength(1);
    expect(groupLive([], [])).toEqual([]);
  });

  it('are grouped when they are many, what steers first and open', () => {
    const waves = [0, 1].flatMap((wave) =>
      ['period', 'width', 'height', 'alpha', 'beta', 'kappa'].map((key) => field(`controller.waves[${wave}].${key}`)),
    );
    const groups = groupLive([...waves, field('water.current.x'), field('control.turn')], ['control', 'target']);
    expect(groups.map(({ title, open }) => [title, open])).toEqual([
      ['Control', true],
      ['Water current', false],
      ['Waves 1', false],
      ['Waves 2', false],
    ]);
    expect(groups[2]!.fields[5]!.title).toBe('Kappa');
    expect(groups[2]!.fields[5]!.path).toBe('controller.waves[0].kappa');
  });
});
