/** The checklist of a release and its script say the same; what a machine can check of it before a release holds at any time. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listPublishWarnings, maxUnpackedBytes, steps } from '../../tools/release.mjs';
import { checkNotices } from '../../tools/third-party.mjs';

const root = join(import.meta.dirname, '../..');

describe('a release', () => {
  it('has a checklist in which every step of the script is named', () => {
    const text = readFileSync(join(root, 'docs/releasing.md'), 'utf8');
    const named = [...text.matchAll(/^\d+\. (.*)$/gmu)].map(([, name]) => name);
    expect(named).toEqual(steps.map(({ name }) => name));
  });

  it('has the licences of all that is built into it', () => {
    expect(checkNotices).not.toThrow();
    const notices = readFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    for (const name of ['react', 'three', 'mediabunny', 'draco3dgltf', 'bullmq', 'zod', 'tailwindcss'])
      expect(notices, name).toMatch(new RegExp(`^## ${name} \\d`, 'mu'));
    expect(notices).toContain('Mozilla Public License');
  });

  it('is refused for a warning of npm, but not for a login that only the workflow has', () => {
    const login = 'npm warn publish This command requires you to be logged in to https://registry.npmjs.org/ (dry-run)';
    const corrected = 'npm warn publish "bin[bestiary]" script name was cleaned';
    expect(listPublishWarnings(`npm notice\n${login}\n${corrected}\n+ bestiary@0.3.0`)).toEqual([corrected]);
  });

  it('is small, with nothing of its makers', () => {
    const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      ...{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    });
    const [{ unpackedSize, files }] = JSON.parse(printed) as [{ unpackedSize: number; files: { path: string }[] }];
    expect(unpackedSize).toBeLessThanOrEqual(maxUnpackedBytes);
    const names = files.map(({ path }) => path);
    expect(names.filter((name) => /\.map$|\.stamp$|h5wasm|\.test\.|node_modules/u.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['THIRD-PARTY-NOTICES.md', 'LICENSE', 'README.md', 'CITATION.cff']));
  });
});
