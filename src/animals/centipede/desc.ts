/** The centipede of the paper: its numbers are the defaults of the family (engine/families/myriapod/fields). */
import { type MyriapodDesc, myriapodSchema } from '../../engine/families/myriapod/schema.ts';

export function describeCentipede(): MyriapodDesc {
  return myriapodSchema.parse({
    schemaVersion: 1,
    animal: 'centipede',
    title: 'Centipede',
    body: { kind: 'hybrid' },
    controller: { kind: 'legs' },
  });
}
