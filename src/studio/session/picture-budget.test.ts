import { describe, expect, it, vi } from 'vitest';
import { PictureBudget } from './picture-budget.ts';

describe('the budget of pictures', () => {
  it('lets fast pictures follow each other, and slow ones leave half as long to the page', () => {
    const budget = new PictureBudget();
    budget.note(1000, 1030);
    expect(budget.allows(1031)).toBe(true);
    budget.note(2000, 2400);
    expect(budget.allows(2599)).toBe(false);
    expect(budget.allows(2600)).toBe(true);
    // However slow, it draws again.
    budget.note(3000, 13000);
    expect(budget.allows(14000)).toBe(true);
    budget.close();
  });

  it('measures a picture until the page comes to other work', async () => {
    const budget = new PictureBudget();
    const start = performance.now();
    budget.begin(start);
    while (performance.now() < start + 80);
    await vi.waitFor(() => {
      expect(budget.allows(start + 81)).toBe(false);
    });
    expect(budget.allows(start + 2000)).toBe(true);
    budget.close();
  });
});
