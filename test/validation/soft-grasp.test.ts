// An octopus closes its arms around a free ball; what the arms give to the ball, the ball gives to them.
import { expect, it } from 'vitest';
import { countArms, createGrasper } from '../../src/testing/runs/grasp-runs.ts';

it('closes its arms around a ball in empty space, and both together keep their momentum', () => {
  const grasper = createGrasper('water.model=none', 'body.material.velocityRetention=1');
  const { system, arrays } = grasper;
  const { masses } = system.tables;
  const radius = system.scene.ball!.radius;
  const ballMass = (4 / 3) * Math.PI * 1000 * radius * radius * radius;
  let most = 0;
  for (let i = 0; i < 15; i++) {
    grasper.run(0.1);
    for (let k = 0; k < 3; k++) {
      let body = 0;
      for (let node = 0; node < masses.length; node++) body += masses[node]! * arrays.velocities[3 * node + k]!;
      const ball = ballMass * arrays.ball[7 + k]!;
      most = Math.max(most, Math.abs(ball));
      expect(Math.abs(body + ball)).toBeLessThan(1e-7);
    }
  }
  expect(most).toBeGreaterThan(0.1);
  expect(countArms(grasper)).toBeGreaterThanOrEqual(3);
});
