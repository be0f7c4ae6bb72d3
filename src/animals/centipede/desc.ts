/** The centipede of the paper: its numbers are the defaults of the family (engine/model/hybrid-legs.ts). */
import { type HybridLegsDesc, hybridLegsSchema } from '../../engine/families/myriapod/schema.ts';

export function describeCentipede(): HybridLegsDesc {
  return hybridLegsSchema.parse({
    schemaVersion: 1,
    animal: 'centipede',
    title: 'Centipede',
    body: { kind: 'hybrid' },
    controller: { kind: 'legs' },
  });
}
