import { expect, it } from 'vitest';
import { findFreeName } from './free-name.ts';

it('numbers names that are taken', () => {
  expect(findFreeName('fin', new Set())).toBe('fin');
  expect(findFreeName('fin', new Set(['fin', 'fin 2']))).toBe('fin 3');
  expect(findFreeName('fin 2', new Set(['fin 2']))).toBe('fin 2 2');
});
