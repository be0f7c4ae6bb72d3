import { describe, expect, it } from 'vitest';
import { formatPermalink, isGallery, parsePermalink } from './permalink.ts';

describe('permalink', () => {
  it('comes back as it was written', () => {
    const link = {
      animal: 'soft-lamprey',
      settings: [
        ['brainstem.right', 0.4],
        ['integration.method', 'reference'],
        ['lesions.silence', [{ neurons: 'EIN', side: 'left', from: 1, to: 9 }]],
        ['paper', 'a & b = 100 %'],
        ['title', '42'],
        ['about', '"so"'],
      ] as const,
      seed: 7,
    };
    expect(parsePermalink(formatPermalink(link))).toEqual(link);
    expect(parsePermalink('#/lamprey')).toEqual({ animal: 'lamprey', settings: [], seed: 1 });
  });

  it('is not particular about capitals and a stroke at the end, and tells the gallery from nonsense', () => {
    for (const hash of ['#/LAMPREY', '#/lamprey/', '#/Lamprey/?'])
      expect(parsePermalink(hash)).toEqual({ animal: 'lamprey', settings: [], seed: 1 });
    expect(['', '#', '#/', '#/worm/figure-8', '#/worm/%00'].map(isGallery)).toEqual([true, true, true, false, false]);
  });

  it('takes anything else for the gallery, and broken pieces for text', () => {
    for (const hash of ['', '#', '#/', '#/../x', '#lamprey', '#/<b>']) expect(parsePermalink(hash)).toBeUndefined();
    expect(parsePermalink('#/lamprey?a=%E0%A4%A&=3&b&seed=x')).toEqual({
      animal: 'lamprey',
      settings: [['a', '%E0%A4%A']],
      seed: 1,
    });
  });

  it('writes half a character as what stands for it', () => {
    expect(formatPermalink(parsePermalink('#/x?a="%5Cud800"')!)).toBe('#/x?a=%EF%BF%BD');
    expect(formatPermalink(parsePermalink('#/x?a=\u{1f41f}')!)).toBe('#/x?a=%F0%9F%90%9F');
  });
});
