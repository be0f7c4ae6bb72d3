/** What an animal can be asked to do, by name. */
import type { LearnHandle } from '../../../engine/contract/learning.ts';
import { suggestSentence } from '../../../engine/model/suggest.ts';
import { LearnError } from '../../learn-error.ts';
import { createGraspTask } from './grasp.ts';
import { createBottleTask, createValleyTask } from './places.ts';
import { createRoughTask } from './rough.ts';
import { createRecoverTask } from './recover.ts';
import {
  createCurrentTask,
  createForageTask,
  createPaceTask,
  createPathTask,
  createSprintTask,
  createSteerTask,
} from './swim.ts';
import type { Task } from './task.ts';

type TaskMaker = (handle: LearnHandle) => Task | undefined;

const makers: readonly TaskMaker[] = [
  createSteerTask,
  createPaceTask,
  createSprintTask,
  createPathTask,
  createForageTask,
  createCurrentTask,
  createRecoverTask,
  createBottleTask,
  createValleyTask,
  createGraspTask,
  createRoughTask,
];

/** The tasks that an animal with this handle can do. */
export function listTasksOf(handle: LearnHandle): Task[] {
  return makers.flatMap((make) => make(handle) ?? []);
}

/** Throws a LearnError for a task that the animal has not, naming those it has. */
export function createTask(name: string, handle: LearnHandle): Task {
  const tasks = listTasksOf(handle);
  const task = tasks.find((candidate) => candidate.name === name);
  if (task !== undefined) return task;
  const names = tasks.map((candidate) => candidate.name);
  throw new LearnError({
    code: 'unsupported',
    path: 'task',
    got: `"${name}"`,
    hint: `${suggestSentence(name, names)} This animal has: ${names.join(', ')}.`,
  });
}
