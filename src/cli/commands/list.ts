/** `bestiary list`: the animals. */
import type { AnimalSummary } from '../../animals/summaries.ts';
import type { Command } from '../command/command.ts';
import { exitCodes } from '../command/command-error.ts';
import { layOutColumns } from '../output/layout.ts';

/** Set by the build. */
declare const BESTIARY_ANIMALS: readonly AnimalSummary[] | undefined;

async function loadSummaries(): Promise<readonly AnimalSummary[]> {
  if (typeof BESTIARY_ANIMALS !== 'undefined') return BESTIARY_ANIMALS;
  return (await import('../../animals/summaries.ts')).summariseAnimals();
}

export const listCommand: Command = {
  name: 'list',
  summary: 'The animals.',
  usage: 'list',
  options: [],
  examples: () => [{ line: 'bestiary list --json', does: 'names, titles, papers and bodies for a script' }],
  run: async (context) => {
    const animals = await loadSummaries();
    const head = ['NAME', 'TITLE', 'BODY', 'PAPER'];
    const rows = animals.map(({ name, title, body, paper }) => [name, title, body, paper]);
    context.out.write(
      context.json ? `${JSON.stringify(animals)}\n` : `${layOutColumns([head, ...rows], context.out.columns)}\n`,
    );
    return exitCodes.done;
  },
};
