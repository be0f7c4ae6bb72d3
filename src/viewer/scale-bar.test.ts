import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { CameraRig } from './camera/camera-rig.ts';
import { chooseScaleBar } from './scale-bar.ts';

describe('a scale bar', () => {
  it.each([
    [1.3e-6, 1280, '100 µm'],
    [5e-6, 1280, '500 µm'],
    [1e-5, 1280, '1 mm'],
    [5e-4, 1280, '5 cm'],
    [2e-3, 1280, '20 cm'],
    [1e-2, 1280, '1 m'],
    // A quarter of a narrow picture at most.
    [1e-2, 240, '50 cm'],
  ])('at %s m a pixel of a picture %s pixels wide is %s', (metresPerPixel, width, label) => {
    const bar = chooseScaleBar(metresPerPixel, width);
    expect(bar.label).toBe(label);
    expect(bar.pixels * metresPerPixel).toBeCloseTo(bar.metres, 12);
    expect(bar.pixels).toBeLessThanOrEqual(Math.min(120, width / 4));
    expect(bar.pixels).toBeGreaterThan(0.4 * Math.min(120, width / 4));
  });

  it.each([
    ['follow', 1],
    ['orbit', 0.4],
    ['top', 2.5],
  ] as const)(
    'is as long as its length is at the animal, seen by the camera %s at %s of its distance',
    (mode, zoom) => {
      const [width, height] = [900, 500];
      const rig = new CameraRig();
      rig.setScale(0.2, -1);
      rig.setAspect(width / height);
      rig.setMode(mode);
      rig.zoom(zoom);
      // Panels move the picture aside: the axis of the lens is not in its middle then.
      rig.setFree({ x: 0.35, y: 0.6, width: 0.7, height: 0.8 });
      const box = { sides: Float64Array.of(-0.1, -0.02, -0.01, 0.1, 0.03, 0.01) };
      for (let k = 0; k < 40; k++) rig.update(new Vector3(0.5, -0.3, 0.02), 0.7, box, 0.1);
      const { metres, pixels } = chooseScaleBar(rig.pictureHeight / height, width);
      const { camera } = rig;
      const [right, up] = [new Vector3(), new Vector3()];
      camera.matrixWorld.extractBasis(right, up, new Vector3());
      for (const axis of [right, up]) {
        const [a, b] = [-0.5, 0.5].map((end) => {
          const point = rig.target
            .clone()
            .addScaledVector(axis, end * metres)
            .project(camera);
          return [(width * point.x) / 2, (height * point.y) / 2] as const;
        });
        expect(Math.hypot(b![0] - a![0], b![1] - a![1])).toBeCloseTo(pixels, 3);
      }
    },
  );
});
