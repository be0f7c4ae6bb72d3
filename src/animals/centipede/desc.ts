/** The centipede of the paper: its numbers are the defaults of the family (engine/families/myriapod/fields). */
import { type MyriapodDesc, myriapodSchema } from '../../engine/families/myriapod/schema.ts';

export function describeCentipede(): MyriapodDesc {
  return myriapodSchema().parse({
    schemaVersion: 2,
    animal: 'centipede',
    group: 'walks',
    title: 'Centipede',
    about:
      'Each leg is a small automaton that looks only at the leg in front of it; the wave that runs down the body is planned by nobody. Steer it, take legs away, send it over rough ground.',
    tryFirst: [
      { label: 'Send it over rough ground', set: ['scene.terrain=bumps', 'scene.bumpHeight=3 mm'] },
      { label: 'Press on a leg to take it off' },
      { label: 'Let ten of them loose', set: ['scene.animals=10'], featured: 'Let ten centipedes loose' },
      { label: 'Put food ahead of it', set: ['scene.foods=[{"x":0.4,"y":0.1}]'] },
    ],
    body: { kind: 'hybrid' },
    controller: { kind: 'legs' },
  });
}
