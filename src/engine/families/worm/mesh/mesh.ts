/**
 * The body of C. elegans as tets in cross-sections, all tissues sharing nodes. Unit: mm.
 *
 * The animal lies on its left side on z = 0: head at +x, dorsal at +y, right side up. Section 0 is the head.
 * Radius, a prolate ellipse cut just before its tips: R(s) = R_max √(1 − ((2s − 1)/c)²), c = 1 + 0.4/48 [BBC12].
 */
import type { SectionedTetMesh } from '../../../mesh/tets/tet-mesh.ts';
import { computeCosOfDegrees, createSectionPlan, type SectionPlan } from './cross-section.ts';
import { createMuscleCells, createMusclePlaces, createSlabMuscles, type MuscleCell } from './muscles.ts';
import { createWormMeshSettings, type WormMeshOptions, type WormMeshSettings } from './options.ts';
import { createSurface, type WormSurface } from './surface.ts';

export interface WormMesh extends SectionedTetMesh, WormSurface {
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
  /** Unit vectors towards head, dorsal and right, xyz each: the same for all sections, which stand parallel. */
  readonly sectionAxes: Float64Array;
  /** Up to four cells under each surface vertex, −1 where there is none; a colour is the mean over the others. */
  readonly surfaceVertexMuscles: Int16Array;
}

const cut = 1 + 0.4 / 48;

/** Throws a ModelError when the options make no worm; `path` is where they stand. */
export function createWormMesh(options: WormMeshOptions = {}, path = 'mesh'): WormMesh {
  const settings = createWormMeshSettings(options, path);
  const plan = createSectionPlan(settings.angles, settings.rings, settings.split);
  const slabs = settings.sections - 1;
  const nodes = createNodes(settings, plan);
  const places = createMusclePlaces(settings.musclePlacement);
  const slabMuscles = createSlabMuscles(places, slabs);
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
    muscles: createMuscleCells(places, tets.tetMuscles, tets.tetSlabs, slabs),
    ...surface,
    surfaceVertexMuscles: createVertexMuscles(surface.surfaceNodes, plan, slabs, slabMuscles),
  };
}

export function computeWormRadius(s: number, maxRadius: number): number {
  const u = (2 * s - 1) / cut;
  return maxRadius * Math.sqrt(1 - u * u);
}

type WormNodes = Pick<
  WormMesh,
  | 'nodeCount'
  | 'sectionCount'
  | 'nodesPerSection'
  | 'positions'
  | 'nodeS'
  | 'sectionRadii'
  | 'sectionCentres'
  | 'sectionAxes'
>;

function createNodes(settings: WormMeshSettings, plan: SectionPlan): WormNodes {
  const { sections } = settings;
  const per = plan.nodeCount;
  const axes = createAxes(settings.roll, settings.yaw);
  const sectionRadii = Float64Array.from({ length: sections }, (_, i) =>
    computeWormRadius(i / (sections - 1), settings.maxRadius),
  );
  let depth = 0;
  for (let k = 0; k < per; k++) depth = Math.max(depth, -(plan.dorsals[k]! * axes[5]! + plan.rights[k]! * axes[8]!));
  const thickest = sectionRadii.reduce((a, b) => Math.max(a, b));
  const sectionCentres = new Float64Array(3 * sections);
  const positions = new Float64Array(3 * sections * per);
  const nodeS = new Float64Array(sections * per);
  for (let i = 0; i < sections; i++) {
    const s = i / (sections - 1);
    const radius = sectionRadii[i]!;
    for (let d = 0; d < 3; d++) sectionCentres[3 * i + d] = settings.length * (0.5 - s) * axes[d]!;
    sectionCentres[3 * i + 2] = depth * (settings.pose === 'straight' ? thickest : radius);
    for (let k = 0; k < per; k++) {
      const node = i * per + k;
      nodeS[node] = s;
      for (let d = 0; d < 3; d++) {
        const offset = plan.dorsals[k]! * axes[3 + d]! + plan.rights[k]! * axes[6 + d]!;
        positions[3 * node + d] = sectionCentres[3 * i + d]! + radius * offset;
      }
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
    sectionAxes: axes,
  };
}

/** Head, dorsal and right after a turn about the body axis and then about the vertical. */
function createAxes(roll: number, yaw: number): Float64Array {
  const [cosRoll, sinRoll] = [computeCosOfDegrees(roll), computeCosOfDegrees(roll - 90)];
  const [cosYaw, sinYaw] = [computeCosOfDegrees(yaw), computeCosOfDegrees(yaw - 90)];
  const head = [cosYaw, sinYaw, 0];
  const dorsal = [-sinYaw * cosRoll, cosYaw * cosRoll, sinRoll];
  const right = [sinYaw * sinRoll, -cosYaw * sinRoll, cosRoll];
  return Float64Array.from([...head, ...dorsal, ...right]);
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

/**
 * Part of the body length at either end over which the fibres thin out. Muscles that pulled on the very tips with full
 * stress would crush them to a fraction of their volume.
 */
const thinning = 0.05;

function createFibres(tetSlabs: Int32Array, slabs: number, centres: Float64Array): Float64Array {
  const fibres = new Float64Array(3 * tetSlabs.length);
  for (let t = 0; t < tetSlabs.length; t++) {
    const slab = tetSlabs[t]!;
    const [x, y, z] = createDifference(centres, 3 * slab + 3, 3 * slab);
    const toEnd = (Math.min(slab, slabs - 1 - slab) + 0.5) / slabs;
    const scale = Math.sqrt(Math.min(1, toEnd / thinning) / (x * x + y * y + z * z));
    fibres.set([scale * x, scale * y, scale * z], 3 * t);
  }
  return fibres;
}

/** Cells in the two sectors beside a surface vertex and the two slabs around it. */
function createVertexMuscles(
  surfaceNodes: Uint32Array,
  plan: SectionPlan,
  slabs: number,
  slabMuscles: Int16Array,
): Int16Array {
  const sectors = plan.sectorRows.length;
  const cells = new Int16Array(4 * surfaceNodes.length).fill(-1);
  for (const [vertex, node] of surfaceNodes.entries()) {
    const section = Math.floor(node / plan.nodeCount);
    const place = node % plan.nodeCount;
    if (place === plan.nodeCount - 1) continue;
    for (let i = 0; i < 4; i++) {
      const slab = section - (i >> 1);
      const row = plan.sectorRows[((place % sectors) + sectors - (i & 1)) % sectors]!;
      if (row >= 0 && slab >= 0 && slab < slabs) cells[4 * vertex + i] = slabMuscles[row * slabs + slab]!;
    }
  }
  return cells;
}
