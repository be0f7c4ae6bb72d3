import { describe, expect, it } from 'vitest';
import { listPatternProblems, matchesAny, matchesPattern } from './pattern.ts';

describe('name patterns', () => {
  it.each([
    ['MDL07', 'MDL07', true],
    ['MDL*', 'MDL07', true],
    ['M?L07', 'MVL07', true],
    ['*', '', true],
    ['*7', 'MDL07', true],
    ['*D*7', 'MDL07', true],
    ['MDL', 'MDL07', false],
    ['MDL07?', 'MDL07', false],
    ['mdl07', 'MDL07', false],
    ['mdl*', 'MDL07', false],
    ['', '', false],
    ['', 'MDL07', false],
    ['.*', 'MDL07', false],
    ['[A-Z]+07', 'MDL07', false],
  ])('%s names %s: %s', (pattern, name, expected) => {
    expect(matchesPattern(pattern, name)).toBe(expected);
  });

  it('takes no longer for a hostile pattern than for a plain one', () => {
    expect(matchesPattern('*a'.repeat(50), `${'a'.repeat(5000)}b`)).toBe(false);
  });

  it('asks a list', () => {
    expect(matchesAny(['a*', 'b'], 'about')).toBe(true);
    expect(matchesAny([], 'about')).toBe(false);
  });

  it('says which patterns name nothing, and what was meant', () => {
    const problems = listPatternProblems(['MDL*', 'mdl07', 'zzz'], ['MDL07', 'MDL08'], 'lesions.paralyse', 'muscle');
    expect(problems.map(({ path }) => path)).toEqual(['lesions.paralyse[1]', 'lesions.paralyse[2]']);
    expect(problems[0]).toMatchObject({ code: 'not-allowed', got: '"mdl07"' });
    expect(problems[0]!.hint).toContain("Did you mean 'MDL07'");
    expect(problems[1]!.hint).toContain('Known: MDL07, MDL08.');
  });
});
