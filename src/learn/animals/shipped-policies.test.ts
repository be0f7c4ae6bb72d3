/** Every policy in policies/ is whole, small, has a card, and fits the animal that it is for. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { decodePolicyFile } from '../policy-file.ts';
import { fitSpec } from './fit-spec.ts';

const folder = new URL('../../../policies/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));

describe('policies that ship', () => {
  it('are there', () => {
    expect(files.length).toBeGreaterThanOrEqual(5);
  });

  it.each(files)('%s fits its animal and has a card', (name) => {
    const text = readFileSync(new URL(name, folder), 'utf8');
    const { animal, task, policy } = decodePolicyFile(text);
    expect(name.startsWith(`${animal}.${task}`)).toBe(true);
    expect(fitSpec({ desc: describeAnimal(animal), task }, policy)).toMatchObject({ task });
    expect(readFileSync(new URL(name.replace(/json$/u, 'md'), folder), 'utf8')).toContain(animal);
  });
});
