import { describe, expect, it } from 'vitest';
import { computeMeanBend, stepReflex } from '../control/worm/reflex.ts';
import { setGait } from '../control/worm/gait.ts';
import { createRng, nextNormal } from '../math/rng.ts';
import { createCentreLine, setBend, setCentreLine } from '../mesh/tets/centre-line.ts';
import { createFrictionPatches } from '../world/friction-patches.ts';
import { addDrag, mixDrag } from './section-drag.ts';
import { ResistiveTheory } from '../families/worm/theory.ts';
import { clearNodeTerms, createNodeTerms } from './node-terms.ts';
import { addRigidBalance, createRigidBalance } from '../bodies/fem/rigid-balance.ts';

const none = createFrictionPatches([]);
const sections = 40;
const shares = Float64Array.from({ length: sections }, (_, i) => (i % (sections - 1) === 0 ? 0.5 : 1) / (sections - 1));

/** One node per section on a sine of the given phase, head at +x. */
function setSine(positions: Float64Array, phase: number): void {
  for (let i = 0; i < sections; i++) {
    const s = i / (sections - 1);
    positions[4 * i] = 0.5 - s;
    positions[4 * i + 1] = 0.08 * Math.sin(2 * Math.PI * (phase - s / 0.7));
    positions[4 * i + 2] = 0;
  }
}

describe('drag', () => {
  it('resists motion along, across and upward with its own coefficients, a turned body too', () => {
    for (const heading of [0, 0.7, 2.5]) {
      const positions = new Float64Array(4 * sections);
      for (let i = 0; i < sections; i++) {
        positions[4 * i] = -0.02 * i * Math.cos(heading);
        positions[4 * i + 1] = -0.02 * i * Math.sin(heading);
      }
      const line = createCentreLine(sections, 1);
      setCentreLine(line, positions);
      const directions = [
        { way: [Math.cos(heading), Math.sin(heading), 0], drag: 3 },
        { way: [-Math.sin(heading), Math.cos(heading), 0], drag: 60 },
        { way: [0, 0, 1], drag: 7 },
      ];
      for (const { way, drag } of directions) {
        const velocities = Float64Array.from({ length: 4 * sections }, (_, i) => way[i % 4] ?? 0);
        const terms = createNodeTerms(sections);
        clearNodeTerms(terms, 0.01);
        addDrag(terms, line, shares, 3, 60, none, velocities, 7);
        for (let k = 0; k < 3; k++) {
          const force = terms.impulses.reduce((sum, value, i) => (i % 4 === k ? sum + value : sum), 0) / 0.01;
          expect(force).toBeCloseTo(-drag * way[k]!, 10);
        }
      }
    }
  });

  it('goes from agar to water evenly on a logarithmic scale, and the gait with it', () => {
    expect(mixDrag(64, 0.0052, 0)).toBe(64);
    expect(mixDrag(64, 0.0052, 1)).toBe(0.0052);
    expect(mixDrag(64, 0.0052, 0.5)).toBeCloseTo(Math.sqrt(64 * 0.0052), 10);
    const gait = { frequency: 0, wavelength: 0 };
    const gaits = [1, 0.75, 0.5, 0.25, 0].map((knob) => {
      setGait(gait, mixDrag(64, 0.0052, knob) / 0.0052);
      return { ...gait };
    });
    expect(gaits[0]).toEqual({ frequency: 1.8, wavelength: 1.5 });
    expect(gaits[4]!.frequency).toBeCloseTo(0.5, 2);
    expect(gaits[4]!.wavelength).toBeCloseTo(0.65, 2);
    for (let i = 1; i < gaits.length; i++) expect(gaits[i]!.frequency).toBeLessThan(gaits[i - 1]!.frequency);
  });
});

