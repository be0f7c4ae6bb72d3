import { describe, expect, it } from 'vitest';
import { createCentreLine, setCentreLine } from '../../mesh/tets/centre-line.ts';
import { clearNodeTerms, createNodeTerms } from '../../forces/node-terms.ts';
import { addSelfContact } from './self-contact.ts';

const sections = 41;
const radius = 0.04;
const contact = {
  stiffness: 50,
  radii: new Float64Array(sections).fill(radius),
  places: Float64Array.from({ length: sections }, (_, i) => i / (sections - 1)),
};

/** Pairs of nodes about an arc of the given angle and length 1. */
function touch(angle: number) {
  const positions = new Float64Array(8 * sections);
  for (let i = 0; i < sections; i++) {
    const at = angle * (i / (sections - 1) - 0.5);
    const [x, y] = [Math.sin(at) / angle, (1 - Math.cos(at)) / angle];
    positions.set([x, y, 0.01, 0, x, y, -0.01, 0], 8 * i);
  }
  const line = createCentreLine(sections, 2);
  setCentreLine(line, positions);
  const terms = createNodeTerms(2 * sections);
  clearNodeTerms(terms, 0.02);
  const pairs = addSelfContact(terms, contact, line, new Float64Array(positions.length));
  return { pairs, terms, positions };
}

describe('self-contact', () => {
  it('leaves a straight and a bent body alone, and a ring that does not close', () => {
    for (const angle of [0.01, 3, 5.5]) {
      const { pairs, terms } = touch(angle);
      expect(pairs).toBe(0);
      expect(terms.impulses.every((value) => value === 0)).toBe(true);
    }
  });

  it('pushes head and tail of a closed ring apart, by the overlap, without net force and torque', () => {
    const { pairs, terms, positions } = touch(6);
    expect(pairs).toBeGreaterThan(0);
    const sums = new Float64Array(3);
    for (let i = 0; i < terms.impulses.length; i += 4) {
      const [x, y] = [positions[i]!, positions[i + 1]!];
      const [u, v] = [terms.impulses[i]!, terms.impulses[i + 1]!];
      [u, v, x * v - y * u].forEach((value, k) => (sums[k]! += value));
    }
    for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-15);
    // The head (first node) is pushed away from the tail, to +x or −x as it lies.
    expect(Math.sign(terms.impulses[0]!)).toBe(Math.sign(positions[0]! - positions[8 * (sections - 1)]!));
    const gap = Math.abs(positions[0]! - positions[8 * (sections - 1)]!);
    const share = terms.impulses[0]! / (0.02 / 2);
    expect(Math.abs(share)).toBeGreaterThanOrEqual(50 * (2 * radius - gap) * 0.999);
  });
});
