/** An environment as tables: what a policy may change, what it sees and what it earns. For people who choose a task, and for scripts. */
import type { RewardTerm, Term } from '../../engine/contract/learning.ts';
import { listCourseRewards } from './reward.ts';
import { observationLimit } from './senses/observation.ts';
import type { Setup } from './setup.ts';
import { expectObject } from '../../engine/model/problem.ts';

/** Some numbers that belong together. */
export interface TableRow {
  readonly name: string;
  /** How many numbers. */
  readonly size: number;
  readonly unit: string;
  /** JSON has null for a limit that is infinite. */
  readonly range: readonly [number, number];
  readonly about: string;
}

export interface TaskDescription {
  readonly animal: string;
  readonly task: string;
  readonly about: string;
  readonly kind: string;
  readonly observation: string;
  readonly actionSet: string;
  /** s of an episode and of a decision. */
  readonly episodeSeconds: number;
  readonly decisionSeconds: number;
  readonly actions: readonly TableRow[];
  readonly observations: readonly TableRow[];
  /** Of one decision, all of them added. */
  readonly rewards: readonly TableRow[];
}

export function describeTask(setup: Setup): TaskDescription {
  expectObject(setup, 'setup', 'Give what createSetup({ desc, task }) returns.', ['task', 'observer']);
  const { desc, task, traits, handle, observer, observation, actionSet, decision, training } = setup;
  const course = task.hasCourseReward ? listCourseRewards(handle.uprightWeight, training) : [];
  return {
    animal: desc.animal,
    task: task.name,
    about: task.about,
    kind: traits.kind,
    observation,
    actionSet,
    episodeSeconds: task.horizon,
    decisionSeconds: decision,
    actions: listActionRows(setup.actions),
    observations: [...observer.terms, ...task.senses].map(createObservationRow),
    rewards: [...course, ...task.rewards].map(createRewardRow),
  };
}

/** Actions of one group and reach are one row. */
function listActionRows(actions: Setup['actions']): TableRow[] {
  const rows = new Map<string, TableRow>();
  for (const { name, group = name, unit = '1', reach, about } of actions) {
    const key = `${group} ${reach}`;
    const size = (rows.get(key)?.size ?? 0) + 1;
    rows.set(key, { name: group, size, unit, range: [-reach, reach], about });
  }
  return [...rows.values()];
}

function createObservationRow({ name, parts, unit, about }: Term): TableRow {
  return { name, size: parts.length, unit, range: [-observationLimit, observationLimit], about };
}

function createRewardRow({ name, range, about }: RewardTerm): TableRow {
  return { name, size: 1, unit: '1', range, about };
}
