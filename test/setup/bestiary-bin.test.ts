import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const clone = mkdtempSync(join(tmpdir(), 'bestiary-bin-'));
mkdirSync(join(clone, 'tools'));
copyFileSync(new URL('../../tools/bestiary.cjs', import.meta.url), join(clone, 'tools/bestiary.cjs'));

afterAll(() => rmSync(clone, { recursive: true, force: true }));

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(clone, 'tools/bestiary.cjs'), ...args], { encoding: 'utf8', cwd: tmpdir() });

test('before the first build the command says what to do, and after it hands over its arguments', () => {
  const before = run('list');
  expect([before.status, before.stdout, before.stderr]).toEqual([
    1,
    '',
    'Bestiary is not built yet: run npm start or npm test once.\n',
  ]);
  mkdirSync(join(clone, 'dist/cli'), { recursive: true });
  writeFileSync(join(clone, 'dist/cli/main.js'), 'console.log(process.argv.slice(2).join()); process.exitCode = 3;');
  writeFileSync(join(clone, 'package.json'), '{"type":"module"}');
  writeFileSync(join(clone, 'dist/cli/package.json'), '{"type":"commonjs"}');
  const after = run('list', '--json');
  expect([after.status, after.stdout]).toEqual([3, 'list,--json\n']);
});
