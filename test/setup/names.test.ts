/**
 * Studio, viewer, command line and everything around a run know animals by what they declare, never by name. Animals and
 * families are looked for as words; kinds of bodies and controllers, which are ordinary words, as texts of the code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../../src/animals/registry.ts';
import { families } from '../../src/engine/families/registry.ts';

const root = join(import.meta.dirname, '../..');
const places = ['studio', 'viewer', 'cli', 'node', 'engine/sim', 'engine/record', 'engine/contract'];

/** Lines that may name one, with the reason. At most five. */
const allowed: readonly { readonly file: string; readonly text: string; readonly because: string }[] = [];

/** Names that are words of everyday English: they count only as whole texts of the code. */
const everyday = new Set(['soft', 'letters', 'comet']);

const folders = readdirSync(join(root, 'src/engine/families'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const kinds = families.flatMap(({ body, controller }) => [body, controller]);
const names = [...new Set([...animalNames, ...folders])];

/** `octopus`, `Octopus`, `describeOctopus`, `octopuses`, but no part of another word. */
function createWord(name: string): RegExp {
  const pascal = name.replace(/(?:^|-)([a-z])/gu, (_, letter: string) => letter.toUpperCase());
  return new RegExp(`(?<![A-Za-z])${name}(?:e?s)?(?![a-z])|${pascal}(?:e?s)?(?![a-z])`, 'u');
}

function createText(name: string): RegExp {
  return new RegExp(`['"\`]${name}['"\`]`, 'u');
}

const patterns = [
  ...names.filter((name) => !everyday.has(name)).map(createWord),
  ...[...kinds, ...names].map(createText),
];

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|css|html)$/u.test(name) && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

function findNames(text: string): string[] {
  return text.split('\n').filter((line) => patterns.some((pattern) => pattern.test(line)));
}

describe('names of animals and families', () => {
  it('are found by the check', () => {
    for (const line of ["if (animal === 'octopus')", '// a worm lies on its side', 'MyriapodDesc', "kind === 'soft'"])
      expect(findNames(line), line).toHaveLength(1);
    for (const line of ['a soft shadow', 'two legs', 'swarm', 'wormhole', 'letters of a name'])
      expect(findNames(line), line).toHaveLength(0);
    for (const name of animalNames) expect(findNames(`'${describeAnimal(name).animal}'`), name).toHaveLength(1);
  });

  it('do not occur where everything is known by what it declares', () => {
    const found = places
      .flatMap((place) => listFiles(join(root, 'src', place)))
      .flatMap((path) => {
        const file = relative(root, path).split(sep).join('/');
        return findNames(readFileSync(path, 'utf8')).map((line) => ({ file, line: line.trim() }));
      })
      .filter(({ file, line }) => !allowed.some((entry) => entry.file === file && line.includes(entry.text)));
    expect(found).toEqual([]);
    expect(allowed.length).toBeLessThanOrEqual(5);
    for (const { because } of allowed) expect(because).not.toBe('');
  });
});
