import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { computeTargetStamp, listTargets } from '../../tools/build.mjs';

const sources = new URL('../../src/', import.meta.url);
const folders = readdirSync(sources, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** Folders that a program cannot contain; a change there need not build it again. */
const apart = { 'command line': ['studio'], studio: ['cli', 'node'], library: ['cli', 'node', 'studio'] };
const all = Object.keys(apart);

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bestiary-build-'));
  for (const { name } of folders) write(`src/${name}/file.ts`, 'one');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function computeStamps(): Record<string, string> {
  return Object.fromEntries(listTargets(folder).map((target) => [target.name, computeTargetStamp(folder, target)]));
}

/** The names of the targets that `change` makes stale. */
function findStale(change: () => void): string[] {
  const before = computeStamps();
  change();
  return Object.entries(computeStamps()).flatMap(([name, stamp]) => (stamp === before[name] ? [] : [name]));
}

describe('what a build is made from', () => {
  test.each(folders.map(({ name }) => name))('src/%s', (name) => {
    const expected = Object.entries(apart).flatMap(([target, others]) => (others.includes(name) ? [] : [target]));
    expect(expected).not.toEqual([]);
    expect(findStale(() => write(`src/${name}/file.ts`, 'two'))).toEqual(expected);
  });

  test('a folder that is new, and a file beside the folders', () => {
    expect(findStale(() => write('src/newcomer/deep/file.ts', 'one'))).toEqual(all);
    expect(findStale(() => write('src/version.ts', 'one'))).toEqual(all);
  });

  test('its own configuration and the packages', () => {
    expect(findStale(() => write('package-lock.json', '{}'))).toEqual(all);
    expect(findStale(() => write('vite.node.config.ts', ''))).toEqual(['command line']);
    expect(findStale(() => write('policies/some.json', '{}'))).toEqual(all);
  });

  test('and not tests', () => {
    expect(findStale(() => write('src/exports/file.test.ts', 'two'))).toEqual([]);
  });
});
