/** The command line: finds the command, runs it, turns errors into sentences and exit codes. */
import process from 'node:process';
import { version } from '../../package.json';
import { suggest, suggestSentence } from '../engine/model/suggest.ts';
import { keepCompiled, optimiseLater } from './compiled-code.ts';
import { commonOptions, parseArguments } from './command/arguments.ts';
import type { Command, Context, Output } from './command/command.ts';
import { exitCodes, usageError } from './command/command-error.ts';
import { commands, loadCommands } from './registry.ts';
import { writeResult } from './output/layout.ts';
import { createStyle, escapeControls, wantsColour } from './command/style.ts';

const defaultColumns = 110;
const fewestColumns = 20;

function createOutput(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(stream.isTTY ? escapeControls(text) : text),
    get isTerminal() {
      return stream.isTTY;
    },
    get columns() {
      return readWidth(stream) ?? defaultColumns;
    },
    get hasWidth() {
      return readWidth(stream) !== undefined;
    },
    style: createStyle(wantsColour(stream.isTTY, process.env)),
  };
}

/** Of a terminal, or as COLUMNS says; undefined where neither does. */
function readWidth(stream: NodeJS.WriteStream): number | undefined {
  const asked = Math.floor(Number(process.env['COLUMNS']));
  if (stream.isTTY && stream.columns > 0) return stream.columns;
  return asked >= fewestColumns ? asked : undefined;
}

/** A reader that went away (`| head`) is not a failure; a full disk behind `>` is. */
function watchStream(stream: NodeJS.WriteStream, name: string): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = exitCodes.failed;
    if (stream !== process.stderr) process.stderr.write(`bestiary: Cannot write to ${name}: ${error.message}.\n`);
  });
}

async function findCommand(name: string, more: readonly string[] = []): Promise<Command> {
  if (Object.hasOwn(commands, name)) return commands[name]!();
  const known = [...Object.keys(commands), 'help', 'version'];
  const { listAnimalNames } = await import('./commands/list.ts');
  const isCreature = (await listAnimalNames()).includes(name) || /\.json$/iu.test(name);
  // Somebody who names an animal wants to see it.
  const hint = isCreature
    ? `To simulate it, write: bestiary run ${[name, ...more].join(' ')}`
    : `${suggest(name, known).length > 0 ? suggestSentence(name, known) : `Known: ${known.join(', ')}.`} See: bestiary help`;
  throw usageError(`Unknown command '${name}'. ${hint}`);
}

/** Words with the command first: options may stand before it. */
async function putCommandFirst(words: readonly string[]): Promise<readonly string[]> {
  const first = words[0]!;
  if (!first.startsWith('-')) return words;
  for (const [i, word] of words.entries()) {
    if (!Object.hasOwn(commands, word)) continue;
    const { options } = await commands[word]!();
    if (areOptions(words.slice(0, i), [...options, ...commonOptions]))
      return [word, ...words.slice(0, i), ...words.slice(i + 1)];
  }
  throw usageError(`A command is missing before '${first}'. Write: bestiary COMMAND ${first} … See: bestiary help`);
}

/** Whether all words are options of a command, with the values that they take. */
function areOptions(words: readonly string[], options: Command['options']): boolean {
  for (let i = 0; i < words.length; i++) {
    const [written, inline] = words[i]!.split('=', 2);
    const option = options.find(({ name }) => `--${name}` === written);
    if (option === undefined) return false;
    if (option.value !== undefined && inline === undefined && ++i >= words.length) return false;
  }
  return true;
}

async function showHelp(context: Context, words: readonly string[]): Promise<number> {
  const [name, creature] = words;
  const { formatCommandHelp, formatOverview } = await import('./output/help.ts');
  const { out } = context.json ? { out: { ...context.out, style: createStyle(false) } } : context;
  const write = (text: string): void => writeResult(context, { help: text }, text);
  if (name === undefined || name === 'help') write(formatOverview(await loadCommands(), out));
  else {
    const command = await findCommand(name);
    const { creaturePositional, openCreature } = await import('./input/animal-input.ts');
    const { formatParameters } = await import('./output/parameters.ts');
    // A mesh or a recording has no parameters.
    const takesCreature = command.positionals?.[0]?.name === creaturePositional.name;
    const parameters =
      creature === undefined || !takesCreature
        ? ''
        : `\n${out.style.heading(`Parameters of ${creature}`)}\n${formatParameters(await openCreature(creature, []), out)}\n`;
    write(`${formatCommandHelp(command, out)}${parameters}`);
  }
  return exitCodes.done;
}

async function main(words: readonly string[], context: Context): Promise<number> {
  if (words.length === 0) {
    const { formatOverview } = await import('./output/help.ts');
    context.messages.write(formatOverview(await loadCommands(), context.messages));
    return exitCodes.badInput;
  }
  if (['--version', '-V', '-v', 'version'].includes(words[0]!)) {
    writeResult(context, { version }, `${version}\n`);
    return exitCodes.done;
  }
  if (['help', '--help', '-h'].includes(words[0]!))
    return showHelp(
      context,
      words.slice(1).filter((word) => !word.startsWith('-')),
    );
  const [name, ...rest] = (await putCommandFirst(words)) as [string, ...string[]];
  const command = await findCommand(name, rest);
  const args = parseArguments(command, rest);
  if (args.has('help')) return showHelp(context, [name, ...args.positionals]);
  return command.run(args.has('quiet') ? { ...context, progress: undefined } : context, args);
}

function start(): void {
  const words = process.argv.slice(2);
  const end = words.indexOf('--');
  const messages = createOutput(process.stderr);
  const context: Context = {
    out: createOutput(process.stdout),
    messages,
    progress: messages,
    loadCommands,
    json: (end < 0 ? words : words.slice(0, end)).includes('--json'),
  };
  watchStream(process.stdout, 'standard output');
  watchStream(process.stderr, 'standard error');
  optimiseLater();
  keepCompiled();
  main(words, context).then(
    (code) => {
      process.exitCode = code;
    },
    async (error: unknown) => {
      const { reportError } = await import('./command/report-error.ts');
      process.exitCode = reportError(context, error);
    },
  );
}

start();
