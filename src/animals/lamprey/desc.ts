/** The lamprey of the paper: its numbers are the defaults of the family (engine/families/lamprey/schema.ts). */
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
      { label: 'Cut the cord in the middle', set: ['lesions.cutAfter=[50]'], featured: 'Cut a spinal cord' },
      {
        label: 'Paralyse the rear of the body',
        set: ['lesions.paralyse=[{"joint":7,"side":"both"},{"joint":8,"side":"both"},{"joint":9,"side":"both"}]'],
      },
    ],
    body: { kind: 'articulated' },
    controller: { kind: 'spinal' },
  });
}
