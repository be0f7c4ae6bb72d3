/**
 * Slices of a body of tetrahedra that no mesher has made of sweeps: drawn, imported or designed. Nodes are sorted into levels by
 * their distance along the mesh from the front; nodes of one level that hang together are a section, and sections of neighbouring
 * levels that touch make a tree (a Reeb graph): its unbranched ways are the trunk and the limbs. Lengths in m.
 */
import { computeSymmetricEigen } from '../../math/eigen/symmetric.ts';
import { computeSixVolume } from '../../math/space/geometry.ts';
import { createMeshGraph, type MeshGraph, setDistances } from './mesh-graph.ts';
import type { Slice, SliceChain } from './slices.ts';

interface TetBody {
  readonly positions: Float64Array;
  readonly tets: Int32Array;
}

/** Levels are this many mean edges apart. Chosen: with less, sections are thinner than the cells they are made of. */
const edgesPerLevel = 1.25;
/** Sections with fewer nodes are no slices and go to their neighbour. */
const minNodes = 4;
/** A trunk continues into one of several branches if that has this share of what lies behind. Chosen: else none is its continuation. */
const mainShare = 0.6;
/** Half sizes of a section differ by no more than this: beyond, it is a plate of one layer of cells. */
const maxRatio = 8;

interface Section {
  nodes: number[];
  readonly level: number;
  parent: Section | undefined;
  readonly children: Section[];
  /** Volume of its nodes and of all that lies behind it, m³. */
  volume: number;
  weight: number;
}

export function createCentreSlices(body: TetBody): SliceChain[] {
  if (body.tets.length === 0) return [];
  const graph = createMeshGraph(body);
  const volumes = computeNodeVolumes(body);
  return graph.pieces.flatMap((piece) => {
    const sections = listSections(graph, body.positions, volumes, piece);
    return listWays(sections.filter(({ parent }) => parent === undefined)).flatMap((way) =>
      way.sections.length < 2 ? [] : [createChain(way, body.positions, volumes)],
    );
  });
}

/** A quarter of every tetrahedron to each of its nodes. */
function computeNodeVolumes({ positions, tets }: TetBody): Float64Array {
  const volumes = new Float64Array(positions.length / 3);
  for (let at = 0; at < tets.length; at += 4) {
    const [a, b, c, d] = [3 * tets[at]!, 3 * tets[at + 1]!, 3 * tets[at + 2]!, 3 * tets[at + 3]!];
    const volume = Math.abs(computeSixVolume(positions, a, b, c, d)) / 24;
    for (let k = 0; k < 4; k++) volumes[tets[at + k]!]! += volume;
  }
  return volumes;
}

function listSections(
  graph: MeshGraph,
  positions: Float64Array,
  volumes: Float64Array,
  piece: readonly number[],
): Section[] {
  const distances = new Float64Array(positions.length / 3);
  setDistances(distances, graph, positions, piece);
  const farthest = piece.reduce((max, node) => Math.max(max, distances[node]!), 0);
  const levels = Math.max(2, Math.round(farthest / (edgesPerLevel * graph.meanEdge)));
  const levelOf = new Int32Array(positions.length / 3).fill(-1);
  for (const node of piece) levelOf[node] = Math.min(levels - 1, Math.floor((distances[node]! / farthest) * levels));
  const { sections, sectionOf } = groupLevels(graph, levelOf, piece);
  linkSections(sections, sectionOf, graph, volumes);
  return sections;
}

/** Nodes of a level that hang together; those of too few nodes join the neighbour with which they share most edges. */
function groupLevels(
  { starts, neighbours }: MeshGraph,
  levelOf: Int32Array,
  piece: readonly number[],
): { sections: Section[]; sectionOf: Map<number, Section> } {
  const sectionOf = new Map<number, Section>();
  const sections: Section[] = [];
  const inOrder = [...piece].sort((a, b) => levelOf[a]! - levelOf[b]! || a - b);
  for (const first of inOrder) {
    if (sectionOf.has(first)) continue;
    const section: Section = {
      ...{ nodes: [first], level: levelOf[first]!, parent: undefined, children: [], volume: 0, weight: 0 },
    };
    sectionOf.set(first, section);
    for (let i = 0; i < section.nodes.length; i++) {
      const node = section.nodes[i]!;
      for (let e = starts[node]!; e < starts[node + 1]!; e++) {
        const other = neighbours[e]!;
        if (levelOf[other] !== section.level || sectionOf.has(other)) continue;
        sectionOf.set(other, section);
        section.nodes.push(other);
      }
    }
    sections.push(section);
  }
  for (const section of sections) {
    if (section.nodes.length >= minNodes) continue;
    const target = findNeighbour(section, sectionOf, { starts, neighbours }, () => true);
    if (target === undefined) continue;
    for (const node of section.nodes) sectionOf.set(node, target);
    target.nodes.push(...section.nodes);
    section.nodes = [];
  }
  return { sections: sections.filter(({ nodes }) => nodes.length > 0), sectionOf };
}

/** Of the sections that touch this one and are `allowed`, the one with most edges to it. */
function findNeighbour(
  section: Section,
  sectionOf: Map<number, Section>,
  { starts, neighbours }: Pick<MeshGraph, 'starts' | 'neighbours'>,
  allowed: (other: Section) => boolean,
): Section | undefined {
  const counts = new Map<Section, number>();
  for (const node of section.nodes)
    for (let e = starts[node]!; e < starts[node + 1]!; e++) {
      const other = sectionOf.get(neighbours[e]!)!;
      if (other !== section && allowed(other)) counts.set(other, (counts.get(other) ?? 0) + 1);
    }
  let [found, most] = [undefined as Section | undefined, 0];
  for (const [other, count] of counts) if (count > most) [found, most] = [other, count];
  return found;
}

