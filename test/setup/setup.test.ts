import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addEntry } from '../../tools/bless.mjs';
import { prepareChrome } from '../../tools/ensure-chrome.mjs';
import { findChrome, listChromePlaces } from '../../tools/find-chrome.mjs';
import { StepError } from '../../tools/workspace.mjs';
import { isInstalled } from '../../tools/install.mjs';
import { computeStamp, replaceFolder, withLock } from '../../tools/workspace.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bestiary-setup-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('finding Chrome', () => {
  const addProgram = (name: string): string => {
    const path = join(folder, name);
    writeFileSync(path, '#!/bin/sh\n');
    chmodSync(path, 0o755);
    return path;
  };

  test('chosen tests run without one, all tests do not', async () => {
    const fail = (): Promise<string> => Promise.reject(new StepError('Install one.'));
    expect(await prepareChrome(true, fail)).toEqual({});
    await expect(prepareChrome(false, fail)).rejects.toThrow('Install one.');
    expect(await prepareChrome(true, () => Promise.resolve('/chrome'))).toEqual({ CHROME_PATH: '/chrome' });
  });

  test('CHROME_PATH wins, and is an error when it is not a program', () => {
    addProgram('chromium');
    const mine = addProgram('my-browser');
    expect(findChrome({ CHROME_PATH: mine, PATH: folder }, 'linux')).toBe(mine);
    expect(() => findChrome({ CHROME_PATH: join(folder, 'absent'), PATH: folder }, 'linux')).toThrow('CHROME_PATH');
    expect(() => findChrome({ CHROME_PATH: folder, PATH: folder }, 'linux')).toThrow('not a program');
  });

  test('otherwise the first on the path that may be executed', () => {
    writeFileSync(join(folder, 'chromium'), 'not executable');
    const chrome = addProgram('google-chrome');
    expect(findChrome({ PATH: `/nowhere:${folder}` }, 'linux')).toBe(chrome);
  });

  test('undefined when it is missing', () => {
    expect(findChrome({ PATH: folder }, 'freebsd')).toBe(
      listChromePlaces({ PATH: '' }, 'freebsd').find((place) => existsSync(place)),
    );
    expect(findChrome({ PATH: folder }, 'win32')).toBeUndefined();
  });

  test('the usual places of other systems', () => {
    expect(listChromePlaces({ HOME: '/Users/me', PATH: '' }, 'darwin')).toEqual(
      expect.arrayContaining([
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium',
      ]),
    );
    // On the PATH there, and before Edge, which every Windows has.
    const places = listChromePlaces({ 'PROGRAMFILES(X86)': 'C:\\x86', Path: 'C:\\tools\\;D:\\more' }, 'win32');
    expect(places.indexOf('C:\\tools\\chrome.exe')).toBeGreaterThanOrEqual(0);
    expect(places.indexOf('C:\\x86\\Microsoft\\Edge\\Application\\msedge.exe')).toBeGreaterThan(
      places.indexOf('D:\\more\\chrome.exe'),
    );
    expect(listChromePlaces({ PROGRAMFILES: 'C:\\Program Files' }, 'win32')).toContain(
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    );
  });
});

describe('stamps', () => {
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  test('change with contents, names and absence, and not with tests or times', () => {
    write('src/a.ts', 'one');
    write('src/deep/b.ts', 'two');
    const inputs = ['src', 'config.ts'];
    const first = computeStamp(folder, inputs);
    write('src/a.ts', 'one');
    write('src/deep/b.test.ts', 'a test');
    expect(computeStamp(folder, inputs)).toBe(first);
    const seen = new Set([first]);
    const expectNew = (): void => {
      const stamp = computeStamp(folder, inputs);
      expect(seen).not.toContain(stamp);
      seen.add(stamp);
    };
    write('src/a.ts', 'two');
    expectNew();
    write('src/c.ts', '');
    expectNew();
    write('config.ts', '');
    expectNew();
    rmSync(join(folder, 'src/deep/b.ts'));
    expectNew();
  });

  test('do not confuse where one file ends and the next begins', () => {
    write('x/a', 'b\0');
    write('x/c', 'd');
    const first = computeStamp(folder, ['x']);
    write('x/a', 'b');
    write('x/c', '\0d');
    expect(computeStamp(folder, ['x'])).not.toBe(first);
  });
});

describe('installed packages', () => {
  const lock = JSON.stringify({
    packages: {
      '': { version: '0.1.0' },
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b-win32': { version: '2.0.0', optional: true },
    },
  });
  const record = (packages: Record<string, unknown>): string => JSON.stringify({ packages });

  test.each([
    ['no record', undefined, false],
    ['the same', record({ 'node_modules/a': { version: '1.0.0' } }), true],
    ['another version', record({ 'node_modules/a': { version: '1.0.1' } }), false],
    ['one missing', record({}), false],
    [
      'an optional one outdated',
      record({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/b-win32': { version: '1.0.0' } }),
      false,
    ],
  ])('%s', (_name, found, expected) => {
    expect(isInstalled(lock, found)).toBe(expected);
  });
});

describe('lock', () => {
  test('lets one in at a time', async () => {
    const path = join(folder, 'dist/.lock');
    const events: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      events.push(`${name} in`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      events.push(`${name} out`);
    };
    await Promise.all([withLock(path, work('a')), withLock(path, work('b'))]);
    expect(events).toEqual(['a in', 'a out', 'b in', 'b out']);
    expect(existsSync(path)).toBe(false);
  });

  test('passes over a holder that died, and opens again after a failure', async () => {
    const path = join(folder, '.lock');
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(path, String(pid));
    await expect(
      withLock(path, () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await withLock(path, () => 'yes')).toBe('yes');
  });
});

test('a finished folder takes the place of the old one', () => {
  const target = join(folder, 'out');
  for (const text of ['one', 'two']) {
    const fresh = join(folder, 'fresh');
    mkdirSync(fresh);
    writeFileSync(join(fresh, 'file'), text);
    replaceFolder(target, fresh);
    expect(readFileSync(join(target, 'file'), 'utf8')).toBe(text);
    expect(existsSync(fresh)).toBe(false);
  }
});

describe('the reason for new golden hashes', () => {
  test('becomes the first entry of what is not released', () => {
    expect(addEntry('# Changelog\n\n## Unreleased\n\n- Old.\n\n## 0.1.0\n\n- Older.\n', 'better tanh')).toBe(
      '# Changelog\n\n## Unreleased\n\n- Hashes of runs change: better tanh\n- Old.\n\n## 0.1.0\n\n- Older.\n',
    );
    expect(addEntry('# Changelog\n\n## Unreleased\n\n### Added\n\n- Old.\n', 'x')).toBe(
      '# Changelog\n\n## Unreleased\n\n- Hashes of runs change: x\n\n### Added\n\n- Old.\n',
    );
  });

  test('leaves a version that is closed as it is', () => {
    expect(addEntry('# Changelog\n\n## 0.2.0 (2026-11-18)\n\n### Added\n\n- Old.\n', 'x')).toBe(
      '# Changelog\n\n## Unreleased\n\n- Hashes of runs change: x\n\n## 0.2.0 (2026-11-18)\n\n### Added\n\n- Old.\n',
    );
  });

  test('or begins a section', () => {
    expect(addEntry('# Changelog\n', 'x')).toBe('# Changelog\n\n## Unreleased\n\n- Hashes of runs change: x\n');
  });
});
