/** What many episodes of one policy say, for any subject: null where a task has no such number. */
import { prepareLearning } from '../environments/setup.ts';
import { getTaskTraits } from '../environments/tasks/registry.ts';
import { summarise } from '../rollouts/evaluate.ts';
import type { Evaluation } from '../rollouts/rollouts.ts';
import { computeMeanInterval, computeShareInterval, type Interval } from './intervals.ts';
import type { Subject } from './subject.ts';

export interface EpisodeSummary {
  /** Degrees between the direction of movement and the target over the second half, the last 5 s of 10; mean and median of episodes. */
  readonly meanAngle: number | null;
  readonly medianAngle: number | null;
  /** Speed along the target over the speed asked for. */
  readonly speedShare: number | null;
  /** Seconds until the angle stays below 20°; the whole episode where it never does. */
  readonly timeTo20: number | null;
  readonly return: number;
  /** Share of the episodes that were back within 15° 3 s after the last push. */
  readonly recovered: number | null;
  /** How far the task came, and the share of the episodes in which the body broke. */
  readonly progress: number | null;
  readonly failed: number | null;
  /** Shares of the episodes that reached what the task is for, and of their decisions with a touch of walls or ball. */
  readonly won: number | null;
  readonly touched: number | null;
  /** 95 % confidence intervals of the means and shares above; left out where a single episode says nothing of others. */
  readonly confidence95: Readonly<
    Partial<Record<'meanAngle' | 'speedShare' | 'timeTo20' | 'return' | 'recovered' | 'won' | 'failed', Interval>>
  >;
}

/** Episodes that had not ended after so many decisions, so that their numbers are those of a beginning. */
export function countUnfinished({ lengths }: Evaluation, maxSteps: number): number {
  return lengths.filter((length) => length >= maxSteps).length;
}

const neverNegative: ReadonlySet<string> = new Set(['meanAngle', 'timeTo20']);
const noCourse = { meanAngle: null, medianAngle: null, speedShare: null, timeTo20: null } as const;

export function summariseEpisodes(
  subject: Subject,
  evaluation: Evaluation,
  infoNames: readonly string[],
): EpisodeSummary {
  const summary = summariseNumbers(subject, evaluation, infoNames);
  return { ...summary, confidence95: listIntervals(summary, evaluation, infoNames) };
}

type EpisodeNumbers = Omit<EpisodeSummary, 'confidence95'>;

function listIntervals(
  summary: EpisodeNumbers,
  { returns, infos }: Evaluation,
  infoNames: readonly string[],
): EpisodeSummary['confidence95'] {
  const ofMean = (name: 'meanAngle' | 'speedShare' | 'timeTo20' | 'return') => {
    if (summary[name] === null) return {};
    const at = infoNames.indexOf(name);
    const values = name === 'return' ? returns : infos.filter((_, i) => i % infoNames.length === at);
    const interval = computeMeanInterval(values);
    if (interval === undefined) return {};
    const [low, high] = interval;
    // Student's t knows nothing of numbers that are never negative.
    return { [name]: [neverNegative.has(name) ? Math.max(0, low) : low, high] };
  };
  const ofShare = (name: 'recovered' | 'won' | 'failed') => {
    const share = summary[name];
    return share === null ? {} : { [name]: computeShareInterval(share, returns.length) };
  };
  return {
    ...ofMean('meanAngle'),
    ...ofMean('speedShare'),
    ...ofMean('timeTo20'),
    ...ofMean('return'),
    ...ofShare('recovered'),
    ...ofShare('won'),
    ...ofShare('failed'),
  };
}

function summariseNumbers(subject: Subject, evaluation: Evaluation, infoNames: readonly string[]): EpisodeNumbers {
  if (subject.kind === 'animal') {
    const { meanAngle, medianAngle, speedShare, timeTo20, recovered, won, touched, ...rest } = summarise(
      evaluation,
      infoNames,
    );
    const traits = getTaskTraits(prepareLearning(subject.desc), subject.task);
    const canBeWon = traits?.kind !== 'open';
    const course = { meanAngle, medianAngle, speedShare, timeTo20 };
    return {
      ...(traits?.kind === 'still' ? noCourse : course),
      return: rest.return,
      failed: rest.failed,
      progress: rest.progress,
      recovered: traits?.hasPushes === true ? recovered : null,
      won: canBeWon ? won : null,
      touched: canBeWon ? touched : null,
    };
  }
  const { returns } = evaluation;
  return {
    ...noCourse,
    return: returns.reduce((sum, value) => sum + value, 0) / returns.length,
    recovered: null,
    progress: null,
    failed: null,
    won: null,
    touched: null,
  };
}
