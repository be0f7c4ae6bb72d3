/** The octopus: a mantle and eight arms of four muscles each; waves run down the arms, inner and outer cords in turn. */
import { type SoftDesc, softSchema } from '../../engine/families/soft/schema.ts';
import { livingSwim } from '../shared/living-swim.ts';

export function describeOctopus(): SoftDesc {
  const wave = { period: 12 / 30, alpha: 1, beta: 0, kappa: 4.5, turn: -0.5 };
  return softSchema().parse({
    schemaVersion: 2,
    animal: 'octopus',
    group: 'swims',
    title: 'Octopus',
    about:
      'Eight arms with four muscles each. Signals run down thirty-two nerve cords; pull at an arm, aim it with the compass, put it into a bottle.',
    tryFirst: [
      { label: 'Put it into a bottle', set: ['scene.kind=bottle'], featured: 'Put an octopus into a bottle' },
      { label: 'Swim in water that moves with it', set: [...livingSwim, 'control.effort=0.6'] },
      { label: 'Pull at an arm with the pointer' },
      { label: 'Paralyse the inner muscles of two arms', set: ['lesions.paralyse=["arm 1 inner","arm 2 inner"]'] },
    ],
    view: { azimuth: 1.2, elevation: 0.35 },
    body: {
      kind: 'soft',
      shape: 'octopus',
      sizes: {
        length: 0.22,
        halfWidth: 0.075,
        halfHeight: 0.075,
        taper: 0.5,
        armLength: 0.5,
        armHalfWidth: 0.025,
        armHalfThickness: 0.018,
        armCells: 11,
        droop: 0.93,
      },
      reach: { radius: 0.03, decay: 10 },
      material: { masses: 'volume', shape: 1e5, volume: 1e6, muscle: 9e5, density: 1000 },
      look: 'mottle',
      anatomy: [
        { kind: 'eye', at: [0.05, 0.055, 0.045], size: 0.014 },
        { kind: 'suckers', cords: '*inner', size: 0.0085 },
        { kind: 'taper', cords: '*outer', size: 0.025, end: 0.1 },
      ],
    },
    controller: {
      kind: 'excitation',
      pattern: 'waves',
      waves: [
        { cords: '*inner', ...wave, width: 0.46, height: 0.8 },
        { cords: '*outer', ...wave, width: 0.38, height: 0.6, phase: 0.5 },
        { cords: '*transverse', ...wave },
        { cords: '*oblique', ...wave },
      ],
    },
    // As near to converged steps as 0.01 was without the tension of muscles in the matrix: 1 to 3 % at 0.6 to 1.4 of its tempo.
    solver: { tolerance: 0.015 },
  });
}
