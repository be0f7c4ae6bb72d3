import { expect, it } from 'vitest';
import { computeCantileverFactor } from '../../src/testing/meshes/fem-beam.ts';

it('a cantilever of 8 cells across is 0.960 of the beam, and the error falls with order 1.6 or more', () => {
  const [four, eight] = [computeCantileverFactor(4), computeCantileverFactor(8)];
  expect(Math.abs(eight - 0.96)).toBeLessThan(0.005);
  expect(Math.log2((1 - four) / (1 - eight))).toBeGreaterThanOrEqual(1.6);
});
