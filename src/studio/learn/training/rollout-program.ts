/** The program of a worker that makes experience: its lanes of the environment behind the messages of a rollout peer. */
import { type RolloutReply, type RolloutRequest, servePeer } from '../../../learn/rollouts/messages.ts';
import { createRolloutWorker } from '../../../learn/rollouts/worker.ts';
import { createSubjectEnv, type Subject } from '../../../learn/subjects/subject.ts';
import { toLearnProblem } from '../../../learn/learn-error.ts';

/** The first message. */
export interface RolloutSetUp {
  readonly subject: Subject;
  readonly lanes: number;
}

let answer: ((request: RolloutRequest) => RolloutReply) | undefined;

/** An environment that cannot be made answers every request with the reason. */
function createAnswer({ subject, lanes }: RolloutSetUp): (request: RolloutRequest) => RolloutReply {
  try {
    return createRolloutWorker(createSubjectEnv(subject, lanes));
  } catch (error) {
    const problem = toLearnProblem(error);
    return () => ({ kind: 'failed', problem });
  }
}

addEventListener(
  'message',
  ({ data }: MessageEvent<RolloutSetUp>) => {
    answer = createAnswer(data);
    servePeer(
      {
        post: (message) => {
          (self as unknown as Worker).postMessage(message);
        },
        listen: (receive) => {
          addEventListener('message', (event: MessageEvent<unknown>) => {
            receive(event.data);
          });
        },
      },
      (request) => answer!(request),
    );
  },
  { once: true },
);
