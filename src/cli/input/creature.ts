/** `ANIMAL|FILE` on a command line → description. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { animalNames, describeAnimal, parseCreature } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { maxFileCharacters } from '../../engine/model/json-text.ts';
import { ModelError, printGot } from '../../engine/model/problem.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';
import { meshFileEndings } from '../../imports/triangles/import-mesh.ts';
import { tetFileEndings } from '../../imports/tets/tet-import.ts';
import { readTextFile } from '../../node/text-file.ts';
import { adviseRenamed } from '../command/command-error.ts';
import { isCodedMeta, loadCodedAnimal } from './coded-animal.ts';

const meshEndings = new Set<string>([...meshFileEndings, ...tetFileEndings]);

/** An animal by name, or the creature file at a path; then the settings. Throws a ModelError. */
export function loadCreature(name: string, settings: readonly string[]): AnimalDesc {
  const desc = animalNames.includes(name) ? describeAnimal(name) : readCreatureFile(name);
  return settings.length === 0 ? desc : applySettings(desc, settings, adviseRenamed);
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
  if (isCodedMeta(name)) return loadCodedAnimal(name);
  if (existsSync(name) && meshEndings.has(path.extname(name).slice(1).toLowerCase()))
    throw new ModelError([
      {
        code: 'unknown-kind',
        path: name,
        got: 'a mesh',
        hint: `Make a creature file of it first: bestiary import ${name} --out mine.creature.json.`,
      },
    ]);
  return nameFile(name, () => parseCreature(readTextFile(name, maxFileCharacters)));
}

/** What is wrong with the whole is wrong with the file. */
export function nameFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new ModelError(error.problems.map((problem) => (problem.path === '' ? { ...problem, path: file } : problem)));
  }
}
