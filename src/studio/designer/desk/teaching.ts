/** The address at which a drawn animal learns. */
import type { Document } from '../../../designer/drawing.ts';
import { hostAnimal } from '../../../designer/host.ts';
import type { Setting } from '../../data/protocol.ts';
import { formatWorkshop } from '../../learn/address.ts';
import { defaultSeed } from '../../../engine/record/permalink.ts';

/** Another animal lends its name; body and waves are the drawn one's. */
export function formatTeaching(creature: Document): string {
  const settings = (['body', 'controller', 'water', 'solver'] as const).flatMap((key): Setting[] =>
    creature[key] === undefined ? [] : [[key, creature[key]]],
  );
  return formatWorkshop({ kind: 'learn', link: { animal: hostAnimal, settings, seed: defaultSeed } });
}
