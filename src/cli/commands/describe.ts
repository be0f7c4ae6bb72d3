/** `bestiary describe`: a creature file with all defaults, its parameters or one of its tasks as tables, or the schema of such files. */
import { createCreatureFileSchema } from '../../engine/families/descriptions.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { CommandError, exitCodes } from '../command/command-error.ts';
import { environmentOptions } from '../learning/environment-options.ts';
import { creaturePositional, openCreature, setOption } from '../input/animal-input.ts';
import { formatParameters, listParameters } from '../output/parameters.ts';
import { getSample } from '../output/sample.ts';

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
  usage: 'describe ANIMAL|FILE [--parameters] [--task TASK [--observation O] [--actions A]] [--set PATH=VALUE]…',
  positionals: [{ ...creaturePositional, optional: true }],
  options: [
    setOption,
    { name: 'parameters', about: 'A table of all parameters: path, unit, range, default and what it is.' },
    ...taskOptions,
    { name: 'schema', about: 'The JSON Schema of creature files, for editors; needs no animal.' },
  ],
  examples: () => [
    { line: `bestiary describe ${getSample().name} > mine.creature.json`, does: 'a file to change' },
    { line: `bestiary describe ${getSample().name} --parameters`, does: 'what can be changed' },
    { line: `bestiary describe ${getSample().name} --task steer`, does: 'actions, observations and reward' },
    { line: 'bestiary describe --schema > creature.schema.json', does: 'completion in an editor' },
  ],
  run: async (context, args) => {
    context.out.write(`${await describe(context, args)}\n`);
    return exitCodes.done;
  },
};

async function describe(context: Context, args: Arguments): Promise<string> {
  const print = (value: unknown): string =>
    context.json ? JSON.stringify(value) : foldNumbers(JSON.stringify(value, null, 2));
  if (args.has('schema')) return print(createCreatureFileSchema());
  const name = args.positionals[0];
  if (name === undefined)
    throw new CommandError(
      'usage',
      "'describe' needs ANIMAL|FILE: got nothing. See: bestiary list, bestiary help describe",
    );
  const desc = await openCreature(name, args.getAll('set'));
  const task = args.get('task');
  if (task !== undefined) {
    const { describeTaskFor, formatTask } = await import('../learning/task-tables.ts');
    const description = describeTaskFor(desc, task, args);
    return context.json ? print(description) : formatTask(description, context.out.columns);
  }
  const needless = taskOptions.find((option) => args.has(option.name));
  if (needless !== undefined)
    throw new CommandError('usage', `Option '--${needless.name}' has no effect without --task.`);
  if (!args.has('parameters')) return print(desc);
  return context.json ? print(listParameters(desc)) : formatParameters(desc, context.out.columns);
}

/** Lists of numbers on one line each: a mesh has a corner a line. Text in JSON has no line breaks, so none is touched. */
function foldNumbers(text: string): string {
  return text.replace(/\[\n\s*(-?\d[^[\]{}"]*?)\s*\]/gu, (_, items: string) => `[${items.replace(/,\s+/gu, ', ')}]`);
}
