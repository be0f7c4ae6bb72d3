/**
 * What a search may change of a creature before it is made: its pattern, its shape, what it is made of. A System declares it as
 * paths with ranges around what the creature is, and `bestiary fit` takes the groups that a study names in `vary`.
 */

export const geneGroups = ['pattern', 'shape', 'material'] as const;
export type GeneGroup = (typeof geneGroups)[number];

/** One number that a search is free to choose, and those that go with it. SI units. */
export interface Gene {
  readonly group: GeneGroup;
  /** Path of the description. */
  readonly path: string;
  /** What it is now: where a search begins. */
  readonly now: number;
  readonly from: number;
  readonly to: number;
  /** Whether even steps are even factors. */
  readonly scale?: 'log';
}

/** A number that is a weighted sum of genes: the far side of a mirror, a muscle that stays in its body. */
export interface GeneFollower {
  readonly group: GeneGroup;
  readonly path: string;
  /** Paths of genes and their weights. */
  readonly mix: Readonly<Record<string, number>>;
  readonly plus: number;
}

export interface DesignHandle {
  readonly genes: readonly Gene[];
  readonly followers: readonly GeneFollower[];
}
