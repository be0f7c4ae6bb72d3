/** The soft lamprey: an eel-like trunk with four longitudinal muscles; a wave runs down its two sides in turn. */
import { type SoftDesc, softSchema } from '../../engine/families/soft/schema.ts';
import { livingSwim, setBothWaves } from '../shared/living-swim.ts';

/**
 * Measured over 12 s: slip 0.74, Strouhal 0.35, tail 0.083 L, wavelength 0.64 L; a living lamprey has 0.68 to 0.73, 0.34 to 0.38, 0.079 to
 * 0.087, 0.67.
 */
const livingSettings = [
  ...livingSwim,
  'water.finHeight=0.02',
  ...setBothWaves('kappa', 2),
  ...setBothWaves('height', 0.6),
];

export function describeSoftLamprey(): SoftDesc {
  const wave = { period: 16 / 30, width: 0.42, height: 0.75, alpha: 1, beta: 0, kappa: 5.5, turn: 0.5 };
  return softSchema().parse({
    schemaVersion: 2,
    animal: 'soft-lamprey',
    group: 'swims',
    title: 'Soft lamprey',
    about:
      'The lamprey again, all flesh: four muscles along a soft trunk, and water that pushes on every face of its skin.',
    tryFirst: [
      { label: 'Drive it by a spinal cord', set: ['controller.pattern=spinal'] },
      { label: 'Put pillars in its way', set: ['scene.kind=pillars'] },
      { label: 'Swim as living lampreys do', set: livingSettings },
    ],
    view: { azimuth: 1.9, elevation: 0.45 },
    body: {
      kind: 'soft',
      shape: 'eel',
      sizes: { length: 1, halfWidth: 0.035, halfHeight: 0.05, taper: 0.25, cells: 44 },
      reach: { radius: 0.03, decay: 10 },
      material: { masses: 'volume', shape: 1.5e5, volume: 1e6, muscle: 8e5, density: 1000 },
      look: 'fish',
      anatomy: [
        { kind: 'ribbon', at: [-0.02, 0, 0], to: [-0.24, 0, 0], size: 0.028 },
        { kind: 'ribbon', at: [-0.26, 0, 0], to: [-0.6, 0, 0], size: 0.04, end: 0.8 },
      ],
    },
    controller: {
      kind: 'excitation',
      pattern: 'waves',
      waves: [
        { cords: 'left*', ...wave },
        { cords: 'right*', ...wave, phase: 0.5 },
      ],
    },
  });
}
