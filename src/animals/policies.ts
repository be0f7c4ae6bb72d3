/**
 * The policies that ship with the animals, by what they are called: `default`, the best for an animal and a task, and `network`, trained
 * from scratch by PPO. Files are in policies/, with a card each; they are loaded when they are asked for, here and in the studio. What
 * steers also does every task that only sets a target (learn/policies/shipped-policy.ts).
 */

type ShippedName = 'default' | 'network';

/** A policy file as JSON (learn/policies/file.ts checks it). */
type PolicyModule = Promise<{ readonly default: unknown }>;

type PolicyLoaders = Readonly<Record<string, () => PolicyModule>>;

const defaults: Readonly<Record<string, PolicyLoaders>> = {
  centipede: { rough: () => import('../../policies/centipede.rough.json') },
  cuttlefish: {
    steer: () => import('../../policies/cuttlefish.steer.json'),
    grasp: () => import('../../policies/cuttlefish.grasp.json'),
  },
  lamprey: { steer: () => import('../../policies/lamprey.steer-evolved.json') },
  octopus: {
    steer: () => import('../../policies/octopus.steer.json'),
    grasp: () => import('../../policies/octopus.grasp.json'),
  },
  'soft-lamprey': { steer: () => import('../../policies/soft-lamprey.steer.json') },
  starfish: {
    steer: () => import('../../policies/starfish.steer.json'),
    grasp: () => import('../../policies/starfish.grasp.json'),
  },
  stingray: { steer: () => import('../../policies/stingray.steer.json') },
};

const networks: Readonly<Record<string, PolicyLoaders>> = {
  cuttlefish: { steer: () => import('../../policies/cuttlefish.steer-network.json') },
  octopus: { steer: () => import('../../policies/octopus.steer-network.json') },
  'soft-lamprey': { steer: () => import('../../policies/soft-lamprey.steer-network.json') },
  starfish: { steer: () => import('../../policies/starfish.steer-network.json') },
  stingray: { steer: () => import('../../policies/stingray.steer-network.json') },
};

const shipped: Readonly<Record<ShippedName, Readonly<Record<string, PolicyLoaders>>>> = {
  default: defaults,
  network: networks,
};

/** Tasks for which an animal has a policy of that name. */
export function listPolicyTasks(name: ShippedName, animal: string): readonly string[] {
  return Object.keys(shipped[name][animal] ?? {});
}

/** The text of that policy's file, or undefined where the animal has none. */
export async function loadShippedPolicy(name: ShippedName, animal: string, task: string): Promise<string | undefined> {
  const load = shipped[name][animal]?.[task];
  return load === undefined ? undefined : JSON.stringify((await load()).default);
}
