/** `--task`, `--model`, `--observation` and `--actions`: what an animal does, sees and changes. */
import { type ActionSet, actionSets } from '../../engine/contract/learning.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';
import type { Arguments, OptionSpec } from '../command/command.ts';
import { usageError } from '../command/command-error.ts';

export const defaultTask = 'steer';

const observations = ['aim', 'small', 'full'] as const;

export const environmentOptions: readonly OptionSpec[] = [
  {
    name: 'task',
    value: 'TASK',
    about: `The task (default ${defaultTask}); an unknown name lists those of the animal.`,
  },
  {
    name: 'model',
    value: 'MODEL',
    choices: ['ap-mem', 'cpg-mem', 'i-mem', 's-mem'],
    about: 'How actions become muscle excitation: ap-mem, cpg-mem, i-mem or s-mem.',
  },
  {
    name: 'observation',
    value: 'aim|small|full',
    about: 'aim: where the target is. small: a few more numbers. full: the sampled body too.',
  },
  {
    name: 'actions',
    value: 'default|few|paper',
    about:
      'default: numbers for every cord. few: numbers for the whole body. paper: those of the paper, set in every tick.',
  },
];

/** Choices by options and by a policy; the first that is given wins. */
export interface SubjectChoices {
  readonly task?: string | undefined;
  readonly model?: string | undefined;
  readonly observation?: (typeof observations)[number] | undefined;
  readonly actions?: ActionSet | undefined;
}

/** `defaults` hold where an option is not given. */
export function readEnvironmentChoices(args: Arguments, defaults: SubjectChoices = {}) {
  const model = args.get('model') ?? defaults.model;
  const observation = readChoice(args, 'observation', observations) ?? defaults.observation;
  const actions = readChoice(args, 'actions', actionSets) ?? defaults.actions;
  return {
    ...(model === undefined ? {} : { model }),
    ...(observation === undefined ? {} : { observation }),
    ...(actions === undefined ? {} : { actions }),
  };
}

/** One of several words. */
export function readChoice<T extends string>(args: Arguments, option: string, choices: readonly T[]): T | undefined {
  const text = args.get(option);
  if (text === undefined || choices.includes(text as T)) return text as T | undefined;
  throw usageError(
    `Option '--${option}' is one of ${choices.join(', ')}: got '${text}'. ${suggestSentence(text, choices)}`,
  );
}
