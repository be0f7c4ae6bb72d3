/**
 * The lamprey of the paper: its numbers are the defaults of the family (engine/families/lamprey/schema.ts). Its links:
 * - length and height: stated in the paper, 30 mm each;
 * - width: the paper states 20 mm at most, decreasing tailward; the linear taper to 4 mm is fitted;
 * - mass: derived, elliptic cylinders of the density of water; inertia: derived, m(l²/12 + w²/16);
 * - drag across: derived, λ⊥ = ρ·l·h·C/2 with an assumed C = 1;
 * - drag along: fitted, C = 0.035 on the frontal ellipse gives the steady 466 mm/s of the paper.
 */
import { type LampreyDesc, lampreySchema } from '../../engine/families/lamprey/schema.ts';

export function describeLamprey(): LampreyDesc {
  return lampreySchema().parse({
    schemaVersion: 2,
    animal: 'lamprey',
    group: 'swims',
    title: 'Lamprey',
    about:
      'A spinal cord of a hundred coupled oscillators sends a wave down ten links, and the water does the rest. Steer it from the brain stem, or cut the cord and watch.',
    tryFirst: [
      { label: 'Turn to the left: drive the right side less', set: ['brainstem.right=0.4'] },
      // measured: 249 mm/s against 466 uncut over 8 s; a cut in the middle (469 mm/s) is not seen in the speed.
      {
        label: 'Cut the cord behind the head: half the speed is left',
        set: ['lesions.cutAfter=[20]'],
        featured: 'Cut a spinal cord',
      },
      {
        label: 'Paralyse the rear of the body',
        set: ['lesions.paralyse=[{"joint":7,"side":"both"},{"joint":8,"side":"both"},{"joint":9,"side":"both"}]'],
      },
    ],
    body: { kind: 'articulated' },
    controller: { kind: 'spinal' },
  });
}
