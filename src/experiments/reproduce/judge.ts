/** Compares findings with claims: a row for each, with a verdict and, if it differs, the reason. */
import { SimulationError } from '../../engine/contract/guard.ts';
import { hashText } from '../studies/job.ts';
import type { Claim, Experiment, ExperimentContext, ExperimentResult, ClaimFinding } from '../kinds/claim.ts';

export type Verdict = 'agrees' | 'differs' | 'cannot be checked';

/** What `bestiary reproduce --json` prints, a list of these. */
export interface ClaimRow {
  readonly id: string;
  readonly paper: string;
  readonly where: string;
  readonly claim: string;
  readonly theirs: number | string;
  readonly ours: number | string | null;
  readonly unit: string;
  readonly tolerance: string;
  readonly verdict: Verdict;
  /** Why it differs or cannot be checked; empty where it agrees. */
  readonly why: string;
  readonly note: string;
  readonly kind: Claim['kind'];
  /** Depends on the machine that ran it. */
  readonly timed: boolean;
  readonly quick: boolean;
  readonly command: string;
  readonly seed: number;
  readonly version: string;
  /** Of the last states of all runs behind it; empty where nothing was run. */
  readonly hash: string;
  /** Seconds that the experiment took, all its rows together. */
  readonly seconds: number;
  /** When it was computed, ISO 8601; empty where nothing was run. */
  readonly time: string;
}

/** A finished experiment, as it is kept. */
export interface ExperimentOutcome {
  readonly experiment: string;
  readonly result: ExperimentResult;
  readonly seconds: number;
  /** When it was finished, ISO 8601. */
  readonly time: string;
}

/** Runs an experiment; a simulation that breaks down is a finding too. */
export async function runExperiment(experiment: Experiment, context: ExperimentContext): Promise<ExperimentResult> {
  try {
    return (await experiment.run?.(context)) ?? emptyResult;
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    const broken: ClaimFinding = { ours: null, holds: false, note: `The run broke down: ${error.message}` };
    return { ...emptyResult, findings: Object.fromEntries(experiment.claims.map(({ id }) => [id, broken])) };
  }
}

export const emptyResult: ExperimentResult = { findings: {}, tables: [], plots: [], runs: [] };

export interface RowFacts {
  readonly paper: string;
  readonly version: string;
  readonly quick: boolean;
}

export function createRows(experiment: Experiment, outcome: ExperimentOutcome, facts: RowFacts): ClaimRow[] {
  const { findings, runs } = outcome.result;
  const hash =
    runs.length === 0 ? '' : runs.length === 1 ? runs[0]!.hash : hashText(runs.map((run) => run.hash).join(' '));
  return experiment.claims.map((claim) => {
    const finding = findings[claim.id] ?? { ours: null };
    const verdict = judge(claim, finding);
    return {
      id: claim.id,
      paper: facts.paper,
      where: claim.where,
      claim: claim.claim,
      theirs: claim.theirs,
      ours: finding.ours,
      unit: claim.unit ?? '',
      tolerance: formatTolerance(claim),
      verdict,
      why: explain(claim, finding, verdict),
      note: finding.note ?? '',
      kind: claim.kind,
      timed: experiment.timed === true,
      quick: facts.quick,
      command: `bestiary reproduce ${claim.id}${facts.quick ? ' --quick' : ''}`,
      seed: runs[0]?.seed ?? 1,
      version: facts.version,
      hash,
      seconds: Number(outcome.seconds.toFixed(3)),
      time: experiment.run === undefined ? '' : outcome.time,
    };
  });
}

/** A claim agrees only if it was measured and is in its range, or the experiment confirms it. */
export function judge({ tolerance }: Claim, { ours, holds }: ClaimFinding): Verdict {
  if (holds !== undefined) return holds ? 'agrees' : 'differs';
  if (typeof ours !== 'number' || typeof tolerance === 'string') return 'cannot be checked';
  return ours >= tolerance.low && ours <= tolerance.high ? 'agrees' : 'differs';
}

function explain(claim: Claim, finding: ClaimFinding, verdict: Verdict): string {
  if (verdict === 'agrees') return '';
  if (finding.why !== undefined) return finding.why;
  if (verdict === 'differs') return claim.why ?? finding.note ?? 'Not known.';
  return claim.needs ?? claim.why ?? finding.note ?? 'Nothing was measured.';
}

function formatTolerance({ tolerance, unit }: Claim): string {
  if (typeof tolerance === 'string') return tolerance;
  const { low, high } = tolerance;
  const after = unit === undefined || unit === '' ? '' : ` ${unit}`;
  if (low === high) return `exactly ${low}${after}`;
  if (low === -Infinity) return `at most ${high}${after}`;
  return high === Infinity ? `at least ${low}${after}` : `${low} to ${high}${after}`;
}
