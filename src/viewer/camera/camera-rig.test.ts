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

it('keeps an animal that swims steadily in the middle of the picture, however many pictures are drawn', () => {
  const box = { sides: Float64Array.of(-0.15, -0.05, -0.02, 0.15, 0.05, 0.02) };
  // 0.46 m/s, as a lamprey 0.3 m long swims.
  for (const [perSecond, seconds] of [
    [60, 1 / 60],
    [5, 0.1],
  ] as const) {
    const rig = new CameraRig();
    rig.setScale(0.3, -1);
    const centre = new Vector3();
    for (let k = 0; k < 5 * perSecond; k++) {
      centre.set((0.46 * k) / perSecond, 0, 0);
      rig.update(centre, 0, box, seconds);
    }
    expect(rig.target.distanceTo(centre)).toBeLessThan(0.02 * 0.3);
    // And stands soon after it does, without running past it.
    for (let k = 0; k < 2 * perSecond; k++) {
      rig.update(centre, 0, box, seconds);
      expect(rig.target.x - centre.x).toBeLessThan(0.3 * 0.3);
    }
    expect(rig.target.distanceTo(centre)).toBeLessThan(1e-3 * 0.3);
  }
});
