/** `--task`, `--model`, `--observation` and `--actions`: what an animal does, sees and changes. */
import { type ActionSet, actionSets } from '../../engine/contract/learning.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';
import type { Arguments, OptionSpec } from '../command/command.ts';
import { CommandError } from '../command/command-error.ts';

export const defaultTask = 'steer';

const observations = ['aim', 'small', 'full'] as const;

export const environmentOptions: readonly OptionSpec[] = [
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
    about: "Every cord's own numbers, a few for the whole body, or those that the paper prints, set in every tick.",
  },
];

/** What options and a policy say together; the first that says something wins. */
export interface SubjectChoices {
  readonly task?: string | undefined;
  readonly model?: string | undefined;
  readonly observation?: (typeof observations)[number] | undefined;
  readonly actions?: ActionSet | undefined;
}

/** `otherwise` is what holds where an option is not given. */
export function readEnvironmentChoices(args: Arguments, otherwise: SubjectChoices = {}) {
  const model = args.get('model') ?? otherwise.model;
  const observation = readChoice(args, 'observation', observations) ?? otherwise.observation;
  const actions = readChoice(args, 'actions', actionSets) ?? otherwise.actions;
  return {
    ...(model === undefined ? {} : { model }),
    ...(observation === undefined ? {} : { observation }),
    ...(actions === undefined ? {} : { actions }),
  };
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
