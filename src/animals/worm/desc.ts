/** The worm: its numbers are the defaults of the family (engine/families/worm/schema.ts). */
import { type WormDesc, wormSchema } from '../../engine/families/worm/schema.ts';

export function describeWorm(): WormDesc {
  return wormSchema.parse({
    schemaVersion: 1,
    animal: 'worm',
    title: 'Worm (C. elegans)',
    body: { kind: 'fem' },
    controller: { kind: 'worm' },
  });
}
