/** `ANIMAL|FILE` on a command line → description. */
import { existsSync } from 'node:fs';
import { animalNames, describeAnimal, parseCreature } from '../animals/registry.ts';
import type { AnimalDesc } from '../engine/model/families.ts';
import { applySettings } from '../engine/model/override.ts';
import { maxFileCharacters } from '../engine/model/parse.ts';
import { ModelError, printGot } from '../engine/model/problem.ts';
import { suggestSentence } from '../engine/model/suggest.ts';
import { readTextFile } from '../node/text-file.ts';
import type { OptionSpec, PositionalSpec } from './command.ts';

export const creaturePositional: PositionalSpec = {
  name: 'ANIMAL|FILE',
  about: 'An animal of `bestiary list`, or a creature file.',
};

export const setOption: OptionSpec = {
  name: 'set',
  value: 'PATH=VALUE',
  repeatable: true,
  about: "Change a parameter, with or without a unit: brainstem.left=0.5, 'body.links[3].width=12 mm'.",
};

/** An animal by name, or the creature file at a path; then the settings. Throws a ModelError. */
export function loadCreature(name: string, settings: readonly string[]): AnimalDesc {
  const desc = animalNames.includes(name) ? describeAnimal(name) : readCreatureFile(name);
  return settings.length === 0 ? desc : applySettings(desc, settings);
}

function readCreatureFile(name: string): AnimalDesc {
  // A word that is neither a path nor a file is most likely a misspelt animal.
  if (!/[/\\.]/u.test(name) && !existsSync(name))
    throw new ModelError([
      {
        code: 'unknown-animal',
        path: '',
        got: printGot(name),
        hint: `${suggestSentence(name, animalNames)} See: bestiary list. A creature file works too.`,
      },
    ]);
  return parseCreature(readTextFile(name, maxFileCharacters));
}
