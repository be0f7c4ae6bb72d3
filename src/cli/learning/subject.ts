/** `ANIMAL|FILE --task …` on a command line → what is trained, evaluated or served. */
import { suggestSentence } from '../../engine/model/suggest.ts';
import type { Subject } from '../../learn/subjects/subject.ts';
import { toyNames } from '../../learn/environments/toys/registry.ts';
import type { Arguments, OptionSpec, PositionalSpec } from '../command/command.ts';
import { usageError } from '../command/command-error.ts';
import { defaultTask, environmentOptions, readEnvironmentChoices, type SubjectChoices } from './environment-options.ts';
import { creaturePositional, setOption } from '../input/animal-input.ts';
import { loadCreature } from '../input/creature.ts';

const toyPrefix = 'toy:';

export const subjectPositional: PositionalSpec = {
  ...creaturePositional,
  about: `An animal of \`bestiary list\` or a creature file. Or a toy to try things on in seconds: ${toyNames.map((name) => toyPrefix + name).join(', ')}.`,
};

/** Those that say what an animal sees and does; a toy has none of them. */
export const subjectOptions: readonly OptionSpec[] = [...environmentOptions, setOption];

/** `defaults` hold where an option is not given. Throws a CommandError or a ModelError. */
export function readSubject(args: Arguments, training: boolean, defaults: SubjectChoices = {}): Subject {
  const name = args.positionals[0]!;
  if (name.startsWith(toyPrefix)) return readToy(args, name.slice(toyPrefix.length));
  return {
    kind: 'animal',
    desc: loadCreature(name, args.getAll('set')),
    task: args.get('task') ?? defaults.task ?? defaultTask,
    training,
    ...readEnvironmentChoices(args, defaults),
  };
}

function readToy(args: Arguments, name: string): Subject {
  const needless = subjectOptions.find((option) => args.has(option.name));
  if (needless !== undefined) throw usageError(`Option '--${needless.name}' has no effect on a toy. Leave it out.`);
  if (!toyNames.includes(name)) throw usageError(`Unknown toy '${name}'. ${suggestSentence(name, toyNames)}`);
  return { kind: 'toy', name };
}
