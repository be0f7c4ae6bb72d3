/**
 * Calls into workers. A worker serves an object of functions; the page calls them by name with the same arguments and gets promises.
 * The last argument may be an object of listeners: what the worker calls on it is sent back, so that a call can tell how far it is,
 * or be a stream for as long as the worker lives.
 */
import { describeError } from '../data/describe-error.ts';

/** The functions of a program as the other side sees them. */
export type Remote<P> = {
  readonly [K in keyof P]: P[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Awaited<R>> : never;
};

export interface WorkerConnection<P> {
  readonly remote: Remote<P>;
  /** Ends the worker; what was asked and not answered is never settled. */
  readonly close: () => void;
}

/** The part of a worker that is used; its global object has the first two. */
export interface WorkerPort {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', receive: (event: MessageEvent<unknown>) => void): void;
  addEventListener(type: 'error', receive: (event: { readonly message?: string }) => void): void;
  terminate(): void;
}

interface Request {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
  /** Names of the functions of the last argument. */
  readonly events: readonly string[];
}

type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly event: string; readonly args: readonly unknown[] };

type Listeners = Readonly<Record<string, (...args: readonly unknown[]) => void>>;

const moved = new WeakMap<object, Transferable[]>();

/** An argument whose memory goes over to the other side instead of being copied. */
export function transfer<T extends object>(value: T, memory: Transferable[]): T {
  moved.set(value, memory);
  return value;
}

function listMoved(args: readonly unknown[]): Transferable[] {
  return args.flatMap((arg) => moved.get(Object(arg) as object) ?? []);
}

function isListeners(value: unknown): value is Listeners {
  const functions = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return functions.length > 0 && functions.every((act) => typeof act === 'function');
}

/** The worker's end. `describe` makes a sentence of what was thrown. */
export function serve(
  program: object,
  describe: (error: unknown) => string = describeError,
  port: Omit<WorkerPort, 'terminate'> = self as unknown as WorkerPort,
): void {
  const answer = async ({ id, name, args, events }: Request): Promise<void> => {
    const listen =
      (event: string) =>
      (...told: unknown[]) => {
        port.postMessage({ id, event, args: told } satisfies Reply, listMoved(told));
      };
    const listeners = events.length === 0 ? [] : [Object.fromEntries(events.map((event) => [event, listen(event)]))];
    try {
      const act = program[name as keyof typeof program] as (...args: unknown[]) => unknown;
      port.postMessage({ id, value: await act(...args, ...listeners) } satisfies Reply, []);
    } catch (error) {
      port.postMessage({ id, error: describe(error) } satisfies Reply, []);
    }
  };
  port.addEventListener('message', ({ data }) => void answer(data as Request));
}

/** The page's end. `lost`: what is said of a worker that could not be loaded; `onLost` hears of one that failed at any time. */
export function connect<P>(worker: WorkerPort, lost: string, onLost?: (message: string) => void): WorkerConnection<P> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  worker.addEventListener('message', ({ data }) => {
    const reply = data as Reply;
    const call = waiting.get(reply.id);
    if ('event' in reply) call?.listeners?.[reply.event]!(...reply.args);
    else if ('error' in reply) call?.reject(new Error(reply.error));
    else call?.resolve(reply.value);
    // A stream may outlive its answer.
    if (!('event' in reply) && call?.listeners === undefined) waiting.delete(reply.id);
  });
  worker.addEventListener('error', ({ message }) => {
    const said = message === undefined || message === '' ? lost : message;
    onLost?.(said);
    for (const [id, { reject, listeners }] of waiting) {
      reject(new Error(said));
      // A worker may live on after an error that nobody caught.
      if (listeners === undefined) waiting.delete(id);
    }
  });
  const ask = (name: string, given: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const final = given.at(-1);
      const listeners = isListeners(final) ? final : undefined;
      const args = listeners === undefined ? given : given.slice(0, -1);
      last += 1;
      waiting.set(last, { listeners, resolve, reject });
      const request: Request = { id: last, name, args, events: Object.keys(listeners ?? {}) };
      worker.postMessage(request, listMoved(args));
    });
  return {
    remote: new Proxy(
      {},
      {
        get:
          (_, name) =>
          (...args: unknown[]) =>
            ask(String(name), args),
      },
    ) as Remote<P>,
    close: () => {
      worker.terminate();
    },
  };
}

interface Waiting {
  readonly listeners: Listeners | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The work, or a rejection as soon as the signal is given: check the signal to tell the two apart. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const cancel = (): void => {
      reject(new Error('Cancelled.'));
    };
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
  });
  return Promise.race([aborted, work]);
}

/** Asks one thing of a worker of its own, which ends with the answer, or when the signal is given. */
export async function askOnce<P, T>(
  { remote, close }: WorkerConnection<P>,
  ask: (remote: Remote<P>) => Promise<T>,
  signal = new AbortController().signal,
): Promise<T> {
  try {
    return await untilAborted(ask(remote), signal);
  } finally {
    close();
  }
}
