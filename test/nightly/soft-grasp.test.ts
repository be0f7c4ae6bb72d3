// An octopus closes its arms around a free ball, and holds it for seconds whatever the water does.
import { describe, expect, it } from 'vitest';
import { computeDistance, computePlace, countArms, createGrasper } from '../../src/testing/runs/grasp-runs.ts';

describe('an octopus and a ball', () => {
  it('closes at least six arms around it, and holds it in a stream that changes', () => {
    const grasper = createGrasper();
    expect(countArms(grasper)).toBe(0);
    grasper.run(2);
    expect(countArms(grasper)).toBeGreaterThanOrEqual(6);
    const place = computePlace(grasper);
    for (const [x, z] of [
      [-0.3, 0],
      [0.3, 0],
      [0, 0.3],
    ]) {
      grasper.simulation.setControl('water.current.x', x!);
      grasper.simulation.setControl('water.current.z', z!);
      grasper.run(1);
      expect(countArms(grasper)).toBeGreaterThanOrEqual(3);
      expect(computeDistance(computePlace(grasper), place)).toBeLessThan(0.03);
    }
  });

  it('carries a ball that sinks, and loses it when told to let go', () => {
    const grasper = createGrasper('water.gravity=9.81', 'scene.ballDensity=1100');
    grasper.run(1.5);
    expect(countArms(grasper)).toBeGreaterThanOrEqual(3);
    const place = computePlace(grasper);
    grasper.run(3);
    expect(computeDistance(computePlace(grasper), place)).toBeLessThan(0.05);
    grasper.simulation.setControl('control.grasp', 0);
    grasper.run(2);
    expect(computeDistance(computePlace(grasper), place)).toBeGreaterThan(0.1);
  });
});
