/** `ANIMAL|FILE` and `--set` of the commands that take an animal. */
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import type { OptionSpec, PositionalSpec } from '../command/command.ts';
import { adviseRenamed } from '../command/command-error.ts';

export const creaturePositional: PositionalSpec = {
  name: 'ANIMAL|FILE',
  about: 'An animal of `bestiary list`, a creature file, or a .meta file of the SoftCon code.',
};

export const setOption: OptionSpec = {
  name: 'set',
  value: 'PATH=VALUE',
  repeatable: true,
  about:
    "Change a parameter, with or without a unit, as in 'path=12 mm'; bestiary describe ANIMAL --parameters lists them.",
};

/** As `loadCreature`; what reads files and meshes is loaded only where no animal has the name. */
export async function openCreature(name: string, settings: readonly string[]): Promise<AnimalDesc> {
  if (!animalNames.includes(name)) return (await import('./creature.ts')).loadCreature(name, settings);
  const desc = describeAnimal(name);
  return settings.length === 0 ? desc : applySettings(desc, settings, adviseRenamed);
}
