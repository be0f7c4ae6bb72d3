/** Does rollouts, one at a time, and keeps environments: a warm worker makes one once for a training, not for every job. */
import { LearnError, toLearnProblem } from '../learn-error.ts';
import type { NamedArrays } from '../named-arrays.ts';
import type { RolloutReply, RolloutRequest } from '../rollouts/messages.ts';
import { createRolloutWorker } from '../rollouts/worker.ts';
import { createSubjectEnv } from '../subjects/subject.ts';
import {
  createRolloutResult,
  readQuestion,
  type RolloutAnswer,
  type RolloutJob,
  type RolloutQuestion,
  type RolloutResult,
  type RolloutTask,
} from './rollout-job.ts';

/** Environments kept at a time; a soft animal's lanes may take a hundred megabytes. */
const maxEnvironments = 4;

interface Environment {
  readonly answer: (request: RolloutRequest) => RolloutReply;
  /** Initial state of the lanes: a job without a state starts from it. */
  readonly initial: NamedArrays;
}

export class RolloutRunner {
  /** Least recently used first. */
  readonly #environments = new Map<string, Environment>();
  #made = 0;

  /** How often an environment was made. */
  get made(): number {
    return this.#made;
  }

  run(task: RolloutTask, taskHash: string, job: RolloutJob): RolloutResult {
    let environment: Environment;
    try {
      environment = this.#prepare(task, taskHash, job.lanes);
    } catch (error) {
      return createRolloutResult(job.key, { reply: { kind: 'failed', problem: toLearnProblem(error) } });
    }
    const answer = answerQuestion(environment, readQuestion(job));
    // After an error memory may hold anything.
    if (answer.reply.kind === 'failed') this.#environments.delete(nameEnvironment(taskHash, job.lanes));
    return createRolloutResult(job.key, answer);
  }

  #prepare(task: RolloutTask, taskHash: string, lanes: number): Environment {
    const name = nameEnvironment(taskHash, lanes);
    let environment = this.#environments.get(name);
    if (environment === undefined) {
      const answer = createRolloutWorker(createSubjectEnv(task.subject, lanes));
      environment = { answer, initial: save(answer) };
      this.#made++;
    }
    this.#environments.delete(name);
    if (this.#environments.size >= maxEnvironments) this.#environments.delete(this.#environments.keys().next().value!);
    this.#environments.set(name, environment);
    return environment;
  }
}

function nameEnvironment(taskHash: string, lanes: number): string {
  return `${taskHash} ${lanes}`;
}

function answerQuestion({ answer, initial }: Environment, { request, state }: RolloutQuestion): RolloutAnswer {
  const loaded = answer({ kind: 'load', state: state ?? initial });
  if (loaded.kind === 'failed') return { reply: loaded };
  const reply = answer(request);
  const changes = request.kind === 'start' || request.kind === 'collect';
  return changes && reply.kind !== 'failed' ? { reply, state: save(answer) } : { reply };
}

function save(answer: Environment['answer']): NamedArrays {
  const reply = answer({ kind: 'save' });
  if (reply.kind === 'failed') throw new LearnError(reply.problem);
  return (reply as Extract<RolloutReply, { kind: 'save' }>).state;
}
