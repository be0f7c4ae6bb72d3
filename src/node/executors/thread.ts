/** A thread that runs jobs, seen from outside: one job at a time, started again after a crash. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { JobTask, Keyed, KeyedResult } from '../../jobs/executor.ts';
import type { NamedArrays } from '../../learn/named-arrays.ts';

/** What the leader and its threads say to each other. */
export type ThreadRequest =
  | { readonly kind: 'task'; readonly taskHash: string; readonly task: JobTask }
  | { readonly kind: 'job'; readonly taskHash: string; readonly job: Keyed };

/** Results travel as JSON text, as they are kept, with their arrays beside it: so every executor hands over the same bits. */
export type ThreadReply =
  | { readonly kind: 'result'; readonly text: string; readonly arrays?: NamedArrays | undefined }
  | { readonly kind: 'broken'; readonly message: string };

/** The built program of a thread lies beside the command line's own. */
const threadProgram = path.join(import.meta.dirname, 'work-thread.js');

/** The thread died (out of memory, say) or found a fault of the program; the job has no result. */
export class ThreadError extends Error {
  readonly code: 'worker-died' | 'internal';

  constructor(code: ThreadError['code'], message: string) {
    super(message);
    this.name = 'ThreadError';
    this.code = code;
  }
}

/** Tasks a thread remembers; as many as the thread's own program keeps. */
const maxTasks = 8;

interface Settle {
  resolve(result: KeyedResult): void;
  reject(error: Error): void;
}

export class WorkThread {
  readonly #program: string;
  #worker: Worker | undefined;
  #tasks: string[] = [];
  #settle: Settle | undefined;

  constructor(program = threadProgram) {
    this.#program = program;
  }

  /** Runs one job; only one at a time. Rejects with a ThreadError, after which the next job starts a new thread. */
  run(task: JobTask, taskHash: string, job: Keyed): Promise<KeyedResult> {
    const worker = (this.#worker ??= this.#start());
    if (!this.#tasks.includes(taskHash)) {
      if (this.#tasks.length >= maxTasks) this.#tasks.shift();
      this.#tasks.push(taskHash);
      worker.postMessage({ kind: 'task', taskHash, task } satisfies ThreadRequest);
    }
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      worker.postMessage({ kind: 'job', taskHash, job } satisfies ThreadRequest);
    });
  }

  /** Ends the thread; a job in flight is abandoned. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#tasks = [];
    await worker?.terminate();
    this.#fail('worker-died', 'The thread was stopped.');
  }

  #start(): Worker {
    const worker = new Worker(this.#program);
    worker.on('message', (reply: ThreadReply) => {
      if (reply.kind === 'broken') this.#fail('internal', reply.message);
      else this.#finish((settle) => settle.resolve(parseResult(reply.text, reply.arrays)));
    });
    const die = (why: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#tasks = [];
      this.#fail('worker-died', why);
    };
    worker.on('error', (error) => die(`The thread that ran it died: ${error.message}.`));
    worker.on('exit', (code) => die(`The thread that ran it ended with code ${code}.`));
    return worker;
  }

  #fail(code: ThreadError['code'], message: string): void {
    this.#finish((settle) => settle.reject(new ThreadError(code, message)));
  }

  #finish(how: (settle: Settle) => void): void {
    const settle = this.#settle;
    this.#settle = undefined;
    if (settle !== undefined) how(settle);
  }
}

function parseResult(text: string, arrays: NamedArrays | undefined): KeyedResult {
  return { ...(JSON.parse(text) as KeyedResult), ...(arrays === undefined ? {} : { arrays }) };
}
