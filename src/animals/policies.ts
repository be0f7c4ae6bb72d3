/**
 * The policies that ship with the animals: which file is the default one of an animal and a task. Files are in policies/, with a card each;
 * they are loaded when they are asked for, here and in the studio.
 */

/** A policy file as JSON (learn/policy-file.ts checks it). */
type PolicyModule = Promise<{ readonly default: unknown }>;

const defaults: Readonly<Record<string, Readonly<Record<string, () => PolicyModule>>>> = {
  cuttlefish: { steer: () => import('../../policies/cuttlefish.steer.json') },
  octopus: { steer: () => import('../../policies/octopus.steer.json') },
  'soft-lamprey': { steer: () => import('../../policies/soft-lamprey.steer.json') },
  starfish: { steer: () => import('../../policies/starfish.steer.json') },
  stingray: { steer: () => import('../../policies/stingray.steer.json') },
};

/** Tasks for which an animal has a default policy. */
export function listPolicyTasks(animal: string): readonly string[] {
  return Object.keys(defaults[animal] ?? {});
}

/** The text of the default policy's file, or undefined where there is none. */
export async function loadDefaultPolicy(animal: string, task: string): Promise<string | undefined> {
  const load = defaults[animal]?.[task];
  return load === undefined ? undefined : JSON.stringify((await load()).default);
}