describe('resistive-force theory', () => {
  it('finds the motion of a body whose drag balances, and no motion where both drags are equal', () => {
    const signals = new Float64Array(7 + 2 * sections);
    const speeds = [10, 1].map((ratio) => {
      const theory = new ResistiveTheory(shares);
      const positions = new Float64Array(4 * sections);
      for (let step = 0; step <= 100; step++) {
        setSine(positions, step / 100);
        const line = createCentreLine(sections, 1);
        setCentreLine(line, positions);
        for (let i = 0; i < sections; i++) {
          signals[7 + i] = positions[4 * i]!;
          signals[7 + sections + i] = positions[4 * i + 1]!;
        }
        signals[5] = 1;
        signals[6] = ratio;
        theory.observe(step / 100, signals, 7, 7 + sections, 5, 6);
      }
      return theory.computeSpeed()!;
    });
    expect(speeds[0]).toBeGreaterThan(0.2);
    expect(speeds[1]).toBeLessThan(1e-3);
  });
});

describe('rigid balance', () => {
  it('leaves the momentum and moment of momentum that the outer forces give, whatever the tissues did', () => {
    const rng = createRng(3, 'balance');
    const random = (length: number): Float64Array => Float64Array.from({ length }, () => nextNormal(rng));
    const [positions, velocities, changes] = [random(4 * sections), random(4 * sections), random(4 * sections)];
    const masses = random(sections).map(Math.abs);
    const terms = createNodeTerms(sections);
    clearNodeTerms(terms, 0.01);
    const line = createCentreLine(sections, 1);
    setSine(positions, 0.3);
    setCentreLine(line, positions);
    addDrag(terms, line, shares, 3, 60, none, velocities);
    const centre = new Float64Array(3);
    addRigidBalance(changes, createRigidBalance(), terms, masses, 0, positions, velocities, centre);
    const net = new Float64Array(3);
    for (let i = 0; i < sections; i++) {
      const [xx, yy, zz, xy] = terms.blocks.subarray(6 * i, 6 * i + 4);
      const [dx, dy, dz] = changes.subarray(4 * i, 4 * i + 3);
      net[0]! += terms.impulses[4 * i]! - (masses[i]! + xx!) * dx! - xy! * dy!;
      net[1]! += terms.impulses[4 * i + 1]! - (masses[i]! + yy!) * dy! - xy! * dx!;
      net[2]! += terms.impulses[4 * i + 2]! - (masses[i]! + zz!) * dz!;
    }
    for (const value of net) expect(Math.abs(value)).toBeLessThan(1e-10);
  });
});

describe('bend and reflex', () => {
  it('measures the curvature of an arc, positive toward the left of a body that faces +x', () => {
    const line = createCentreLine(sections, 1);
    const positions = new Float64Array(4 * sections);
    for (let i = 0; i < sections; i++) {
      const angle = (0.5 - i / (sections - 1)) * 2;
      positions.set([0.5 * Math.sin(angle), 0.5 * (1 - Math.cos(angle)), 0], 4 * i);
    }
    setCentreLine(line, positions);
    setBend(line);
    for (const curvature of line.curvatures) expect(curvature).toBeCloseTo(2, 2);
  });

  it('switches the head at its threshold and passes the bend on, away from the head', () => {
    const settings = { headThreshold: 5, headFrom: 0, headTo: 0.2, gain: 1, offset: 0.05, field: 0.1, lag: 0.01 };
    const state = { head: new Float64Array(1), drives: new Float64Array(2) };
    const activations = new Float64Array(2);
    const [places, sides] = [Float64Array.of(0.1, 0.5), Float64Array.of(1, -1)];
    const step = (bends: Float64Array): void => {
      for (let i = 0; i < 50; i++) stepReflex(activations, state, settings, bends, places, sides, 0, 0.01);
    };
    step(new Float64Array(21));
    expect(activations[0]).toBeCloseTo(1, 6);
    expect(activations[1]).toBeCloseTo(0, 6);
    const bends = Float64Array.from({ length: 21 }, (_, i) => (i <= 4 ? 6 : i >= 7 && i <= 9 ? 3 : 0));
    step(bends);
    expect(activations[0]).toBeCloseTo(-1, 6);
    expect(activations[1]).toBeCloseTo(-Math.tanh(3), 6);
    expect(computeMeanBend(bends, 0.35, 0.45)).toBe(3);
  });
});
