import { expect, it } from 'vitest';
import { cos, sin } from '../../math/portable.ts';
import { createFrameFit, createFramePose, listFrameNodes, setFramePose } from './body-frame.ts';

const rest = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 1, 2, 3);
const masses = Float64Array.of(1, 2, 1, 3, 1);

it('finds the rigid motion of a body, whatever part of it is taken (eq. 17)', () => {
  const [c, s] = [cos(0.7), sin(0.7)];
  const moved = new Float64Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) {
    moved[i] = c * rest[i]! - s * rest[i + 1]! + 5;
    moved[i + 1] = s * rest[i]! + c * rest[i + 1]! - 2;
    moved[i + 2] = rest[i + 2]! + 1;
  }
  for (const nodes of [
    [0, 1, 2, 3, 4],
    [0, 1, 2],
  ]) {
    const pose = createFramePose();
    setFramePose(pose, createFrameFit(rest, nodes, masses), moved, 3);
    [c, s, 0, -s, c, 0, 0, 0, 1].forEach((value, i) => expect(pose.rotation[i]).toBeCloseTo(value, 12));
  }
});

it('stays a rotation when the body is bent, and the best one', () => {
  const bent = rest.map((value, i) => value + 0.1 * sin(7 * i));
  const fit = createFrameFit(rest, [0, 1, 2, 3, 4], masses);
  const pose = createFramePose();
  setFramePose(pose, fit, bent, 3);
  const r = pose.rotation;
  const misfit = (q: Float64Array): number => {
    let sum = 0;
    fit.nodes.forEach((node, i) => {
      for (let row = 0; row < 3; row++) {
        let place = pose.centre[row]!;
        for (let column = 0; column < 3; column++) place += q[3 * column + row]! * fit.rest[3 * i + column]!;
        sum += fit.weights[i]! * (bent[3 * node + row]! - place) * (bent[3 * node + row]! - place);
      }
    });
    return sum;
  };
  const [c, s] = [cos(1e-3), sin(1e-3)];
  const turned = (sign: number): Float64Array =>
    Float64Array.from(r, (value, i) => {
      const [column, row] = [Math.floor(i / 3), i % 3];
      if (row === 0) return c * value - sign * s * r[3 * column + 1]!;
      return row === 1 ? c * value + sign * s * r[3 * column]! : value;
    });
  expect(misfit(r)).toBeLessThan(misfit(turned(1)));
  expect(misfit(r)).toBeLessThan(misfit(turned(-1)));
});

it('is attached to what no muscle moves, or to all where nearly all is moved', () => {
  const positions = Float64Array.from({ length: 90 }, (_, i) => sin(i * i));
  const moved = Uint8Array.from({ length: 30 }, (_, i) => (i < 15 ? 1 : 0));
  expect(listFrameNodes(moved, positions)).toEqual(Array.from({ length: 15 }, (_, i) => i + 15));
  const most = Uint8Array.from({ length: 30 }, (_, i) => (i < 25 ? 1 : 0));
  expect(listFrameNodes(most, positions)).toHaveLength(30);
});
