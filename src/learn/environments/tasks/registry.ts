/** What an animal can be asked to do, by name: tasks in the open, which are here, and those of its family's scenes. */
import type { LearnHandle, LearnPreparation, Task, TaskTraits } from '../../../engine/contract/learning.ts';
import { suggest } from '../../../engine/model/suggest.ts';
import { failLearn } from '../../learn-error.ts';
import { createForageTask } from './forage.ts';
import { createPathTask } from './path.ts';
import { createRecoverTask } from './recover.ts';
import { createCurrentTask, createPaceTask, createSprintTask, createSteerTask } from './steer.ts';

interface OpenTask {
  readonly traits: TaskTraits;
  /** Undefined where the animal cannot do it. */
  readonly create: (handle: LearnHandle) => Task | undefined;
}

const steeringTraits: TaskTraits = { kind: 'open', isSteering: true };

/** In the order of lists. */
const openTasks: Readonly<Record<string, OpenTask>> = {
  steer: { traits: steeringTraits, create: createSteerTask },
  pace: { traits: steeringTraits, create: createPaceTask },
  sprint: { traits: { kind: 'open' }, create: createSprintTask },
  path: { traits: steeringTraits, create: createPathTask },
  forage: { traits: steeringTraits, create: createForageTask },
  current: { traits: steeringTraits, create: createCurrentTask },
  recover: { traits: { ...steeringTraits, hasPushes: true }, create: createRecoverTask },
};

/** What is known of a task before anything is compiled; undefined for a name that no task has. */
export function getTaskTraits({ scenes }: LearnPreparation, name: string): TaskTraits | undefined {
  if (Object.hasOwn(scenes, name)) return scenes[name];
  return Object.hasOwn(openTasks, name) ? openTasks[name]!.traits : undefined;
}

/** The tasks that an animal with this handle can do. */
export function listTasksOf(handle: LearnHandle): readonly Pick<Task, 'name' | 'about'>[] {
  return [...listOpenTasks(handle), ...handle.tasks];
}

function listOpenTasks(handle: LearnHandle): Task[] {
  return Object.values(openTasks).flatMap(({ create }) => create(handle) ?? []);
}

/** Throws a LearnError for a task that the animal does not have, naming those it has. */
export function expectTask(name: string, handle: LearnHandle): void {
  const names = listTasksOf(handle).map((task) => task.name);
  if (names.includes(name)) return;
  const near = suggest(name, names).map((candidate) => `'${candidate}'`);
  failLearn(
    'unsupported',
    'task',
    `"${name}"`,
    `${near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `}This animal has: ${names.join(', ')}.`,
  );
}

/** A task of this handle; one with a scene is made of an animal in it. Throws a LearnError as `expectTask` does. */
export function createTask(name: string, handle: LearnHandle): Task {
  expectTask(name, handle);
  const scene = handle.tasks.find((task) => task.name === name);
  if (scene !== undefined) return { name, about: scene.about, ...scene.create() };
  return listOpenTasks(handle).find((task) => task.name === name)!;
}
