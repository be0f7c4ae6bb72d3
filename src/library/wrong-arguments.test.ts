/** Whatever a program of others gives, no function of the library ends in an error of the language: each says what is wrong. */
import { expect, it } from 'vitest';
import { ModelError } from '../engine/model/problem.ts';
import { LearnError } from '../learn/learn-error.ts';
import * as exporting from './export.ts';
import * as importing from './import.ts';
import * as main from './index.ts';
import * as learning from './learn.ts';
import * as studying from './studies.ts';

type Anything = (...values: readonly unknown[]) => unknown;

const junk: readonly unknown[] = [undefined, null, 'x', 7, NaN, true, {}, [], [{}], () => 1, new Uint8Array(3)];

/** Errors are made by the library alone. */
const unmade = new Set<unknown>([main.ModelError, main.SimulationError, learning.LearnError, exporting.RecordingError]);

const functions = new Map<unknown, string>(
  [main, learning, importing, exporting, studying].flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      typeof value === 'function' && !unmade.has(value) ? [[value, name] as const] : [],
    ),
  ),
);

async function createFirsts(): Promise<readonly unknown[]> {
  const desc = main.describeAnimal('lamprey');
  const simulation = new main.Simulation(desc);
  const spec = { desc, task: 'steer' };
  const env = learning.createVectorEnv(learning.createPendulumEnv, 1);
  const source = await learning.createRolloutSource([learning.createLocalPeer(env)]);
  const policy = learning.createIdlePolicy(env.observationSpace, env.actionSpace);
  const { state, system } = simulation;
  return [...junk, desc, simulation, state, system, spec, env, source, policy, learning.createSetup(spec), 'lamprey'];
}

function call(act: Anything, values: readonly unknown[]): unknown {
  const isClass = Function.prototype.toString.call(act).startsWith('class');
  return isClass ? Reflect.construct(act, values) : act(...values);
}

async function findForeign(act: Anything, values: readonly unknown[]): Promise<string | undefined> {
  try {
    await call(act, values);
  } catch (error) {
    const isOwn =
      error instanceof ModelError ||
      error instanceof LearnError ||
      [...unmade].some((kind) => error instanceof (kind as typeof Error));
    if (!isOwn) return String(error);
  }
  return undefined;
}

it('is refused in words, as the first or the second argument of any function', async () => {
  const firsts = await createFirsts();
  expect(functions.size).toBeGreaterThan(60);
  const found: string[] = [];
  for (const [act, name] of functions)
    for (const first of firsts)
      for (const second of junk) {
        const error = await findForeign(act as Anything, [first, second]);
        if (error !== undefined) found.push(`${name}: ${error}`);
      }
  expect([...new Set(found)]).toEqual([]);
});
