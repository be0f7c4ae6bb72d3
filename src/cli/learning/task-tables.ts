/** `bestiary describe ANIMAL --task TASK`: an environment as tables. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { describeTask, type TableRow, type TaskDescription } from '../../learn/environments/describe-task.ts';
import { createSetup } from '../../learn/environments/setup.ts';
import type { Arguments } from '../command/command.ts';
import { readEnvironmentChoices } from './environment-options.ts';
import { layOutColumns } from '../output/layout.ts';

/** Throws a LearnError for a task, model or set of actions that the animal does not have. */
export function describeTaskFor(desc: AnimalDesc, task: string, args: Arguments): TaskDescription {
  return describeTask(createSetup({ desc, task, ...readEnvironmentChoices(args) }));
}

export function formatTask(description: TaskDescription, columns: number): string {
  const { animal, task, about, observation, actionSet, episodeSeconds, decisionSeconds } = description;
  const seconds = (value: number): string => `${Number(value.toPrecision(3))} s`;
  return [
    `${animal}, task ${task}: ${about}`,
    `Episodes of ${seconds(episodeSeconds)}, a decision every ${seconds(decisionSeconds)}.`,
    '',
    `Actions (${actionSet})`,
    formatRows(description.actions, columns),
    '',
    `Observations (${observation})`,
    formatRows(description.observations, columns),
    '',
    'Reward of a decision, the sum of',
    formatRows(description.rewards, columns),
  ].join('\n');
}

function formatRows(rows: readonly TableRow[], columns: number): string {
  const print = (limit: number): string => (Number.isFinite(limit) ? String(limit) : limit > 0 ? '∞' : '−∞');
  const table = rows.map(({ name, size, unit, range, about }) => [
    name,
    String(size),
    unit,
    `${print(range[0])} … ${print(range[1])}`,
    about,
  ]);
  // Wide enough for sentences, as the table of parameters.
  return layOutColumns([['NAME', 'SIZE', 'UNIT', 'RANGE', 'WHAT IT IS'], ...table], Math.max(columns, 120));
}
