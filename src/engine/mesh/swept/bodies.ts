/**
 * The built-in soft bodies without their muscles: structured meshes, mirror-symmetric left to right, in m, +x forward,
 * with the frames along which cords are laid.
 */
import type { SliceChain } from '../soft/slices.ts';
import type { SoftBody } from '../soft/soft-body.ts';
import { addNode, addPlateRows, createScaffold, createScaffoldPart, type Scaffold } from './scaffold.ts';
import { createSection, type Section } from './section.ts';
import { createSoftBody } from '../soft/soft-part.ts';
import {
  addLimb,
  addSweep,
  createSidePatch,
  createStraightFrames,
  createSweepChain,
  type SweepFrames,
  type Sweep,
} from './sweep.ts';

/** A body with limbs; frames run from the root of each limb to its tip. */
export interface LimbedBody {
  readonly body: SoftBody;
  readonly limbs: readonly SweepFrames[];
}

export interface EelShape {
  readonly length: number;
  readonly cells: number;
  /** Half width and half height at s from 0 at the head to 1 at the tail. */
  readonly halfWidth: (s: number) => number;
  readonly halfHeight: (s: number) => number;
}

/** A long body of 2 × 2 cells across, head at +x; its only limb is itself, from head to tail. */
export function createEelBody({ length, cells, halfWidth, halfHeight }: EelShape): LimbedBody {
  const scaffold = createScaffold();
  const layers = Float64Array.from({ length: cells + 1 }, (_, k) => k / cells);
  const frames = createStraightFrames({
    xs: layers.map((s) => length * (0.5 - s)),
    halfWidths: layers.map(halfWidth),
    halfHeights: layers.map(halfHeight),
  });
  const trunk = addSweep(scaffold, createSection(2, 2), frames);
  return { body: createSlicedBody(scaffold, [createSweepChain(trunk, true, true)]), limbs: [frames] };
}

/** Nodes of a scaffold keep their numbers: none of them is double or unused. */
function createSlicedBody(scaffold: Scaffold, slices: readonly SliceChain[]): SoftBody {
  return { ...createSoftBody([createScaffoldPart(scaffold)]), slices };
}

export interface RadialArms {
  readonly length: number;
  readonly cells: number;
  readonly halfWidth: number;
  readonly halfThickness: number;
  /** Size at the tip over size at the root. */
  readonly tipWidth: number;
  readonly tipThickness: number;
  /** Angle of the arms behind the plane square to the axis, rad, reached over the first `bendCells` cells. */
  readonly droop: number;
  readonly bendCells: number;
}

export interface RadialShape {
  /** Cells of the core's section in each direction: 2, 4 (or 5, turned): 4 times as many sides. */
  readonly sectionCells: number;
  /** How round the core is: 1 a disc, 0 a box. */
  readonly roundness: number;
  /** Layers of the core from front to back: x, and half sizes along y and z. */
  readonly xs: readonly number[];
  readonly halfWidths: readonly number[];
  readonly halfHeights: readonly number[];
  /** Arms grow out of the last layers, `armColumns` cells around (an even number, 2 when left out) and `armRows` along the axis. */
  readonly armRows: number;
  readonly armColumns?: number;
  readonly arms: RadialArms;
}

