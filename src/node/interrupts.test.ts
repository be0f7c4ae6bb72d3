import { afterEach, expect, it, vi } from 'vitest';
import { watchInterrupts } from './interrupts.ts';

afterEach(() => vi.restoreAllMocks());

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('notes the first %s, and ends the process at the second', (name) => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  const before = process.listenerCount(name);
  const watch = watchInterrupts();
  try {
    expect([watch.interrupted, watch.signal.aborted]).toEqual([false, false]);
    process.emit(name);
    expect([watch.interrupted, watch.signal.aborted]).toEqual([true, true]);
    expect(exit).not.toHaveBeenCalled();
    process.emit(name);
    expect(exit).toHaveBeenCalledWith(130);
  } finally {
    watch.stop();
  }
  expect(process.listenerCount(name)).toBe(before);
});
