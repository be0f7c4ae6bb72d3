import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/property.ts';
import { findJsonFault } from './json-fault.ts';

const cases: [text: string, line: number, column: number, got: string, hint: RegExp][] = [
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3, `'"b": 2'`, /comma or \} before it/u],
  ['{"a": [1, 2', 1, 12, 'the end', /\] is missing: the \[ of line 1/u],
  ['', 1, 1, 'the end', /empty/u],
  ['\n {"a": 1,}', 2, 10, "'}'", /Remove the comma/u],
  ['{"a": 1,, "b": 2}', 1, 9, `', "b": 2}'`, /Remove one of the two commas/u],
  ['[1, 2,]', 1, 7, "']'", /Remove the comma/u],
  ['{a: 1}', 1, 2, "'a: 1}'", /names in double/u],
  ["{'a': 1}", 1, 2, `''a': 1}'`, /straight double/u],
  ['{"a" 1}', 1, 6, "'1}'", /colon/u],
  ['{"a": 0,4}', 1, 9, "'4}'", /Write 0\.4/u],
  ['{"a": .5}', 1, 7, "'.5}'", /Write 0\.5\./u],
  ['{"a": +5}', 1, 7, "'+5}'", /Write 5, without/u],
  ['{"a": 05}', 1, 7, "'05}'", /Write a number such as/u],
  ['{"a": 12 mm}', 1, 10, "'mm}'", /comma or \}/u],
  ['{"a": 12mm}', 1, 7, "'12mm}'", /"12 mm"/u],
  ['{"a": True}', 1, 7, "'True}'", /Write true/u],
  ['{"a": steady}', 1, 7, "'steady}'", /text in double quotation marks/u],
  ['{"a": 1} // mine', 1, 10, "'// mine'", /ends before it/u],
  ['{ // mine\n"a": 1}', 1, 3, "'// mine'", /no comments/u],
  ['{"a": "C:\\mine"}', 1, 10, `'\\mine"}'`, /backslash in a text twice/u],
  ['{"a": "b\n"}', 1, 9, 'the end of the line', /Close the text/u],
  ['{"a": "b', 1, 7, `'"b'`, /no closing/u],
  ['{"a": [1}', 1, 9, "'}'", /Write \] first/u],
  ['[[1]', 1, 5, 'the end', /the \[ of line 1/u],
];

describe('findJsonFault', () => {
  it.each(cases)('of %j', (text, line, column, got, hint) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(findJsonFault(text)).toEqual({ line, column, got, hint: expect.stringMatching(hint) as unknown });
  });

  it('agrees with JSON.parse on what is JSON', () => {
    const isJson = (text: string): boolean => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', '}', ']', '"', '\\', '-', 'e', '0', ' ', '\n'),
        (json, n, piece) => {
          expect(findJsonFault(json)).toBeUndefined();
          const at = n % (json.length + 1);
          for (const text of [
            json.slice(0, at) + piece + json.slice(at),
            json.slice(0, at) + piece + json.slice(at + 1),
          ])
            expect(findJsonFault(text) === undefined, text).toBe(isJson(text));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('takes any depth', () => {
    expect(findJsonFault('['.repeat(1e5))?.column).toBe(1e5 + 1);
  });
});
