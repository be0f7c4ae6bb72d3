import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { getFamily, getJsonSchema, replaceValue } from '../../engine/families/descriptions.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { readAt } from '../../engine/model/field-tree.ts';
import { createAxis, listVaried, proposeField } from './axes.ts';

function createSubject(animal: string) {
  const desc = describeAnimal(animal);
  const { validated } = getFamily(desc).solver.compile(desc);
  const inert = validated.filter(({ isInert }) => isInert === true).map(({ path }) => path);
  return { desc, schema: getJsonSchema(desc), inert };
}

function findField(animal: string, path: string) {
  return listVaried(createSubject(animal)).find((field) => field.path === path);
}

describe('the parameters that a study proposes', () => {
  it.each(animalNames)('%s: has a value to go up and down from, and a name in words', (animal) => {
    const subject = createSubject(animal);
    const field = proposeField(subject)!;
    expect(readAt(subject.desc, field.path)).not.toBe(0);
    expect(field.title).toMatch(/^[A-Z][^.[\]]*$/u);
  });

  it.each(['lamprey', 'worm', 'centipede'])('%s: another value is another run', (animal) => {
    const subject = createSubject(animal);
    const { path } = proposeField(subject)!;
    const value = Number(readAt(subject.desc, path));
    const [low, high] = [0.5, 1].map((factor) => {
      const desc = replaceValue(subject.desc, path, factor * value);
      const simulation = new Simulation(desc, { seed: 1 });
      for (let i = 0; i < 60; i++) simulation.step();
      return simulation.hash();
    });
    expect(low).not.toBe(high);
  });

  it('leave out what needs another setting, and what no body like it has', () => {
    expect(findField('centipede', 'control.speed')).toBeUndefined();
    expect(findField('centipede', 'control.turn')).toBeUndefined();
    expect(findField('octopus', 'target.heading')).toBeUndefined();
    expect(findField('worm', 'drive.alpha')).toBeUndefined();
    expect(findField('centipede', 'controller.gait.lag')).toBeUndefined();
    expect(findField('worm', 'medium.waterAlong')).toBeUndefined();
    expect(findField('worm', 'medium.agarAlong')).toBeDefined();
    expect(findField('octopus', 'control.climb')).toBeDefined();
    expect(findField('stingray', 'control.climb')).toBeUndefined();
  });

  it('go from half of the value to half more, within what is allowed, in the unit of the field', () => {
    const worm = createSubject('worm');
    expect(createAxis(worm, findField('worm', 'drive.strength')!, 5)).toMatchObject({
      from: '25000 Pa',
      to: '75000 Pa',
    });
    expect(createAxis(worm, findField('worm', 'drive.direction')!, 5)).toMatchObject({ from: '0.5', to: '1' });
    const whole = createAxis(createSubject('lamprey'), findField('lamprey', 'segments')!, 5);
    expect([whole.from, whole.to].map(Number).every(Number.isInteger)).toBe(true);
    expect((Number(whole.to) - Number(whole.from)) % (whole.steps - 1)).toBe(0);
  });
});
