import { describe, expect, it } from 'vitest';
import { families } from '../families/registry.ts';
import { describeAllowed, formatPath, isNumeric, type JsonSchema, lookUp, parsePath } from './field-tree.ts';
import { suggest, suggestSentence } from './suggest.ts';
import { fc } from '../../testing/property.ts';

const key = fc.stringMatching(/^[A-Za-z_][\w-]{0,8}$/u);

describe('paths', () => {
  it.each([
    ['segments', ['segments']],
    ['body.links[3].width', ['body', 'links', 3, 'width']],
    ['a[0][12].b-c', ['a', 0, 12, 'b-c']],
  ])('%s', (path, keys) => {
    expect(parsePath(path)).toEqual(keys);
    expect(formatPath(keys)).toBe(path);
  });

  it.each(['', '.', 'a.', '.a', 'a..b', '[0]', 'a[x]', 'a[-1]', 'a[1', 'a b', '3', 'a[1234567]'])(
    '%j is not a path',
    (path) => {
      expect(parsePath(path)).toBeUndefined();
    },
  );

  it('come back from text', () => {
    fc.assert(
      fc.property(key, fc.array(fc.oneof(key, fc.nat(999_999))), (first, more) => {
        expect(parsePath(formatPath([first, ...more]))).toEqual([first, ...more]);
      }),
    );
  });
});

/** Fields of all branches, those of items of lists left out. */
function listAllFields(schema: JsonSchema, path: string): [path: string, field: JsonSchema][] {
  const branches = schema.oneOf ?? (schema.properties === undefined ? [] : [schema]);
  if (branches.length === 0) return [[path, schema]];
  return branches.flatMap((branch, i) =>
    Object.entries(branch.properties!).flatMap(([key, member]) =>
      key === schema.discriminator ? [] : listAllFields(member, `${path}${branches.length > 1 ? `(${i})` : ''}.${key}`),
    ),
  );
}

describe('the fields of every family', () => {
  it.each(families.map((family) => [`${family.body}/${family.controller}`, family.jsonSchema] as const))(
    '%s: each has a sentence, each number a unit and a range',
    (_name, schema) => {
      const fields = listAllFields(schema, '');
      expect(fields.length).toBeGreaterThan(5);
      for (const [path, field] of fields) {
        expect(field.description, path).toMatch(/\.$/u);
        if (!isNumeric(field)) {
          expect(field.live, path).toBeUndefined();
          continue;
        }
        expect(field.unit, path).toBeDefined();
        expect(field.minimum, path).toBeLessThan(field.maximum!);
        expect(describeAllowed(field), path).toMatch(/ to -?[\d.e+]+/u);
      }
    },
  );

  it('are not found through prototypes', () => {
    const schema: JsonSchema = { properties: { a: { type: 'number' } } };
    for (const name of ['toString', '__proto__', 'constructor', 'b']) expect(lookUp(schema, [name])).toBeUndefined();
    expect(lookUp(schema, ['a', 'b'])).toBeUndefined();
  });
});

describe('suggest', () => {
  const known = ['brainstem.left', 'brainstem.right', 'segments', 'body.density'];
  it('finds misspellings, swaps and parts', () => {
    expect(suggest('segmets', known)).toEqual(['segments']);
    expect(suggest('brianstem.left', known)[0]).toBe('brainstem.left');
    expect(suggest('left', known)).toContain('brainstem.left');
  });

  it('lists what there is when nothing is near, and takes no time for a huge word', () => {
    expect(suggestSentence('xyzzyxyzzy', known)).toBe(`Known: ${known.join(', ')}.`);
    expect(suggest('a'.repeat(1e7), known)).toEqual([]);
    expect(suggest('', known)).toEqual([]);
  });
});
