/** The cuttlefish: a mantle with ten arms, and a plate fin on either side whose waves drive it mantle first. */
import { type SoftDesc, softSchema } from '../../engine/families/soft/schema.ts';
import { livingSwim } from '../shared/living-swim.ts';

/**
 * Waves of the fins. Measured in this engine: fins that beat together, the right one half a period later as the signal of both
 * has the same sign, give 0.55 body lengths/s (0.27 in antiphase); a reversed inner fin turns it by 36°/s.
 */
const fin = {
  period: 12 / 30,
  width: 0.5,
  height: 0.75,
  alpha: 0.87,
  beta: 0.13,
  kappa: 5.6,
  back: 2,
  climb: 0.1,
};

export function describeCuttlefish(): SoftDesc {
  return softSchema().parse({
    schemaVersion: 2,
    animal: 'cuttlefish',
    group: 'swims',
    title: 'Cuttlefish',
    about: 'Ten arms on a mantle, and a fin on either side whose waves drive it backward through the water.',
    tryFirst: [
      { label: 'Let the waves run the other way', set: ['control.direction=-1'] },
      { label: 'Swim in water that moves with it', set: [...livingSwim, 'body.material.curvature=20'] },
      { label: 'Paralyse the left fin', set: ['lesions.paralyse=["left fin"]'] },
    ],
    view: { azimuth: 1.9, elevation: 0.5 },
    body: {
      kind: 'soft',
      shape: 'cuttlefish',
      sizes: {
        length: 0.4,
        halfWidth: 0.06,
        halfHeight: 0.042,
        taper: 0.6,
        cells: 14,
        armLength: 0.18,
        armHalfWidth: 0.013,
        armHalfThickness: 0.012,
        armCells: 6,
        droop: 1.4,
        finWidth: 0.17,
      },
      reach: { radius: 0.03, decay: 10 },
      material: {
        masses: 'volume',
        shape: 1e5,
        volume: 1e6,
        muscle: 5e5,
        stretch: 1e4,
        bend: 3.4,
        thickness: 0.012,
        density: 1000,
      },
      look: 'sepia',
      anatomy: [
        { kind: 'eye', at: [0.035, 0.05, 0.014], size: 0.0125 },
        { kind: 'taper', cords: '*outer', size: 0.013, end: 0.15 },
        { kind: 'skirt', size: 0.075 },
        { kind: 'lobe', at: [0.36, 0, 0], to: [0.43, 0, 0], size: 0.026, end: 0.8, flat: 0.72 },
      ],
    },
    controller: {
      kind: 'excitation',
      pattern: 'waves',
      ramp: 1.5,
      waves: [
        { cords: 'left fin', ...fin },
        { cords: '*inner', period: 16 / 30, alpha: 1, beta: 0, kappa: 3 },
        { cords: '*outer', period: 16 / 30, alpha: 1, beta: 0, kappa: 3 },
        { cords: 'right fin', ...fin, phase: 0.5 },
      ],
    },
    // At its own tempo within 2 % of converged steps (7 % at 0.6 of it); 0.01 takes half as many iterations more.
    solver: { tolerance: 0.03 },
  });
}
