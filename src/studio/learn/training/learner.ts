/** The page's end of a worker that trains or answers questions about policies. */
import type { PolicyPlan } from '../../../learn/policies/policy-plan.ts';
import type { LearnCommand, LearnReport } from './messages.ts';

export function startLearnWorker(): Worker {
  return new Worker(new URL('./learn-worker.ts', import.meta.url), { type: 'module', name: 'learn' });
}

/** Asks a worker of its own one thing. Rejects with a sentence. */
export function ask<K extends LearnReport['kind']>(
  command: LearnCommand,
  kind: K,
  signal?: AbortSignal,
): Promise<Extract<LearnReport, { kind: K }>> {
  const worker = startLearnWorker();
  return new Promise<Extract<LearnReport, { kind: K }>>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<LearnReport>) => {
      if (data.kind === kind) resolve(data as Extract<LearnReport, { kind: K }>);
      else reject(new Error(data.kind === 'refused' ? data.message : `An answer of another kind: ${data.kind}.`));
    };
    worker.onerror = (event) => {
      reject(new Error(event.message || 'What learns could not be loaded.'));
    };
    signal?.addEventListener('abort', () => {
      reject(new Error('It was given up.'));
    });
    worker.postMessage(command);
  }).finally(() => {
    worker.terminate();
  });
}

/** A policy made ready for the wheel of a run. */
export async function askForPlan(command: Omit<Extract<LearnCommand, { kind: 'plan' }>, 'kind'>): Promise<PolicyPlan> {
  return (await ask({ kind: 'plan', ...command }, 'plan')).plan;
}
