import { expect, it, vi } from 'vitest';
import { createMemo, Lazy } from './memo.ts';

it('makes a result once and hands out the same', () => {
  const memo = createMemo<object>(2);
  const first = memo('a', () => ({}));
  expect(memo('a', () => ({}))).toBe(first);
});

it('lets go of what was not asked for longest', () => {
  const memo = createMemo<string>(2);
  const make = vi.fn((key: string) => key);
  const ask = (key: string): string => memo(key, () => make(key));
  for (const key of ['a', 'b', 'a', 'c']) expect(ask(key)).toBe(key);
  expect(make.mock.calls.flat()).toEqual(['a', 'b', 'c']);
  ask('a');
  expect(make).toHaveBeenCalledTimes(3);
  ask('b');
  expect(make).toHaveBeenCalledTimes(4);
});

it('keeps a result that is nothing', () => {
  const memo = createMemo<undefined>(2);
  const make = vi.fn(() => undefined);
  memo('a', make);
  memo('a', make);
  expect(make).toHaveBeenCalledTimes(1);
});

it('keeps nothing of a failure', () => {
  const memo = createMemo<number>(2);
  expect(() =>
    memo('a', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(memo('a', () => 7)).toBe(7);
});

it('computes a lazy result when it is first read, and once', () => {
  let count = 0;
  const lazy = new Lazy(() => (count++, undefined));
  expect(lazy.isMade).toBe(false);
  expect([lazy.value, lazy.value, lazy.isMade, count]).toEqual([undefined, undefined, true, 1]);
});
