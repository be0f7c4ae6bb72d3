/** Score of a set of parameters: distance from the targets, then violated constraints, then failed runs. */
import type { JobResult, Rule } from '../job.ts';
import type { TargetSpec } from '../spec.ts';

export interface Score {
  /** Weighted sum over targets, mean over seeds; less is better. Infinite when a run failed or a metric was missing. */
  readonly cost: number;
  /** Violation of the constraints, relative to their limits; 0 if all are satisfied. */
  readonly violation: number;
  /** Means over seeds of what was measured. */
  readonly metrics: Readonly<Record<string, number>>;
}

/** Runs of one set of parameters, one for each seed; undefined where there is no result. */
export function computeScore(
  results: readonly (JobResult | undefined)[],
  targets: readonly TargetSpec[],
  constraints: readonly Rule[],
): Score {
  const metrics = averageMetrics(results);
  const failed = results.some((result) => result === undefined || result.status === 'failed');
  let cost = failed ? Infinity : 0;
  for (const target of targets) {
    const value = metrics[target.metric];
    cost += value === undefined ? Infinity : (target.weight ?? 1) * computeMiss(target, value);
  }
  let violation = 0;
  for (const { name, side, limit } of constraints) {
    const value = metrics[name];
    const beyond = value === undefined ? Infinity : side === 'above' ? limit - value : value - limit;
    if (beyond > 0) violation += beyond / (limit === 0 ? 1 : Math.abs(limit));
  }
  return { cost, violation, metrics };
}

/** Squared distance from a value, or simply the number where only its direction matters. */
function computeMiss(target: TargetSpec, value: number): number {
  const scale = target.scale ?? (target.value === undefined || target.value === 0 ? 1 : Math.abs(target.value));
  if (target.value !== undefined) return ((value - target.value) / scale) * ((value - target.value) / scale);
  return (target.goal === 'maximise' ? -value : value) / scale;
}

function averageMetrics(results: readonly (JobResult | undefined)[]): Record<string, number> {
  const sums: Record<string, { sum: number; count: number }> = {};
  for (const result of results) {
    for (const [name, value] of Object.entries(result?.metrics ?? {})) {
      if (value === null) continue;
      const entry = (sums[name] ??= { sum: 0, count: 0 });
      entry.sum += value;
      entry.count++;
    }
  }
  // A metric that only some seeds have would compare different things.
  const whole = Object.entries(sums).filter(([, { count }]) => count === results.length);
  return Object.fromEntries(whole.map(([name, { sum, count }]) => [name, sum / count]));
}

/** Order from the best: feasible before infeasible, then cost, then violation. Never 0 for different numbers. */
export function compareScores(a: Score, b: Score): number {
  const rank = ({ cost, violation }: Score): number => (cost === Infinity ? 2 : violation > 0 ? 1 : 0);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (rank(a) === 2) return 0;
  return rank(a) === 1 ? a.violation - b.violation : a.cost - b.cost;
}
