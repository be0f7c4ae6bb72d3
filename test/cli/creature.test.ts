// Animals that users draw themselves, as files.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createFolder, run, runJson } from './program.ts';

const tadpole = path.resolve(import.meta.dirname, '../creatures/tadpole.creature.json');

it('runs a tadpole drawn from two shapes and two muscles, and it swims', async () => {
  const { code, json } = await runJson('run', tadpole, '--seconds', '2');
  expect(code).toBe(0);
  expect(json.animal).toBe('tadpole');
  expect(json.metrics.bodyLengthsPerSecond).toBeGreaterThan(0.08);
  expect(json.metrics.volumeMin).toBeGreaterThan(0.95);
});

it('refuses a muscle outside the body with its path, and leaves nothing behind', async () => {
  const folder = createFolder();
  const creature = JSON.parse(readFileSync(tadpole, 'utf8'));
  creature.body.drawn.muscles[1].points[0] = [0, -3, 0];
  creature.body.drawn.muscles[1].points[3] = [0, -3, 1];
  creature.body.drawn.muscles[1].points[1] = creature.body.drawn.muscles[1].points[2] = [0, -3, 0.5];
  const file = path.join(folder, 'odd.creature.json');
  writeFileSync(file, JSON.stringify(creature));
  const out = path.join(folder, 'out');
  const { code, err } = await run('run', file, '--seconds', '1', '--out', out);
  expect(code).not.toBe(0);
  expect(err).toContain('body.drawn.muscles[1]');
  expect(err).toContain('outside the body');
  expect(existsSync(path.join(out, 'recording.bst'))).toBe(false);
});

it('warns of a steering that a drawn animal does not use, and not of that of its own file', async () => {
  const file = path.join(import.meta.dirname, '../version-1/creatures/tadpole.creature.json');
  const warn = async (...settings: string[]): Promise<unknown> => {
    const options = settings.flatMap((setting) => ['--set', setting]);
    return (await runJson('run', file, '--seconds', '0.02', ...options)).json.warnings;
  };
  expect(await warn()).toEqual([]);
  expect(await warn('controller.waves[0].turn=-0.9')).toEqual([
    expect.stringMatching(/^controller\.waves\[0\]\.turn is -0\.9 and has no effect: it needs control\.turn/u),
  ]);
});
