import { describe, expect, it } from 'vitest';
import { createImplicitBody } from '../implicit/implicit-body.ts';
import { createRod, createSpindle } from '../../../testing/reactive-samples.ts';
import { createRadialBody } from '../swept/bodies.ts';
import type { SoftBody } from './soft-body.ts';
import type { SliceChain } from './slices.ts';
import { createCentreSlices } from './slicer.ts';

/** Centre of every section. */
function listCentres({ sections }: SliceChain, positions: Float64Array): number[][] {
  return sections.map(({ nodes, shares }) =>
    [0, 1, 2].map((k) => nodes.reduce((sum, node, n) => sum + shares[n]! * positions[3 * node + k]!, 0)),
  );
}

/** Σ l π a b. */
function computeVolume(chains: readonly SliceChain[], { positions }: SoftBody): number {
  return chains.reduce((total, chain) => {
    const centres = listCentres(chain, positions);
    return chain.sections.slice(1).reduce((sum, slice, i) => {
      const d = [0, 1, 2].map((k) => centres[i + 1]![k]! - centres[i]![k]!);
      const front = chain.sections[i]!;
      const area = (Math.PI / 2) * (slice.halfWidth * slice.halfHeight + front.halfWidth * front.halfHeight);
      return sum + area * Math.sqrt(d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!);
    }, total);
  }, 0);
}

describe('slices of tetrahedra', () => {
  it('of a rod lie along its axis, with its sizes', () => {
    const body = createRod(1, 0.02, 0.04, 30);
    const chains = createCentreSlices(body);
    expect(chains).toHaveLength(1);
    const [chain] = chains;
    expect([chain!.isFirstFree, chain!.isLastFree]).toEqual([true, true]);
    const centres = listCentres(chain!, body.positions);
    expect(centres.length).toBeGreaterThan(12);
    centres.forEach(([x, y, z], i) => {
      if (i > 0) expect(x).toBeLessThan(centres[i - 1]![0]!);
      expect(Math.abs(y!) + Math.abs(z!)).toBeLessThan(0.005);
    });
    for (const { halfWidth, halfHeight } of chain!.sections.slice(1, -1)) {
      const [small, large] = [Math.min(halfWidth, halfHeight), Math.max(halfWidth, halfHeight)];
      expect(small / 0.02).toBeGreaterThan(0.75);
      expect(small / 0.02).toBeLessThan(1.25);
      expect(large / 0.04).toBeGreaterThan(0.75);
      expect(large / 0.04).toBeLessThan(1.25);
    }
  });

  it('have centres and width vectors that turn with the body', () => {
    const body = createSpindle();
    for (const { sections } of createCentreSlices(body))
      for (const { shares, spreads, nodes } of sections) {
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
        expect(spreads.reduce((sum, spread) => sum + spread, 0)).toBeCloseTo(0, 9);
        const width = [0, 1, 2].map((k) =>
          nodes.reduce((sum, node, n) => sum + spreads[n]! * body.positions[3 * node + k]!, 0),
        );
        expect(Math.hypot(...width)).toBeGreaterThan(0.5);
      }
  });

  it('find arms apart from the body that they grow out of', () => {
    const { body } = createRadialBody({
      ...{ sectionCells: 4, roundness: 1, armRows: 2 },
      xs: [0.4, 0.25, 0.12, 0.03, 0, -0.03],
      halfWidths: [0.05, 0.1, 0.1, 0.09, 0.09, 0.08],
      halfHeights: [0.05, 0.1, 0.1, 0.09, 0.09, 0.08],
      arms: {
        ...{ length: 0.7, cells: 14, halfWidth: 0.03, halfThickness: 0.03, tipWidth: 0.4, tipThickness: 0.4 },
        ...{ droop: 1, bendCells: 3 },
      },
    });
    const chains = createCentreSlices(body);
    const arms = chains.filter(
      ({ isFirstFree, isLastFree, sections }) => !isFirstFree && isLastFree && sections.length > 4,
    );
    expect(arms).toHaveLength(8);
    const trunk = chains.filter(({ isFirstFree }) => isFirstFree);
    expect(trunk).toHaveLength(1);
    expect(trunk[0]!.isLastFree).toBe(false);
  });

  it('hold most of the volume of a drawn fish with a forked tail', () => {
    const { body } = createImplicitBody({
      shapes: [
        { kind: 'stroke', points: [0.5, 0, 0, -0.3, 0, 0], radii: [0.06, 0.05], straight: true },
        { kind: 'stroke', points: [-0.3, 0, 0, -0.6, 0, 0.25], radii: [0.04, 0.03], straight: true },
        { kind: 'stroke', points: [-0.3, 0, 0, -0.6, 0, -0.25], radii: [0.04, 0.03], straight: true },
      ],
      ...{ blend: 0.01, targetTets: 2500, symmetric: true, path: 'body.drawn' },
    });
    const chains = createCentreSlices(body);
    expect(chains.filter(({ isFirstFree }) => !isFirstFree).length).toBeGreaterThanOrEqual(2);
    let volume = 0;
    for (let at = 0; at < body.tets.length; at += 4) {
      const p = (k: number): number[] => [0, 1, 2].map((a) => body.positions[3 * body.tets[at + k]! + a]!);
      const [a, b, c, d] = [p(0), p(1), p(2), p(3)];
      const e = [b, c, d].map((q) => q.map((x, k) => x - a[k]!));
      const cross = [0, 1, 2].map(
        (k) => e[0]![(k + 1) % 3]! * e[1]![(k + 2) % 3]! - e[0]![(k + 2) % 3]! * e[1]![(k + 1) % 3]!,
      );
      volume += (cross[0]! * e[2]![0]! + cross[1]! * e[2]![1]! + cross[2]! * e[2]![2]!) / 6;
    }
    const share = computeVolume(chains, body) / volume;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(1.15);
  });

  it('of plates alone do not exist', () => {
    expect(createCentreSlices({ positions: new Float64Array(9), tets: new Int32Array(0) })).toEqual([]);
  });
});
