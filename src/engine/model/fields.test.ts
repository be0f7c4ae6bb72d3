import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { group, list, object, wholeFile } from './fields.ts';

it('makes the schema of a file when it is first read, and once', () => {
  const make = vi.fn(() => z.number().default(3));
  const read = wholeFile('a file', {
    group: group('A group.', { number: make }),
    items: list(object('An item.', { number: make }), { default: [{}], max: 2, about: 'Items.' }),
  });
  expect(make).not.toHaveBeenCalled();
  expect(read().parse({})).toEqual({ group: { number: 3 }, items: [{ number: 3 }] });
  expect(read()).toBe(read());
  expect(make).toHaveBeenCalledTimes(2);
});
