import { expect, it } from 'vitest';
import { families } from './registry.ts';

it('makes the schema of a family only when it is asked for: every start would pay for all of them', () => {
  for (const family of families) {
    const described = Object.getOwnPropertyDescriptor(family, 'jsonSchema')!;
    expect(Object.keys(described), family.body).toContain('get');
    expect(family.jsonSchema).toBe(family.jsonSchema);
  }
});
