/** Slender parts of a body as rows of cross-sections, for a law of water that acts on slices. */

/** A trunk or a limb: sections from its front or root to its tip. Lengths in m. */
export interface SliceChain {
  readonly sections: readonly Slice[];
  /** Whether the first and the last section are ends in the water, and not where a limb grows out of a body. */
  readonly isFirstFree: boolean;
  readonly isLastFree: boolean;
}

export interface Slice {
  readonly nodes: Int32Array;
  /** Per node: its share in the centre of the section; they sum to 1. */
  readonly shares: Float64Array;
  /** Per node: its factor in the width vector, which turns with the section; they sum to 0. */
  readonly spreads: Float64Array;
  /** Half sizes along the width vector and across it. */
  readonly halfWidth: number;
  readonly halfHeight: number;
}

/** Slices of a body that is there several times, copy after copy of `nodeCount` nodes. */
export function repeatSlices(chains: readonly SliceChain[], copies: number, nodeCount: number): SliceChain[] {
  return Array.from({ length: copies }, (_, copy) =>
    chains.map((chain) => ({
      ...chain,
      sections: chain.sections.map((slice) => ({
        ...slice,
        nodes: slice.nodes.map((node) => node + copy * nodeCount),
      })),
    })),
  ).flat();
}
