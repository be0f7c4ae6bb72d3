/**
 * The elements of a soft body as the solver reads them: rest shapes inverted, weights multiplied out, and the fibres of a
 * tetrahedron merged where they have one direction.
 *
 *   tet:    F = [x1−x0, x2−x0, x3−x0] B,  B = Dm⁻¹;   ½ w_p |F − R|² + ½ w_v |F − D|²,  w = k V      [softcon eq. 7, 8]
 *   fibre:  ½ w |F m − p|²,  w = k_m V · factor                                                       [softcon eq. 9]
 *   plate:  F = [x1−x0, x2−x0] B (3 × 2);   ½ k_s A |F − R|²,  R the nearest with orthonormal columns
 *   hinge:  ½ w |X c − r n|²,  w = 3 k_b / (A1 + A2),  c cotangent weights, n the mean normal          [softcon eq. 10]
 * For a hinge folded by θ without stretch X c = 2 sin(θ/2) |edge| n, so r = 2 sin(θ/2) |edge| with θ the wanted angle.
 */
import { atan2 } from '../../../math/portable.ts';
import { throwProblem } from '../../../model/problem.ts';
import type { ProjectiveMaterial, ProjectiveSettings } from './options.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { createFibreEntries, createFibreTable, createTetOrder, type FibreTable, type SourceTable } from './fibres.ts';

export interface TetTable extends FibreTable {
  readonly count: number;
  readonly nodes: Int32Array;
  /** B by rows, nine numbers a tet. */
  readonly inverses: Float64Array;
  readonly volumes: Float64Array;
  readonly shapeWeights: Float64Array;
  readonly volumeWeights: Float64Array;
}

export interface PlateTable {
  readonly count: number;
  readonly nodes: Int32Array;
  /** B by rows, four numbers a triangle. */
  readonly inverses: Float64Array;
  readonly areas: Float64Array;
  /** m. */
  readonly thicknesses: Float64Array;
  readonly weights: Float64Array;
}

export interface HingeTable {
  readonly count: number;
  /** The edge a b, then c on its left and d on its right seen from the side the plate's normal points to. */
  readonly nodes: Int32Array;
  /** c of the four nodes; they sum to nothing. */
  readonly cotangents: Float64Array;
  readonly weights: Float64Array;
  /** 1 / (2 A) of the two triangles. */
  readonly inverseAreas: Float64Array;
  readonly edgeLengths: Float64Array;
  /** Fold at rest, rad, positive when the wings rise towards the normal. */
  readonly restAngles: Float64Array;
  /** The angle gets the sum of share × excitation over its sources. */
  readonly sources: SourceTable;
}

function refuse(path: string, got: unknown, hint: string): never {
  throwProblem('inconsistent', path, String(got), hint);
}

function checkNodes(nodes: Int32Array, nodeCount: number, path: string): void {
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]!;
    if (node < 0 || node >= nodeCount) refuse(`${path}[${index}]`, node, `Nodes run from 0 to ${nodeCount - 1}.`);
  }
}

/** First excitation of every cord; the last number is the count of all. */
export function createSegmentStarts(body: SoftBody): Int32Array {
  const starts = new Int32Array(body.cords.length + 1);
  for (const [c, cord] of body.cords.entries()) starts[c + 1] = starts[c]! + cord.segments;
  return starts;
}

function createSources(items: readonly { segments: number[]; shares: number[] }[]): SourceTable {
  const start = new Int32Array(items.length + 1);
  for (let i = 0; i < items.length; i++) start[i + 1] = start[i]! + items[i]!.segments.length;
  return {
    start,
    segments: Int32Array.from(items.flatMap(({ segments }) => segments)),
    shares: Float64Array.from(items.flatMap(({ shares }) => shares)),
  };
}

/** The three edges of a tet from its first node. */
const edges = new Float64Array(9);

