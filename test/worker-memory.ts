/** Memory of a page of the studio with its worker, as the browser counts it after collecting garbage. */
import type { CDPSession, Page } from 'playwright-core';

interface HeapUsage {
  readonly usedSize: number;
  readonly embedderHeapUsedSize: number;
  readonly backingStorageSize: number;
}

/** Megabytes. */
export interface PageMemory {
  readonly page: number;
  readonly worker: number;
}

/** Objects, what the browser holds for them, and the bytes of arrays. */
function sum({ usedSize, embedderHeapUsedSize, backingStorageSize }: HeapUsage): number {
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6;
}

/** Speaks with the one worker of a page through the page. */
async function attachToWorker(session: CDPSession): Promise<(method: string) => Promise<unknown>> {
  const waiting = new Map<number, (result: unknown) => void>();
  let last = 0;
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  const attached = new Promise<string>((resolve) => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.type === 'worker') resolve(sessionId);
    });
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const sessionId = await attached;
  return async (method) => {
    const id = ++last;
    const answer = new Promise<unknown>((resolve) => waiting.set(id, resolve));
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    return answer;
  };
}

/** What measures a page that has an animal open. */
export async function createMemoryMeter(page: Page): Promise<() => Promise<PageMemory>> {
  const session = await page.context().newCDPSession(page);
  const askWorker = await attachToWorker(session);
  return async () => {
    await session.send('HeapProfiler.collectGarbage');
    await askWorker('HeapProfiler.collectGarbage');
    return {
      page: sum(await session.send('Runtime.getHeapUsage')),
      worker: sum((await askWorker('Runtime.getHeapUsage')) as HeapUsage),
    };
  };
}
