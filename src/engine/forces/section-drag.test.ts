import { describe, expect, it } from 'vitest';
import { createCentreLine, setCentreLine } from '../mesh/tets/centre-line.ts';
import { createFrictionPatches } from '../world/friction-patches.ts';
import { clearNodeTerms, createNodeTerms } from './node-terms.ts';
import { addDrag, mixDrag } from './section-drag.ts';

const sections = 40;
const shares = Float64Array.from({ length: sections }, (_, i) => (i % (sections - 1) === 0 ? 0.5 : 1) / (sections - 1));
const drag = { along: 3, across: 60, vertical: 7, shares, patches: createFrictionPatches([]) };

/** A straight body of points, head first, that faces `heading`. */
function createStraight(heading: number): Float64Array {
  const positions = new Float64Array(4 * sections);
  for (let i = 0; i < sections; i++) {
    positions[4 * i] = -0.02 * i * Math.cos(heading);
    positions[4 * i + 1] = -0.02 * i * Math.sin(heading);
  }
  return positions;
}

function computeForce(positions: Float64Array, way: readonly number[], settings = drag): number[] {
  const line = createCentreLine(sections, 1);
  setCentreLine(line, positions);
  const terms = createNodeTerms(sections);
  clearNodeTerms(terms, 0.01);
  const velocities = Float64Array.from({ length: 4 * sections }, (_, i) => way[i % 4] ?? 0);
  addDrag(terms, line, velocities, settings);
  return [0, 1, 2].map(
    (k) => terms.impulses.reduce((sum, value, i) => (i % 4 === k ? sum + value : sum), 0) / terms.dt,
  );
}

describe('drag', () => {
  it.each([0, 0.7, 2.5])('of a body that faces %s resists motion along, across and upward', (heading) => {
    const positions = createStraight(heading);
    const directions = [
      { way: [Math.cos(heading), Math.sin(heading), 0], coefficient: 3 },
      { way: [-Math.sin(heading), Math.cos(heading), 0], coefficient: 60 },
      { way: [0, 0, 1], coefficient: 7 },
    ];
    for (const { way, coefficient } of directions) {
      const force = computeForce(positions, way);
      for (let k = 0; k < 3; k++) expect(force[k]).toBeCloseTo(-coefficient * way[k]!, 10);
    }
  });

  it('is scaled by the patch that a section lies in', () => {
    const patches = createFrictionPatches([{ shape: 'rectangle', x: 0, y: 0, sizeX: 100, sizeY: 100, factor: 0.25 }]);
    expect(computeForce(createStraight(0), [1, 0, 0], { ...drag, patches })[0]).toBeCloseTo(-0.75, 10);
  });

  it('adds to the matrix what it takes from the impulse per velocity', () => {
    const line = createCentreLine(sections, 1);
    setCentreLine(line, createStraight(0.7));
    const terms = createNodeTerms(sections);
    clearNodeTerms(terms, 0.01);
    const velocities = Float64Array.from({ length: 4 * sections }, (_, i) => (i % 4 === 3 ? 0 : Math.sin(i)));
    addDrag(terms, line, velocities, drag);
    for (let i = 0; i < sections; i++) {
      const [xx, yy, zz, xy] = terms.blocks.subarray(6 * i, 6 * i + 4) as unknown as [number, number, number, number];
      const [x, y, z] = velocities.subarray(4 * i, 4 * i + 3) as unknown as [number, number, number];
      expect(terms.impulses[4 * i]).toBeCloseTo(-(xx * x + xy * y), 14);
      expect(terms.impulses[4 * i + 1]).toBeCloseTo(-(xy * x + yy * y), 14);
      expect(terms.impulses[4 * i + 2]).toBeCloseTo(-zz * z, 14);
    }
  });

  it('goes from agar to water evenly on a logarithmic scale, and straight where one end has none', () => {
    expect(mixDrag(64, 0.0052, 0)).toBe(64);
    expect(mixDrag(64, 0.0052, 1)).toBe(0.0052);
    expect(mixDrag(64, 0.0052, 0.5)).toBeCloseTo(Math.sqrt(64 * 0.0052), 10);
    expect(mixDrag(64, 0, 0.25)).toBe(48);
  });
});
