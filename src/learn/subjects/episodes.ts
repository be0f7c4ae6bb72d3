/** What many episodes of one policy say: means of what the task reports at their ends. */
import type { Evaluation } from '../rollouts.ts';

export interface EpisodeSummary {
  /** Degrees between the direction of movement and the target, over the last 5 s. */
  readonly meanAngle: number | null;
  /** Speed along the target over the target speed. */
  readonly speedShare: number | null;
  /** Seconds until the angle is below 20° for the first time, over the episodes in which it ever is. */
  readonly timeTo20: number | null;
  readonly return: number;
  /** Share of the episodes with a push that were back within 15° in 3 s. */
  readonly recovered: number | null;
}

export function summariseEpisodes({ returns, infos }: Evaluation, names: readonly string[]): EpisodeSummary {
  const read = (name: string): number | null => {
    const at = names.indexOf(name);
    if (at < 0) return null;
    return computeMean(infos.filter((value, i) => i % names.length === at && Number.isFinite(value)));
  };
  return {
    meanAngle: read('meanAngle'),
    speedShare: read('speedShare'),
    timeTo20: read('timeTo20'),
    return: computeMean(returns) ?? 0,
    recovered: read('recovered'),
  };
}

function computeMean(values: Float64Array): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
