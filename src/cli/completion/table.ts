/** What there is to complete, read from the commands' own tables. */
import { commonOptions } from '../command/arguments.ts';
import type { Command, OptionSpec, PositionalSpec } from '../command/command.ts';

/** What may stand at a place: these words, an animal, a path of the file system, a parameter of the animal. */
export interface Completed {
  readonly words: readonly string[];
  readonly takesAnimal: boolean;
  readonly takesFile: boolean;
  readonly takesSetting: boolean;
}

export interface CompletedOption {
  /** With its dashes. */
  readonly name: string;
  readonly about: string;
  /** undefined: a flag. */
  readonly value?: Completed;
}

export interface CompletedCommand {
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  /** What its words are, whichever they are. */
  readonly positional: Completed;
}

export interface CompletionTable {
  readonly commands: readonly CompletedCommand[];
  readonly animals: readonly string[];
}

/** The animal and its parameters are asked of the program itself, `bestiary completion --paths ANIMAL`. */
export const pathsOption: OptionSpec = {
  name: 'paths',
  value: 'ANIMAL|FILE',
  about: 'Instead of a script, what may follow --set, a line each: what the scripts ask for.',
};

export function createTable(commands: readonly Command[], animals: readonly string[]): CompletionTable {
  return { commands: commands.map(describeCommand), animals };
}

function describeCommand({ name, summary, options, positionals = [] }: Command): CompletedCommand {
  return {
    name,
    about: shortenSentence(summary),
    options: [...options, ...commonOptions].map(describeOption),
    positional: joinCompleted(positionals.map(describePositional)),
  };
}

function describeOption({ name, value, choices, about }: OptionSpec): CompletedOption {
  const described = { name: `--${name}`, about: shortenSentence(about) };
  if (value === undefined) return described;
  return { ...described, value: describePlaceholder(value, choices) };
}

function describePositional({ name, choices }: PositionalSpec): Completed {
  return describePlaceholder(name, choices);
}

/** Words in small letters between bars are choices; those in capitals say what kind of thing is meant. */
function describePlaceholder(placeholder: string, choices: readonly string[] = []): Completed {
  const words = placeholder.split('|').filter((word) => /^[a-z][a-z0-9-]*$/u.test(word));
  return {
    words: [...words, ...choices],
    takesAnimal: placeholder.includes('ANIMAL'),
    takesFile: /FILE|DIR|FOLDER|MESH|SPEC|PAGE|^[AB]$/u.test(placeholder),
    takesSetting: placeholder === 'PATH=VALUE',
  };
}

function joinCompleted(all: readonly Completed[]): Completed {
  return {
    words: all.flatMap(({ words }) => words),
    takesAnimal: all.some(({ takesAnimal }) => takesAnimal),
    takesFile: all.some(({ takesFile }) => takesFile),
    takesSetting: false,
  };
}

const longestSentence = 70;

/** The first sentence or the first part of it: a menu has no room for more. */
function shortenSentence(text: string): string {
  const [sentence = ''] = text.split(/(?<=[.;:]) /u);
  const bare = sentence.replace(/[.;:]$/u, '');
  return bare.length > longestSentence ? `${bare.slice(0, longestSentence - 1)}…` : bare;
}

/** Options that take a value, of whichever command; one that is a flag elsewhere is left out, since any word may follow a flag. */
export function listValuedOptions({ commands }: CompletionTable): string[] {
  const options = commands.flatMap((command) => command.options);
  const flags = new Set(options.filter(({ value }) => value === undefined).map(({ name }) => name));
  return [...new Set(options.map(({ name }) => name).filter((name) => !flags.has(name)))];
}
