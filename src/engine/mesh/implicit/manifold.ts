/** Tetrahedra that touch in a point or an edge only, pulled apart, so that their surface is one everywhere. */
import type { SoftPart } from '../soft/soft-part.ts';

/** Copies of a node are drawn this far towards the tetrahedra they belong to. */
const retreat = 0.08;
const mostTurns = 12;

/** Nothing to do returns the part itself. */
export function separatePinches(part: SoftPart): SoftPart {
  let current = part;
  for (let turn = 0; turn < mostTurns; turn++) {
    const next = removeEdgePinches(splitNodes(current));
    if (next === current) return current;
    current = next;
  }
  return current;
}

/** Tetrahedra of the list that hold together by faces at `nodes` (one node, or the two of an edge), as lists. */
function listFans(tets: Int32Array, around: readonly number[], nodes: readonly number[]): number[][] {
  const open = new Set(around);
  const fans: number[][] = [];
  for (const start of around) {
    if (!open.delete(start)) continue;
    const fan = [start];
    for (const tet of fan) {
      for (const other of open) {
        if (countShared(tets, tet, other) < 3) continue;
        // The shared face must hold the nodes, which two tets around them with three nodes in common do or do not.
        if (!nodes.every((node) => hasNode(tets, tet, node) && hasNode(tets, other, node))) continue;
        open.delete(other);
        fan.push(other);
      }
    }
    fans.push(fan);
  }
  return fans;
}

function hasNode(tets: Int32Array, tet: number, node: number): boolean {
  return (
    tets[4 * tet] === node || tets[4 * tet + 1] === node || tets[4 * tet + 2] === node || tets[4 * tet + 3] === node
  );
}

function countShared(tets: Int32Array, a: number, b: number): number {
  let shared = 0;
  for (let k = 0; k < 4; k++) if (hasNode(tets, b, tets[4 * a + k]!)) shared += 1;
  return shared;
}

function listAround(tets: Int32Array, nodes: number): number[][] {
  const around: number[][] = Array.from({ length: nodes }, () => []);
  tets.forEach((node, at) => around[node]!.push(at >> 2));
  return around;
}

/** Each fan of tetrahedra at a node beyond the first gets a copy of it. */
function splitNodes(part: SoftPart): SoftPart {
  const count = part.positions.length / 3;
  const around = listAround(part.tets, count);
  const tets = part.tets.slice();
  const extra: number[] = [];
  for (let node = 0; node < count; node++) {
    const fans = listFans(part.tets, around[node]!, [node]);
    for (const fan of fans.slice(1)) {
      const copy = count + extra.length / 3;
      const middle = [0, 0, 0];
      for (const tet of fan)
        for (let k = 0; k < 4; k++) {
          const at = 4 * tet + k;
          for (let axis = 0; axis < 3; axis++)
            middle[axis]! += part.positions[3 * part.tets[at]! + axis]! / (4 * fan.length);
          if (part.tets[at] === node) tets[at] = copy;
        }
      for (let axis = 0; axis < 3; axis++) {
        const place = part.positions[3 * node + axis]!;
        extra.push(place + retreat * (middle[axis]! - place));
      }
    }
  }
  if (extra.length === 0) return part;
  const positions = new Float64Array(3 * count + extra.length);
  positions.set(part.positions);
  positions.set(extra, 3 * count);
  return { ...part, positions, tets };
}

/** Where two fans meet at an edge only and hold together around its ends, the smaller fan goes. */
function removeEdgePinches(part: SoftPart): SoftPart {
  const { tets } = part;
  const edges = new Map<string, number[]>();
  for (let tet = 0; tet < tets.length / 4; tet++) {
    for (let i = 0; i < 4; i++)
      for (let j = 0; j < i; j++) {
        const [a, b] = [tets[4 * tet + i]!, tets[4 * tet + j]!];
        const key = a < b ? `${a} ${b}` : `${b} ${a}`;
        const list = edges.get(key);
        if (list === undefined) edges.set(key, [tet]);
        else list.push(tet);
      }
  }
  const dropped = new Set<number>();
  for (const [key, around] of edges) {
    const fans = listFans(tets, around, key.split(' ').map(Number));
    if (fans.length < 2) continue;
    fans.sort((a, b) => b.length - a.length || a[0]! - b[0]!);
    for (const fan of fans.slice(1)) for (const tet of fan) dropped.add(tet);
  }
  return dropped.size === 0 ? part : dropTets(part, dropped);
}

function dropTets(part: SoftPart, dropped: ReadonlySet<number>): SoftPart {
  return { ...part, tets: part.tets.filter((_, at) => !dropped.has(at >> 2)) };
}

/** Drops pieces of less than `share` of all tetrahedra. */
export function dropCrumbs(part: SoftPart, share: number): SoftPart {
  const parents = Int32Array.from({ length: part.positions.length / 3 }, (_, node) => node);
  const find = (node: number): number => {
    let root = node;
    while (parents[root] !== root) root = parents[root]!;
    parents[node] = root;
    return root;
  };
  const { tets } = part;
  for (let at = 0; at < tets.length; at++) parents[find(tets[at]!)] = find(tets[at - (at % 4)]!);
  const sizes = new Map<number, number>();
  for (let at = 0; at < tets.length; at += 4) {
    const root = find(tets[at]!);
    sizes.set(root, (sizes.get(root) ?? 0) + 1);
  }
  if (sizes.size === 1) return part;
  const dropped = new Set<number>();
  for (let at = 0; at < tets.length; at += 4)
    if (sizes.get(find(tets[at]!))! < (share * tets.length) / 4) dropped.add(at >> 2);
  return dropTets(part, dropped);
}
