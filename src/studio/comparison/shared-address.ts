/** Comparisons of any runs by address: `#/compare?v=1&runs=…`, packed like the link of a run. */
import { omit } from '../data/omit.ts';
import {
  createKeptRunDocument,
  type KeptRun,
  KeptRunError,
  keptRunVersion,
  parseKeptRun,
} from '../../engine/record/kept-run.ts';
import { pack, unpack } from '../session/kept/pack.ts';
import { shortenPilots } from '../session/kept/short-pilots.ts';

export interface TitledRun {
  readonly title: string;
  readonly run: KeptRun;
}

export const maxRuns = 4;
const longestAddress = 8000;

/** undefined where that is too long. */
export async function createComparisonAddress(runs: readonly TitledRun[]): Promise<string | undefined> {
  const documents = runs.map(({ title, run }) => ({
    title,
    run: createKeptRunDocument(shortenPilots(omit(run, ['look', 'hashes']))),
  }));
  const address = `#/compare?v=${keptRunVersion}&runs=${await pack(JSON.stringify(documents))}`;
  return address.length > longestAddress ? undefined : address;
}

/** Throws an Error in words. */
export async function parseComparisonAddress(hash: string): Promise<TitledRun[]> {
  const fields = new URLSearchParams(hash.slice(hash.indexOf('?') + 1));
  const version = fields.get('v');
  if (version !== String(keptRunVersion))
    throw new KeptRunError(
      `Comparisons of version ${version ?? 'none'} are unknown; this page reads ${keptRunVersion}.`,
    );
  const documents: unknown = JSON.parse(await unpack(fields.get('runs') ?? ''));
  if (!Array.isArray(documents) || documents.length === 0 || documents.length > maxRuns)
    throw new KeptRunError(`A comparison has 1 to ${maxRuns} runs.`);
  return documents.map((document: unknown, i) => {
    const { title, run } = (document ?? {}) as { readonly title?: unknown; readonly run?: unknown };
    return { title: typeof title === 'string' ? title.slice(0, 80) : `Run ${i + 1}`, run: parseKeptRun(run) };
  });
}
