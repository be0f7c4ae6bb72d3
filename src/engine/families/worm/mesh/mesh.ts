/**
 * The body of C. elegans as tets in cross-sections, all tissues sharing nodes. Unit: mm.
 *
 * The animal lies on its left side on z = 0: head at +x, dorsal at +y, right side up. Section 0 is the head.
 * Radius, a prolate ellipse cut just before its tips: R(s) = R_max √(1 − ((2s − 1)/c)²), c = 1 + 0.4/48 [BBC12].
 */
import { listFaceNodes, listOuterFaces } from '../../../mesh/tets/surface.ts';
import type { SectionedTetMesh } from '../../../mesh/tets/tet-mesh.ts';
import { ModelError, type Problem } from '../../../model/problem.ts';
import {
  anatomicalAngles,
  anatomicalRings,
  createMirroredAngles,
  createSectionPlan,
  type SectionPlan,
  type WormSplit,
} from './cross-section.ts';
import {
  createFibres,
  createMuscleCells,
  createMuscleSpans,
  createSlabMuscles,
  createVertexMuscles,
  listMissingMuscles,
  type MuscleCell,
  type MusclePlacement,
} from './muscles.ts';

export interface WormMeshSettings {
  /** mm. */
  readonly length: number;
  /** mm, at mid-body. */
  readonly maxRadius: number;
  readonly sections: number;
  /** Rays of the cross-section in degrees, ascending: 0 dorsal, 90 right, 180 ventral, 270 left. */
  readonly angles: readonly number[];
  /** Rings of the cross-section as fractions of the radius, from 1 inwards; the centre is not listed. */
  readonly rings: readonly number[];
  readonly musclePlacement: MusclePlacement;
  /**
   * `straight`: the axis is level and the thickest section touches the ground z = 0. `flat-belly`: every section touches
   * it, and the axis is an arc.
   */
  readonly pose: 'straight' | 'flat-belly';
  readonly split: WormSplit;
}

export type WormMeshOptions = Partial<WormMeshSettings>;

/**
 * 50 sections of 37 nodes are 1,850 nodes and 8,820 tets. The published mesh has 1,842 nodes and 10,386 tets, a ratio
 * that no mesh made of slabs between equal sections reaches: S sections of v nodes, b of them on the rim, give
 * 6Sv − 6v − (S − 1)(3b + 6) tets, fewer than 10,100 at 1,850 nodes even with b = 6. `paper-tets` matches the tets (2,183
 * nodes, 10,440 tets), `paper-nodes` the nodes.
 */
export const wormResolutions = {
  'paper-tets': { sections: 59 },
  'paper-nodes': { sections: 50 },
  coarse: { sections: 30 },
  fine: {
    sections: 99,
    angles: createMirroredAngles([10, 26, 42, 58.5, 75, 85, 95, 105, 121.5, 138, 154, 170]),
    rings: [1, 0.925, 0.85, 0.7, 0.55, 0.275],
  },
} as const satisfies Record<string, WormMeshOptions>;

const defaultSettings: WormMeshSettings = {
  length: 1,
  maxRadius: 0.04,
  sections: wormResolutions['paper-nodes'].sections,
  angles: anatomicalAngles,
  rings: anatomicalRings,
  musclePlacement: 'even',
  pose: 'straight',
  split: 'lowest-index',
};

export interface WormMesh extends SectionedTetMesh {
  readonly settings: WormMeshSettings;
  /** Body coordinate of each node, 0 head … 1 tail. */
  readonly nodeS: Float64Array;
  /** Muscle cells by their index in `tetMuscles`. */
  readonly muscles: readonly MuscleCell[];
  /**
   * Direction of the muscle fibres per tet, xyz: along the axis at rest, towards the head. The square of its length is the
   * share of the stress that they carry: 1, and less towards the ends of the body, where the fibres thin out.
   */
  readonly tetFibres: Float64Array;
  /** Radius per section. */
  readonly sectionRadii: Float64Array;
  /** Centre per section, xyz. */
  readonly sectionCentres: Float64Array;
  /** Nodes on the surface, ascending: node of each surface vertex. */
  readonly surfaceNodes: Uint32Array;
  /** The triangles of the surface by surface vertex. */
  readonly surfaceVertexTriangles: Uint32Array;
  /** Up to four cells under each surface vertex, −1 for a missing one; a colour is the mean over the others. */
  readonly surfaceVertexMuscles: Int16Array;
}

