import { describe, expect, it } from 'vitest';
import { listLostLegs, toggleLeg } from './lost-legs.ts';

describe('lost legs', () => {
  it('are lost one by one and come back', () => {
    const one = toggleLeg([], 3, 'left');
    expect(one).toEqual([{ pair: 3, side: 'left' }]);
    expect(toggleLeg(one, 3, 'right')).toHaveLength(2);
    expect(toggleLeg(one, 3, 'left')).toEqual([]);
  });

  it('come back singly from a pair, and count once', () => {
    const both = [
      { pair: 2, side: 'both' },
      { pair: 2, side: 'left' },
    ] as const;
    expect(listLostLegs(both)).toHaveLength(2);
    expect(toggleLeg(both, 2, 'right')).toEqual([{ pair: 2, side: 'left' }]);
  });
});
