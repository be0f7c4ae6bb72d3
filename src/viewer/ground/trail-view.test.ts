import { ShaderMaterial } from 'three';
import { expect, it } from 'vitest';
import { TrailView } from './trail-view.ts';

const createMaterial = (): ShaderMaterial => new ShaderMaterial();

/** A quarter of a circle of radius 1 and then a rest. */
const path = Float32Array.from(
  Array.from({ length: 12 }, (_, i) => [Math.cos(0.15 * Math.min(i, 10)), Math.sin(0.15 * Math.min(i, 10))]).flat(),
);

it('draws a groove of its width on either side of the path, and no less of it where the animal rests', () => {
  const trail = new TrailView(0.5, 0.2, createMaterial);
  trail.set(path, 12);
  const { geometry } = trail.object;
  expect(geometry.drawRange.count).toBe(6 * 11);
  const position = geometry.getAttribute('position');
  for (let i = 0; i < 12; i++) {
    const [left, right] = [0, 1].map((k) => Math.hypot(position.getX(2 * i + k), position.getY(2 * i + k)));
    // Around a circle, one edge runs outside and one inside.
    expect(left! - 1).toBeCloseTo(0.1, 2);
    expect(right! - 1).toBeCloseTo(-0.1, 2);
    expect(position.getZ(2 * i)).toBe(0.5);
  }
  trail.set(path, 3);
  expect(geometry.drawRange.count).toBe(12);
  trail.set(path, 1);
  expect(geometry.drawRange.count).toBe(0);
});

it('draws a line through the path where no track is left', () => {
  const trail = new TrailView(0, undefined, createMaterial);
  trail.set(path, 12);
  const { geometry } = trail.object;
  expect(geometry.drawRange.count).toBe(12);
  expect(geometry.getAttribute('position').getX(3)).toBeCloseTo(Math.cos(0.45), 6);
});
