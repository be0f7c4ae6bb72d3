import { describe, expect, it } from 'vitest';
import { families } from '../families/registry.ts';
import {
  describeAllowed,
  formatPath,
  type JsonSchema,
  listLivePaths,
  listPaths,
  lookUp,
  parsePath,
} from './field-tree.ts';
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
    '%j is no path',
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

describe('the fields of every family', () => {
  it.each(families.map((family) => [`${family.body}/${family.controller}`, family.jsonSchema] as const))(
    '%s: each has a sentence, each number a unit and a range',
    (_name, schema) => {
      const paths = listPaths(schema);
      expect(paths.length).toBeGreaterThan(5);
      for (const path of paths) {
        const field = lookUp(schema, parsePath(path)!)!;
        expect(field.description, path).toMatch(/\.$/u);
        if ((field.type !== 'number' && field.type !== 'integer') || field.const !== undefined) continue;
        expect(field.unit, path).toBeDefined();
        expect(field.minimum, path).toBeLessThan(field.maximum!);
        expect(describeAllowed(field), path).toContain(` to ${field.maximum!}`);
      }
      for (const path of listLivePaths(schema)) expect(lookUp(schema, parsePath(path)!)!.type).toBe('number');
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
