/** Signals and frame of a lamprey against its state. */
import { describe, expect, it } from 'vitest';
import { createSmallLamprey } from '../../../testing/small-lamprey.ts';
import type { Simulation } from '../../sim/simulation.ts';

function readSignals(simulation: Simulation): (name: string) => number[] {
  const out = new Float64Array(simulation.signalLength);
  simulation.writeSignals(out);
  return (name) => {
    const { size } = simulation.system.signals.find((signal) => signal.name === name)!;
    return [...out.subarray(simulation.signalOffsets[name], simulation.signalOffsets[name]! + size)];
  };
}

/** The chain of links laid out from the state: centres in m, head first; the body faces against its angles. */
function layOut(body: Float64Array): { x: number; y: number; angle: number }[] {
  const angles = [...body.subarray(2, 12)];
  const half = 15e-3;
  let [x, y] = [-1e-3 * body[0]!, -1e-3 * body[1]!];
  return angles.map((angle, link) => {
    if (link > 0) {
      const before = angles[link - 1]!;
      x -= half * (Math.cos(before) + Math.cos(angle));
      y -= half * (Math.sin(before) + Math.sin(angle));
    }
    return { x, y, angle };
  });
}

describe('signals of a lamprey', () => {
  const simulation = createSmallLamprey(120);
  const body = simulation.state.arrays['body'] as Float64Array;
  const links = layOut(body);
  const read = readSignals(simulation);
  const widths = Array.from({ length: 10 }, (_, i) => 0.02 - (0.016 * i) / 9);
  const total = widths.reduce((sum, width) => sum + width, 0);

  it('have the centre of mass of the links', () => {
    const mean = (values: number[]): number => values.reduce((sum, value, i) => sum + value * widths[i]!, 0) / total;
    expect(read('position.x')[0]).toBeCloseTo(mean(links.map(({ x }) => x)), 12);
    expect(read('position.y')[0]).toBeCloseTo(mean(links.map(({ y }) => y)), 12);
    expect(read('position.z')).toEqual([0]);
  });

  it('have its speed along the mean direction of the links', () => {
    const heading = links.reduce((sum, { angle }) => sum + angle, 0) / 10;
    expect(read('heading')[0]).toBeCloseTo(heading, 12);
    const h = 1e-6;
    const moved = body.map((value, i) => (i < 12 ? value + 1e3 * h * body[12 + i]! : value));
    const later = layOut(moved);
    const velocity = (axis: 'x' | 'y'): number =>
      later.reduce((sum, link, i) => sum + (widths[i]! / total) * (link[axis] - links[i]![axis]), 0) / h;
    const along = velocity('x') * Math.cos(heading) + velocity('y') * Math.sin(heading);
    expect(read('speed')[0]).toBeCloseTo(along, 4);
    expect(Math.abs(along)).toBeGreaterThan(1e-3);
  });

  it('have the bends, and a midline through snout, joints and tail tip', () => {
    const bends = links.slice(1).map(({ angle }, i) => angle - links[i]!.angle);
    read('jointAngle').forEach((bend, joint) => expect(bend).toBeCloseTo(bends[joint]!, 12));
    const [xs, ys] = [read('midline.x'), read('midline.y')];
    links.forEach(({ x, y, angle }, i) => {
      for (const [end, sign] of [
        [i, 1],
        [i + 1, -1],
      ] as const) {
        expect(xs[end]).toBeCloseTo(x + sign * 15e-3 * Math.cos(angle), 12);
        expect(ys[end]).toBeCloseTo(y + sign * 15e-3 * Math.sin(angle), 12);
      }
    });
  });

  it('have muscles that follow the motoneurons of their segments, times the gain', () => {
    expect(Math.max(...read('MN.left'), ...read('MN.right'))).toBeGreaterThan(0.1);
    for (const side of ['left', 'right'] as const) {
      const motoneurons = read(`MN.${side}`);
      read(`muscle.${side}`).forEach((activity, joint) => expect(activity).toBeCloseTo(motoneurons[joint]!, 12));
    }
    const weak = createSmallLamprey();
    weak.restore(simulation.snapshot());
    weak.setControl('body.muscleGain', 0.5);
    weak.step();
    const strong = createSmallLamprey(121);
    const [half, whole] = [readSignals(weak), readSignals(strong)].map((one) => one('muscle.left')) as [
      number[],
      number[],
    ];
    half.forEach((value, joint) => expect(value).toBeCloseTo(0.5 * whole[joint]!, 12));
  });

  it('have powers: what the water takes is never positive, and nothing moves at the start', () => {
    expect(read('power.water')[0]).toBeLessThan(0);
    expect(read('power.muscle')[0]).not.toBe(0);
    const start = readSignals(createSmallLamprey());
    expect(start('power.water')[0]).toBeCloseTo(0, 15);
    expect(start('power.muscle')[0]).toBeCloseTo(0, 15);
  });

  it('are drawn where they are: a part for each link, turned to the left by its angle', () => {
    const frame = new Float32Array(simulation.frameLength);
    simulation.writeFrame(frame);
    links.forEach(({ x, y, angle }, i) => {
      const part = frame.subarray(1 + 7 * i, 8 + 7 * i);
      const expected = [x, y, 0, 0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
      expected.forEach((value, k) => expect(part[k]).toBeCloseTo(value, 6));
    });
    const channel = frame.subarray(frame.length - 20);
    const [left, right] = [read('MN.left'), read('MN.right')];
    for (let segment = 0; segment < 10; segment++) {
      expect(channel[2 * segment]).toBeCloseTo(left[segment]!, 6);
      expect(channel[2 * segment + 1]).toBeCloseTo(right[segment]!, 6);
    }
  });

  it('mirror with the animal', () => {
    const mirrored = readSignals(createSmallLamprey(120, { controller: { kind: 'spinal', start: 'mirrored' } }));
    expect(mirrored('position.x')[0]).toBe(read('position.x')[0]);
    expect(mirrored('position.y')[0]).toBe(-read('position.y')[0]!);
    expect(mirrored('muscle.left')).toEqual(read('muscle.right'));
    expect(mirrored('power.muscle')).toEqual(read('power.muscle'));
  });
});
