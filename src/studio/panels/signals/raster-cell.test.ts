import { describe, expect, it } from 'vitest';
import type { SignalSpec } from '../../../engine/contract/types.ts';
import { SignalHistory } from '../../data/signal-history.ts';
import { createRasterSources } from '../../data/strip-model.ts';
import { describeCell } from './raster-cell.ts';

const states = [
  { name: 'UP', colour: '#ffffff', about: 'In the air.' },
  { name: 'DOWN', colour: '#000000', about: 'On the ground.' },
];
const legs = (['left', 'right'] as const).map(
  (side): SignalSpec => ({
    ...{ name: `leg.${side}`, unit: '1', size: 3, range: [0, 1], about: '', element: 'leg pair' },
    ...{ display: 'categories', categories: states },
  }),
);
const bend: SignalSpec = {
  ...{ name: 'curvature', unit: '1/m', size: 2, range: [-12_000, 12_000], about: '', element: 'section' },
  display: 'diverging',
};

describe('a place in a raster', () => {
  const history = new SignalHistory([...legs, bend], 0.1);
  history.add(0, Float32Array.of(0, 1, 1, 1, -1, 0, 6000, -3000));
  const [states2, curvature] = createRasterSources([...legs, bend]);

  it('says whose row it is and what state it is in', () => {
    expect(describeCell(states2!, history, 0, 0)).toBe('0.00 s · left leg pair 1: UP');
    expect(describeCell(states2!, history, 0, 0.999)).toBe('0.00 s · right leg pair 3: UP');
    expect(describeCell(states2!, history, 0, 0.75)).toBe('0.00 s · right leg pair 2: lost');
    expect(describeCell(states2!, history, 7, 0)).toBe('');
  });

  it('gives curvature in 1/mm', () => {
    expect(describeCell(curvature!, history, 0, 0.1)).toBe('0.00 s · section 1: 6 1/mm');
    expect(describeCell(curvature!, history, 0, 0.9)).toBe('0.00 s · section 2: -3 1/mm');
  });
});
