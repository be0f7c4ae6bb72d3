/** Links that were pasted and files that were opened → runs to compare. Anything else is refused in words, with its beginning. */
import {
  isKeptRunsDocument,
  type KeptRun,
  KeptRunError,
  keptRunVersion,
  parseKeptRun,
  parseKeptRuns,
} from '../../engine/record/kept-run.ts';
import { parsePermalink } from '../../engine/record/permalink.ts';
import { unpack } from '../session/kept/pack.ts';
import { maxRuns, parseComparisonAddress, type TitledRun } from './shared-address.ts';

/** Links, in any text around them. Throws an Error in words. */
export async function readLinks(text: string, animals: readonly string[]): Promise<TitledRun[]> {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const links = words.filter((word) => word.includes('#/'));
  if (links.length === 0)
    throw new KeptRunError(
      words.length === 0
        ? 'Paste a link of the studio: it begins like http://…/#/ and the name of an animal.'
        : `“${shorten(words.join(' '))}” is not a link of the studio: one begins like http://…/#/ and the name of an animal.`,
    );
  const read = await Promise.all(links.map((link) => readLink(link.slice(link.indexOf('#/')), animals)));
  return read.flat();
}

async function readLink(hash: string, animals: readonly string[]): Promise<TitledRun[]> {
  const runs = hash.startsWith('#/compare?') ? await parseComparisonAddress(hash) : [await readRunLink(hash)];
  for (const { run } of runs) checkAnimal(run.animal, animals);
  return runs;
}

async function readRunLink(hash: string): Promise<TitledRun> {
  const link = parsePermalink(hash);
  if (link === undefined) throw new KeptRunError(`“${shorten(hash)}” is not a link of a run.`);
  const { animal, settings, seed, run } = link;
  const title = [animal, ...settings.map(([path, value]) => `${path} ${shorten(JSON.stringify(value), 16)}`)].join(
    ', ',
  );
  if (run === undefined) return { title, run: { animal, settings, seed, edits: [], step: 0 } };
  if (run.version !== String(keptRunVersion))
    throw new KeptRunError(
      `“${shorten(hash)}” holds a run of version ${shorten(run.version, 20)}; this page reads version ${keptRunVersion}.`,
    );
  return { title, run: parseKeptRun(JSON.parse(await unpack(run.packed))) };
}

/** A recording of the command line, a file of runs, or a creature file. Throws an Error in words. */
export async function readRunFile(
  file: File,
  animals: readonly string[],
  readRecording: (file: File) => Promise<KeptRun>,
): Promise<TitledRun[]> {
  const name = file.name.replace(/\.[^.]+$/u, '');
  try {
    const runs = /\.bst$/iu.test(file.name)
      ? [{ title: name, run: await readRecording(file) }]
      : readDocument(name, JSON.parse(await file.text()));
    for (const { run } of runs) checkAnimal(run.animal, animals);
    return runs;
  } catch (error) {
    const why = error instanceof SyntaxError ? 'It is neither a recording (.bst) nor JSON.' : (error as Error).message;
    throw new KeptRunError(`${file.name} is not opened. ${why}`);
  }
}

function readDocument(name: string, document: unknown): TitledRun[] {
  if (isKeptRunsDocument(document)) {
    const { branches } = parseKeptRuns(document);
    return branches.map((run) => ({ title: run.title === '' ? name : run.title, run }));
  }
  const { animal } = (document ?? {}) as { readonly animal?: unknown };
  if (typeof animal !== 'string') throw new KeptRunError('It is neither a file of runs nor a creature file.');
  const creature = document as Readonly<Record<string, unknown>>;
  return [{ title: name, run: parseKeptRun({ animal, creature }) }];
}

function checkAnimal(animal: string, animals: readonly string[]): void {
  if (!animals.includes(animal)) throw new KeptRunError(`There is no animal “${shorten(animal)}” here.`);
}

/** Those that are there with those that come; throws an Error in words where they are too many. */
export function joinRuns(present: readonly TitledRun[], more: readonly TitledRun[]): TitledRun[] {
  const all = [...present, ...more];
  if (all.length > maxRuns)
    throw new KeptRunError(
      `${all.length} runs are too many: ${maxRuns} at most are compared. Take ${present.length === 0 ? 'fewer' : 'one away first'}.`,
    );
  return all;
}

function shorten(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most)} …` : text;
}
