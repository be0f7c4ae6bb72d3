import { describe, expect, it } from 'vitest';
import { computeContour, createCentreLine, setBend, setCentreLine, setCentreLineAhead } from './centre-line.ts';

const sections = 40;

/** Pairs of nodes about an arc of radius 0.5 mm that faces +x in its middle and bends toward +y. */
function createArc(): Float64Array {
  const positions = new Float64Array(8 * sections);
  for (let i = 0; i < sections; i++) {
    const angle = (0.5 - i / (sections - 1)) * 2;
    const [x, y] = [0.5 * Math.sin(angle), 0.5 * (1 - Math.cos(angle))];
    positions.set([x, y, 0.1, 0, x, y, -0.1, 0], 8 * i);
  }
  return positions;
}

describe('centre line', () => {
  it('measures the curvature of an arc, positive toward the left of a body that faces +x', () => {
    const line = createCentreLine(sections, 2);
    setCentreLine(line, createArc());
    setBend(line);
    for (const curvature of line.curvatures) expect(curvature).toBeCloseTo(2, 2);
    // 39 chords of an arc of angle 2.
    expect(computeContour(line)).toBeCloseTo(39 * 2 * 0.5 * Math.sin(1 / 39), 12);
  });

  it('has axes toward the head, of length 1 and along the tangent', () => {
    const line = createCentreLine(sections, 2);
    setCentreLine(line, createArc());
    for (let i = 1; i < sections - 1; i++) {
      const angle = (0.5 - i / (sections - 1)) * 2;
      const [x, y, z] = line.axes.subarray(3 * i, 3 * i + 3);
      [Math.cos(angle), Math.sin(angle), 0].forEach((value, k) => expect([x, y, z][k]).toBeCloseTo(value, 12));
    }
  });

  it('looks ahead along the velocities', () => {
    const [line, moved] = [createCentreLine(sections, 2), createCentreLine(sections, 2)];
    const positions = createArc();
    const velocities = positions.map((_, i) => Math.sin(i));
    setCentreLineAhead(line, positions, velocities, 0.01);
    setCentreLine(
      moved,
      positions.map((x, i) => x + 0.01 * velocities[i]!),
    );
    line.centres.forEach((value, i) => expect(value).toBeCloseTo(moved.centres[i]!, 14));
    line.axes.forEach((value, i) => expect(value).toBeCloseTo(moved.axes[i]!, 12));
  });
});
