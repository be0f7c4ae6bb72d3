/** What the page shows of its runs: the tree of branches, what can be undone, and whether the bits were the same. */
import { create } from 'zustand';
import type { RemadeComparison } from '../data/protocol.ts';

export interface BranchNode {
  readonly id: number;
  readonly parent: number | undefined;
  /** Step where it left its parent. */
  readonly from: number;
  readonly title: string;
  /** Where it stood and how far it had run when it was last left. */
  readonly step: number;
  readonly lastStep: number;
}

interface RunsState {
  readonly branches: readonly BranchNode[];
  readonly undoCount: number;
  readonly redoCount: number;
  /** How the recomputed run compares with what was kept of it. */
  readonly comparison: RemadeComparison | undefined;
  readonly treeOpen: boolean;
}

export const noRuns: RunsState = {
  branches: [],
  undoCount: 0,
  redoCount: 0,
  comparison: undefined,
  treeOpen: false,
};

export const useRuns = create<RunsState>()(() => noRuns);
