/**
 * The policies that ship with the animals: which file is the default one of an animal and a task. Files are in policies/, with a card each;
 * they are loaded when they are asked for, here and in the studio.
 */

/** A policy file as JSON (learn/policies/file.ts checks it). */
type PolicyModule = Promise<{ readonly default: unknown }>;

type PolicyLoaders = Readonly<Record<string, () => PolicyModule>>;

/** A valley is followed, and a bottle left, by what steers in the open, unless there is a better one. */
function steerBy(steer: () => PolicyModule): PolicyLoaders {
  return { steer, valley: steer, bottle: steer };
}

const defaults: Readonly<Record<string, PolicyLoaders>> = {
  centipede: { rough: () => import('../../policies/centipede.rough.json') },
  cuttlefish: {
    ...steerBy(() => import('../../policies/cuttlefish.steer.json')),
    grasp: () => import('../../policies/cuttlefish.grasp.json'),
  },
  lamprey: { steer: () => import('../../policies/lamprey.steer-evolved.json') },
  octopus: {
    ...steerBy(() => import('../../policies/octopus.steer.json')),
    grasp: () => import('../../policies/octopus.grasp.json'),
  },
  'soft-lamprey': steerBy(() => import('../../policies/soft-lamprey.steer.json')),
  starfish: {
    ...steerBy(() => import('../../policies/starfish.steer.json')),
    grasp: () => import('../../policies/starfish.grasp.json'),
  },
  stingray: steerBy(() => import('../../policies/stingray.steer.json')),
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
