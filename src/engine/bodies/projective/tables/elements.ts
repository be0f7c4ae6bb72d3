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
import type { ProjectiveMaterial } from './options.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { computeCross, computeDot } from '../../../math/space/vector.ts';

export interface TetTable {
  readonly count: number;
  readonly nodes: Int32Array;
  /** B by rows, nine numbers a tet. */
  readonly inverses: Float64Array;
  readonly volumes: Float64Array;
  readonly shapeWeights: Float64Array;
  readonly volumeWeights: Float64Array;
  /** Fibres of tet t: fibreStart[t] … fibreStart[t+1]−1. */
  readonly fibreStart: Int32Array;
  readonly fibreDirections: Float64Array;
  readonly fibreWeights: Float64Array;
  /** e of a fibre is the sum of share × excitation over its sources. */
  readonly sources: SourceTable;
}

/** Which excitations act on an element, and how strongly. */
export interface SourceTable {
  readonly start: Int32Array;
  readonly segments: Int32Array;
  readonly shares: Float64Array;
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
  for (const [index, node] of nodes.entries()) {
    if (node < 0 || node >= nodeCount) refuse(`${path}[${index}]`, node, `Nodes run from 0 to ${nodeCount - 1}.`);
  }
}

interface FibreEntry {
  readonly direction: readonly [number, number, number];
  weight: number;
  readonly segments: number[];
  readonly shares: number[];
}

/** First excitation of every cord; the last number is the count of all. */
export function createSegmentStarts(body: SoftBody): Int32Array {
  const starts = new Int32Array(body.cords.length + 1);
  for (const [c, cord] of body.cords.entries()) starts[c + 1] = starts[c]! + cord.segments;
  return starts;
}

function checkCord(body: SoftBody, c: number): void {
  const cord = body.cords[c]!;
  const elementCount = cord.kind === 'fibre' ? body.tets.length / 4 : body.hinges.length / 4;
  for (let i = 0; i < cord.elements.length; i++) {
    const element = cord.elements[i]!;
    if (element < 0 || element >= elementCount) {
      refuse(`cords[${c}].elements[${i}]`, element, `The body has ${elementCount} such elements.`);
    }
    const segment = cord.segmentOf[i]!;
    if (segment < 0 || segment >= cord.segments) {
      refuse(`cords[${c}].segmentOf[${i}]`, segment, `The cord has ${cord.segments} segments.`);
    }
    if (!(cord.stiffness[i]! >= 0 && cord.stiffness[i]! < Infinity && Math.abs(cord.gains[i]!) < Infinity)) {
      refuse(`cords[${c}].stiffness[${i}]`, cord.stiffness[i], 'Give finite factors, stiffness not below 0.');
    }
    const length = Math.sqrt(computeSquare(cord.directions, 3 * i));
    if (!(length > 0.99 && length < 1.01)) refuse(`cords[${c}].directions[${i}]`, length, 'Give unit vectors.');
  }
}

function computeSquare(v: ArrayLike<number>, at: number): number {
  return v[at]! * v[at]! + v[at + 1]! * v[at + 1]! + v[at + 2]! * v[at + 2]!;
}

/** Fibres of every tet; those along one line are one fibre, their weights added and their excitations averaged. */
function listFibres(body: SoftBody, segmentStarts: Int32Array): FibreEntry[][] {
  const lists: FibreEntry[][] = Array.from({ length: body.tets.length / 4 }, () => []);
  for (const [c, cord] of body.cords.entries()) {
    checkCord(body, c);
    if (cord.kind !== 'fibre') continue;
    for (let i = 0; i < cord.elements.length; i++) {
      const weight = cord.stiffness[i]!;
      if (weight === 0) continue;
      const list = lists[cord.elements[i]!]!;
      const [x, y, z] = [cord.directions[3 * i]!, cord.directions[3 * i + 1]!, cord.directions[3 * i + 2]!];
      let entry = list.find(({ direction: [a, b, d] }) => Math.abs(x * a + y * b + z * d) > 1 - 1e-12);
      if (entry === undefined) {
        entry = { direction: [x, y, z], weight: 0, segments: [], shares: [] };
        list.push(entry);
      }
      entry.weight += weight;
      entry.segments.push(segmentStarts[c]! + cord.segmentOf[i]!);
      entry.shares.push(weight * cord.gains[i]!);
    }
  }
  return lists;
}

function createSources(items: readonly { segments: number[]; shares: number[] }[]): SourceTable {
  const start = new Int32Array(items.length + 1);
  for (const [i, { segments }] of items.entries()) start[i + 1] = start[i]! + segments.length;
  return {
    start,
    segments: Int32Array.from(items.flatMap(({ segments }) => segments)),
    shares: Float64Array.from(items.flatMap(({ shares }) => shares)),
  };
}

