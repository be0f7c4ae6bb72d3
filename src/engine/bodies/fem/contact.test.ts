import { describe, expect, it } from 'vitest';
import { setMat3Inverse } from '../../math/space/mat3.ts';
import { atan, cos, sin } from '../../math/portable.ts';
import { createCentreLine, setCentreLine } from '../../mesh/tets/centre-line.ts';
import { addContact, type FemContactSettings, contactFlags, createFemContact } from './contact.ts';
import { createFrictionPatches } from '../../world/friction-patches.ts';
import { createGround } from '../../families/worm/medium/ground.ts';
import { clearNodeTerms, createNodeTerms } from '../../forces/node-terms.ts';

const settings: FemContactSettings = { model: 'anchored', normalStiffness: 50, tangentStiffness: 50, slipSpeed: 0.05 };
const gravity = 9.81;
const mass = 0.01;
const coefficients = { forward: 0.2, backward: 0.6, transverse: 0.4 };

/** Two equal points one behind the other, facing +x, on a plane that falls by the given angles. */
function slide(slope: number, slopeAcross: number, seconds: number, model: FemContactSettings['model'], dt = 0.002) {
  const ground = createGround({ kind: 'plane', slope, slopeAcross });
  const contact = createFemContact({ ...settings, model }, ground, createFrictionPatches([]), Uint32Array.of(0, 1), 1);
  const state = { anchors: new Float64Array(6), contacts: new Uint8Array(2) };
  const line = createCentreLine(2, 1);
  const terms = createNodeTerms(2);
  const normalZ = cos(slope) * cos(slopeAcross);
  const depth = (mass * gravity * normalZ) / settings.normalStiffness / normalZ;
  const heightAt = (x: number) => (-x * sin(slope)) / cos(slope) - depth;
  const positions = Float64Array.of(0.5, 0, heightAt(0.5), 0, -0.5, 0, heightAt(-0.5), 0);
  const velocities = new Float64Array(8);
  const [matrix, inverse] = [new Float64Array(9), new Float64Array(9)];
  for (let step = 0; step < Math.round(seconds / dt); step++) {
    clearNodeTerms(terms, dt);
    setCentreLine(line, positions);
    addContact(terms, contact, state, coefficients, { positions, velocities, line });
    for (let node = 0; node < 2; node++) {
      const [xx, yy, zz, xy, xz, yz] = terms.blocks.subarray(6 * node, 6 * node + 6);
      matrix.set([mass + xx!, xy!, xz!, xy!, mass + yy!, yz!, xz!, yz!, mass + zz!]);
      setMat3Inverse(inverse, matrix);
      const b = [terms.impulses[4 * node]!, terms.impulses[4 * node + 1]!, terms.impulses[4 * node + 2]!];
      b[2]! -= dt * mass * gravity;
      for (let r = 0; r < 3; r++) {
        velocities[4 * node + r]! += inverse[r]! * b[0]! + inverse[3 + r]! * b[1]! + inverse[6 + r]! * b[2]!;
      }
    }
    for (let i = 0; i < 8; i++) positions[i]! += dt * velocities[i]!;
  }
  const speed = Math.sqrt(
    velocities[0]! * velocities[0]! + velocities[1]! * velocities[1]! + velocities[2]! * velocities[2]!,
  );
  return { positions, velocities, speed, flags: state.contacts };
}

const degree = Math.PI / 180;
interface Direction {
  name: string;
  friction: number;
  slope: (angle: number) => readonly [number, number];
  component: number;
  flag: number;
}

const directions: readonly Direction[] = [
  {
    name: 'forward',
    friction: 0.2,
    slope: (angle: number) => [angle, 0],
    component: 0,
    flag: contactFlags.slidingAlong,
  },
  {
    name: 'backward',
    friction: 0.6,
    slope: (angle: number) => [-angle, 0],
    component: 0,
    flag: contactFlags.slidingAlong,
  },
  {
    name: 'sideways',
    friction: 0.4,
    slope: (angle: number) => [0, angle],
    component: 1,
    flag: contactFlags.slidingAcross,
  },
];

