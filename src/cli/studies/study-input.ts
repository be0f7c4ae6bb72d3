/** `SPEC.json` and `--out DIR` of the commands for studies → what is to be computed, and where it is kept. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseCreature } from '../../animals/registry.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { ModelError } from '../../engine/model/problem.ts';
import { parseStudySpec, type StudySpec } from '../../experiments/studies/spec.ts';
import { listFolder } from '../../node/run-folder.ts';
import { belongsToStudy, studyFile } from '../../node/studies/study-folder.ts';
import { readTextFile } from '../../node/text-file.ts';
import type { Arguments, OptionSpec, PositionalSpec } from '../command/command.ts';
import { CommandError, usageError } from '../command/command-error.ts';
import { loadCreature, nameFile } from '../input/creature.ts';

const maxSpecBytes = 16 * 1024 * 1024;

export const specPositional: PositionalSpec = {
  name: 'SPEC.json',
  about: 'The study: animal, seconds, seeds, parameters, metrics; see docs/studies.md.',
};

export const outOption: OptionSpec = {
  name: 'out',
  value: 'DIR',
  about: 'Folder of the study. Results that are there already are not computed again.',
};

/** Reads a study file and the creature it names. Throws a ModelError. */
export function loadStudy(file: string): { spec: StudySpec; creature: AnimalDesc } {
  const spec = nameFile(file, () => parseStudySpec(readTextFile(file, maxSpecBytes)));
  return { spec, creature: loadNamed(spec, path.dirname(file)) };
}

function loadNamed({ animal, creature }: StudySpec, folder: string): AnimalDesc {
  if (typeof creature === 'string') return loadCreature(path.resolve(folder, creature), []);
  try {
    return creature === undefined ? loadCreature(animal!, []) : parseCreature(JSON.stringify(creature));
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const part = creature === undefined ? 'animal' : 'creature';
    const prefix = (at: string): string => (at === '' ? part : `${part}.${at}`);
    throw new ModelError(error.problems.map((problem) => ({ ...problem, path: prefix(problem.path) })));
  }
}

/** The folder of `--out`: new, empty or that of a study. Nothing is written yet. */
export function readOutFolder(args: Arguments, command: string): string {
  const out = args.get('out');
  if (out === undefined || out === '')
    throw usageError(`'${command}' needs a folder for its results: got nothing. Write --out DIR.`);
  const folder = path.resolve(out);
  const found = listFolder(folder);
  if (!found.every(belongsToStudy) && !existsSync(path.join(folder, studyFile)))
    throw new CommandError(
      'folder-not-empty',
      `The folder ${folder} is not empty and holds no study: ${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}. Choose another.`,
    );
  return folder;
}
