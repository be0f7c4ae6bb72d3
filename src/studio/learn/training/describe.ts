/** A training in a line. */
import type { TrainingRecord } from './store.ts';

export function describeTraining({ description, curve, task }: TrainingRecord): string {
  if (description === undefined) return `${task}; from a file`;
  const { trainer, subject, seed } = description;
  const last = curve.at(-1);
  const how =
    subject.kind === 'animal'
      ? [subject.model, `sees ${subject.observation ?? 'small'}`, `changes ${subject.actions ?? 'default'}`]
      : [subject.name];
  const angle = last?.angle === undefined ? [] : [`${last.angle.toFixed(0)}° off`];
  return [
    task,
    trainer === 'es' ? 'evolution' : 'PPO',
    ...how,
    `seed ${seed}`,
    ...(last === undefined ? [] : [`${last.updates} updates`, `${last.cpuSeconds.toFixed(0)} s of work`]),
    ...angle,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}