/** Parents are in the level in front; weights include all that lies behind. */
function linkSections(
  sections: readonly Section[],
  sectionOf: Map<number, Section>,
  graph: MeshGraph,
  volumes: Float64Array,
): void {
  for (const section of sections) {
    section.volume = section.nodes.reduce((sum, node) => sum + volumes[node]!, 0);
    section.weight = section.volume;
    section.parent = findNeighbour(section, sectionOf, graph, ({ level }) => level < section.level);
    section.parent?.children.push(section);
  }
  for (const section of [...sections].sort((a, b) => b.level - a.level))
    if (section.parent !== undefined) section.parent.weight += section.weight;
}

interface Way {
  readonly sections: Section[];
  readonly isFirstFree: boolean;
  isLastFree: boolean;
}

/** Unbranched ways through the tree, the trunk first. */
function listWays(roots: readonly Section[]): Way[] {
  const ways: Way[] = roots.map((root) => ({ sections: [root], isFirstFree: true, isLastFree: true }));
  for (let w = 0; w < ways.length; w++) {
    const way = ways[w]!;
    for (let at = way.sections[0]; at !== undefined; ) {
      const children = [...at.children].sort((a, b) => b.weight - a.weight);
      const whole = children.reduce((sum, { weight }) => sum + weight, 0);
      const next: Section | undefined =
        children[0] !== undefined && children[0].weight >= mainShare * whole ? children[0] : undefined;
      if (next !== undefined) way.sections.push(next);
      else way.isLastFree = children.length === 0;
      for (const child of children)
        if (child !== next) ways.push({ sections: [child], isFirstFree: false, isLastFree: true });
      at = next;
    }
  }
  return ways;
}

type Triple = readonly [number, number, number];

/** A way as slices; lengths of sections are those between the centres beside them. */
function createChain(
  { sections, isFirstFree, isLastFree }: Way,
  positions: Float64Array,
  volumes: Float64Array,
): SliceChain {
  const centres = sections.map(({ nodes, volume }) => {
    const centre: [number, number, number] = [0, 0, 0];
    for (const node of nodes)
      for (let k = 0; k < 3; k++) centre[k]! += (volumes[node]! / volume) * positions[3 * node + k]!;
    return centre;
  });
  let axis: Triple | undefined;
  const slices = sections.map((section, i): Slice => {
    const [before, after] = [centres[Math.max(0, i - 1)]!, centres[Math.min(centres.length - 1, i + 1)]!];
    const way: Triple = [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
    const span = Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    const isEnd = i === 0 || i === centres.length - 1;
    const area = section.volume / (isEnd ? span : span / 2);
    const found = createSlice(
      section,
      positions,
      volumes,
      centres[i]!,
      [way[0] / span, way[1] / span, way[2] / span],
      area,
      axis,
    );
    axis = found.axis;
    return found.slice;
  });
  return { sections: slices, isFirstFree, isLastFree };
}

/** Half sizes of the ellipse with this area and the proportions of the section, along the principal axis nearest to the one before. */
function createSlice(
  { nodes, volume }: Section,
  positions: Float64Array,
  volumes: Float64Array,
  centre: Triple,
  t: Triple,
  area: number,
  before: Triple | undefined,
): { slice: Slice; axis: Triple } {
  const moments = new Float64Array(9);
  const place = new Float64Array(3);
  for (const node of nodes) {
    for (let k = 0; k < 3; k++) place[k] = positions[3 * node + k]! - centre[k]!;
    const along = place[0]! * t[0] + place[1]! * t[1] + place[2]! * t[2];
    for (let k = 0; k < 3; k++) place[k]! -= along * t[k]!;
    for (let k = 0; k < 9; k++) moments[k]! += (volumes[node]! / volume) * (place[Math.floor(k / 3)]! * place[k % 3]!);
  }
  const { values, vectors } = computeSymmetricEigen(moments, 3);
  const readAxis = (row: number): Triple => [vectors[3 * row]!, vectors[3 * row + 1]!, vectors[3 * row + 2]!];
  const measure = (axis: Triple): number =>
    before === undefined ? 0 : axis[0] * before[0] + axis[1] * before[1] + axis[2] * before[2];
  // Ascending: the first is along t.
  const row = Math.abs(measure(readAxis(1))) > Math.abs(measure(readAxis(2))) ? 1 : 2;
  const sign = measure(readAxis(row)) < 0 ? -1 : 1;
  const axis = readAxis(row).map((x) => sign * x) as unknown as Triple;
  const [own, other] = [Math.max(values[row]!, 1e-30), Math.max(values[3 - row]!, 1e-30)];
  const ratio = Math.min(maxRatio, Math.max(1 / maxRatio, Math.sqrt(own / other)));
  const size = Math.sqrt(area / Math.PI);
  const spreads = Float64Array.from(nodes, (node) => {
    let along = 0;
    for (let k = 0; k < 3; k++) along += (positions[3 * node + k]! - centre[k]!) * axis[k]!;
    return ((volumes[node]! / volume) * along) / own;
  });
  return {
    axis,
    slice: {
      nodes: Int32Array.from(nodes),
      shares: Float64Array.from(nodes, (node) => volumes[node]! / volume),
      spreads,
      halfWidth: size * Math.sqrt(ratio),
      halfHeight: size / Math.sqrt(ratio),
    },
  };
}
