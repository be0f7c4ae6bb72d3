/** The worm: its numbers are the defaults of the family (engine/families/worm/schema.ts). */
import { type WormDesc, wormSchema } from '../../engine/families/worm/schema.ts';

export function describeWorm(): WormDesc {
  return wormSchema().parse({
    schemaVersion: 2,
    animal: 'worm',
    group: 'crawls',
    title: 'Worm (C. elegans)',
    about:
      'Ninety-five muscles bend a soft body of ten thousand tetrahedra. The same wave crawls on agar and swims in water; press on a muscle to paralyse it.',
    tryFirst: [
      { label: 'Swim in water instead of crawling on agar', set: ['medium.water=1'] },
      { label: 'Press on a muscle to paralyse it' },
      { label: 'Bend to one side', set: ['drive.bias=0.1'] },
    ],
    body: { kind: 'fem' },
    controller: { kind: 'worm' },
  });
}
