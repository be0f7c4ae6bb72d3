/** A training in a line. */
import type { TrainingRecord } from './store.ts';

const trainers: Readonly<Record<string, string>> = { es: 'evolution', ppo: 'policy gradients' };
const tasks: Readonly<Record<string, string>> = {
  steer: 'Steering',
  pace: 'Keeping a speed',
  current: 'Steering in a current',
  path: 'Following a path',
  forage: 'Finding food',
  recover: 'Recovering from pushes',
  rough: 'Walking on rough ground',
  grasp: 'Grasping a ball',
};

/** A task in words; other names as they are. */
export function formatTask(task: string): string {
  return tasks[task] ?? `${task.charAt(0).toUpperCase()}${task.slice(1)}`;
}

/** What a new training is called. */
export function nameTraining(task: string, trainer: string): string {
  return `${formatTask(task)}, ${trainers[trainer] ?? trainer}`;
}

export function formatUpdates(updates: number): string {
  return `${updates} ${updates === 1 ? 'update' : 'updates'}`;
}

export function describeTraining({ description, curve, task }: TrainingRecord): string {
  if (description === undefined) return `${formatTask(task)}; from a file`;
  const { trainer, subject, seed } = description;
  const last = curve.at(-1);
  const how =
    subject.kind === 'animal'
      ? [subject.model, `senses: ${subject.observation ?? 'small'}`, `may change: ${subject.actions ?? 'default'}`]
      : [subject.name];
  const angle = last?.angle === undefined ? [] : [`${last.angle.toFixed(0)}° off`];
  return [
    formatTask(task),
    trainers[trainer] ?? trainer,
    ...how,
    `seed ${seed}`,
    ...(last === undefined ? [] : [formatUpdates(last.updates), `${last.cpuSeconds.toFixed(0)} s of training`]),
    ...angle,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