/** A core on the x axis and arms all around its back end: octopus, starfish and the volume of a cuttlefish. */
function addRadialBody(
  scaffold: Scaffold,
  shape: RadialShape,
): { core: Sweep; limbs: SweepFrames[]; chains: SliceChain[] } {
  const { sectionCells, arms, armRows, armColumns = 2 } = shape;
  const odd = sectionCells % 2 === 1;
  const section = createSection(sectionCells, sectionCells, {
    roundness: shape.roundness,
    turn: odd ? Math.PI / 4 : 0,
  });
  const core = addSweep(
    scaffold,
    section,
    createStraightFrames({ xs: shape.xs, halfWidths: shape.halfWidths, halfHeights: shape.halfHeights }),
  );
  const layer = shape.xs.length - 1 - armRows;
  // The middle of the first arm lies on an axis of symmetry.
  const first = (odd ? 0 : sectionCells / 2) - armColumns / 2;
  const limbs: SweepFrames[] = [];
  const chains = [createSweepChain(core, true, false)];
  for (let rim = first; rim < first + section.rim.length; rim += armColumns) {
    const patch = createSidePatch(scaffold, core, { rim, columns: armColumns, layer, rows: armRows });
    const taper = (root: number, tip: number) => (s: number) => root * (1 + (tip - 1) * s);
    const limb = addLimb(scaffold, patch, {
      length: arms.length,
      cells: arms.cells,
      halfWidth: taper(arms.halfWidth, arms.tipWidth),
      halfThickness: taper(arms.halfThickness, arms.tipThickness),
      bend: (s) => arms.droop * Math.min(1, (s * arms.cells + 0.5) / arms.bendCells),
      blend: arms.bendCells,
    });
    limbs.push(limb.frames);
    chains.push(createSweepChain(limb, false, true));
  }
  return { core, limbs, chains };
}

export function createRadialBody(shape: RadialShape): LimbedBody {
  const scaffold = createScaffold();
  const { limbs, chains } = addRadialBody(scaffold, shape);
  return { body: createSlicedBody(scaffold, chains), limbs };
}

export interface FinShape {
  /** Layers of the core between which the fins are attached. */
  readonly firstLayer: number;
  readonly lastLayer: number;
  /** Width at u from 0 at the first layer to 1 at the last, and cells across. */
  readonly width: (u: number) => number;
  readonly cells: number;
}

export interface FinnedBody extends LimbedBody {
  /** Rows of nodes of the left and the right fin, from the row inside the core that clamps it to the outer edge. */
  readonly fins: readonly (readonly Int32Array[])[];
}

/** A radial body with a plate fin on each side, its root clamped by a row of plates inside the core. */
export function createFinnedBody(shape: RadialShape, fin: FinShape): FinnedBody {
  const scaffold = createScaffold();
  const { core, limbs, chains } = addRadialBody(scaffold, shape);
  const fins = [1, -1].map((side) => addFin(scaffold, core, fin, side));
  return { body: createSlicedBody(scaffold, chains), limbs, fins };
}

function addFin(scaffold: Scaffold, core: Sweep, fin: FinShape, side: number): Int32Array[] {
  const { firstLayer, lastLayer, cells } = fin;
  const { inner, outer } = findSideNodes(core.section, side, core.frames);
  const layers = core.layers.slice(firstLayer, lastLayer + 1);
  const rows = [inner, outer].map((node) => Int32Array.from(layers, (layer) => layer[node]!));
  const root = rows[1]!;
  for (let r = 1; r <= cells; r++) {
    const row = new Int32Array(root.length);
    for (let c = 0; c < row.length; c++) {
      const at = 3 * root[c]!;
      const reach = (fin.width(c / (row.length - 1)) * r) / cells;
      const y = scaffold.positions[at + 1]! + side * reach;
      row[c] = addNode(scaffold, scaffold.positions[at]!, y, scaffold.positions[at + 2]!, 0);
    }
    rows.push(row);
  }
  addPlateRows(scaffold, rows);
  return rows;
}

/** The section's node farthest to a side, and the next one inside on the same height. */
function findSideNodes(section: Section, side: number, frames: SweepFrames): { inner: number; outer: number } {
  const sign = side * (frames[4]! < 0 ? -1 : 1);
  const level: number[] = [];
  for (let node = 0; node < section.xs.length; node++) if (Math.abs(section.ys[node]!) < 1e-9) level.push(node);
  level.sort((a, b) => sign * (section.xs[b]! - section.xs[a]!));
  return { outer: level[0]!, inner: level[1]! };
}
