import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { Simulation } from '../../engine/sim/simulation.ts';
import { describeSmallLamprey } from '../../testing/small-lamprey.ts';
import { Surroundings } from './surroundings.ts';

describe('the floor', () => {
  const { frame } = new Simulation(describeSmallLamprey(), { seed: 1 }).system;
  const camera = new PerspectiveCamera();
  const place = (surroundings: Surroundings, z: number): number => {
    surroundings.update(new Vector3(1, 2, z), camera, 0, 500);
    return surroundings.floorHeight;
  };

  it('stays below an animal that dives in open water, and comes no nearer to one that rises', () => {
    const surroundings = new Surroundings(frame, 'dark');
    const below = surroundings.floorHeight;
    expect(below).toBeLessThan(0);
    expect([place(surroundings, -3), place(surroundings, 0), place(surroundings, 3)]).toEqual([
      below - 3,
      below,
      below,
    ]);
  });

  it('is where it is if it is real', () => {
    const surroundings = new Surroundings({ ...frame, ground: { kind: 'plane', height: -0.5 } }, 'dark');
    expect([place(surroundings, -3), place(surroundings, 3)]).toEqual([-0.5, -0.5]);
  });
});
