import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createEntry, listMissing } from '../../tools/complete-lock.mjs';

const readRoot = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const manifest = JSON.parse(readRoot('package.json')) as {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
  bin: Record<string, string>;
};
interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly cpu?: readonly string[];
}
const lock = JSON.parse(readRoot('package-lock.json')) as { version: string; packages: Record<string, LockEntry> };

/** One under another name is `npm:NAME@VERSION`. */
const dependencies = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).map(
  ([name, version]) => [name, version.replace(/^npm:.*@/u, '')] as const,
);

describe('what is installed is exactly what was tested', () => {
  test('every dependency has one exact version', () => {
    for (const [name, version] of dependencies) {
      // A version before a release is one version too.
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(?:-[\da-z.]+)?$/u);
    }
  });

  test('the lock file agrees with package.json', () => {
    expect(lock.version).toBe(manifest.version);
    for (const [name, version] of dependencies) {
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
  });

  test('the newest version of the changelog is this one, the citation and the Python package name it too', () => {
    const changelog = readRoot('CHANGELOG.md');
    expect(/^## (\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)$/mu.exec(changelog)?.[1]).toBe(manifest.version);
    const entries = changelog.split(/\n(?=- |#)/u).filter((entry) => entry.startsWith('- '));
    expect(new Set(entries).size).toBe(entries.length);
    expect(readRoot('CITATION.cff')).toContain(`\nversion: ${manifest.version}\n`);
    expect(readRoot('python/pyproject.toml')).toContain(`\nversion = "${manifest.version}"\n`);
    expect(readRoot('python/bestiary/__init__.py')).toContain(`\n__version__ = "${manifest.version}"\n`);
  });

  test('the lock file pins contents and names no download address', () => {
    const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
    expect(packages.length).toBeGreaterThan(50);
    for (const [path, entry] of packages) {
      expect(entry.resolved, path).toBeUndefined();
      // Native parts for other platforms may come without: see tools/complete-lock.mjs.
      if (entry.optional !== true || entry.cpu === undefined) expect(entry.integrity, path).toMatch(/^sha512-/);
    }
    expect(readRoot('package-lock.json')).not.toMatch(/https?:\/\/[^"]*\.tgz/);
  });

  test('the lock file has the native parts of every platform, or npm ci would refuse it', () => {
    expect(listMissing(lock.packages), 'Run: node tools/complete-lock.mjs').toEqual([]);
  });

  test('an entry for another platform is read off its name', () => {
    expect(createEntry('@a/cli-linux-arm-musleabihf', '1.2.3')).toEqual({
      version: '1.2.3',
      cpu: ['arm'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    });
    expect(createEntry('@a/b-darwin-x64', '1.0.0')).toMatchObject({ os: ['darwin'], cpu: ['x64'] });
    expect(createEntry('@a/b-wasm32-wasi', '1.0.0')).toMatchObject({ cpu: ['wasm32'] });
    expect(createEntry('@a/b', '1.0.0')).toBeUndefined();
    expect(createEntry('@a/b-win32-x64-msvc', '^1.0.0')).toBeUndefined();
  });

  test('nothing runs at installation, here or in a dependency', () => {
    expect(readRoot('.npmrc').split('\n')).toContain('ignore-scripts=true');
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'pretest', 'prestart'];
    expect(Object.keys(manifest.scripts).filter((name) => hooks.includes(name))).toEqual([]);
  });
});

describe('commands', () => {
  test('each script of the setup names a mode that exists', () => {
    const usage = (() => {
      try {
        execFileSync(process.execPath, ['tools/setup.mjs', 'nonsense'], { stdio: 'pipe', encoding: 'utf8' });
        return '';
      } catch (error) {
        const { status, stderr } = error as { status: number; stderr: string };
        expect(status).toBe(2);
        return stderr;
      }
    })();
    const modes = usage.trim().split(' ').at(-1)!.split('|');
    const scripts = Object.values(manifest.scripts).filter((script) => script.includes('setup.mjs'));
    expect(scripts).toHaveLength(modes.length);
    for (const script of scripts) expect(modes).toContain(script.split(' ').at(-1));
  });

  test('an old Node is told what is needed', () => {
    const pretend = "Object.defineProperty(process, 'versions', { value: { node: '20.18.3' } })";
    const args = ['--import', `data:text/javascript,${pretend}`, 'tools/setup.mjs', 'start'];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Bestiary needs Node 20\.19 or newer; this is Node 20\.18\.3\. .*\n$/);
  });

  test('the setup needs no packages', () => {
    for (const name of [
      'setup',
      'workspace',
      'install',
      'build',
      'checks',
      'ensure-chrome',
      'ensure-redis',
      'ensure-python',
      'find-chrome',
      'find-redis',
      'find-python',
      'bless',
      'check-links',
    ]) {
      const sources = [...readRoot(`tools/${name}.mjs`).matchAll(/(?:from |import\()'([^']+)'/g)].map(
        ([, from]) => from!,
      );
      expect(sources.filter((from) => !from.startsWith('node:') && !from.startsWith('./'))).toEqual([]);
    }
  });

  test.each(['.ci/run', 'tools/bestiary.cjs'])('%s may be executed', (name) => {
    const path = new URL(`../../${name}`, import.meta.url);
    expect(existsSync(path)).toBe(true);
    expect(statSync(path).mode & 0o111).toBe(0o111);
  });

  test('continuous integration runs npm test', () => {
    expect(readRoot('.ci/run').trim().split('\n').at(-1)).toBe('exec npm test');
  });
});
