/** Parses the words after a command against its declared options. No option is guessed: an unknown one is an error. */
import { suggestSentence } from '../../engine/model/suggest.ts';
import type { Arguments, Command, OptionSpec } from './command.ts';
import { CommandError } from './command-error.ts';

export const commonOptions: readonly OptionSpec[] = [
  { name: 'json', about: 'Print one JSON document on standard output; messages stay on standard error.' },
  { name: 'help', about: 'Show this help.' },
];

/** `--name value`, `--name=value` and flags, in any order; `--` ends options. */
export function parseArguments(command: Command, words: readonly string[]): Arguments {
  const specs = [...command.options, ...commonOptions];
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  let optionsEnded = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (optionsEnded || !word.startsWith('-') || word === '-') positionals.push(word);
    else if (word === '--') optionsEnded = true;
    else if (word === '-h') values.set('help', ['']);
    else i += readOption(word, words[i + 1], specs, values, command);
  }
  if (!values.has('help')) checkPositionals(command, positionals);
  return {
    positionals,
    has: (flag) => values.has(flag),
    get: (option) => values.get(option)?.at(-1),
    getAll: (option) => values.get(option) ?? [],
  };
}

/** Returns how many words after the option it took. */
function readOption(
  word: string,
  next: string | undefined,
  specs: readonly OptionSpec[],
  values: Map<string, string[]>,
  command: Command,
): number {
  const equals = word.indexOf('=');
  const written = equals < 0 ? word : word.slice(0, equals);
  const spec = specs.find((candidate) => `--${candidate.name}` === written);
  if (spec === undefined) {
    const known = specs.map((candidate) => `--${candidate.name}`);
    throw misuse(command, `Unknown option '${written}' for '${command.name}'. ${suggestSentence(written, known)}`);
  }
  if (spec.value === undefined && equals >= 0)
    throw misuse(
      command,
      `Option '${written}' takes no value: got '${word.slice(equals + 1)}'. Write just ${written}.`,
    );
  if (values.has(spec.name) && spec.value !== undefined && spec.repeatable !== true)
    throw misuse(command, `Option '${written}' is given twice. Give it once.`);
  const inline = equals >= 0 || spec.value === undefined;
  const value = spec.value === undefined ? '' : equals >= 0 ? word.slice(equals + 1) : next;
  if (value === undefined)
    throw misuse(command, `Option '${written}' needs a value: got nothing. Write ${written} ${spec.value!}.`);
  values.set(spec.name, [...(values.get(spec.name) ?? []), value]);
  return inline ? 0 : 1;
}

function checkPositionals(command: Command, positionals: readonly string[]): void {
  const specs = command.positionals ?? [];
  const missing = specs.slice(positionals.length).find((spec) => spec.optional !== true);
  if (missing !== undefined)
    throw misuse(command, `'${command.name}' needs ${missing.name}: got nothing. Usage: bestiary ${command.usage}`);
  const extra = specs.at(-1)?.variadic === true ? undefined : positionals[specs.length];
  if (extra !== undefined)
    throw misuse(
      command,
      `'${command.name}' does not know what to do with '${extra}'. Usage: bestiary ${command.usage}`,
    );
}

function misuse(command: Command, message: string): CommandError {
  return new CommandError('usage', `${message} See: bestiary help ${command.name}`);
}

interface NumberRules {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
  readonly unit?: string;
}

/** A number given to an option, or `defaultValue`; outside the range or not a number is an error that quotes both. */
export function readNumber(args: Arguments, option: string, defaultValue: number, rules: NumberRules): number {
  const text = args.get(option);
  if (text === undefined) return defaultValue;
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(text) ? Number(text) : NaN;
  const fits = value >= rules.min && value <= rules.max && (rules.whole !== true || Number.isSafeInteger(value));
  if (fits) return value;
  const unit = rules.unit === undefined ? '' : ` ${rules.unit}`;
  throw new CommandError(
    'usage',
    `Option '--${option}' is out of range: got '${text}'. Write a ${rules.whole === true ? 'whole ' : ''}number from ${rules.min} to ${rules.max}${unit}.`,
  );
}
