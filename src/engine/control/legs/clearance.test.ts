import { describe, expect, it } from 'vitest';
import { createSampleLegs, setSampleLeg } from '../../../testing/leg-samples.ts';
import { raiseLeg } from './clearance.ts';
import { setWorldTip } from './leg-places.ts';

const degree = Math.PI / 180;

describe('a swinging leg as it is drawn', () => {
  it.each([
    ['just below', -12, 0.1],
    ['deep', -60, 0.1],
    ['in ground that rises to its knee', -40, 1.2],
  ])('comes out of the ground: %s', (_, alpha, ground) => {
    const legs = createSampleLegs({}, { ground });
    const tip = new Float64Array(3);
    for (const leg of [0, 3]) {
      setSampleLeg(legs, leg, 2, [10 * degree, alpha * degree, 15 * degree]);
      expect(legs.arrays.legTips[3 * leg + 2]).toBeLessThan(ground);
      const angles = legs.arrays.legAngles.slice(3 * leg, 3 * leg + 3);
      raiseLeg(angles, legs.plan, legs.frames, leg, legs.terrain!);
      setWorldTip(tip, legs.plan, legs.frames, leg, angles, 0);
      expect(tip[2]).toBeGreaterThan(ground - 1e-3);
      expect([angles[0], angles[2]]).toEqual([10 * degree, 15 * degree]);
    }
  });

  it('stays as it is above the ground', () => {
    const legs = createSampleLegs({}, { ground: 0 });
    const angles = Float64Array.of(0.1, 0, 0.2);
    raiseLeg(angles, legs.plan, legs.frames, 1, legs.terrain!);
    expect(Array.from(angles)).toEqual([0.1, 0, 0.2]);
  });
});
