import { describe, expect, it } from 'vitest';
import { askOnce, connect, serve, transfer, untilAborted, type WorkerPort } from './call.ts';

/** Two ends of a line on which messages are copied as workers copy them. */
function createLine() {
  const ends = [0, 1].map(() => ({
    receivers: [] as ((event: MessageEvent<unknown>) => void)[],
    moved: [] as Transferable[],
  }));
  const fails: ((event: { readonly message?: string }) => void)[] = [];
  let open = true;
  const create = (own: number): WorkerPort => ({
    postMessage: (message, moved) => {
      const data: unknown = structuredClone(message);
      ends[own]!.moved.push(...moved);
      queueMicrotask(() => {
        if (open) for (const receive of ends[1 - own]!.receivers) receive({ data } as MessageEvent<unknown>);
      });
    },
    addEventListener: (type: string, receive: never) => {
      if (type === 'error') fails.push(receive);
      else ends[own]!.receivers.push(receive);
    },
    terminate: () => {
      open = false;
    },
  });
  return {
    page: create(0),
    worker: create(1),
    moved: ends.map(({ moved }) => moved),
    isOpen: () => open,
    fail: (message?: string) => {
      for (const tell of fails) tell(message === undefined ? {} : { message });
    },
  };
}

interface Counter {
  readonly onCount: (count: number) => void;
  readonly onEnd?: (text: string) => void;
}

function createProgram() {
  return {
    add: (a: number, b: number) => a + b,
    later: async (text: string) => {
      await Promise.resolve();
      return text;
    },
    leak: () => () => undefined,
    refuse: (): void => {
      throw new Error('No.');
    },
    wait: () => new Promise<void>(() => undefined),
    count: (to: number, { onCount, onEnd }: Counter) => {
      for (let count = 1; count <= to; count++) onCount(count);
      setTimeout(() => onEnd?.('over'));
      return to;
    },
    send: (rows: Float32Array, { onRows }: { onRows: (rows: Float32Array) => void }) => {
      onRows(transfer(rows, [rows.buffer as ArrayBuffer]));
    },
  };
}

function open(onLost?: (message: string) => void) {
  const line = createLine();
  serve(createProgram(), undefined, line.worker);
  return { ...line, ...connect<ReturnType<typeof createProgram>>(line.page, 'Not loaded.', onLost) };
}

describe('calls', () => {
  it('answer each with its own value, in whatever order they are ready', async () => {
    const { remote } = open();
    expect(await Promise.all([remote.later('slow'), remote.add(1, 2), remote.add(3, 4)])).toEqual(['slow', 3, 7]);
  });

  it('reject with what the worker says', async () => {
    await expect(open().remote.refuse()).rejects.toThrow('No.');
    // What cannot be sent is an error too, not a call that waits for ever.
    await expect(open().remote.leak()).rejects.toThrow('cloned');
  });

  it('tell listeners on the way, and after the answer too', async () => {
    const told: (number | string)[] = [];
    const end = new Promise<void>((resolve) => {
      void open().remote.count(3, {
        onCount: (count) => told.push(count),
        onEnd: (text) => {
          told.push(text);
          resolve();
        },
      });
    });
    await end;
    expect(told).toEqual([1, 2, 3, 'over']);
  });

  it('leave out listeners that nobody gave', async () => {
    const counts: number[] = [];
    expect(await open().remote.count(2, { onCount: (count) => counts.push(count) })).toBe(2);
    expect(counts).toEqual([1, 2]);
  });

  it('give memory away where that is said', async () => {
    const { remote, moved } = open();
    const rows = Float32Array.of(1, 2);
    await remote.send(rows, { onRows: (got) => expect([...got]).toEqual([1, 2]) });
    expect(moved.map((list) => list.length)).toEqual([0, 1]);
  });

  it('reject all that wait when the worker fails, and say so', async () => {
    const said: string[] = [];
    const { remote, fail } = open((message) => said.push(message));
    const waiting = [remote.wait(), remote.wait()];
    fail();
    expect(await Promise.allSettled(waiting)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    fail('Out of memory.');
    expect(said).toEqual(['Not loaded.', 'Out of memory.']);
  });

  it('keep their listeners when the worker lives on after an error', async () => {
    const { remote, fail } = open();
    const end = new Promise<string>((resolve) => {
      void remote.count(1, { onCount: () => undefined, onEnd: resolve }).then(() => {
        fail('Something else.');
      });
    });
    expect(await end).toBe('over');
  });
});

describe('a worker for one question', () => {
  it('ends with the answer', async () => {
    const line = open();
    expect(await askOnce(line, (remote) => remote.add(2, 2))).toBe(4);
    expect(line.isOpen()).toBe(false);
  });

  it('ends when it is called off', async () => {
    const line = open();
    const aborter = new AbortController();
    const asked = askOnce(line, (remote) => remote.wait(), aborter.signal);
    aborter.abort();
    await expect(asked).rejects.toThrow('Cancelled.');
    expect(line.isOpen()).toBe(false);
    await expect(untilAborted(Promise.resolve(1), aborter.signal)).rejects.toThrow('Cancelled.');
  });
});
