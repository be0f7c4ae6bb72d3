/** Where the branches of a run are drawn: a lane each, children below their parents. Nothing here touches the page. */
import type { BranchNode } from '../../session/runs-store.ts';

export interface Lane {
  readonly node: BranchNode;
  readonly depth: number;
  /** Number of the lane that it leaves; −1: none. */
  readonly parentLane: number;
}

/** In the order in which they are listed: every branch after its parent, later forks first so that no line crosses another. */
export function layOutBranches(branches: readonly BranchNode[]): Lane[] {
  const lanes: Lane[] = [];
  const ids = new Set(branches.map(({ id }) => id));
  const add = (node: BranchNode, depth: number, parentLane: number): void => {
    const lane = lanes.length;
    lanes.push({ node, depth, parentLane });
    const children = branches.filter(({ parent, id }) => parent === node.id && id !== node.id);
    for (const child of children.toSorted((a, b) => b.from - a.from || a.id - b.id)) add(child, depth + 1, lane);
  };
  for (const node of branches) if (node.parent === undefined || !ids.has(node.parent)) add(node, 0, -1);
  return lanes;
}
