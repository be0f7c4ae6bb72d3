/** What can be undone: parameters that were set, other creatures, and runs that were left for another. Nothing here acts. */
import { isSame } from '../../data/form-model.ts';

/** A place in one of the runs. */
export interface RunPlace {
  readonly branch: number;
  readonly step: number;
}

interface Sets {
  readonly kind: 'sets';
  readonly sets: Map<string, { readonly before: unknown; after: unknown }>;
  readonly begun: number;
  touched: number;
}

interface Creature {
  readonly kind: 'creature';
  readonly before: unknown;
  readonly after: unknown;
}

interface Branched {
  readonly kind: 'branch';
  readonly before: RunPlace;
  after: RunPlace;
  /** Of the parameter that did it, as long as it is dragged. */
  readonly path: string | undefined;
  touched: number;
}

type Entry = Sets | Creature | Branched;

/** What is to be done: parameters to set, a creature to open, or a place to go to. */
export type Act =
  | { readonly kind: 'sets'; readonly sets: readonly (readonly [path: string, value: unknown])[] }
  | { readonly kind: 'creature'; readonly document: unknown }
  | { readonly kind: 'go'; readonly place: RunPlace };

/** Changes of one parameter within this time are one entry: milliseconds. */
const dragInterval = 800;
/** So are changes of several parameters within this time, as of a pair of sliders: milliseconds. */
const pairInterval = 60;
const maxEntries = 300;

export class UndoHistory {
  #past: Entry[] = [];
  #future: Entry[] = [];
  #held = false;

  get undoCount(): number {
    return this.#past.filter(isSomething).length;
  }

  get redoCount(): number {
    return this.#future.length;
  }

  /** From now on changes count as one, until `release`. */
  hold(): void {
    this.#held = true;
    this.#past.push({ kind: 'sets', sets: new Map(), begun: Infinity, touched: 0 });
  }

  release(): void {
    this.#held = false;
    this.#past = this.#past.filter(isSomething);
  }

  /** A parameter was set; `now` in milliseconds. */
  noteSet(path: string, before: unknown, after: unknown, now: number): void {
    const last = this.#past.at(-1);
    this.#future = [];
    if (last?.kind === 'branch' && last.path === path && now - last.touched < dragInterval) {
      last.touched = now;
      return;
    }
    // Numbers are dragged; anything else is changed in one go.
    if (last?.kind === 'sets' && (this.#held || (typeof after === 'number' && belongs(last, path, now)))) {
      last.touched = now;
      const known = last.sets.get(path);
      if (known === undefined) last.sets.set(path, { before, after });
      else known.after = after;
      return;
    }
    this.#push({ kind: 'sets', sets: new Map([[path, { before, after }]]), begun: now, touched: now });
  }

  /** A value was refused: there is nothing of it to undo. */
  noteRefused(path: string): void {
    const last = this.#past.at(-1);
    if (last?.kind === 'sets') last.sets.delete(path);
    this.#tidy();
  }

  noteCreature(before: unknown, after: unknown): void {
    this.#future = [];
    this.#push({ kind: 'creature', before, after });
  }

  /** A run was left for another. What did it is undone by going back, and not by another change. */
  noteBranch(before: RunPlace, after: RunPlace, path: string | undefined, now: number): void {
    const last = this.#past.at(-1);
    const isCause =
      last?.kind === 'creature' || (last?.kind === 'sets' && path !== undefined && last.sets.has(path) && !this.#held);
    if (isCause) this.#past.pop();
    this.#future = [];
    this.#push({ kind: 'branch', before, after, path, touched: now });
  }

  /** `here`: where one is now, to come back to. */
  undo(here: RunPlace): Act | undefined {
    this.#tidy();
    const entry = this.#past.pop();
    if (entry === undefined) return undefined;
    this.#future.push(entry);
    if (entry.kind === 'creature') return { kind: 'creature', document: entry.before };
    if (entry.kind === 'sets')
      return { kind: 'sets', sets: [...entry.sets].map(([path, { before }]) => [path, before]) };
    if (here.branch === entry.after.branch) entry.after = here;
    return { kind: 'go', place: entry.before };
  }

  redo(): Act | undefined {
    const entry = this.#future.pop();
    if (entry === undefined) return undefined;
    this.#past.push(entry);
    if (entry.kind === 'creature') return { kind: 'creature', document: entry.after };
    if (entry.kind === 'sets') return { kind: 'sets', sets: [...entry.sets].map(([path, { after }]) => [path, after]) };
    return { kind: 'go', place: entry.after };
  }

  #push(entry: Entry): void {
    this.#tidy();
    this.#past = [...this.#past.slice(1 - maxEntries), entry];
  }

  #tidy(): void {
    if (!this.#held) this.#past = this.#past.filter(isSomething);
  }
}

function belongs({ sets, begun, touched }: Sets, path: string, now: number): boolean {
  return sets.has(path) ? now - touched < dragInterval : now - begun < pairInterval;
}

/** What was pulled and let go again is nothing to undo. */
function isSomething(entry: Entry): boolean {
  return entry.kind !== 'sets' || [...entry.sets.values()].some(({ before, after }) => !isSame(before, after));
}
