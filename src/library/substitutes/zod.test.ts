/** The small reader of fields and zod agree: on every animal, on documents with one thing changed at random, and on JSON Schemas. */
import { describe, expect, it, vi } from 'vitest';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { families } from '../../engine/families/registry.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { ModelError } from '../../engine/model/problem.ts';
import { fc } from '../../testing/property.ts';

/** The same modules once more, with the small reader in the place of zod. */
async function loadSmall() {
  vi.resetModules();
  vi.doMock('zod', () => import('./zod.ts'));
  const animals = await import('../../animals/registry.ts');
  const descriptions = await import('../../engine/families/descriptions.ts');
  const registry = await import('../../engine/families/registry.ts');
  const { ModelError: SmallError } = await import('../../engine/model/problem.ts');
  vi.doUnmock('zod');
  return { ...animals, ...descriptions, families: registry.families, SmallError };
}

const small = await loadSmall();
const { parseDesc } = await import('../../engine/families/descriptions.ts');
const { ModelError: PlainError } = await import('../../engine/model/problem.ts');

/** What is read, or all problems. */
function read(parse: (document: unknown) => AnimalDesc, document: unknown): unknown {
  try {
    return parse(document);
  } catch (error) {
    if (error instanceof small.SmallError || error instanceof PlainError || error instanceof ModelError)
      return error.problems;
    throw error;
  }
}

/** A document as it was, with the value at one of its places replaced, removed or joined by a stranger. */
function change(document: unknown, places: readonly number[], value: unknown, kind: number): unknown {
  const copy = structuredClone(document) as Record<string, unknown>;
  let at: Record<string, unknown> = copy;
  let key = '';
  for (const place of places) {
    const keys = Object.keys(at);
    if (keys.length === 0) break;
    key = keys[place % keys.length]!;
    const next = at[key];
    if (typeof next !== 'object' || next === null) break;
    if (place !== places.at(-1)) at = next as Record<string, unknown>;
  }
  if (kind === 0) Reflect.deleteProperty(at, key);
  else if (kind === 1 && !Array.isArray(at)) at['stranger'] = value;
  else at[key] = value;
  return copy;
}

describe('the small reader of fields', () => {
  it('describes every animal as zod does, to the order of members', () => {
    for (const name of animalNames)
      expect(JSON.stringify(small.describeAnimal(name)), name).toBe(JSON.stringify(describeAnimal(name)));
  });

  it('has the same fields', () => {
    // What zod makes has this member: the two are two.
    expect([families, small.families].map(([family]) => '~standard' in family!.schema)).toEqual([true, false]);
    families.forEach(({ jsonSchema }, i) =>
      expect(JSON.stringify(small.families[i]!.jsonSchema)).toBe(JSON.stringify(jsonSchema)),
    );
  });

  it('refuses and accepts the same documents, with the same words', () => {
    const value = fc.oneof(
      fc.constantFrom(null, true, false, '', 'fast', '12 mm', 'fem', [], [1], [[1, 2, 3]], {}, { kind: 'x' }),
      fc.constantFrom(NaN, Infinity, 0, -1, 1, 0.5, 1e9, 1e300, 2 ** 60, -0.0001, 30, 0.3),
    );
    const cases = fc.tuple(
      fc.constantFrom(...animalNames),
      fc.array(fc.nat(60), { minLength: 1, maxLength: 5 }),
      value,
      fc.nat(4),
    );
    let refused = 0;
    fc.assert(
      fc.property(cases, ([name, places, changed, kind]) => {
        const document = change(describeAnimal(name), places, changed, kind);
        const plain = read(parseDesc, document);
        if (Array.isArray(plain)) refused += 1;
        expect(read(small.parseDesc, document)).toEqual(plain);
      }),
      { numRuns: 1500 },
    );
    // Enough of both kinds.
    expect(refused).toBeGreaterThan(200);
    expect(refused).toBeLessThan(1400);
  });
});
