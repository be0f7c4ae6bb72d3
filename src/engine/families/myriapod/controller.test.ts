import { describe, expect, it } from 'vitest';
import { legStates } from '../../control/legs/leg-plan.ts';
import { createSampleLegs } from '../../../testing/leg-samples.ts';
import { countStanding, isSupported } from './controller.ts';

const { STANCE, SF1 } = legStates;

describe('which segments are carried', () => {
  it.each([
    ['any', 1, [1, 0], [], true],
    ['any', 1, [0, 0], [], false],
    ['both', 1, [1, 0], [], false],
    ['both', 1, [1, 1], [], true],
    ['both', 1, [1, 0], [1], true],
    ['any', 1, [0, 0], [0, 1], false],
    ['both', 2, [1, 0, 0, 1], [], false],
    ['both', 2, [0, 0, 1, 1], [], true],
  ] as const)('rule %s, %i pairs, standing %j, lost %j: %s', (rule, pairsPerSegment, standing, lost, wanted) => {
    const { plan, arrays } = createSampleLegs({}, { lost });
    standing.forEach((stands, leg) => (arrays.legStates[leg] = stands === 1 ? STANCE : SF1));
    expect(isSupported(plan, { legs: { pairsPerSegment }, gait: { support: rule } }, arrays, 1)).toBe(wanted);
    const there = standing.filter((stands, leg) => stands === 1 && !(lost as readonly number[]).includes(leg));
    expect(countStanding(plan, arrays)).toBe(there.length);
  });
});
