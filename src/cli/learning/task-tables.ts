/** `bestiary describe ANIMAL --task TASK`: an environment as tables. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { describeTask, type TableRow, type TaskDescription } from '../../learn/environments/describe-task.ts';
import { createSetup } from '../../learn/environments/setup.ts';
import type { Arguments, Output } from '../command/command.ts';
import { readEnvironmentChoices } from './environment-options.ts';
import { layOutTable, wrapText } from '../output/layout.ts';

/** Throws a LearnError for a task, model or set of actions that the animal does not have. */
export function describeTaskFor(desc: AnimalDesc, task: string, args: Arguments): TaskDescription {
  return describeTask(createSetup({ desc, task, ...readEnvironmentChoices(args) }));
}

type Page = Pick<Output, 'columns' | 'hasWidth' | 'style'>;

export function formatTask(description: TaskDescription, page: Page): string {
  const { animal, task, about, observation, actionSet, episodeSeconds, decisionSeconds } = description;
  const seconds = (value: number): string => `${Number(value.toPrecision(3))} s`;
  return [
    ...wrapText(`${animal}, task ${task}: ${about}`, page.columns),
    `Episodes of ${seconds(episodeSeconds)}, a decision every ${seconds(decisionSeconds)}.`,
    '',
    page.style.heading(`Actions (${actionSet})`),
    formatRows(description.actions, page),
    '',
    page.style.heading(`Observations (${observation})`),
    formatRows(description.observations, page),
    '',
    page.style.heading('Reward of a decision, the sum of'),
    formatRows(description.rewards, page),
  ].join('\n');
}

function formatRows(rows: readonly TableRow[], page: Page): string {
  const print = (limit: number): string => (Number.isFinite(limit) ? String(limit) : limit > 0 ? '∞' : '−∞');
  const table = rows.map(({ name, size, unit, range, about }) => [
    name,
    String(size),
    unit,
    `${print(range[0])} … ${print(range[1])}`,
    about,
  ]);
  const columns = page.hasWidth ? page.columns : Math.max(page.columns, 120);
  return layOutTable(['NAME', 'SIZE', 'UNIT', 'RANGE', 'WHAT IT IS'], table, { ...page, columns });
}