/** Inverse of the edge matrix (columns are edges) by rows, and its determinant last. */
function computeInverseEdges(positions: Float64Array, a: number, b: number, c: number, d: number): number[] {
  const e = (node: number, axis: number): number => positions[3 * node + axis]! - positions[3 * a + axis]!;
  const m = [b, c, d].map((node) => [e(node, 0), e(node, 1), e(node, 2)] as const);
  const rows = [computeCross(m[1]!, m[2]!), computeCross(m[2]!, m[0]!), computeCross(m[0]!, m[1]!)];
  const determinant = computeDot(m[0]!, rows[0]!);
  return [...rows.flat().map((x) => x / determinant), determinant];
}

export function createTetTable(body: SoftBody, material: ProjectiveMaterial, segmentStarts: Int32Array): TetTable {
  const count = body.tets.length / 4;
  checkNodes(body.tets, body.positions.length / 3, 'tets');
  const lists = listFibres(body, segmentStarts);
  // Tets with equally many fibres are neighbours, so that lanes side by side have the same work.
  const order = Array.from({ length: count }, (_, t) => t).sort((s, t) => lists[s]!.length - lists[t]!.length || s - t);
  const nodes = new Int32Array(4 * count);
  const inverses = new Float64Array(9 * count);
  const volumes = new Float64Array(count);
  const fibreStart = new Int32Array(count + 1);
  const fibres: FibreEntry[] = [];
  const fibreWeights: number[] = [];
  for (const [at, t] of order.entries()) {
    nodes.set(body.tets.subarray(4 * t, 4 * t + 4), 4 * at);
    const [a, b, c, d] = [nodes[4 * at]!, nodes[4 * at + 1]!, nodes[4 * at + 2]!, nodes[4 * at + 3]!];
    const inverse = computeInverseEdges(body.positions, a, b, c, d);
    const volume = inverse[9]! / 6;
    if (!(volume > 0 && volume < Infinity && inverse.every(Number.isFinite))) {
      refuse(`tets[${t}]`, volume, 'Give four nodes with a positive volume.');
    }
    inverses.set(inverse.slice(0, 9), 9 * at);
    volumes[at] = volume;
    for (const fibre of lists[t]!) {
      fibres.push(fibre);
      fibreWeights.push(material.muscle * volume * fibre.weight);
    }
    fibreStart[at + 1] = fibres.length;
  }
  return {
    count,
    nodes,
    inverses,
    volumes,
    shapeWeights: volumes.map((v, at) => material.shape * v * readFactor(body.paint?.tetStiffness, order[at]!)),
    volumeWeights: volumes.map((v, at) => material.volume * v * readFactor(body.paint?.tetStiffness, order[at]!)),
    fibreStart,
    fibreDirections: Float64Array.from(fibres.flatMap(({ direction }) => direction)),
    fibreWeights: Float64Array.from(fibreWeights),
    sources: createSources(
      fibres.map(({ segments, shares, weight }) => ({ segments, shares: shares.map((s) => s / weight) })),
    ),
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

function listBendSources(body: SoftBody, nodes: Int32Array, segmentStarts: Int32Array): SourceTable {
  const items = Array.from({ length: nodes.length / 4 }, () => ({ segments: [] as number[], shares: [] as number[] }));
  for (const [c, cord] of body.cords.entries()) {
    if (cord.kind !== 'bending') continue;
    for (let i = 0; i < cord.elements.length; i++) {
      const h = cord.elements[i]!;
      const [a, b] = [nodes[4 * h]!, nodes[4 * h + 1]!];
      let along = 0;
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const edge = body.positions[3 * b + axis]! - body.positions[3 * a + axis]!;
        along += edge * cord.directions[3 * i + axis]!;
        square += edge * edge;
      }
      // Only the size of cos φ: an edge has no direction of its own, so its sign would be an accident of numbering.
      const cosine = Math.abs(along) / Math.sqrt(square);
      items[h]!.segments.push(segmentStarts[c]! + cord.segmentOf[i]!);
      items[h]!.shares.push(cord.gains[i]! * cord.stiffness[i]! * cosine);
    }
  }
  return createSources(items);
}

export function createHingeTable(body: SoftBody, material: ProjectiveMaterial, segmentStarts: Int32Array): HingeTable {
  const { positions } = body;
  const nodes = createOrientedHinges(body);
  const count = nodes.length / 4;
  const cotangents = new Float64Array(4 * count);
  const weights = new Float64Array(count);
  const inverseAreas = new Float64Array(2 * count);
  const edgeLengths = new Float64Array(count);
  const restAngles = new Float64Array(count);
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
    const x = l[1] * r[2] - l[2] * r[1];
    const y = l[2] * r[0] - l[0] * r[2];
    const z = l[0] * r[1] - l[1] * r[0];
    const angle = atan2(Math.sqrt(x * x + y * y + z * z), cosine);
    restAngles[h] = rise < 0 ? -angle : angle;
  }
  return {
    count,
    nodes,
    cotangents,
    weights,
    inverseAreas,
    edgeLengths,
    restAngles,
    sources: listBendSources(body, nodes, segmentStarts),
  };
}
