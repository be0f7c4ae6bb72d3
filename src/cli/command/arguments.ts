/** Parses the words after a command against its declared options. No option is guessed: an unknown one is an error. */
import { suggestSentence } from '../../engine/model/suggest.ts';
import { adviseDecimalPoint, listUnits, parseQuantity } from '../../engine/model/units.ts';
import type { Arguments, Command, OptionSpec } from './command.ts';
import { CommandError, usageError } from './command-error.ts';

export const commonOptions: readonly OptionSpec[] = [
  { name: 'quiet', about: 'No progress and no notes; warnings and errors stay.' },
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
    if (!optionsEnded) refuseQuotes(command, word);
    if (optionsEnded || !word.startsWith('-') || word === '-') positionals.push(word);
    else if (word === '--') optionsEnded = true;
    else if (word === '-h') values.set('help', ['']);
    else i += readOption(word, words.slice(i + 1), specs, values, command);
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
  rest: readonly string[],
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
  const value = spec.value === undefined ? '' : equals >= 0 ? word.slice(equals + 1) : rest[0];
  if (value === undefined)
    throw misuse(command, `Option '${written}' needs a value: got nothing. Write ${written} ${spec.value!}.`);
  refuseQuotes(command, value);
  if (spec.value?.includes('=') === true && !value.includes('='))
    throw misuse(command, explainUnset(written, value, spec.value, inline ? rest[0] : rest[1]));
  values.set(spec.name, [...(values.get(spec.name) ?? []), value]);
  return inline ? 0 : 1;
}

/** `--set path` and `--set path value`: what is missing is the sign between them. */
function explainUnset(written: string, value: string, placeholder: string, next: string | undefined): string {
  const given = next !== undefined && !next.startsWith('-') ? next : placeholder.split('=')[1]!;
  return `Option '${written}' needs ${placeholder}: got '${value}' without a value. Write ${written} ${value}=${given}.`;
}

/** cmd.exe hands single quotes on, and texts from pages have curved ones. */
function refuseQuotes(command: Command, word: string): void {
  if (/^['‘’“”]/u.test(word))
    throw misuse(
      command,
      `A quotation mark has become part of the command line: got ${word}. Use straight double quotes, as in --set "path=12 mm"; cmd.exe knows no others.`,
    );
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
  return usageError(`${message} See: bestiary help ${command.name}`);
}

interface NumberRules {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
  /** What a number without a unit is in; others of the same quantity may be written. */
  readonly unit?: 's' | 'min';
}

/** A number given to an option, or `defaultValue`; outside the range or not a number is an error that quotes both. */
export function readNumber(args: Arguments, option: string, defaultValue: number, rules: NumberRules): number {
  const text = args.get(option);
  if (text === undefined) return defaultValue;
  const { unit, min, max, whole } = rules;
  const parsed = parseQuantity(text, unit ?? '');
  const value = parsed !== undefined && 'value' in parsed ? parsed.value : NaN;
  if (value >= min && value <= max && (whole !== true || Number.isSafeInteger(value))) return value;
  const range = `Write a ${whole === true ? 'whole ' : ''}number from ${min} to ${max}${unit === undefined ? '' : ` ${unit}`}.`;
  const refuse = (what: string, hint: string): never => {
    throw usageError(`Option '--${option}' ${what}: got '${text}'. ${hint}`);
  };
  if (!Number.isNaN(value)) return refuse('is out of range', range);
  const advice = adviseDecimalPoint(text);
  if (advice !== undefined) return refuse('is not a number', advice);
  // Letters after a number are meant as a unit.
  if (parsed === undefined || !/\d\s*[a-zµ%°]+\s*$/iu.test(text)) return refuse('is not a number', range);
  if (unit === undefined) return refuse('takes no unit', range);
  return refuse('has an unknown unit', `Allowed units: ${listUnits(unit).join(', ')}.`);
}
