/** Bodies swept along a line, and limbs that grow out of their sides and share their nodes. Lengths in m, angles in rad. */
import { cos, sin } from '../../math/portable.ts';
import type { SliceChain } from '../soft/slices.ts';
import { addCell, addNode, type Scaffold } from './scaffold.ts';
import { createSection, type Section } from './section.ts';
import { computeCross, computeDot, type Vector } from '../../math/space/vector.ts';

/** Where the sections stand: per layer the centre, the vector to x = 1 and the vector to y = 1 of the section. */
export type SweepFrames = Float64Array;

const frameSize = 9;

export interface Sweep {
  readonly section: Section;
  readonly frames: SweepFrames;
  /** Nodes of each layer, in the section's order. */
  readonly layers: readonly Int32Array[];
}

/** A sweep of the section through all frames, with new nodes. */
export function addSweep(scaffold: Scaffold, section: Section, frames: SweepFrames): Sweep {
  const layers: Int32Array[] = [];
  for (let layer = 0; layer < frames.length / frameSize; layer++) {
    const nodes = new Int32Array(section.xs.length);
    for (let n = 0; n < nodes.length; n++) {
      const [x, y, z] = placeInFrame(frames, layer, section.xs[n]!, section.ys[n]!);
      nodes[n] = addNode(scaffold, x, y, z, layer + getChessColour(section, n));
    }
    layers.push(nodes);
  }
  addLayers(scaffold, section, layers);
  return { section, frames, layers };
}

/** The layers of a sweep as slices. */
export function createSweepChain(
  { section, frames, layers }: Sweep,
  isFirstFree: boolean,
  isLastFree: boolean,
): SliceChain {
  const { xs } = section;
  const square = xs.reduce((sum, x) => sum + x * x, 0);
  const shares = new Float64Array(xs.length).fill(1 / xs.length);
  // Of the nodes of a layer these factors make the vector to x = 1 again.
  const spreads = xs.map((x) => x / square);
  const computeSize = (at: number): number => norm([frames[at]!, frames[at + 1]!, frames[at + 2]!]);
  return {
    sections: layers.map((nodes, layer) => ({
      nodes,
      shares,
      spreads,
      halfWidth: computeSize(frameSize * layer + 3),
      halfHeight: computeSize(frameSize * layer + 6),
    })),
    isFirstFree,
    isLastFree,
  };
}

function getChessColour({ columns }: Section, node: number): number {
  return (node % (columns + 1)) + Math.floor(node / (columns + 1));
}

function addLayers(scaffold: Scaffold, { columns, rows }: Section, layers: readonly Int32Array[]): void {
  for (let layer = 0; layer + 1 < layers.length; layer++) {
    for (let j = 0; j < rows; j++) {
      for (let i = 0; i < columns; i++) {
        const a = j * (columns + 1) + i;
        const ring = [a, a + 1, a + columns + 2, a + columns + 1];
        addCell(scaffold, [...ring.map((n) => layers[layer]![n]!), ...ring.map((n) => layers[layer + 1]![n]!)]);
      }
    }
  }
}

function placeInFrame(frames: SweepFrames, layer: number, x: number, y: number): [number, number, number] {
  const at = frameSize * layer;
  const place = (k: number): number => frames[at + k]! + (x * frames[at + 3 + k]! + y * frames[at + 6 + k]!);
  return [place(0), place(1), place(2)];
}

/** The line through the points x, y of all sections: the axis at 0, 0, or the route of a cord beside it. */
export function createRouteInFrames(frames: SweepFrames, x: number, y: number): Float64Array {
  const route = new Float64Array(frames.length / 3);
  for (let layer = 0; layer < frames.length / frameSize; layer++)
    route.set(placeInFrame(frames, layer, x, y), 3 * layer);
  return route;
}

/** Cells of a body's side, from which a limb grows: a grid of nodes, columns around the body, rows along it. */
export interface SidePatch {
  readonly columns: number;
  readonly rows: number;
  readonly nodes: Int32Array;
  /** Mean of the nodes; unit vectors around the body (to the next column) and along it (to the next row). */
  readonly centre: Vector;
  readonly across: Vector;
  readonly along: Vector;
  /** Half of the patch's size in both directions. */
  readonly halfWidth: number;
  readonly halfLength: number;
}

export interface SidePlace {
  /** First place on the section's rim, and how many cells around; counted round, negative too. */
  readonly rim: number;
  readonly columns: number;
  /** First layer, and how many cells along the body. */
  readonly layer: number;
  readonly rows: number;
}

