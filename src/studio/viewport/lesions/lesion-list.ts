/** The list of a description that switches things off: what it switches off, and how it reads with one more or one less. */
import type { LesionHandle, LesionItem } from '../../../engine/contract/handles.ts';
import { matchesPattern } from '../../../engine/model/pattern.ts';
import { isSame } from '../../data/form-model.ts';

type Lesions = Pick<LesionHandle, 'items' | 'patterns'>;

/** The items that are off. */
export function listOff({ items, patterns }: Lesions, list: readonly unknown[]): LesionItem[] {
  return items.filter((item) => list.some((entry) => covers(entry, item, patterns)));
}

/** The list with one item switched off, or on again; an entry for many of them is written out without it. */
export function toggleItem(handle: Lesions, list: readonly unknown[], item: LesionItem): unknown[] {
  const { items, patterns } = handle;
  if (!listOff(handle, list).includes(item)) return [...list, item.entries[0]];
  const kept = list.flatMap((entry) =>
    covers(entry, item, patterns)
      ? items.filter((other) => other !== item && covers(entry, other, patterns)).map((other) => other.entries[0])
      : [entry],
  );
  return kept.filter((entry, i) => kept.findIndex((other) => isSame(other, entry)) === i);
}

function covers(entry: unknown, { name, entries }: LesionItem, patterns: true | undefined): boolean {
  if (patterns === true && typeof entry === 'string') return matchesPattern(entry, name);
  return entries.some((own) => isSame(own, entry));
}
