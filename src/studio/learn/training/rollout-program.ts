/** The program of a worker that makes experience: its lanes of the environment. */
import { toLearnProblem } from '../../../learn/learn-error.ts';
import type { RolloutReply, RolloutRequest } from '../../../learn/rollouts/messages.ts';
import { createRolloutWorker } from '../../../learn/rollouts/worker.ts';
import { createSubjectEnv, type Subject } from '../../../learn/subjects/subject.ts';
import { serve } from '../../calls/call.ts';

let answer: ((request: RolloutRequest) => RolloutReply) | undefined;

const program = {
  /** An environment that cannot be made answers every request with the reason. */
  open: (subject: Subject, lanes: number): void => {
    try {
      answer = createRolloutWorker(createSubjectEnv(subject, lanes));
    } catch (error) {
      const problem = toLearnProblem(error);
      answer = () => ({ kind: 'failed', problem });
    }
  },
  answer: (request: RolloutRequest): RolloutReply => answer!(request),
};

export type RolloutProgram = typeof program;

serve(program);
