/** The command line: finds the command, runs it, turns errors into sentences and exit codes. */
import process from 'node:process';
import { version } from '../../package.json';
import { suggestSentence } from '../engine/model/suggest.ts';
import { parseArguments } from './terminal/arguments.ts';
import { benchCommand } from './commands/bench.ts';
import type { Command, Context, Output } from './terminal/command.ts';
import { CommandError, exitCodes } from './terminal/command-error.ts';
import { creaturePositional, loadCreature } from './terminal/creature.ts';
import { describeCommand } from './commands/describe.ts';
import { diffCommand } from './commands/diff.ts';
import { envCommand } from './commands/env.ts';
import { evaluateCommand } from './commands/evaluate.ts';
import { exportCommand } from './commands/export.ts';
import { fitCommand } from './commands/fit.ts';
import { formatCommandHelp, formatOverview } from './terminal/help.ts';
import { importCommand } from './commands/import.ts';
import { listCommand } from './commands/list.ts';
import { mergeCommand } from './commands/merge.ts';
import { formatParameters } from './terminal/parameters.ts';
import { reportError } from './terminal/report-error.ts';
import { reportCommand } from './commands/report.ts';
import { reproduceCommand } from './commands/reproduce.ts';
import { runCommand } from './commands/run.ts';
import { studioCommand } from './commands/studio.ts';
import { sweepCommand } from './commands/sweep.ts';
import { trainCommand } from './commands/train.ts';
import { validateCommand } from './commands/validate.ts';
import { workerCommand } from './commands/worker.ts';

const commands: readonly Command[] = [
  listCommand,
  describeCommand,
  runCommand,
  validateCommand,
  benchCommand,
  importCommand,
  exportCommand,
  diffCommand,
  reportCommand,
  trainCommand,
  evaluateCommand,
  envCommand,
  reproduceCommand,
  sweepCommand,
  fitCommand,
  workerCommand,
  mergeCommand,
  studioCommand,
];

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

/** A reader that went away (`| head`) is no failure; a full disk behind `>` is. */
function watchStream(stream: NodeJS.WriteStream, name: string): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = exitCodes.failed;
    if (stream !== process.stderr) process.stderr.write(`bestiary: Cannot write to ${name}: ${error.message}.\n`);
  });
}

function findCommand(name: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const known = [...commands.map((candidate) => candidate.name), 'help'];
  throw new CommandError('usage', `Unknown command '${name}'. ${suggestSentence(name, known)} See: bestiary help`);
}

function showHelp(context: Context, words: readonly string[]): number {
  const [name, creature] = words;
  if (name === undefined || name === 'help') context.out.write(formatOverview(commands, context.out.columns));
  else {
    const command = findCommand(name);
    // A mesh or a recording has no parameters.
    const takesCreature = command.positionals?.[0]?.name === creaturePositional.name;
    const parameters =
      creature === undefined || !takesCreature
        ? ''
        : `\nParameters of ${creature}\n${formatParameters(loadCreature(creature, []), context.out.columns)}\n`;
    context.out.write(`${formatCommandHelp(command, context.out.columns)}${parameters}`);
  }
  return exitCodes.done;
}

async function main(words: readonly string[], context: Context): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined) {
    context.messages.write(formatOverview(commands, context.messages.columns));
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
  const command = findCommand(name);
  const args = parseArguments(command, rest);
  return args.has('help') ? showHelp(context, [name, ...args.positionals]) : command.run(context, args);
}

const words = process.argv.slice(2);
const end = words.indexOf('--');
const context: Context = {
  out: createOutput(process.stdout),
  messages: createOutput(process.stderr),
  json: (end < 0 ? words : words.slice(0, end)).includes('--json'),
  version,
};
watchStream(process.stdout, 'standard output');
watchStream(process.stderr, 'standard error');
try {
  process.exitCode = await main(words, context);
} catch (error) {
  process.exitCode = reportError(context, error);
}
