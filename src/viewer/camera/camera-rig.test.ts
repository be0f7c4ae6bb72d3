import { Vector3 } from 'three';
import { expect, it } from 'vitest';
import { CameraRig } from './camera-rig.ts';

it('keeps an animal in sight where few pictures are drawn', () => {
  const rig = new CameraRig();
  rig.setScale(0.7, -1);
  const box = { sides: Float64Array.of(-0.3, -0.3, -0.1, 0.3, 0.3, 0.1) };
  // Half a metre a second, and three seconds between two pictures, of which a tenth is taken for gliding.
  for (let k = 0; k < 20; k++) {
    const centre = new Vector3(1.5 * k, 0, 0);
    rig.update(centre, 0, box, 0.1);
    expect(rig.target.distanceTo(centre)).toBeLessThan(0.5 * 0.7);
  }
});

it('stands a second after the animal does, though it was made wider by a stroke', () => {
  const rig = new CameraRig();
  rig.setScale(0.7, -1);
  const centre = new Vector3(0, 0, 0);
  for (let k = 0; k < 20; k++)
    rig.update(centre, 0, { sides: Float64Array.of(-0.3, -0.3, -0.1, 0.3 + 0.02 * (k % 10), 0.3, 0.1) }, 0.1);
  const still = { sides: Float64Array.of(-0.3, -0.3, -0.1, 0.3, 0.3, 0.1) };
  for (let k = 0; k < 10; k++) rig.update(centre, 0, still, 0.1);
  const stands = rig.target.clone();
  for (let k = 0; k < 100; k++) rig.update(centre, 0, still, 0.1);
  expect(rig.target.distanceTo(stands)).toBeLessThan(1e-4);
});

it('fits again when another camera is chosen, also while the animal stands', () => {
  const fit = (strokes: number): number => {
    const rig = new CameraRig();
    rig.setScale(0.7, -1);
    const centre = new Vector3(0, 0, 0);
    const still = { sides: Float64Array.of(-0.3, -0.3, -0.1, 0.3, 0.3, 0.1) };
    rig.update(centre, 0, still, 0.1);
    for (let k = 0; k < strokes; k++)
      rig.update(centre, 0, { sides: Float64Array.of(-0.9, -0.3, -0.1, 0.9, 0.3, 0.1) }, 0.1);
    rig.setMode('top');
    for (let k = 0; k < 100; k++) rig.update(centre, 0, still, 0.1);
    return rig.pictureHeight;
  };
  expect(fit(20)).toBeCloseTo(fit(0), 2);
});
