/**
 * The fibres of tetrahedra, from what the cords do to them: entries along one line are one fibre, their weights added and their
 * excitations averaged.
 */
import { throwProblem } from '../../../model/problem.ts';
import type { Cord, SoftBody } from '../../../mesh/soft/soft-body.ts';

/** Which excitations act on an element, and how strongly. */
export interface SourceTable {
  readonly start: Int32Array;
  readonly segments: Int32Array;
  readonly shares: Float64Array;
}

/** Fibres of tets, in the order of these. */
export interface FibreTable {
  /** Fibres of tet t: fibreStart[t] … fibreStart[t+1]−1. */
  readonly fibreStart: Int32Array;
  readonly fibreDirections: Float64Array;
  readonly fibreWeights: Float64Array;
  /** e of a fibre is the sum of share × excitation over its sources. */
  readonly sources: SourceTable;
}

function refuse(path: string, got: unknown, hint: string): never {
  throwProblem('inconsistent', path, String(got), hint);
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

/** What cords do to a tet, in the order of the cords. */
interface FibreEntries {
  /** Those of tet t are from start[t] to start[t + 1]. */
  readonly start: Int32Array;
  readonly directions: Float64Array;
  readonly weights: Float64Array;
  readonly shares: Float64Array;
  readonly segments: Int32Array;
  /** Which fibre of its tet an entry belongs to: those along one line are one. */
  readonly fibreOf: Int32Array;
  /** Fibres of each tet. */
  readonly fibreCounts: Int32Array;
}

export function createFibreEntries(body: SoftBody, segmentStarts: Int32Array): FibreEntries {
  const { cords } = body;
  const tetCount = body.tets.length / 4;
  const start = new Int32Array(tetCount + 1);
  for (let c = 0; c < cords.length; c++) {
    checkCord(body, c);
    const { kind, elements, stiffness } = cords[c]!;
    if (kind !== 'fibre') continue;
    for (let i = 0; i < elements.length; i++) if (stiffness[i] !== 0) start[elements[i]! + 1]! += 1;
  }
  for (let t = 0; t < tetCount; t++) start[t + 1]! += start[t]!;
  const count = start[tetCount]!;
  const entries: FibreEntries = {
    start,
    directions: new Float64Array(3 * count),
    weights: new Float64Array(count),
    shares: new Float64Array(count),
    segments: new Int32Array(count),
    fibreOf: new Int32Array(count),
    fibreCounts: new Int32Array(tetCount),
  };
  const next = start.slice(0, tetCount);
  for (let c = 0; c < cords.length; c++)
    if (cords[c]!.kind === 'fibre') addEntries(entries, cords[c]!, segmentStarts[c]!, next);
  const firsts = new Int32Array(count);
  for (let t = 0; t < tetCount; t++) entries.fibreCounts[t] = mergeFibres(entries, firsts, t);
  return entries;
}

function addEntries(out: FibreEntries, cord: Cord, firstSegment: number, next: Int32Array): void {
  const { elements, stiffness, directions, segmentOf, gains } = cord;
  for (let i = 0; i < elements.length; i++) {
    const weight = stiffness[i]!;
    if (weight === 0) continue;
    const at = next[elements[i]!]!++;
    out.directions[3 * at] = directions[3 * i]!;
    out.directions[3 * at + 1] = directions[3 * i + 1]!;
    out.directions[3 * at + 2] = directions[3 * i + 2]!;
    out.weights[at] = weight;
    out.shares[at] = weight * gains[i]!;
    out.segments[at] = firstSegment + segmentOf[i]!;
  }
}

/** Gives the entries of a tet their fibres, each along its first entry; returns how many there are. */
function mergeFibres({ start, directions: d, fibreOf }: FibreEntries, firsts: Int32Array, t: number): number {
  const first = start[t]!;
  let count = 0;
  for (let e = first; e < start[t + 1]!; e++) {
    let fibre = 0;
    for (; fibre < count; fibre++) {
      const a = 3 * firsts[first + fibre]!;
      if (Math.abs(d[3 * e]! * d[a]! + d[3 * e + 1]! * d[a + 1]! + d[3 * e + 2]! * d[a + 2]!) > 1 - 1e-12) break;
    }
    if (fibre === count) firsts[first + count++] = e;
    fibreOf[e] = fibre;
  }
  return count;
}

/** Fibres of the tets in this order: their weights added, their excitations averaged. */
export function createFibreTable(
  entries: FibreEntries,
  order: Int32Array,
  volumes: Float64Array,
  muscle: number,
): FibreTable {
  const { start, directions, weights, shares, segments, fibreOf, fibreCounts } = entries;
  const fibreStart = new Int32Array(order.length + 1);
  for (let at = 0; at < order.length; at++) fibreStart[at + 1] = fibreStart[at]! + fibreCounts[order[at]!]!;
  const fibreCount = fibreStart[order.length]!;
  const out: FibreTable = {
    fibreStart,
    fibreDirections: new Float64Array(3 * fibreCount),
    fibreWeights: new Float64Array(fibreCount),
    sources: {
      start: new Int32Array(fibreCount + 1),
      segments: new Int32Array(segments.length),
      shares: new Float64Array(segments.length),
    },
  };
  let fibre = 0;
  let source = 0;
  for (let at = 0; at < order.length; at++) {
    const t = order[at]!;
    for (let own = 0; own < fibreCounts[t]!; own++, fibre++) {
      const first = source;
      let weight = 0;
      for (let e = start[t]!; e < start[t + 1]!; e++) {
        if (fibreOf[e] !== own) continue;
        if (source === first) for (let k = 0; k < 3; k++) out.fibreDirections[3 * fibre + k] = directions[3 * e + k]!;
        weight += weights[e]!;
        out.sources.segments[source] = segments[e]!;
        out.sources.shares[source++] = shares[e]!;
      }
      for (let s = first; s < source; s++) out.sources.shares[s]! /= weight;
      out.sources.start[fibre + 1] = source;
      out.fibreWeights[fibre] = muscle * volumes[at]! * weight;
    }
  }
  return out;
}

/** Tets with equally many fibres are neighbours, so that lanes side by side have the same work. */
export function createTetOrder(fibreCounts: Int32Array): Int32Array {
  let most = 0;
  for (let t = 0; t < fibreCounts.length; t++) most = Math.max(most, fibreCounts[t]!);
  const next = new Int32Array(most + 2);
  for (let t = 0; t < fibreCounts.length; t++) next[fibreCounts[t]! + 1]! += 1;
  for (let i = 0; i <= most; i++) next[i + 1]! += next[i]!;
  const order = new Int32Array(fibreCounts.length);
  for (let t = 0; t < fibreCounts.length; t++) order[next[fibreCounts[t]!]!++] = t;
  return order;
}
