/** The stingray: a plate with a zigzag bending muscle along each fin; the wave runs from front to back. */
import { type SoftDesc, softSchema } from '../../engine/model/soft.ts';

export function describeStingray(): SoftDesc {
  const wave = { period: 12 / 30, width: 0.5, height: 0.38, alpha: 0.92, beta: 0.08, kappa: 5, turn: -0.6 };
  return softSchema.parse({
    schemaVersion: 1,
    animal: 'stingray',
    title: 'Stingray',
    body: {
      kind: 'soft',
      shape: 'ray',
      sizes: { length: 0.6, halfWidth: 0.4, cells: 24 },
      reach: { radius: 0.08, decay: 5 },
      material: { stretch: 2e4, bend: 12, thickness: 0.015, density: 1000 },
    },
    controller: { kind: 'excitation', ramp: 1.5, waves: { first: { cords: '*', ...wave } } },
  });
}
