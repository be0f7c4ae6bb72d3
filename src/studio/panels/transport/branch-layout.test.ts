import { expect, it } from 'vitest';
import type { BranchNode } from '../../session/runs-store.ts';
import { layOutBranches } from './branch-layout.ts';
import { fc } from '../../../testing/property.ts';

function node(id: number, parent: number | undefined, from: number): BranchNode {
  return { id, parent, from, title: '', step: from, lastStep: from + 10 };
}

it('puts every branch below its parent, later forks first', () => {
  const lanes = layOutBranches([node(1, undefined, 0), node(2, 1, 40), node(3, 2, 60), node(4, 1, 80), node(5, 1, 0)]);
  expect(lanes.map(({ node: { id }, depth, parentLane }) => [id, depth, parentLane])).toEqual([
    [1, 0, -1],
    [4, 1, 0],
    [2, 1, 0],
    [3, 2, 2],
    [5, 1, 0],
  ]);
});

it('shows each branch once, whatever was taken out of the tree', () => {
  const tree = fc
    .array(fc.tuple(fc.nat(20), fc.nat(100)), { minLength: 1, maxLength: 20 })
    .map((pairs) =>
      pairs.map(([parent, from], i) =>
        node(i + 1, i === 0 || parent % (i + 1) === 0 ? undefined : parent % (i + 1), from),
      ),
    );
  fc.assert(
    fc.property(tree, fc.nat(20), (branches, gone) => {
      const left = branches.filter(({ id }) => id !== gone);
      const lanes = layOutBranches(left);
      expect(lanes.map((lane) => lane.node.id).toSorted((a, b) => a - b)).toEqual(left.map(({ id }) => id));
      lanes.forEach(({ parentLane }, i) => {
        expect(parentLane).toBeLessThan(i);
      });
    }),
  );
});
