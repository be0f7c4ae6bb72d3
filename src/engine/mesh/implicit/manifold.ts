/** Separates tetrahedra that touch only in a point or an edge, so that their surface is a manifold. */
import type { SoftPart } from '../soft/soft-part.ts';

/** Copies of a node are moved this far towards the tetrahedra they belong to. */
const copyOffset = 0.08;
const maxTurns = 12;

/** Nothing to do returns the part itself. */
export function separatePinches(part: SoftPart): SoftPart {
  let current = part;
  for (let turn = 0; turn < maxTurns; turn++) {
    const next = removeEdgePinches(splitNodes(current));
    if (next === current) return current;
    current = next;
  }
  return current;
}

/** For each face 4 · tet + k, opposite of corner k, the tetrahedron on its other side; −1 outside. */
function findNeighbours({ tets, positions }: SoftPart): Int32Array {
  const neighbours = new Int32Array(tets.length).fill(-1);
  const nodes = positions.length / 3;
  const open = new Map<number, number>();
  for (let face = 0; face < tets.length; face++) {
    const [base, k] = [face & ~3, face & 3];
    const [a, b, c] = [tets[base + ((k + 1) & 3)]!, tets[base + ((k + 2) & 3)]!, tets[base + ((k + 3) & 3)]!];
    const [low, high] = [Math.min(a, b, c), Math.max(a, b, c)];
    const key = (low * nodes + (a + b + c - low - high)) * nodes + high;
    const other = open.get(key);
    if (other === undefined) open.set(key, face);
    else {
      neighbours[face] = other >> 2;
      neighbours[other] = face >> 2;
    }
  }
  return neighbours;
}

/** Tetrahedra of the list that are connected by faces at `nodes` (one node, or the two of an edge), as lists. */
function listFans(
  tets: Int32Array,
  neighbours: Int32Array,
  around: readonly number[],
  nodes: readonly number[],
): number[][] {
  const open = new Set(around);
  const fans: number[][] = [];
  for (const start of around) {
    if (!open.delete(start)) continue;
    const fan = [start];
    for (const tet of fan) {
      for (let face = 4 * tet; face < 4 * tet + 4; face++) {
        // The face opposite of one of the nodes does not contain it.
        if (nodes.includes(tets[face]!) || !open.delete(neighbours[face]!)) continue;
        fan.push(neighbours[face]!);
      }
    }
    fans.push(fan);
  }
  return fans;
}

function listAround(tets: Int32Array, nodes: number): number[][] {
  const around: number[][] = Array.from({ length: nodes }, () => []);
  tets.forEach((node, at) => around[node]!.push(at >> 2));
  return around;
}

/** Calls back with the nodes of each face that has nothing on its other side. */
function forEachOuterFace(
  tets: Int32Array,
  neighbours: Int32Array,
  visit: (a: number, b: number, c: number) => void,
): void {
  for (let face = 0; face < tets.length; face++) {
    if (neighbours[face]! >= 0) continue;
    const [base, k] = [face & ~3, face & 3];
    visit(tets[base + ((k + 1) & 3)]!, tets[base + ((k + 2) & 3)]!, tets[base + ((k + 3) & 3)]!);
  }
}

/** Each fan of tetrahedra at a node beyond the first gets a copy of it. */
function splitNodes(part: SoftPart): SoftPart {
  const count = part.positions.length / 3;
  const around = listAround(part.tets, count);
  const neighbours = findNeighbours(part);
  const outer = new Set<number>();
  forEachOuterFace(part.tets, neighbours, (a, b, c) => outer.add(a).add(b).add(c));
  const tets = part.tets.slice();
  const extra: number[] = [];
  for (let node = 0; node < count; node++) {
    if (!outer.has(node)) continue;
    const fans = listFans(part.tets, neighbours, around[node]!, [node]);
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
        extra.push(place + copyOffset * (middle[axis]! - place));
      }
    }
  }
  if (extra.length === 0) return part;
  const positions = new Float64Array(3 * count + extra.length);
  positions.set(part.positions);
  positions.set(extra, 3 * count);
  return { ...part, positions, tets };
}

/** Where two fans meet at an edge only and are connected around its ends, the smaller fan is removed. */
function removeEdgePinches(part: SoftPart): SoftPart {
  const { tets } = part;
  const count = part.positions.length / 3;
  const neighbours = findNeighbours(part);
  // How many outer faces meet at an edge: two where the surface is a manifold.
  const faces = new Map<number, number>();
  forEachOuterFace(tets, neighbours, (a, b, c) => {
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const key = Math.min(p, q) * count + Math.max(p, q);
      faces.set(key, (faces.get(key) ?? 0) + 1);
    }
  });
  const pinched = [...faces].flatMap(([key, meeting]) => (meeting > 2 ? [key] : []));
  if (pinched.length === 0) return part;
  const around = listAround(tets, count);
  const dropped = new Set<number>();
  for (const key of pinched) {
    const [a, b] = [Math.floor(key / count), key % count];
    const both = around[a]!.filter((tet) => around[b]!.includes(tet));
    const fans = listFans(tets, neighbours, both, [a, b]);
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
export function dropSmallPieces(part: SoftPart, share: number): SoftPart {
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
