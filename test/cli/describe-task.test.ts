/** `bestiary describe ANIMAL --task TASK`: an environment as tables, for people and for scripts. */
import { describe, expect, it } from 'vitest';
import { run, runJson } from './program.ts';

describe('describe --task', () => {
  it('prints actions, observations and reward', async () => {
    const { code, out } = await run(
      'describe',
      'lamprey',
      '--task',
      'steer',
      '--actions',
      'few',
      '--observation',
      'aim',
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^lamprey, task steer: Go in a direction/u);
    expect(out).toMatch(/Actions \(few\)\n +NAME +SIZE +UNIT +RANGE +WHAT IT IS\n +turn +1 +1 +-1 … 1 +Less drive/u);
    expect(out).toMatch(/Observations \(aim\)[^]*missing speed +1 +own speed +-10 … 10/u);
    expect(out).toMatch(/Reward of a decision[^]*speed +1 +1 +0 … 0\.5 /u);
  });

  it('is one JSON document for scripts', async () => {
    const { code, json } = await runJson('describe', 'lamprey', '--task', 'path');
    expect(code).toBe(0);
    expect(json).toMatchObject({ animal: 'lamprey', task: 'path', kind: 'open', observation: 'small' });
    for (const table of ['actions', 'observations', 'rewards'])
      expect(json[table][0], table).toMatchObject({ name: expect.any(String), size: expect.any(Number), unit: '1' });
    expect(json.rewards.at(-1)).toMatchObject({ name: 'on the curve', range: [0, 0.5] });
  });

  it('refuses a task that the animal does not have, naming those it has once', async () => {
    const { code, err } = await run('describe', 'lamprey', '--task', 'fly');
    expect(code).toBe(2);
    expect(err).toMatch(/got "fly"\. This animal has: steer, pace, sprint, path, forage\.\n$/u);
    expect((await run('describe', 'lamprey', '--actions', 'few')).err).toMatch(/no effect without --task/u);
  });
});
