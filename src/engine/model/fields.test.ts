import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { describeAllowed, type JsonSchema } from './field-tree.ts';
import { group, list, object, quantity, wholeFile } from './fields.ts';

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

it('accepts limits as they are printed, and nothing further beyond', () => {
  const angle = quantity({ unit: 'rad', min: Math.PI / 180, max: Math.PI / 2.25, default: 1, about: 'An angle.' })();
  expect(describeAllowed(z.toJSONSchema(angle) as JsonSchema)).toBe('0.017453 to 1.3963 rad');
  expect(angle.parse(1.3963)).toBe(Math.PI / 2.25);
  expect(angle.parse(0.017453)).toBe(Math.PI / 180);
  expect(angle.parse(1.2)).toBe(1.2);
  for (const beyond of [1.3965, 0.01745, Infinity, Number.NaN]) expect(angle.safeParse(beyond).success).toBe(false);
  const length = quantity({ unit: 'm', min: 0, max: 1, default: 1, about: 'A length.' })();
  expect(length.safeParse(-1e-9).success).toBe(false);
});
