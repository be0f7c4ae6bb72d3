/** `ANIMAL|FILE --task …` on a command line → what is trained, evaluated or served. */
import { suggestSentence } from '../../engine/model/suggest.ts';
import type { Subject } from '../../learn/subjects/subject.ts';
import { toyNames } from '../../learn/toys/registry.ts';
import type { Arguments, OptionSpec, PositionalSpec } from '../command/command.ts';
import { CommandError } from '../command/command-error.ts';
import { creaturePositional, setOption } from '../input/animal-input.ts';
import { loadCreature } from '../input/creature.ts';

const toyPrefix = 'toy:';
export const defaultTask = 'steer';

export const subjectPositional: PositionalSpec = {
  ...creaturePositional,
  about: `An animal of \`bestiary list\` or a creature file. Or a toy to try things on in seconds: ${toyNames.map((name) => toyPrefix + name).join(', ')}.`,
};

/** Those that say what an animal sees and does; a toy has none of them. */
export const subjectOptions: readonly OptionSpec[] = [
  {
    name: 'task',
    value: 'TASK',
    about: `What is to be done (default ${defaultTask}); a wrong name lists the animal's.`,
  },
  { name: 'model', value: 'MODEL', about: 'How actions become muscle excitation: ap-mem, cpg-mem, i-mem or s-mem.' },
  {
    name: 'observation',
    value: 'aim|small|full',
    about: 'Where the target is, a few telling numbers, or the sampled body too.',
  },
  {
    name: 'actions',
    value: 'default|few|paper',
    about: "Every cord's own numbers, a few for the whole body, or those that the paper prints, anew in every tick.",
  },
  setOption,
];

/** What options and a policy say together; the first that says something wins. */
export interface SubjectChoices {
  readonly task?: string | undefined;
  readonly model?: string | undefined;
  readonly observation?: string | undefined;
  readonly actions?: string | undefined;
}

const observations = ['aim', 'small', 'full'] as const;
const actionSets = ['default', 'few', 'paper'] as const;

/** `otherwise` is what holds where an option is not given. Throws a CommandError or a ModelError. */
export function readSubject(args: Arguments, training: boolean, otherwise: SubjectChoices = {}): Subject {
  const name = args.positionals[0]!;
  if (name.startsWith(toyPrefix)) return readToy(args, name.slice(toyPrefix.length));
  const choices = {
    model: args.get('model') ?? otherwise.model,
    observation: readChoice(args, 'observation', observations) ?? otherwise.observation,
    actions: readChoice(args, 'actions', actionSets) ?? otherwise.actions,
  };
  return {
    kind: 'animal',
    desc: loadCreature(name, args.getAll('set')),
    task: args.get('task') ?? otherwise.task ?? defaultTask,
    training,
    ...readSpecChoices(choices),
  };
}

/** Choices as an environment takes them; a word that a file made up is none. */
export function readSpecChoices({ model, observation, actions }: SubjectChoices) {
  const sees = observations.find((word) => word === observation);
  const does = actionSets.find((word) => word === actions);
  return {
    ...(model === undefined ? {} : { model }),
    ...(sees === undefined ? {} : { observation: sees }),
    ...(does === undefined ? {} : { actions: does }),
  };
}

function readToy(args: Arguments, name: string): Subject {
  const needless = subjectOptions.find((option) => args.has(option.name));
  if (needless !== undefined)
    throw new CommandError('usage', `Option '--${needless.name}' has no effect on a toy. Leave it out.`);
  if (!toyNames.includes(name))
    throw new CommandError('usage', `Unknown toy '${name}'. ${suggestSentence(name, toyNames)}`);
  return { kind: 'toy', name };
}

/** A word out of a few. */
export function readChoice<T extends string>(args: Arguments, option: string, choices: readonly T[]): T | undefined {
  const text = args.get(option);
  if (text === undefined || choices.includes(text as T)) return text as T | undefined;
  throw new CommandError(
    'usage',
    `Option '--${option}' is one of ${choices.join(', ')}: got '${text}'. ${suggestSentence(text, choices)}`,
  );
}
