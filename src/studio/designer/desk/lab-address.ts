/** Where a drawn animal goes from the board: to the lab, and to where animals learn. Another animal lends its page; all else is its own. */
import type { Document } from '../../../designer/drawing.ts';
import { hostAnimal } from '../../../designer/host.ts';
import { defaultSeed, formatPermalink, type Permalink } from '../../../engine/record/permalink.ts';
import { belongsInAddress } from '../../data/form-model.ts';
import { formatWorkshop } from '../../learn/address.ts';

function createLink(creature: Document): Permalink {
  const settings = Object.entries(creature).filter(([path]) => belongsInAddress(path));
  return { animal: hostAnimal, settings, seed: defaultSeed };
}

/** Films, pictures, tables and 3-D animations are made there. */
export function formatLab(creature: Document): string {
  return formatPermalink(createLink(creature));
}

export function formatTeaching(creature: Document): string {
  return formatWorkshop({ kind: 'learn', link: createLink(creature) });
}
