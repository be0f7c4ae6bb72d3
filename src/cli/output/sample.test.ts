import { expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { getSample } from './sample.ts';

it('shows an animal that is there, with a change that works as it stands in a shell', () => {
  const sample = getSample();
  expect(sample.changes).toHaveLength(1);
  const [, setting] = /^--set '?([^']+)'?$/u.exec(sample.changes[0]!.settings)!;
  expect(() => applySettings(describeAnimal(sample.name), [setting!])).not.toThrow();
});
