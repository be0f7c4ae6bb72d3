/** A link of the studio or a file of runs on a command line → the run. */
import { existsSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { loadShippedPolicy } from '../../animals/policies.ts';
import { describeAnimal } from '../../animals/registry.ts';
import { parseDesc, replaceValue } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { maxFileCharacters } from '../../engine/model/json-text.ts';
import { formatProblem } from '../../engine/model/problem.ts';
import {
  isKeptRunsDocument,
  type KeptRun,
  KeptRunError,
  keptRunVersion,
  parseKeptRun,
  parseKeptRuns,
} from '../../engine/record/kept-run.ts';
import { parsePermalink } from '../../engine/record/permalink.ts';
import { createChanges } from '../../engine/sim/edits.ts';
import type { Change } from '../../engine/sim/replay.ts';
import { restorePolicies } from '../../learn/policies/shipped-policy.ts';
import { readTextFile } from '../../node/text-file.ts';
import { CommandError } from '../command/command-error.ts';

export interface KeptInput {
  readonly desc: AnimalDesc;
  readonly seed: number;
  readonly changes: readonly Change[];
  /** Where it stood; 0: it only says how to start. */
  readonly step: number;
  /** Of the state there, if that was kept. */
  readonly hash: string | undefined;
}

const maxBytes = 32_000_000;

/** undefined for what is neither a link nor a file of runs. Throws a CommandError or a ModelError. */
export async function readKeptInput(text: string): Promise<KeptInput | undefined> {
  const at = text.indexOf('#/');
  if (at >= 0) return open(readLink(text.slice(at)));
  if (!/\.json$/iu.test(text) || !existsSync(text)) return undefined;
  const document = parseJson(readTextFile(text, maxFileCharacters));
  if (!isKeptRunsDocument(document)) return undefined;
  const { current, branches } = refuseInWords(text, () => parseKeptRuns(document));
  return open(branches.find(({ id }) => id === current)!);
}

function readLink(hash: string): KeptRun {
  const link = parsePermalink(hash);
  if (link === undefined)
    throw new CommandError(
      'bad-input',
      `'${hash.slice(0, 80)}' is not a link of a run: copy it from the studio, in quotes.`,
    );
  const { animal, settings, seed, run } = link;
  if (run === undefined) return { animal, settings, seed, edits: [], step: 0 };
  if (run.version !== String(keptRunVersion))
    throw new CommandError(
      'bad-input',
      `The link holds a run of version ${run.version}; this program reads version ${keptRunVersion}.`,
    );
  return refuseInWords('the link', () => parseKeptRun(parseJson(unpack(run.packed))));
}

function unpack(packed: string): string {
  try {
    return inflateRawSync(Buffer.from(packed, 'base64url'), { maxOutputLength: maxBytes }).toString('utf8');
  } catch {
    throw new CommandError('bad-input', 'The link is cut off or damaged: copy it again, whole, and put it in quotes.');
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports what is wrong.
    return undefined;
  }
}

function refuseInWords<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof KeptRunError)) throw error;
    throw new CommandError('bad-input', `Cannot read the run in ${what}. ${error.message}`);
  }
}

async function open({ animal, settings, creature, seed, edits, step, hash }: KeptRun): Promise<KeptInput> {
  const own = describeAnimal(animal);
  const desc =
    creature === undefined
      ? settings.reduce((present, [path, value]) => replaceValue(present, path, value), own)
      : parseDesc(creature);
  const policies = await restorePolicies(desc, own, edits, loadShippedPolicy);
  const { changes, problems: refused } = createChanges(desc, own, policies.edits);
  const problems = [...policies.problems, ...refused];
  if (problems.length > 0)
    throw new CommandError('bad-input', `The run cannot be recomputed. ${problems.map(formatProblem).join(' ')}`);
  return { desc, seed, changes, step, hash };
}