const cut = 1 + 0.4 / 48;

/** Throws a ModelError when the options make no worm. */
export function createWormMesh(options: WormMeshOptions = {}): WormMesh {
  const settings = { ...defaultSettings, ...options };
  checkSettings(settings);
  const plan = createSectionPlan(settings.angles, settings.rings, settings.split);
  const slabs = settings.sections - 1;
  const nodes = createNodes(settings, plan);
  const spans = createMuscleSpans(settings.musclePlacement);
  const slabMuscles = createSlabMuscles(spans, slabs);
  const tets = createTets(plan, slabs, slabMuscles);
  orientTets(tets.tetNodes, nodes.positions);
  const surface = createSurface(tets.tetNodes);
  return {
    settings,
    ...nodes,
    tetCount: tets.tetTissues.length,
    tetNodes: tets.tetNodes,
    inPrisms: true,
    tetTissues: tets.tetTissues,
    tetMuscles: tets.tetMuscles,
    tetFibres: createFibres(tets.tetSlabs, slabs, nodes.sectionCentres),
    muscles: createMuscleCells(spans, tets.tetMuscles, tets.tetSlabs, slabs),
    ...surface,
    surfaceVertexMuscles: createVertexMuscles(surface.surfaceNodes, plan, slabs, slabMuscles),
  };
}

function checkSettings({ length, maxRadius, musclePlacement, sections }: WormMeshSettings): void {
  const problems: Problem[] = [];
  if (maxRadius > length / 4)
    problems.push({
      code: 'inconsistent',
      path: 'mesh.radius',
      got: `${maxRadius} mm`,
      hint: `A worm is slender: use at most a quarter of its length, ${length / 4} mm.`,
    });
  const spans = createMuscleSpans(musclePlacement);
  const missing = listMissingMuscles(spans, sections - 1);
  let enough = sections;
  while (listMissingMuscles(spans, enough - 1).length > 0) enough++;
  if (missing.length > 0)
    problems.push({
      code: 'out-of-range',
      path: 'mesh.sections',
      got: `${sections}, too coarse for ${missing.join(', ')}`,
      hint: `Use ${enough} sections, so that each of the 95 muscle cells has a tet.`,
    });
  if (problems.length > 0) throw new ModelError(problems);
}

export function computeWormRadius(s: number, maxRadius: number): number {
  const u = (2 * s - 1) / cut;
  return maxRadius * Math.sqrt(1 - u * u);
}

type WormNodes = Pick<
  WormMesh,
  'nodeCount' | 'sectionCount' | 'nodesPerSection' | 'positions' | 'nodeS' | 'sectionRadii' | 'sectionCentres'
>;

function createNodes(settings: WormMeshSettings, plan: SectionPlan): WormNodes {
  const { sections } = settings;
  const per = plan.nodeCount;
  const sectionRadii = Float64Array.from({ length: sections }, (_, i) =>
    computeWormRadius(i / (sections - 1), settings.maxRadius),
  );
  const depth = plan.rights.reduce((deepest, right) => Math.max(deepest, -right), 0);
  const thickest = sectionRadii.reduce((a, b) => Math.max(a, b));
  const sectionCentres = new Float64Array(3 * sections);
  const positions = new Float64Array(3 * sections * per);
  const nodeS = new Float64Array(sections * per);
  for (let i = 0; i < sections; i++) {
    const s = i / (sections - 1);
    const radius = sectionRadii[i]!;
    sectionCentres[3 * i] = settings.length * (0.5 - s);
    // −0 behind the middle: the hash of a mesh counts the sign of a zero.
    sectionCentres[3 * i + 1] = 0 * (0.5 - s);
    sectionCentres[3 * i + 2] = depth * (settings.pose === 'straight' ? thickest : radius);
    for (let k = 0; k < per; k++) {
      const node = i * per + k;
      nodeS[node] = s;
      positions[3 * node] = sectionCentres[3 * i]!;
      positions[3 * node + 1] = radius * plan.dorsals[k]!;
      positions[3 * node + 2] = sectionCentres[3 * i + 2]! + radius * plan.rights[k]!;
    }
  }
  return {
    nodeCount: sections * per,
    sectionCount: sections,
    nodesPerSection: per,
    positions,
    nodeS,
    sectionRadii,
    sectionCentres,
  };
}