/** Sets the inverse of the edge matrix (columns are edges) by rows at `to`; returns its determinant. */
function setInverseEdges(
  out: Float64Array,
  to: number,
  positions: Float64Array,
  nodes: Int32Array,
  at: number,
): number {
  for (let i = 0; i < 9; i++) {
    const axis = i % 3;
    edges[i] = positions[3 * nodes[at + 1 + (i - axis) / 3]! + axis]! - positions[3 * nodes[at]! + axis]!;
  }
  for (let row = 0; row < 3; row++) {
    const p = 3 * ((row + 1) % 3);
    const q = 3 * ((row + 2) % 3);
    for (let k = 0; k < 3; k++) {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      out[to + 3 * row + k] = edges[p + i]! * edges[q + j]! - edges[p + j]! * edges[q + i]!;
    }
  }
  const determinant = edges[0]! * out[to]! + edges[1]! * out[to + 1]! + edges[2]! * out[to + 2]!;
  for (let i = to; i < to + 9; i++) out[i]! /= determinant;
  return determinant;
}

function areFinite(numbers: Float64Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!Number.isFinite(numbers[i])) return false;
  return true;
}

export function createTetTable(body: SoftBody, material: ProjectiveMaterial, segmentStarts: Int32Array): TetTable {
  const count = body.tets.length / 4;
  checkNodes(body.tets, body.positions.length / 3, 'tets');
  const entries = createFibreEntries(body, segmentStarts);
  const order = createTetOrder(entries.fibreCounts);
  const nodes = new Int32Array(4 * count);
  const inverses = new Float64Array(9 * count);
  const volumes = new Float64Array(count);
  const shapeWeights = new Float64Array(count);
  const volumeWeights = new Float64Array(count);
  for (let at = 0; at < count; at++) {
    const t = order[at]!;
    for (let k = 0; k < 4; k++) nodes[4 * at + k] = body.tets[4 * t + k]!;
    const volume = setInverseEdges(inverses, 9 * at, body.positions, nodes, 4 * at) / 6;
    if (!(volume > 0 && volume < Infinity && areFinite(inverses, 9 * at, 9 * at + 9))) {
      refuse(`tets[${t}]`, volume, 'Give four nodes with a positive volume.');
    }
    const factor = readFactor(body.paint?.tetStiffness, t);
    volumes[at] = volume;
    shapeWeights[at] = material.shape * volume * factor;
    volumeWeights[at] = material.volume * volume * factor;
  }
  return {
    count,
    nodes,
    inverses,
    volumes,
    shapeWeights,
    volumeWeights,
    ...createFibreTable(entries, order, volumes, material.muscle),
  };
}

/** What is painted onto an element; 1 where nothing is. */
function readFactor(factors: Float64Array | undefined, element: number): number {
  return factors === undefined ? 1 : factors[element]!;
}

interface Triangle {
  readonly area: number;
  readonly normal: readonly [number, number, number];
}

function computeTriangle(positions: Float64Array, a: number, b: number, c: number): Triangle {
  const e = (node: number, axis: number): number => positions[3 * node + axis]! - positions[3 * a + axis]!;
  const x = e(b, 1) * e(c, 2) - e(b, 2) * e(c, 1);
  const y = e(b, 2) * e(c, 0) - e(b, 0) * e(c, 2);
  const z = e(b, 0) * e(c, 1) - e(b, 1) * e(c, 0);
  const length = Math.sqrt(x * x + y * y + z * z);
  return { area: length / 2, normal: [x / length, y / length, z / length] };
}

export function createPlateTable(body: SoftBody, material: ProjectiveMaterial): PlateTable {
  const { positions, plates } = body;
  const count = plates.length / 3;
  checkNodes(plates, positions.length / 3, 'plates');
  const inverses = new Float64Array(4 * count);
  const areas = new Float64Array(count);
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [plates[3 * t]!, plates[3 * t + 1]!, plates[3 * t + 2]!];
    const { area } = computeTriangle(positions, a, b, c);
    if (!(area > 0 && area < Infinity)) refuse(`plates[${t}]`, area, 'Give three nodes with a positive area.');
    // In the frame with the first edge along its first axis: Dm = [l p; 0 q].
    const e = (node: number, axis: number): number => positions[3 * node + axis]! - positions[3 * a + axis]!;
    const l = Math.sqrt(e(b, 0) * e(b, 0) + e(b, 1) * e(b, 1) + e(b, 2) * e(b, 2));
    const p = (e(b, 0) * e(c, 0) + e(b, 1) * e(c, 1) + e(b, 2) * e(c, 2)) / l;
    const q = (2 * area) / l;
    inverses[4 * t] = 1 / l;
    inverses[4 * t + 1] = -p / (l * q);
    inverses[4 * t + 2] = 0;
    inverses[4 * t + 3] = 1 / q;
    areas[t] = area;
  }
  const { paint } = body;
  return {
    count,
    nodes: Int32Array.from(plates),
    inverses,
    areas,
    thicknesses: areas.map((_, t) => material.thickness * readFactor(paint?.plateThickness, t)),
    weights: areas.map(
      (a, t) => material.stretch * a * readFactor(paint?.plateStiffness, t) * readFactor(paint?.plateThickness, t),
    ),
  };
}

