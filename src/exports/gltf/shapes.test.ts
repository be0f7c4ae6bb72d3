import { expect, it } from 'vitest';
import { createShape } from './shapes.ts';

it.each(['box', 'ellipsoid'] as const)('makes a %s of size 1 along each axis, around the origin', (shape) => {
  const { positions } = createShape(shape);
  for (const axis of [0, 1, 2]) {
    const along = positions.filter((_, i) => i % 3 === axis);
    expect(Math.min(...along)).toBeCloseTo(-0.5, 6);
    expect(Math.max(...along)).toBeCloseTo(0.5, 6);
  }
});

it('makes a box whose faces lie half a size from the origin, in the direction of their normals', () => {
  const { positions, normals, indices } = createShape('box');
  for (let at = 0; at < positions.length; at += 3) {
    expect([0, 1, 2].map((k) => Math.abs(positions[at + k]!))).toEqual([0.5, 0.5, 0.5]);
    expect([0, 1, 2].reduce((sum, k) => sum + positions[at + k]! * normals[at + k]!, 0)).toBe(0.5);
  }
  expect(indices.length).toBe(36);
});
