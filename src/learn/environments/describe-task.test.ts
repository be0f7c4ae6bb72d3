import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { describeTask, type TableRow } from './describe-task.ts';
import { createSetup, describeSpaces } from './setup.ts';
import { listTasksOf } from './tasks/registry.ts';

const count = (rows: readonly TableRow[]): number => rows.reduce((sum, { size }) => sum + size, 0);

function expectRows(rows: readonly TableRow[], where: string): void {
  expect(rows.length, where).toBeGreaterThan(0);
  expect(new Set(rows.map(({ name, range }) => `${name} ${range.join()}`)).size, where).toBe(rows.length);
  for (const { name, unit, range, about } of rows) {
    expect(about, `${where}, ${name}`).toMatch(/^[A-Z0-9].*\.$/u);
    expect(unit, `${where}, ${name}`).not.toBe('');
    expect(range[0], `${where}, ${name}`).toBeLessThan(range[1]);
  }
}

describe('tables of tasks', () => {
  it.each(animalNames)('%s: every task says what a policy does, sees and earns', (animal) => {
    const desc = describeAnimal(animal);
    const steer = createSetup({ desc, task: 'steer', observation: 'full' });
    for (const { name } of listTasksOf(steer.handle)) {
      // Tasks in the open share what is compiled.
      const setup = createSetup({ desc, task: name, observation: 'full' }, steer.system);
      const { actions, observations, rewards, about, episodeSeconds } = describeTask(setup);
      const { observationSpace, actionSpace } = describeSpaces(setup);
      expect(count(actions), name).toBe(actionSpace.names.length);
      expect(count(observations), name).toBe(observationSpace.names.length);
      for (const rows of [actions, observations, rewards]) expectRows(rows, `${animal}, ${name}`);
      expect(about).toMatch(/\.$/u);
      expect(episodeSeconds).toBeGreaterThan(0);
    }
  });

  it('list the parts of a reward that can be had in a decision', () => {
    const desc = describeAnimal('stingray');
    const { rewards, kind, actions } = describeTask(createSetup({ desc, task: 'steer', actions: 'few' }));
    expect(kind).toBe('open');
    expect(actions.map(({ name }) => name)).toEqual(['turn', 'effort']);
    expect(rewards.map(({ name, range }) => [name, range[1]])).toEqual([
      ['speed', 0.5],
      ['direction', 0.5],
      ['axis', 0.5],
      ['upright', 0.2],
    ]);
  });
});
