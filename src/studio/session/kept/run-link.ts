/** A run → its address. */
import { createKeptRunDocument, type KeptRun, keptRunVersion, type Setting } from '../../../engine/record/kept-run.ts';
import { formatPermalink } from '../../../engine/record/permalink.ts';
import { pack } from './pack.ts';
import { shortenPilots } from './short-pilots.ts';

/** Characters: longer addresses are cut by programs that carry them. */
const longestLink = 8000;
/** A value that is longer stands only in the packed part of a link. */
const longestReadable = 200;

/** `present`: the parameters of now, for people to read. undefined where the address would be too long. */
export async function createRunLink(run: KeptRun, present: readonly Setting[]): Promise<string | undefined> {
  const packed = await pack(JSON.stringify(createKeptRunDocument(shortenPilots(run))));
  const settings = present.filter(([, value]) => JSON.stringify(value).length <= longestReadable);
  const { animal, seed } = run;
  const link = formatPermalink({ animal, settings, seed, run: { version: String(keptRunVersion), packed } });
  return link.length > longestLink ? undefined : link;
}
