/** What a page of an animal is opened with: an address, runs that were kept, or a recording. */
import type { Permalink } from '../../engine/record/permalink.ts';
import type { PlannedRuns } from '../data/protocol.ts';
import { asksForLessMotion } from './notices.ts';
import { type Opening, reloadKey } from './opening-data.ts';

let isFirst = true;
let pending: Opening | undefined;

/** What the next page of an animal is opened with, in place of its address. */
export function setPending(opening: Opening): void {
  pending = opening;
}

let left: { readonly address: string; readonly opening: Opening } | undefined;

/** What a page that was left stood at; coming back to its address opens all its runs again. */
export function keepLeft(address: string, opening: Opening): void {
  left = { address, opening };
}

/** The address of the page of this animal that was left, if one was. */
export function findLeftAddress(animal: string): string | undefined {
  return left?.opening.animal === animal ? left.address : undefined;
}

/** From the gallery an animal is opened as it comes. */
export function forgetLeft(): void {
  left = undefined;
}

/** The address, with what a link, a reload or a file adds to it. */
export async function prepareOpening(link: Permalink): Promise<Opening> {
  const taken = pending;
  pending = undefined;
  const reloaded = isFirst ? readReload() : undefined;
  isFirst = false;
  if (taken !== undefined) return taken;
  const before = left;
  left = undefined;
  if (before?.address === location.hash) return before.opening;
  if (reloaded === undefined && link.run === undefined) return link;
  const { readKept } = await import('./kept/read-kept.ts');
  return readKept(link, reloaded);
}

/** What the page kept of itself when it was left, if it was left by a reload. */
function readReload(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation');
  try {
    const text = sessionStorage.getItem(reloadKey) ?? undefined;
    sessionStorage.removeItem(reloadKey);
    return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload' ? text : undefined;
  } catch {
    return undefined;
  }
}

/** As the worker takes it. */
export function planRuns(kept: Opening['kept']): PlannedRuns | undefined {
  if (kept === undefined) return undefined;
  const { runs, play } = kept;
  const plan = runs.branches.map(({ id: branch, settings, creature, edits, step, hash, hashes }) => ({
    branch,
    settings,
    ...(creature === undefined ? {} : { creature }),
    edits,
    step,
    ...(hash === undefined ? {} : { hash }),
    ...(hashes === undefined ? {} : { hashes }),
  }));
  return { current: runs.current, runs: plan, play: play && !asksForLessMotion() };
}
