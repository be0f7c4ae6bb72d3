/** Runs of a link with the policies that it names. */
import { loadShippedPolicy } from '../../animals/policies.ts';
import { describeAnimal } from '../../animals/registry.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { restorePolicies } from '../../learn/policies/shipped-policy.ts';
import type { PlannedRuns } from '../data/protocol.ts';
import { describeStart } from './open-animal.ts';

export async function restoreRuns(
  animal: string,
  planned: PlannedRuns,
): Promise<{ readonly runs: PlannedRuns; readonly problems: readonly Problem[] }> {
  const own = describeAnimal(animal);
  const problems: Problem[] = [];
  const runs = await Promise.all(
    planned.runs.map(async (run) => {
      const found = await restorePolicies(describeStart(own, run), own, run.edits, loadShippedPolicy);
      problems.push(...found.problems);
      return { ...run, edits: found.edits };
    }),
  );
  return { runs: { ...planned, runs }, problems };
}