export function createSidePatch(scaffold: Scaffold, sweep: Sweep, place: SidePlace): SidePatch {
  const { columns, rows } = place;
  const { rim } = sweep.section;
  const nodes = new Int32Array((columns + 1) * (rows + 1));
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      const at = (((place.rim + i) % rim.length) + rim.length) % rim.length;
      nodes[j * (columns + 1) + i] = sweep.layers[place.layer + j]![rim[at]!]!;
    }
  }
  const point = (i: number, j: number): Vector => readNode(scaffold, nodes[j * (columns + 1) + i]!);
  const centre: [number, number, number] = [0, 0, 0];
  for (const node of nodes) readNode(scaffold, node).forEach((value, k) => (centre[k]! += value / nodes.length));
  const across = addVectors(subtract(point(columns, 0), point(0, 0)), subtract(point(columns, rows), point(0, rows)));
  const up = addVectors(subtract(point(0, rows), point(0, 0)), subtract(point(columns, rows), point(columns, 0)));
  const unit = scale(across, 1 / norm(across));
  // Along the body, made square to the way around it.
  const along = subtract(up, scale(unit, computeDot(up, unit)));
  return {
    columns,
    rows,
    nodes,
    centre,
    across: unit,
    along: scale(along, 1 / norm(along)),
    halfWidth: norm(across) / 4,
    halfLength: norm(up) / 4,
  };
}

export interface LimbShape {
  readonly length: number;
  /** Number of cells along it. */
  readonly cells: number;
  /** Half width (around the body) and half thickness at s from 0 at the root to 1 at the tip. */
  readonly halfWidth: (s: number) => number;
  readonly halfThickness: (s: number) => number;
  /** Angle from the patch's normal towards the patch's last row, at s. */
  readonly bend: (s: number) => number;
  readonly roundness?: number;
  /** Over how many cells the shape of the patch passes into the limb's own. */
  readonly blend?: number;
}

/** A limb on the patch: its first layer is the patch itself. */
export function addLimb(scaffold: Scaffold, patch: SidePatch, shape: LimbShape): Sweep {
  const { roundness = 0.5, blend = 2, cells } = shape;
  const section = createSection(patch.columns, patch.rows, { roundness });
  const frames = createLimbFrames(patch, shape);
  const layers: Int32Array[] = [patch.nodes];
  for (let layer = 1; layer <= cells; layer++) {
    const rest = Math.max(0, 1 - layer / blend);
    const nodes = new Int32Array(patch.nodes.length);
    for (let n = 0; n < nodes.length; n++) {
      const own = placeInFrame(frames, layer, section.xs[n]!, section.ys[n]!);
      const root = addVectors(
        subtract(readNode(scaffold, patch.nodes[n]!), patch.centre),
        placeInFrame(frames, layer, 0, 0),
      );
      const [x, y, z] = addVectors(scale(own, 1 - rest), scale(root, rest));
      nodes[n] = addNode(scaffold, x, y, z, scaffold.colours[patch.nodes[n]!]! + layer);
    }
    layers.push(nodes);
  }
  addLayers(scaffold, section, layers);
  return { section, frames, layers };
}

function createLimbFrames(patch: SidePatch, shape: LimbShape): SweepFrames {
  const { cells, length } = shape;
  const normal = computeCross(patch.across, patch.along);
  const frames = new Float64Array(frameSize * (cells + 1));
  let centre = patch.centre;
  for (let layer = 0; layer <= cells; layer++) {
    const s = layer / cells;
    if (layer > 0) {
      const middle = shape.bend((layer - 0.5) / cells);
      centre = addVectors(centre, scale(combine(normal, cos(middle), patch.along, sin(middle)), length / cells));
    }
    const bend = shape.bend(s);
    frames.set(centre, frameSize * layer);
    frames.set(scale(patch.across, shape.halfWidth(s)), frameSize * layer + 3);
    const up = combine(patch.along, cos(bend), normal, -sin(bend));
    frames.set(scale(up, shape.halfThickness(s)), frameSize * layer + 6);
  }
  return frames;
}

export interface StraightShape {
  /** x of the first layer and of each next one, m; the way may go forward or back. */
  readonly xs: ArrayLike<number>;
  /** Half width (y) and half height (z) per layer. */
  readonly halfWidths: ArrayLike<number>;
  readonly halfHeights: ArrayLike<number>;
}

/** SweepFrames along the x axis. Section x is the animal's left (y) when the layers run forward, its right when they run back. */
export function createStraightFrames({ xs, halfWidths, halfHeights }: StraightShape): SweepFrames {
  const frames = new Float64Array(frameSize * xs.length);
  const side = xs[xs.length - 1]! >= xs[0]! ? 1 : -1;
  for (let layer = 0; layer < xs.length; layer++) {
    frames[frameSize * layer] = xs[layer]!;
    frames[frameSize * layer + 4] = side * halfWidths[layer]!;
    frames[frameSize * layer + 8] = halfHeights[layer]!;
  }
  return frames;
}

function readNode(scaffold: Scaffold, node: number): Vector {
  return [scaffold.positions[3 * node]!, scaffold.positions[3 * node + 1]!, scaffold.positions[3 * node + 2]!];
}

function addVectors(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function scale(a: Vector, factor: number): Vector {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}

function combine(a: Vector, p: number, b: Vector, q: number): Vector {
  return addVectors(scale(a, p), scale(b, q));
}

function norm(a: Vector): number {
  return Math.sqrt(computeDot(a, a));
}