describe('friction on an incline', () => {
  for (const { name, friction, slope, component, flag } of directions) {
    it(`holds half a degree below the angle of friction and slides half a degree above it, ${name}`, () => {
      const angle = atan(friction);
      const held = slide(...slope(angle - 0.5 * degree), 2, 'anchored');
      expect(held.speed).toBeLessThan(1e-3);
      expect(held.flags[0]! & flag).toBe(0);
      const slipping = angle + 0.5 * degree;
      const slid = slide(...slope(slipping), 2, 'anchored');
      expect(slid.flags[0]! & flag).toBe(flag);
      expect(slid.speed / (2 * gravity * (sin(slipping) - friction * cos(slipping)))).toBeGreaterThan(0.9);
    });

    it(`accelerates by g (sin θ − µ cos θ) when it slips, ${name}`, () => {
      const angle = atan(friction) + 15 * degree;
      const expected = gravity * (sin(angle) - friction * cos(angle));
      for (const model of ['anchored', 'lagged'] as const) {
        const [early, late] = [slide(...slope(angle), 1, model), slide(...slope(angle), 2, model)];
        expect(Math.abs((late.speed - early.speed) / expected - 1)).toBeLessThan(0.01);
        expect(Math.abs(late.velocities[component]!)).toBeGreaterThan(0.5 * late.speed);
      }
    });
  }
});

describe('contact', () => {
  it('rests at a depth of weight over stiffness', () => {
    const { positions, speed } = slide(0, 0, 2, 'anchored');
    expect(positions[2]! / ((-mass * gravity) / settings.normalStiffness)).toBeCloseTo(1, 6);
    expect(speed).toBeLessThan(1e-9);
  });

  it('slides to a stop within 1 % of v²/2µg', () => {
    const contact = createFemContact(
      settings,
      createGround({ kind: 'plane', slope: 0, slopeAcross: 0 }),
      createFrictionPatches([]),
      Uint32Array.of(0, 1),
      1,
    );
    const state = { anchors: new Float64Array(6), contacts: new Uint8Array(2) };
    const line = createCentreLine(2, 1);
    const terms = createNodeTerms(2);
    const depth = (mass * gravity) / settings.normalStiffness;
    const positions = Float64Array.of(0.5, 0, -depth, 0, -0.5, 0, -depth, 0);
    const velocities = Float64Array.of(10, 0, 0, 0, 10, 0, 0, 0);
    const dt = 0.0005;
    let furthest = 0.5;
    for (let step = 0; step < 14_000; step++) {
      clearNodeTerms(terms, dt);
      setCentreLine(line, positions);
      addContact(terms, contact, state, coefficients, { positions, velocities, line });
      for (const at of [0, 4]) velocities[at]! += terms.impulses[at]! / (mass + terms.blocks[(6 * at) / 4]!);
      positions[0]! += dt * velocities[0]!;
      positions[4]! += dt * velocities[4]!;
      furthest = Math.max(furthest, positions[0]!);
    }
    expect((furthest - 0.5) / (100 / (2 * 0.2 * gravity))).toBeCloseTo(1, 2);
  });

  it('holds less on a slippery patch', () => {
    const patches = createFrictionPatches([
      { shape: 'circle', x: 0, y: 0, sizeX: 2, sizeY: 0, factor: 0.5 },
      { shape: 'rectangle', x: 3, y: 0, sizeX: 1, sizeY: 4, factor: 3 },
    ]);
    expect(patches.computeFactor(0.7, 0.7)).toBe(0.5);
    expect(patches.computeFactor(0.8, 0.8)).toBe(1);
    expect(patches.computeFactor(3.4, 1.9)).toBe(3);
    expect(patches.computeFactor(3.6, 0)).toBe(1);
  });
});
