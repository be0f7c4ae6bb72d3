import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findLeftAddress, forgetLeft, keepLeft, prepareOpening } from './opening.ts';

const link = { animal: 'worm', settings: [], seed: 1 };
const left = { ...link, said: 'with two runs' };

beforeEach(() => {
  vi.stubGlobal('location', { hash: '#/worm?medium.water=1' });
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined });
});

afterEach(() => {
  forgetLeft();
  vi.unstubAllGlobals();
});

describe('the way back to an animal', () => {
  it('leads to the address that was left, and opens all its runs, once', async () => {
    keepLeft('#/worm?medium.water=1', left);
    expect(findLeftAddress('worm')).toBe('#/worm?medium.water=1');
    expect(findLeftAddress('lamprey')).toBeUndefined();
    expect(await prepareOpening(link)).toBe(left);
    expect(await prepareOpening(link)).toBe(link);
  });

  it('is forgotten at another address, and in the gallery', async () => {
    keepLeft('#/worm', left);
    expect(await prepareOpening(link)).toBe(link);
    keepLeft('#/worm?medium.water=1', left);
    forgetLeft();
    expect(await prepareOpening(link)).toBe(link);
  });
});
