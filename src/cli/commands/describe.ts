/** `bestiary describe`: a creature file with all defaults, its parameters or one of its tasks as tables, or the schema of such files. */
import { createCreatureFileSchema } from '../../engine/families/descriptions.ts';
import type { Arguments, Command, Context, Output } from '../command/command.ts';
import { exitCodes, usageError } from '../command/command-error.ts';
import { environmentOptions } from '../learning/environment-options.ts';
import { creaturePositional, openCreature, setOption } from '../input/animal-input.ts';
import { writeResult } from '../output/layout.ts';
import { expectNewFile, forceOption } from '../output/new-file.ts';
import { formatParameters, listParameters } from '../output/parameters.ts';
import { getSample } from '../output/sample.ts';
import { createStyle } from '../command/style.ts';

/** With --task; its own sentence is about the tables. */
const taskOptions = environmentOptions.map((option) =>
  option.name === 'task'
    ? {
        ...option,
        about: 'Tables of what a policy does, sees and earns in this task; an unknown name lists the tasks.',
      }
    : option,
);

export const describeCommand: Command = {
  name: 'describe',
  summary: "An animal's creature file, with all defaults filled in.",
  usage:
    'describe ANIMAL|FILE [--parameters|--metrics|--signals] [--task TASK [--observation O] [--actions A]] [--set PATH=VALUE]… [--out FILE]',
  positionals: [{ ...creaturePositional, optional: true }],
  options: [
    setOption,
    { name: 'parameters', about: 'A table of all parameters: path, unit, range, default and what it is.' },
    { name: 'metrics', about: 'A table of what a run measures: name, unit, what it is, and what is reliable.' },
    {
      name: 'signals',
      about: 'A table of what a run records at every step: name, unit, count of numbers, and what it is.',
    },
    ...taskOptions,
    {
      name: 'out',
      value: 'FILE',
      about: 'Write to this file, in UTF-8, instead of to standard output, which Windows PowerShell turns into UTF-16.',
    },
    forceOption,
    { name: 'schema', about: 'The JSON Schema of creature files, for editors; needs no animal.' },
  ],
  examples: () => [
    { line: `bestiary describe ${getSample().name} --out mine.creature.json`, does: 'a file to change' },
    { line: `bestiary describe ${getSample().name} --parameters`, does: 'what can be changed' },
    { line: `bestiary describe ${getSample().name} --metrics`, does: 'what a run measures' },
    { line: `bestiary describe ${getSample().name} --task steer`, does: 'actions, observations and reward' },
    { line: 'bestiary describe --schema --out creature.schema.json', does: 'completion in an editor' },
  ],
  run: async (context, args) => {
    const file = args.get('out');
    if (file === undefined) {
      if (args.has('force')) throw usageError("Option '--force' has no effect without --out.");
      context.out.write(`${await describe(context, args)}\n`);
      return exitCodes.done;
    }
    expectNewFile(args, file);
    const { writeFileAtomic } = await import('../../node/atomic-file.ts');
    const text = `${await describe({ ...context, json: false, out: plainPage }, args)}\n`;
    writeFileAtomic(file, text);
    writeResult(context, { file, bytes: Buffer.byteLength(text) }, `Wrote ${file}\n`);
    return exitCodes.done;
  },
};

/** A file has room for tables, and no colours. */
const plainPage: Output = {
  write: () => undefined,
  isTerminal: false,
  columns: 160,
  hasWidth: false,
  style: createStyle(false),
};

async function describe(context: Context, args: Arguments): Promise<string> {
  const print = (value: unknown): string =>
    context.json ? JSON.stringify(value) : foldNumbers(JSON.stringify(value, null, 2));
  if (args.has('schema')) return print(createCreatureFileSchema());
  const name = args.positionals[0];
  if (name === undefined)
    throw usageError("'describe' needs ANIMAL|FILE: got nothing. See: bestiary list, bestiary help describe");
  const desc = await openCreature(name, args.getAll('set'));
  const tables = ['parameters', 'metrics', 'signals', 'task'].filter((option) => args.has(option));
  if (tables.length > 1) throw usageError(`'describe' prints one table at a time: got --${tables.join(' and --')}.`);
  const task = args.get('task');
  if (task !== undefined) {
    const { describeTaskFor, formatTask } = await import('../learning/task-tables.ts');
    const description = describeTaskFor(desc, task, args);
    return context.json ? print(description) : formatTask(description, context.out);
  }
  const needless = taskOptions.find((option) => args.has(option.name));
  if (needless !== undefined) throw usageError(`Option '--${needless.name}' has no effect without --task.`);
  if (args.has('metrics') || args.has('signals')) {
    const { formatOutputs, listOutputs } = await import('../output/run-outputs.ts');
    const kind = args.has('metrics') ? 'metrics' : 'signals';
    return context.json ? print(listOutputs(desc, kind)) : formatOutputs(desc, kind, context.out);
  }
  if (!args.has('parameters')) return print(desc);
  return context.json ? print(listParameters(desc)) : formatParameters(desc, context.out);
}

/** Lists of numbers on one line each: a mesh has a corner a line. Text in JSON has no line breaks, so none is touched. */
function foldNumbers(text: string): string {
  return text.replace(/\[\n\s*(-?\d[^[\]{}"]*?)\s*\]/gu, (_, items: string) => `[${items.replace(/,\s+/gu, ', ')}]`);
}
