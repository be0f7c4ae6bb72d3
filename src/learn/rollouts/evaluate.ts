/** One measure for every policy: seeded episodes, and the means of what the meter read at their ends. */
import { expectPolicy, type PolicyData } from '../policies/policy.ts';
import { type Evaluation, expectSource, type RolloutSource } from './rollouts.ts';
import { expectObject } from '../../engine/model/problem.ts';

export interface AnimalEvaluation {
  readonly episodes: number;
  /** °, share, s; see environments/meter.ts. */
  readonly meanAngle: number;
  /** Median over episodes. */
  readonly medianAngle: number;
  readonly speedShare: number;
  readonly timeTo20: number;
  readonly return: number;
  /** Shares of the episodes. */
  readonly recovered: number;
  readonly failed: number;
  readonly progress: number;
  readonly won: number;
  readonly touched: number;
}

export interface EvaluateOptions {
  readonly episodes: number;
  readonly seed: number;
  /** Passed on to every reset: a target, a speed. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** Every task ends its episodes by its own horizon; this is beyond all of them. */
const maxDecisions = 1e6;

/** Episode i has the seed `seed + i`, so that every policy meets the same targets. */
export async function evaluateAnimal(
  source: RolloutSource,
  policy: PolicyData,
  evaluation: EvaluateOptions,
): Promise<AnimalEvaluation> {
  expectSource(source);
  expectPolicy(policy);
  expectObject(evaluation, 'options', 'Give { episodes: 4, seed: 1 }.');
  const { episodes, seed, options } = evaluation;
  const seeds = Array.from({ length: episodes }, (_, i) => seed + i);
  const plan = { policy, seeds, maxSteps: maxDecisions, ...(options === undefined ? {} : { options }) };
  return summarise(await source.evaluate(plan), source.infoNames);
}

export function summarise({ infos, returns }: Evaluation, names: readonly string[]): AnimalEvaluation {
  const episodes = returns.length;
  const read = (name: string): Float64Array => {
    const at = names.indexOf(name);
    return Float64Array.from(returns, (_, episode) => infos[episode * names.length + at]!);
  };
  const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / episodes;
  return {
    episodes,
    meanAngle: mean(read('meanAngle')),
    medianAngle: read('meanAngle').sort()[Math.floor(episodes / 2)] ?? 0,
    speedShare: mean(read('speedShare')),
    timeTo20: mean(read('timeTo20')),
    return: mean(returns),
    recovered: mean(read('recovered')),
    failed: mean(read('failed')),
    progress: mean(read('progress')),
    won: mean(read('won')),
    touched: mean(read('touched')),
  };
}
