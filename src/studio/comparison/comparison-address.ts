/** Comparisons by address: `#/ANIMAL/NAME`. */
import { comparisons } from '../../experiments/comparisons.ts';
import type { Comparison } from '../../experiments/kinds/comparison.ts';
import type { CreatureDocument } from '../data/protocol.ts';

/** A comparison of runs of one animal. */
export interface OpenComparison extends Comparison {
  readonly animal: string;
}

export function getComparisonAddress(animal: string, { name }: Comparison): string {
  return `#/${animal}/${name}`;
}

export function findComparison(hash: string): OpenComparison | undefined {
  const [, animal, name] = /^#\/([a-z][a-z0-9-]*)\/([a-z0-9-]+)$/u.exec(hash) ?? [];
  const found = comparisons.find((comparison) => comparison.name === name);
  return found === undefined || animal === undefined ? undefined : { ...found, animal };
}

/** What can be compared with such a creature. */
export function listComparisons(desc: CreatureDocument | undefined): readonly Comparison[] {
  return desc === undefined ? [] : comparisons.filter((comparison) => comparison.applies(desc));
}
