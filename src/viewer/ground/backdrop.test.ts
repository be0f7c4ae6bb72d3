import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Simulation } from '../../engine/sim/simulation.ts';
import { describeSmallLamprey } from '../../testing/small-lamprey.ts';
import { Backdrop } from './backdrop.ts';

describe('the floor', () => {
  const { frame } = new Simulation(describeSmallLamprey(), { seed: 1 }).system;
  const camera = new PerspectiveCamera();
  const place = (backdrop: Backdrop, z: number): number => {
    backdrop.update(new Vector3(1, 2, z), camera, 0, 500);
    return backdrop.floorHeight;
  };

  it('stays below an animal that dives in open water, and comes no nearer to one that rises', () => {
    const backdrop = new Backdrop(frame, 'dark');
    const below = backdrop.floorHeight;
    expect(below).toBeLessThan(0);
    expect([place(backdrop, -3), place(backdrop, 0), place(backdrop, 3)]).toEqual([below - 3, below, below]);
  });

  it('is where it is if it is real', () => {
    const backdrop = new Backdrop({ ...frame, ground: { kind: 'plane', height: -0.5 } }, 'dark');
    expect([place(backdrop, -3), place(backdrop, 3)]).toEqual([-0.5, -0.5]);
  });
});
