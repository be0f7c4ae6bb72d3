/** What an animal can be asked to do, by name: tasks in the open, which are here, and those of its family's scenes. */
import type { LearnHandle, LearnPreparation, Task, TaskTraits } from '../../../engine/contract/learning.ts';
import { suggest } from '../../../engine/model/suggest.ts';
import { LearnError } from '../../learn-error.ts';
import { createForageTask } from './forage.ts';
import { steeringTraits } from './open-task.ts';
import { createPathTask } from './path.ts';
import { createRecoverTask, recoverTraits } from './recover.ts';
import { createCurrentTask, createPaceTask, createSprintTask, createSteerTask, sprintTraits } from './steer.ts';

interface OpenTask {
  readonly traits: TaskTraits;
  /** Undefined where the animal cannot do it. */
  readonly create: (handle: LearnHandle) => Task | undefined;
}

/** In the order of lists. */
const openTasks: Readonly<Record<string, OpenTask>> = {
  steer: { traits: steeringTraits, create: createSteerTask },
  pace: { traits: steeringTraits, create: createPaceTask },
  sprint: { traits: sprintTraits, create: createSprintTask },
  path: { traits: steeringTraits, create: createPathTask },
  forage: { traits: steeringTraits, create: createForageTask },
  current: { traits: steeringTraits, create: createCurrentTask },
  recover: { traits: recoverTraits, create: createRecoverTask },
};

/** What is known of a task before anything is compiled; undefined for a name that no task has. */
export function getTaskTraits({ scenes }: LearnPreparation, name: string): TaskTraits | undefined {
  if (Object.hasOwn(scenes, name)) return scenes[name];
  return Object.hasOwn(openTasks, name) ? openTasks[name]!.traits : undefined;
}

/** The tasks that an animal with this handle can do. */
export function listTasksOf(handle: LearnHandle): Task[] {
  return [...Object.values(openTasks).flatMap(({ create }) => create(handle) ?? []), ...handle.tasks];
}

/** Throws a LearnError for a task that the animal does not have, naming those it has. */
export function createTask(name: string, handle: LearnHandle): Task {
  const tasks = listTasksOf(handle);
  const task = tasks.find((candidate) => candidate.name === name);
  if (task !== undefined) return task;
  const names = tasks.map((candidate) => candidate.name);
  const near = suggest(name, names).map((candidate) => `'${candidate}'`);
  throw new LearnError({
    code: 'unsupported',
    path: 'task',
    got: `"${name}"`,
    hint: `${near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `}This animal has: ${names.join(', ')}.`,
  });
}
