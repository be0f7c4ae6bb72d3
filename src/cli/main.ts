/** The command line: finds the command, runs it, turns errors into sentences and exit codes. */
import process from 'node:process';
import { version } from '../../package.json';
import { suggestSentence } from '../engine/model/suggest.ts';
import { keepCompiled } from './compiled-code.ts';
import { parseArguments } from './command/arguments.ts';
import type { Command, Context, Output } from './command/command.ts';
import { CommandError, exitCodes } from './command/command-error.ts';

/** Read when it is asked for: most of a start would go into commands that are not. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./commands/list.ts')).listCommand,
  describe: async () => (await import('./commands/describe.ts')).describeCommand,
  run: async () => (await import('./commands/run.ts')).runCommand,
  validate: async () => (await import('./commands/validate.ts')).validateCommand,
  bench: async () => (await import('./commands/bench.ts')).benchCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  render: async () => (await import('./commands/render.ts')).renderCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  train: async () => (await import('./commands/train.ts')).trainCommand,
  evaluate: async () => (await import('./commands/evaluate.ts')).evaluateCommand,
  env: async () => (await import('./commands/env.ts')).envCommand,
  reproduce: async () => (await import('./commands/reproduce.ts')).reproduceCommand,
  sweep: async () => (await import('./commands/sweep.ts')).sweepCommand,
  fit: async () => (await import('./commands/fit.ts')).fitCommand,
  worker: async () => (await import('./commands/worker.ts')).workerCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  studio: async () => (await import('./commands/studio.ts')).studioCommand,
};

function loadCommands(): Promise<Command[]> {
  return Promise.all(Object.values(commands).map((load) => load()));
}

const defaultColumns = 110;

function createOutput(stream: NodeJS.WriteStream): Output {
  return {
    write: (text) => void stream.write(text),
    get isTerminal() {
      return stream.isTTY;
    },
    get columns() {
      return stream.isTTY && stream.columns > 0 ? stream.columns : defaultColumns;
    },
  };
}

/** A reader that went away (`| head`) is not a failure; a full disk behind `>` is. */
function watchStream(stream: NodeJS.WriteStream, name: string): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = exitCodes.failed;
    if (stream !== process.stderr) process.stderr.write(`bestiary: Cannot write to ${name}: ${error.message}.\n`);
  });
}

async function findCommand(name: string): Promise<Command> {
  if (Object.hasOwn(commands, name)) return commands[name]!();
  const known = [...Object.keys(commands), 'help'];
  throw new CommandError('usage', `Unknown command '${name}'. ${suggestSentence(name, known)} See: bestiary help`);
}

async function showHelp(context: Context, words: readonly string[]): Promise<number> {
  const [name, creature] = words;
  const { formatCommandHelp, formatOverview } = await import('./output/help.ts');
  const write = (text: string): void => context.out.write(context.json ? `${JSON.stringify({ help: text })}\n` : text);
  if (name === undefined || name === 'help') write(formatOverview(await loadCommands(), context.out.columns));
  else {
    const command = await findCommand(name);
    const { creaturePositional, openCreature } = await import('./input/animal-input.ts');
    const { formatParameters } = await import('./output/parameters.ts');
    // A mesh or a recording has no parameters.
    const takesCreature = command.positionals?.[0]?.name === creaturePositional.name;
    const parameters =
      creature === undefined || !takesCreature
        ? ''
        : `\nParameters of ${creature}\n${formatParameters(await openCreature(creature, []), context.out.columns)}\n`;
    write(`${formatCommandHelp(command, context.out.columns)}${parameters}`);
  }
  return exitCodes.done;
}

async function main(words: readonly string[], context: Context): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined) {
    const { formatOverview } = await import('./output/help.ts');
    context.messages.write(formatOverview(await loadCommands(), context.messages.columns));
    return exitCodes.badInput;
  }
  if (name === '--version' || name === '-V') {
    context.out.write(context.json ? `${JSON.stringify({ version })}\n` : `${version}\n`);
    return exitCodes.done;
  }
  if (name === 'help' || name === '--help' || name === '-h')
    return showHelp(
      context,
      rest.filter((word) => !word.startsWith('-')),
    );
  const command = await findCommand(name);
  const args = parseArguments(command, rest);
  return args.has('help') ? showHelp(context, [name, ...args.positionals]) : command.run(context, args);
}

function start(): void {
  const words = process.argv.slice(2);
  const end = words.indexOf('--');
  const context: Context = {
    out: createOutput(process.stdout),
    messages: createOutput(process.stderr),
    json: (end < 0 ? words : words.slice(0, end)).includes('--json'),
  };
  watchStream(process.stdout, 'standard output');
  watchStream(process.stderr, 'standard error');
  // A file may have any name, and an animal only has letters.
  keepCompiled(
    import.meta.dirname,
    words
      .slice(0, 2)
      .filter((word) => /^[a-z][a-z-]*$/u.test(word))
      .join(' '),
  );
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
