/** The starfish: an imaginary swimmer of four arms with an inner and an outer muscle each. */
import { type SoftDesc, softSchema } from '../../engine/families/soft/schema.ts';
import { livingSwim } from '../shared/living-swim.ts';

export function describeStarfish(): SoftDesc {
  const wave = { period: 12 / 30, alpha: 0.9, beta: 0.1, kappa: 4.6, turn: -0.5 };
  return softSchema().parse({
    schemaVersion: 2,
    animal: 'starfish',
    group: 'swims',
    title: 'Starfish',
    about: 'Four soft arms that open slowly and close fast, and a body that goes ahead with every stroke.',
    tryFirst: [
      { label: 'Give it five arms', set: ['body.sizes.arms=5'] },
      { label: 'Beat faster', set: ['control.tempo=1.5'] },
      { label: 'Swim in water that moves with it', set: [...livingSwim, 'control.effort=0.6'] },
      { label: 'Pull at an arm with the pointer' },
    ],
    view: { azimuth: 0.45, elevation: 0.3 },
    body: {
      kind: 'soft',
      shape: 'starfish',
      sizes: {
        halfWidth: 0.06,
        halfHeight: 0.06,
        taper: 0.7,
        armLength: 0.4,
        armHalfWidth: 0.052,
        armHalfThickness: 0.018,
        armCells: 11,
        droop: 1.1,
      },
      reach: { radius: 0.03, decay: 10 },
      material: { masses: 'volume', shape: 1e5, volume: 1e6, muscle: 1.2e6, density: 1000 },
      look: 'star',
      anatomy: [
        { kind: 'suckers', cords: '*inner', size: 0.0075 },
        { kind: 'taper', cords: '*outer', size: 0.05, end: 0.12 },
      ],
    },
    controller: {
      kind: 'excitation',
      pattern: 'waves',
      waves: [
        { cords: '*inner', ...wave, width: 0.46, height: 0.9 },
        { cords: '*outer', ...wave, width: 0.47, height: 0.58, phase: 0.52 },
      ],
    },
    // Its wide arms fling the water about: 0.03 would make it a tenth too fast.
    solver: { tolerance: 0.005 },
  });
}
