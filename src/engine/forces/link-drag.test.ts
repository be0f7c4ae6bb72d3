import { describe, expect, it } from 'vitest';
import { computePower, addDragForces } from './link-drag.ts';

const normalDrags = Float64Array.of(0.45);
const axialDrags = Float64Array.of(0.008);

function drag(angle: number, vx: number, vy: number): [number, number] {
  const forces = new Float64Array(2);
  const axes = Float64Array.of(Math.cos(angle), Math.sin(angle));
  addDragForces(forces, axes, Float64Array.of(vx, vy), normalDrags, axialDrags);
  return [forces[0]!, forces[1]!];
}

describe('water on a link', () => {
  it.each([
    ['along', 0.5, 0, -0.008 * 0.25, 0],
    ['backward', -0.5, 0, 0.008 * 0.25, 0],
    ['across', 0, 0.5, 0, -0.45 * 0.25],
    ['obliquely', 0.3, -0.4, -0.008 * 0.09, 0.45 * 0.16],
  ])('resists a link that moves %s with the square of the speed', (_, vx, vy, fx, fy) => {
    const [x, y] = drag(0, vx, vy);
    expect(x).toBeCloseTo(fx, 14);
    expect(y).toBeCloseTo(fy, 14);
  });

  it('turns with the link', () => {
    const turn = 0.7;
    const rotate = ([x, y]: [number, number]): [number, number] => [
      x * Math.cos(turn) - y * Math.sin(turn),
      x * Math.sin(turn) + y * Math.cos(turn),
    ];
    const [x, y] = drag(0.2 + turn, ...rotate([0.3, -0.4]));
    const [ex, ey] = rotate(drag(0.2, 0.3, -0.4));
    expect(x).toBeCloseTo(ex, 14);
    expect(y).toBeCloseTo(ey, 14);
  });

  it('takes power, whatever the direction', () => {
    for (let angle = 0; angle < 6; angle += 0.5) {
      for (let way = 0.1; way < 6; way += 0.5) {
        const velocity = Float64Array.of(Math.cos(way), Math.sin(way));
        const [x, y] = drag(angle, velocity[0]!, velocity[1]!);
        const power = computePower(Float64Array.of(x, y), velocity);
        const [along, across] = [Math.cos(way - angle), Math.sin(way - angle)].map(Math.abs) as [number, number];
        expect(power).toBeCloseTo(-0.008 * along * along * along - 0.45 * across * across * across, 12);
      }
    }
  });
});
