/** The page's end of a worker that trains or answers questions about policies. */
import type { PolicyPlan } from '../../../learn/policies/policy-plan.ts';
import { askOnce, type WorkerConnection, connect, type Remote } from '../../calls/call.ts';
import type { LearnProgram } from './learn-worker.ts';
import type { PlanRequest } from './messages.ts';

export type Learner = WorkerConnection<LearnProgram>;

export function startLearner(): Learner {
  const worker = new Worker(new URL('./learn-worker.ts', import.meta.url), { type: 'module', name: 'learn' });
  return connect(worker, 'What learns could not be loaded.');
}

/** Asks a worker of its own one thing. Rejects with a sentence. */
export function askLearner<T>(ask: (remote: Remote<LearnProgram>) => Promise<T>, signal?: AbortSignal): Promise<T> {
  return askOnce(startLearner(), ask, signal);
}

/** A policy made ready to drive a run. */
export function askForPlan(request: PlanRequest): Promise<PolicyPlan> {
  return askLearner((remote) => remote.createPlan(request));
}
