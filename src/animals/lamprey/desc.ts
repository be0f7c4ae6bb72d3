/** The lamprey of the paper: its numbers are the defaults of the family (engine/model/articulated-spinal.ts). */
import type { AnimalDesc } from '../../engine/model/families.ts';
import { parseDesc } from '../../engine/model/parse.ts';

export function describeLamprey(): AnimalDesc {
  return parseDesc({
    schemaVersion: 1,
    animal: 'lamprey',
    title: 'Lamprey',
    body: { kind: 'articulated' },
    controller: { kind: 'spinal' },
  });
}
