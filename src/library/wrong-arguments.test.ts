/** Whatever a program of others gives, no function of the library ends in an error of the language: each says what is wrong. */
import { describe, expect, it } from 'vitest';
import * as exporting from './export.ts';
import * as importing from './import.ts';
import * as main from './index.ts';
import * as learning from './learn.ts';
import * as studying from './studies.ts';
import * as viewing from './viewer.ts';
import { createWorkerFunctions, type WorkerPort } from './worker-parts/client.ts';
import { serveSimulation } from './worker-parts/serve.ts';

type Anything = (...values: readonly unknown[]) => unknown;

const junk: readonly unknown[] = [undefined, null, 'x', 7, NaN, true, {}, [], [{}], () => 1, new Uint8Array(3)];

/** Errors of the library, which it alone makes. */
const unmade = new Set<new (...values: never[]) => Error>([
  main.ModelError,
  main.SimulationError,
  learning.LearnError,
  exporting.RecordingError,
  viewing.NoWebGlError,
]);

/** A worker in this thread: what is sent is copied as between threads. */
function startHere(): WorkerPort {
  let onCall: (message: unknown) => void = () => undefined;
  let onAnswer = onCall;
  serveSimulation({
    post: (message) => queueMicrotask(() => onAnswer(message)),
    listen: (listener) => (onCall = listener),
  });
  return {
    post: (message) => onCall(structuredClone(message)),
    listen: (listener) => (onAnswer = listener),
    onFailure: () => undefined,
    terminate: () => undefined,
  };
}

const functions = new Map<unknown, string>(
  [main, learning, importing, exporting, studying, viewing, createWorkerFunctions(startHere)].flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      typeof value === 'function' && !unmade.has(value as never) ? [[value, name] as const] : [],
    ),
  ),
);

async function createThings() {
  const desc = main.describeAnimal('lamprey');
  const simulation = new main.Simulation(desc);
  const spec = { desc, task: 'steer' };
  const env = learning.createVectorEnv(learning.createPendulumEnv, 1);
  const source = await learning.createRolloutSource([learning.createLocalPeer(env)]);
  const policy = learning.createIdlePolicy(env.observationSpace, env.actionSpace);
  const { state, system } = simulation;
  return {
    desc,
    simulation,
    state,
    system,
    spec,
    env,
    source,
    policy,
    setup: learning.createSetup(spec),
    name: 'lamprey',
  };
}

function call(act: Anything, values: readonly unknown[]): unknown {
  const isClass = Function.prototype.toString.call(act).startsWith('class');
  return isClass ? Reflect.construct(act, values) : act(...values);
}

/** What is thrown that does not say by its class that it is of this library. */
async function findForeign(act: Anything, values: readonly unknown[]): Promise<string | undefined> {
  try {
    await call(act, values);
  } catch (error) {
    if (![...unmade].some((kind) => error instanceof kind)) return String(error);
  }
  return undefined;
}

async function listForeign(name: string, act: Anything, firsts: readonly unknown[]): Promise<string[]> {
  const found = new Set<string>();
  for (const first of firsts)
    for (const second of junk) {
      const error = await findForeign(act, [first, second]);
      if (error !== undefined) found.add(`${name}: ${error}`);
    }
  return [...found];
}

function listMethods(thing: object): string[] {
  const names = new Set<string>();
  for (let at = thing; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function' && name !== 'constructor') names.add(name);
  return [...names];
}

describe('a wrong argument is refused in words', () => {
  it('as the first or the second of any function', async () => {
    const firsts = [...junk, ...Object.values(await createThings())];
    expect(functions.size).toBeGreaterThan(60);
    const found: string[] = [];
    for (const [act, name] of functions) found.push(...(await listForeign(name, act as Anything, firsts)));
    expect(found).toEqual([]);
  });

  it('as the first or the second of any method', async () => {
    const { desc, simulation, source, policy } = await createThings();
    const { driver } = await learning.createDriver(desc);
    const things: Readonly<Record<string, () => object>> = {
      Simulation: () => simulation,
      Timeline: () => new main.Timeline(desc, { seed: 1 }),
      RunMetrics: () => new main.RunMetrics(simulation, 1),
      Env: learning.createPendulumEnv,
      VectorEnv: () => learning.createVectorEnv(learning.createCartPoleEnv, 2),
      AnimalEnv: () => learning.createAnimalEnv({ desc, task: 'steer', lanes: 1 }),
      PolicyDriver: () => driver,
      RolloutSource: () => source,
      CmaEs: () => learning.createCmaEs({ start: new Float64Array(2), sigma: 1 }),
      Actor: () => learning.createActor(policy, 1),
    };
    const found: string[] = [];
    for (const [name, make] of Object.entries(things))
      for (const method of listMethods(make())) {
        const act = (...values: readonly unknown[]): unknown =>
          (make() as Record<string, Anything>)[method]!(...values);
        found.push(...(await listForeign(`${name}.${method}`, act, junk)));
      }
    expect(found).toEqual([]);
  });
});
