/** The lamprey of the paper: its numbers are the defaults of the family (engine/families/lamprey/schema.ts). */
import { type LampreyDesc, lampreySchema } from '../../engine/families/lamprey/schema.ts';

export function describeLamprey(): LampreyDesc {
  return lampreySchema.parse({
    schemaVersion: 1,
    animal: 'lamprey',
    title: 'Lamprey',
    body: { kind: 'articulated' },
    controller: { kind: 'spinal' },
  });
}
