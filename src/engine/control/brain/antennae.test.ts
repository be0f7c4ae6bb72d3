import { describe, expect, it } from 'vitest';
import { createRng } from '../../math/rng.ts';
import type { SignedDistance } from '../../world/distance/signed-distance.ts';
import type { Obstructions } from '../../world/obstructions.ts';
import {
  type Antennae,
  computeTipIndex,
  createAntennae,
  createAntennaeField,
  setAntennaeStart,
  setPoints,
  updateAntennae,
} from './antennae.ts';

const degree = Math.PI / 180;
const dt = 1 / 240;
const head = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 6, 7);
const options = { links: 27, firstLength: 0.3, lastLength: 0.2, root: [0.1, 0.6, 0.2], touch: 0.24 } as const;
const spec = createAntennaeField();
/** Places of an antenna's numbers. */
const [azimuth, elevation, targetAzimuth, targetElevation, rate, phase] = [0, 1, 2, 3, 4, 5];

function createObstructions(places: readonly number[]): Obstructions {
  return {
    scene: {
      obstacles: places.length === 0 ? [] : [{ kind: 'cylinder', halfX: 1, halfY: 1 }],
      ...{ foodSizes: [], obstaclePlaces: [], foodPlaces: [], radius: 1, starts: [], margin: 1 },
    },
    arrays: {
      obstaclePlaces: Float64Array.from(places),
      foodPlaces: new Float64Array(0),
      foodEaten: new Uint8Array(0),
    },
    herd: null,
    own: 0,
  };
}

const free = createObstructions([]);

function createStart(): { antennae: Antennae; values: Float64Array; rng: Uint32Array } {
  const [antennae, values, rng] = [createAntennae(options), new Float64Array(spec.length), createRng(4, 'antennae')];
  setAntennaeStart(values, rng);
  return { antennae, values, rng };
}

describe('antennae', () => {
  it('are chains of links of the given lengths from roots on both sides of the head', () => {
    const { antennae, values } = createStart();
    for (const side of [0, 1]) setPoints(antennae, values, head, side);
    const first = 3 * (options.links + 1);
    expect(Array.from(antennae.points.subarray(0, 3))).toEqual([5.1, 6.6, 7.2]);
    expect(antennae.points[first + 1]).toBeCloseTo(5.4, 12);
    for (let link = 0; link < options.links; link++) {
      const step = [0, 1, 2].map((k) => antennae.points[3 * link + 3 + k]! - antennae.points[3 * link + k]!);
      expect(Math.hypot(...step)).toBeCloseTo(0.3 - (0.1 * link) / 26, 12);
    }
    expect(computeTipIndex(antennae, 1)).toBe(first + 3 * options.links);
  });

  it('mirror each other when they are held alike', () => {
    const { antennae, values } = createStart();
    values.copyWithin(spec.length / 2, 0, spec.length / 2);
    for (const side of [0, 1]) setPoints(antennae, values, head, side);
    const [left, right] = [computeTipIndex(antennae, 0), computeTipIndex(antennae, 1)];
    expect(antennae.points[left]).toBeCloseTo(antennae.points[right]!, 12);
    expect(antennae.points[left + 1]! - 6).toBeCloseTo(6 - antennae.points[right + 1]!, 12);
  });

  it('wander within 0 to 60° and ± 15° at 60°/s, and reach their targets before new ones are drawn', () => {
    const { antennae, values, rng } = createStart();
    let targets = 0;
    for (let i = 0; i < 240 * 20; i++) {
      const before = values.slice();
      updateAntennae(antennae, values, rng, head, null, free, dt);
      expect(values[azimuth]).toBeGreaterThanOrEqual(0);
      expect(values[azimuth]).toBeLessThanOrEqual(60 * degree);
      expect(Math.abs(values[elevation]!)).toBeLessThanOrEqual(15 * degree);
      expect(Math.abs(values[azimuth]! - before[azimuth]!)).toBeLessThanOrEqual(60 * degree * dt + 1e-12);
      expect(values[phase]).toBeLessThanOrEqual(2 * Math.PI);
      if (values[targetAzimuth] !== before[targetAzimuth]) {
        targets += 1;
        expect(Math.abs(values[azimuth]! - before[targetAzimuth]!)).toBeLessThan(1e-12);
      }
    }
    expect(targets).toBeGreaterThan(20);
  });

  it('send a wave outward: each link is turned against the one before by sin(ωt − 6° i)', () => {
    const { antennae, values } = createStart();
    values[elevation] = 0;
    setPoints(antennae, values, head, 0);
    const tilt = (link: number): number =>
      Math.asin((antennae.points[3 * link + 5]! - antennae.points[3 * link + 2]!) / antennae.lengths[link]!);
    for (let link = 1; link < options.links; link++) {
      const expected = 2 * degree * Math.sin(values[phase]! - 6 * degree * link);
      expect(tilt(link) - tilt(link - 1)).toBeCloseTo(expected, 9);
    }
  });

  it('rise from ground that they touch', () => {
    const { antennae, values, rng } = createStart();
    const ground: SignedDistance = {
      measure(out) {
        out.set([out[2]! - 9, 0, 0, 1]);
      },
    };
    updateAntennae(antennae, values, rng, head, ground, free, dt);
    expect(values[targetElevation]! - values[elevation]!).toBeCloseTo(20 * degree, 12);
    expect(values[rate]).toBeCloseTo(200 * degree, 12);
    expect(Array.from(antennae.contacts)).toEqual([0, 0]);
  });

  it.each([
    ['inside of the left one', -0.7, -1],
    ['outside of the left one', 0.7, 1],
  ])('turn along the normal of an obstacle %s, and tell the brain', (_, aside, wanted) => {
    const { antennae, values, rng } = createStart();
    setPoints(antennae, values, head, 0);
    const tip = computeTipIndex(antennae, 0);
    const [x, y] = [antennae.points[tip]!, antennae.points[tip + 1]!];
    // The obstacle lies on the other side of the tip from where its normal leads.
    updateAntennae(antennae, values, rng, head, null, createObstructions([x, y - aside, 0]), dt);
    expect(antennae.contacts[0]).toBe(1);
    expect(Math.sign(values[targetAzimuth]! - values[azimuth]!)).toBe(wanted);
    expect(values[rate]).toBeCloseTo(200 * degree, 12);
  });

  it('feel nothing beyond their touch', () => {
    const { antennae, values, rng } = createStart();
    updateAntennae(antennae, values, rng, head, null, createObstructions([5, 40, 0]), dt);
    expect(Array.from(antennae.contacts)).toEqual([0, 0]);
  });
});
