/** `bestiary list`: the animals. */
import type { AnimalSummary } from '../../animals/summaries.ts';
import type { Command } from '../command/command.ts';
import { exitCodes } from '../command/command-error.ts';
import { layOutTable, writeResult } from '../output/layout.ts';

/** Set by the build. */
declare const BESTIARY_ANIMALS: readonly AnimalSummary[] | undefined;

async function loadSummaries(): Promise<readonly AnimalSummary[]> {
  if (typeof BESTIARY_ANIMALS !== 'undefined') return BESTIARY_ANIMALS;
  return (await import('../../animals/summaries.ts')).summariseAnimals();
}

/** Without reading their descriptions. */
export async function listAnimalNames(): Promise<string[]> {
  return (await loadSummaries()).map(({ name }) => name);
}

export const listCommand: Command = {
  name: 'list',
  summary: 'The animals, and what each of them does.',
  usage: 'list',
  options: [],
  examples: () => [{ line: 'bestiary list --json', does: 'names, titles, sentences, papers and bodies for a script' }],
  run: async (context) => {
    const animals = await loadSummaries();
    const rows = animals.map(({ name, body, about }) => [name, body, getFirstSentence(about)]);
    writeResult(context, animals, `${layOutTable(['NAME', 'BODY', 'WHAT IT DOES'], rows, context.out)}\n`);
    return exitCodes.done;
  },
};

function getFirstSentence(text: string): string {
  return /^.*?\.(?= |$)/u.exec(text)?.[0] ?? text;
}
