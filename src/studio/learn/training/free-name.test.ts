import { expect, it } from 'vitest';
import { findFreeName } from './free-name.ts';

it('numbers names that are taken, or that every animal has', () => {
  expect(findFreeName('steer, ES', [])).toBe('steer, ES');
  expect(findFreeName('steer, ES', ['steer, ES', 'steer, ES 2'])).toBe('steer, ES 3');
  expect(findFreeName('law', [])).toBe('law 2');
});