/** Hinges with the edge turned so that c is on its left as the plate a b c is wound. */
function createOrientedHinges(body: SoftBody): Int32Array {
  const { plates, hinges } = body;
  checkNodes(hinges, body.positions.length / 3, 'hinges');
  const corners = new Set<string>();
  for (let t = 0; t < plates.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      corners.add(`${plates[t + k]} ${plates[t + ((k + 1) % 3)]} ${plates[t + ((k + 2) % 3)]}`);
    }
  }
  const oriented = Int32Array.from(hinges);
  for (let h = 0; h < hinges.length; h += 4) {
    const [a, b, c, d] = [hinges[h]!, hinges[h + 1]!, hinges[h + 2]!, hinges[h + 3]!];
    if (corners.has(`${a} ${b} ${c}`) && corners.has(`${b} ${a} ${d}`)) continue;
    if (!corners.has(`${b} ${a} ${c}`) || !corners.has(`${a} ${b} ${d}`)) {
      refuse(`hinges[${h / 4}]`, `${a} ${b} ${c} ${d}`, 'Give two plates, wound alike, that share the edge.');
    }
    oriented[h] = b;
    oriented[h + 1] = a;
  }
  return oriented;
}

/** Cotangent of the angle at `at` between the directions to p and q. */
function computeCotangent(positions: Float64Array, at: number, p: number, q: number): number {
  const e = (node: number, axis: number): number => positions[3 * node + axis]! - positions[3 * at + axis]!;
  const dot = e(p, 0) * e(q, 0) + e(p, 1) * e(q, 1) + e(p, 2) * e(q, 2);
  return dot / (2 * computeTriangle(positions, at, p, q).area);
}

/** [softcon appendix A]: |cos φ| of the edge to the muscle. Its sign would be an accident of numbering: an edge has no direction. */
function computeAngle(positions: Float64Array, a: number, b: number, directions: Float64Array, at: number): number {
  let along = 0;
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const edge = positions[3 * b + axis]! - positions[3 * a + axis]!;
    along += edge * directions[at + axis]!;
    square += edge * edge;
  }
  return Math.abs(along) / Math.sqrt(square);
}

/**
 * The fold of a hinge in a plate with curvature 1 about the muscle: Σ c_k ½ (p · x_k)² / |edge|, p in the plate and across the
 * muscle. What all hinges of a mesh ask for is then one shape, of any mesh the same.
 */
function computeCurvedFold(
  positions: Float64Array,
  nodes: Int32Array,
  cotangents: Float64Array,
  hinge: number,
  normal: readonly number[],
  directions: Float64Array,
  at: number,
): number {
  const [dx, dy, dz] = [directions[at]!, directions[at + 1]!, directions[at + 2]!];
  const p = [normal[1]! * dz - normal[2]! * dy, normal[2]! * dx - normal[0]! * dz, normal[0]! * dy - normal[1]! * dx];
  const square = p[0]! * p[0]! + p[1]! * p[1]! + p[2]! * p[2]!;
  const from = 3 * nodes[4 * hinge]!;
  let fold = 0;
  let edge = 0;
  for (let k = 1; k < 4; k++) {
    const to = 3 * nodes[4 * hinge + k]!;
    let along = 0;
    for (let axis = 0; axis < 3; axis++) {
      const arm = positions[to + axis]! - positions[from + axis]!;
      along += p[axis]! * arm;
      if (k === 1) edge += arm * arm;
    }
    fold += (cotangents[4 * hinge + k]! * along * along) / 2;
  }
  return square > 0 ? fold / (square * Math.sqrt(edge)) : 0;
}