interface WormTets {
  readonly tetNodes: Int32Array;
  readonly tetTissues: Uint8Array;
  readonly tetMuscles: Int16Array;
  readonly tetSlabs: Int32Array;
}

/** Three tets per prism between a triangle and its copy in the next section. */
function createTets(plan: SectionPlan, slabs: number, slabMuscles: Int16Array): WormTets {
  const prisms = plan.tissues.length;
  const tetNodes = new Int32Array(12 * slabs * prisms);
  const tetTissues = new Uint8Array(3 * slabs * prisms);
  const tetMuscles = new Int16Array(3 * slabs * prisms);
  const tetSlabs = new Int32Array(3 * slabs * prisms);
  for (let slab = 0; slab < slabs; slab++) {
    for (let prism = 0; prism < prisms; prism++) {
      const first = 3 * (slab * prisms + prism);
      const p = slab * plan.nodeCount + plan.triangles[3 * prism]!;
      const q = slab * plan.nodeCount + plan.triangles[3 * prism + 1]!;
      const r = slab * plan.nodeCount + plan.triangles[3 * prism + 2]!;
      const next = plan.nodeCount;
      // Every side face has its diagonal from the earlier corner of the triangle in this section to the later one in
      // the next, and neighbours agree on which is earlier: so the faces match.
      tetNodes.set([p, q, r, r + next, p, q, q + next, r + next, p, p + next, q + next, r + next], 4 * first);
      const row = plan.rows[prism]!;
      tetTissues.fill(plan.tissues[prism]!, first, first + 3);
      tetMuscles.fill(row < 0 ? -1 : slabMuscles[row * slabs + slab]!, first, first + 3);
      tetSlabs.fill(slab, first, first + 3);
    }
  }
  return { tetNodes, tetTissues, tetMuscles, tetSlabs };
}

/** Swaps two nodes of each tet whose volume is negative. */
function orientTets(tetNodes: Int32Array, positions: Float64Array): void {
  for (let t = 0; t < tetNodes.length; t += 4) {
    const [a, b, c, d] = [3 * tetNodes[t]!, 3 * tetNodes[t + 1]!, 3 * tetNodes[t + 2]!, 3 * tetNodes[t + 3]!];
    const [ux, uy, uz] = createDifference(positions, a, b);
    const [vx, vy, vz] = createDifference(positions, a, c);
    const [wx, wy, wz] = createDifference(positions, a, d);
    if ((uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz > 0) continue;
    const swapped = tetNodes[t + 2]!;
    tetNodes[t + 2] = tetNodes[t + 3]!;
    tetNodes[t + 3] = swapped;
  }
}

function createDifference(positions: Float64Array, from: number, to: number): [number, number, number] {
  return [
    positions[to]! - positions[from]!,
    positions[to + 1]! - positions[from + 1]!,
    positions[to + 2]! - positions[from + 2]!,
  ];
}

/** Faces that belong to one tet only. */
function createSurface(tetNodes: Int32Array) {
  const surfaceTriangles = Uint32Array.from(listFaceNodes(tetNodes, listOuterFaces(tetNodes)));
  const surfaceNodes = Uint32Array.from(new Set(surfaceTriangles)).sort();
  const vertices = new Map(Array.from(surfaceNodes, (node, vertex) => [node, vertex]));
  return {
    surfaceTriangles,
    surfaceNodes,
    surfaceVertexTriangles: surfaceTriangles.map((node) => vertices.get(node)!),
  };
}
