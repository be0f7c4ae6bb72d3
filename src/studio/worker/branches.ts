/** The runs of a page that are not on the screen: those left for another, and those that a file or a link has told of. */
import type { Timeline, TimelinePlan, TimelineRecord } from '../../engine/sim/timeline.ts';
import type { BranchData } from '../data/protocol.ts';
import type { Hashes } from './remaking.ts';

export interface Shelved {
  readonly plan: TimelinePlan;
  /** Where it stood. */
  readonly step: number;
  /** Kept elsewhere, to compare with when it is recomputed. */
  readonly hashes: Hashes;
}

/** More would be hard to tell apart; the oldest are dropped first. */
const maxBranches = 40;
/** Hashes that go along with a run. */
const maxHashes = 24;

export class Branches {
  readonly #shelf: Map<number, Shelved>;
  readonly #files: Set<number>;
  #current: number;
  #last: number;

  constructor(shelf: ReadonlyMap<number, Shelved>, current: number, files: readonly number[] = []) {
    this.#shelf = new Map(shelf);
    this.#files = new Set(files);
    this.#current = current;
    this.#last = Math.max(...shelf.keys());
  }

  get current(): number {
    return this.#current;
  }

  has(branch: number): boolean {
    return this.#shelf.has(branch);
  }

  /** Takes one off the shelf: it is the current one now. */
  take(branch: number): Shelved {
    const found = this.#shelf.get(branch)!;
    this.#shelf.delete(branch);
    this.#current = branch;
    return found;
  }

  /** Puts the current one aside. */
  put(record: TimelineRecord): void {
    this.#shelf.set(this.#current, { plan: record, step: record.step, hashes: [] });
  }

  /** Puts the current one aside as it was; the run continues as a new branch, whose number this returns. */
  fork(before: TimelineRecord): number {
    this.put(before);
    const isFile = this.#files.has(this.#current);
    this.#current = ++this.#last;
    if (isFile) this.#files.add(this.#current);
    if (this.#shelf.size > maxBranches) this.forget(Math.min(...this.#shelf.keys()));
    return this.#current;
  }

  forget(branch: number): void {
    this.#shelf.delete(branch);
    this.#files.delete(branch);
  }

  /** The current one was started again: from a file, or from the animal with settings. */
  noteStart(isFile: boolean): void {
    if (isFile) this.#files.add(this.#current);
  }

  isFile(branch: number): boolean {
    return this.#files.has(branch);
  }

  list(): BranchData[] {
    return [...this.#shelf].map(([branch, { plan, step, hashes }]) => {
      const isRecord = 'keyframes' in plan;
      return {
        branch,
        start: plan.start,
        isFile: this.#files.has(branch),
        edits: stripDescs(plan.changes ?? []),
        step,
        lastStep: isRecord ? plan.lastStep : step,
        hash: undefined,
        hashes: isRecord ? plan.keyframes.slice(-maxHashes).map((keyframe) => [keyframe.step, keyframe.hash]) : hashes,
      };
    });
  }
}

/** The run on the screen. */
export function describeTimeline(branch: number, timeline: Timeline, isFile: boolean): BranchData {
  const { stepCount: step } = timeline.simulation;
  const hash = timeline.simulation.hash();
  return {
    branch,
    start: timeline.start,
    isFile,
    edits: stripDescs(timeline.changes),
    step,
    lastStep: timeline.lastStep,
    hash,
    hashes: [...timeline.listHashes(step, maxHashes).filter(([at]) => at < step), [step, hash]],
  };
}

function stripDescs(changes: Timeline['changes']): BranchData['edits'] {
  return changes.map(({ step, path, value }) => ({ step, path, value }));
}
