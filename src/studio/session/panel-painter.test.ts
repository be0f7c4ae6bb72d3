import { afterEach, expect, it, vi } from 'vitest';
import { PanelPainter } from './panel-painter.ts';

/** Sees everything at once. */
class Observer {
  readonly #tell: (entries: readonly { isIntersecting: boolean }[]) => void;
  constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void) {
    this.#tell = tell;
  }
  observe(): void {
    this.#tell([{ isIntersecting: true }]);
  }
  disconnect(): void {
    return;
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
});

function createPanels(count: number, cost: number) {
  let clock = 0;
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('performance', { now: () => clock });
  const painter = new PanelPainter(() => undefined);
  const counts = Array.from({ length: count }, () => 0);
  counts.forEach((_, i) => {
    painter.add({} as Element, () => {
      counts[i]! += 1;
      clock += cost;
    });
  });
  return { painter, counts, setClock: (now: number) => (clock = now) };
}

it('paints one panel for each of many pictures', () => {
  const { painter, counts, setClock } = createPanels(6, 3);
  for (let k = 1; k <= 6; k++) {
    setClock(1000 + 16 * k);
    painter.paintNext(1000 + 16 * k);
    expect(counts.reduce((sum, value) => sum + value, 0)).toBeGreaterThanOrEqual(k);
  }
  expect(counts).toEqual([1, 1, 1, 1, 1, 1]);
});

it('paints several where pictures come late, for about a third of the time at most', () => {
  const { painter, counts, setClock } = createPanels(20, 10);
  setClock(1000);
  painter.paintNext(1000);
  counts.fill(0);
  setClock(1500);
  painter.paintNext(1500);
  expect(counts.filter((value) => value > 0)).toHaveLength(18);
});
it('paints all that have not seen the last picture when no more come, once', () => {
  const { painter, counts, setClock } = createPanels(6, 3);
  setClock(1000);
  painter.paintNext(1000);
  painter.paintNext(1016);
  counts.fill(0);
  for (let k = 0; k < 20; k++) painter.paintRest(3000 + 16 * k);
  expect(counts.every((value) => value <= 1)).toBe(true);
  expect(counts.filter((value) => value === 1).length).toBeGreaterThan(3);
  expect(counts.length).toBe(6);
});

it('paints every panel once with the first picture, so that none stays blank on a slow machine', () => {
  const { painter, counts, setClock } = createPanels(12, 20);
  setClock(1000);
  painter.paintNext(1000);
  expect(counts.every((count) => count >= 1)).toBe(true);
});
