/** `bestiary list`: the animals. */
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import type { Command } from '../terminal/command.ts';
import { exitCodes } from '../terminal/command-error.ts';
import { layOutColumns } from '../terminal/layout.ts';

export const listCommand: Command = {
  name: 'list',
  summary: 'The animals.',
  usage: 'list',
  options: [],
  examples: () => [{ line: 'bestiary list --json', does: 'names, titles, papers and bodies for a script' }],
  run: (context) => {
    const animals = animalNames.map((name) => {
      const { title, paper, body } = describeAnimal(name);
      return { name, title, paper, body: body.kind };
    });
    const head = ['NAME', 'TITLE', 'BODY', 'PAPER'];
    const rows = animals.map(({ name, title, body, paper }) => [name, title, body, paper]);
    context.out.write(
      context.json ? `${JSON.stringify(animals)}\n` : `${layOutColumns([head, ...rows], context.out.columns)}\n`,
    );
    return Promise.resolve(exitCodes.done);
  },
};
