import { expect, it } from 'vitest';
import { z } from 'zod';
import { createJsonSchema } from '../model/json-schema.ts';
import { families } from './registry.ts';

it.each(families)('the JSON Schema of $body is as zod writes it, to the letter', ({ schema }) => {
  const theirs = z.toJSONSchema(schema, { io: 'input', reused: 'inline' });
  expect(JSON.stringify(createJsonSchema(schema))).toBe(JSON.stringify(theirs));
});

it('refuses a field of another kind', () => {
  expect(() => createJsonSchema(z.strictObject({ when: z.date() }))).toThrow('is a date');
  expect(() => createJsonSchema(z.strictObject({ name: z.string().regex(/a/u) }))).toThrow('is checked for');
});