/** Angle that a muscle along `directions` at `at` asks of a hinge for each unit of excitation. */
type FoldOf = (hinge: number, directions: Float64Array, at: number) => number;

function listBendSources(body: SoftBody, nodes: Int32Array, segmentStarts: Int32Array, foldOf: FoldOf): SourceTable {
  const items = Array.from({ length: nodes.length / 4 }, () => ({ segments: [] as number[], shares: [] as number[] }));
  for (const [c, cord] of body.cords.entries()) {
    if (cord.kind !== 'bending') continue;
    for (let i = 0; i < cord.elements.length; i++) {
      const h = cord.elements[i]!;
      items[h]!.segments.push(segmentStarts[c]! + cord.segmentOf[i]!);
      items[h]!.shares.push(cord.gains[i]! * cord.stiffness[i]! * foldOf(h, cord.directions, 3 * i));
    }
  }
  return createSources(items);
}

export function createHingeTable(
  body: SoftBody,
  { material, curvature }: Pick<ProjectiveSettings, 'material' | 'curvature'>,
  segmentStarts: Int32Array,
): HingeTable {
  const { positions } = body;
  const nodes = createOrientedHinges(body);
  const count = nodes.length / 4;
  const cotangents = new Float64Array(4 * count);
  const weights = new Float64Array(count);
  const inverseAreas = new Float64Array(2 * count);
  const edgeLengths = new Float64Array(count);
  const restAngles = new Float64Array(count);
  const normals: (readonly number[])[] = [];
  for (let h = 0; h < count; h++) {
    const [a, b, c, d] = [nodes[4 * h]!, nodes[4 * h + 1]!, nodes[4 * h + 2]!, nodes[4 * h + 3]!];
    const left = computeTriangle(positions, a, b, c);
    const right = computeTriangle(positions, b, a, d);
    const atA = [computeCotangent(positions, a, b, c), computeCotangent(positions, a, b, d)] as const;
    const atB = [computeCotangent(positions, b, a, c), computeCotangent(positions, b, a, d)] as const;
    cotangents.set([-atB[0] - atB[1], -atA[0] - atA[1], atA[0] + atB[0], atA[1] + atB[1]], 4 * h);
    weights[h] = ((3 * material.bend) / (left.area + right.area)) * readFactor(body.paint?.hingeStiffness, h);
    inverseAreas[2 * h] = 1 / (2 * left.area);
    inverseAreas[2 * h + 1] = 1 / (2 * right.area);
    let square = 0;
    let cosine = 0;
    let rise = 0;
    for (let axis = 0; axis < 3; axis++) {
      const edge = positions[3 * b + axis]! - positions[3 * a + axis]!;
      square += edge * edge;
      cosine += left.normal[axis]! * right.normal[axis]!;
      rise += (positions[3 * d + axis]! - positions[3 * a + axis]!) * left.normal[axis]!;
    }
    edgeLengths[h] = Math.sqrt(square);
    const [l, r] = [left.normal, right.normal];
    normals.push([l[0] + r[0], l[1] + r[1], l[2] + r[2]]);
    const x = l[1] * r[2] - l[2] * r[1];
    const y = l[2] * r[0] - l[0] * r[2];
    const z = l[0] * r[1] - l[1] * r[0];
    const angle = atan2(Math.sqrt(x * x + y * y + z * z), cosine);
    restAngles[h] = rise < 0 ? -angle : angle;
  }
  const foldOf: FoldOf =
    curvature === undefined
      ? (h, directions, at) => computeAngle(positions, nodes[4 * h]!, nodes[4 * h + 1]!, directions, at)
      : (h, directions, at) =>
          curvature * computeCurvedFold(positions, nodes, cotangents, h, normals[h]!, directions, at);
  return {
    count,
    nodes,
    cotangents,
    weights,
    inverseAreas,
    edgeLengths,
    restAngles,
    sources: listBendSources(body, nodes, segmentStarts, foldOf),
  };
}
