/** Links, reloads and files of runs → what a page is opened with. Whatever is wrong with them is said, and the rest is opened. */
import { describeError } from '../../data/describe-error.ts';
import {
  type KeptBranch,
  type KeptRun,
  KeptRunError,
  keptRunVersion,
  type KeptRuns,
  parseKeptRun,
  parseKeptRuns,
} from '../../../engine/record/kept-run.ts';
import type { Permalink } from '../../../engine/record/permalink.ts';
import { unpack } from './pack.ts';
import type { Opening } from '../opening-data.ts';

/** As it is kept over a reload. */
export interface Reload {
  readonly address: string;
  readonly playing: boolean;
  readonly runs: unknown;
}

export async function readKept(link: Permalink, reloaded: string | undefined): Promise<Opening> {
  const again = reloaded === undefined ? undefined : readReload(link, reloaded);
  if (again !== undefined) return again;
  const { run, ...plain } = link;
  if (run === undefined) return plain;
  if (run.version !== String(keptRunVersion)) return { ...plain, said: describeVersion(run.version) };
  try {
    return openRuns(createSingle(parseKeptRun(JSON.parse(await unpack(run.packed)))), false);
  } catch (error) {
    const why = describeError(error);
    return { ...plain, said: `${why} The animal is opened with the parameters of the address alone.` };
  }
}

function describeVersion(version: string): string {
  return `This link holds a run of version ${version.slice(0, 20)}; this page reads version ${keptRunVersion}. The animal is opened with its parameters alone.`;
}

function readReload(link: Permalink, text: string): Opening | undefined {
  try {
    const { address, playing, runs } = JSON.parse(text) as Reload;
    const kept = parseKeptRuns(runs);
    const isHere = address === location.hash && kept.branches.some(({ animal }) => animal === link.animal);
    return isHere ? openRuns(kept, playing) : undefined;
  } catch {
    // The address says enough.
    return undefined;
  }
}

export function createSingle(run: KeptRun): KeptRuns {
  const branch: KeptBranch = { ...run, id: 1, from: 0, title: '' };
  return { current: 1, branches: [branch] };
}

/** Throws a KeptRunError. */
export function openRuns(runs: KeptRuns, play: boolean): Opening {
  const current = runs.branches.find(({ id }) => id === runs.current)!;
  const { animal, seed, settings, look } = current;
  if (runs.branches.some((branch) => branch.animal !== animal || branch.seed !== seed))
    throw new KeptRunError('The runs of the file are of several animals or seeds: compare them instead.');
  return { animal, seed, settings, kept: { runs, play, look } };
}
