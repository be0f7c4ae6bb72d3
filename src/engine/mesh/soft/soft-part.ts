/**
 * Makes a valid soft body from pieces of mesh: welded, tetrahedra of positive volume, plates facing one way, surface outward,
 * hinges between plates. What cannot be repaired without guessing is an error. Lengths in m.
 */
import { computeSixVolume, computeTriangleArea } from '../../math/space/geometry.ts';
import type { SoftBody } from './soft-body.ts';
import { throwProblem } from '../../model/problem.ts';
import { createHinges, orientPlates } from './plates.ts';
import { createSurface, countPieces } from './surface.ts';
import { findDoubles } from '../triangles/weld.ts';

/** A piece of a body; `plates` may be empty, and so may `tets`. */
export interface SoftPart {
  /** xyz per node. */
  readonly positions: Float64Array;
  /** Four nodes each, in any order. */
  readonly tets: Int32Array;
  /** Three nodes each. */
  readonly plates: Int32Array;
}

export interface SoftBodyOptions {
  /** Where the body stands in the description, for messages. */
  readonly path?: string;
  /** Nodes nearer than this fraction of the body's extent become one. */
  readonly weld?: number;
}

export const maxSoftTets = 200_000;
const maxSoftPlates = 100_000;
/** A volume (area) below this fraction of the cubed (squared) longest edge is degenerate. */
const flatness = 1e-9;

export function createSoftBody(parts: readonly SoftPart[], options: SoftBodyOptions = {}): SoftBody {
  const { path = 'body', weld = 1e-7 } = options;
  const joined = joinParts(parts, path);
  const { positions, tets, plates } = weldPart(joined, weld);
  checkIndices({ positions, tets, plates }, path);
  orientTets(positions, tets, path);
  checkPlates(positions, plates, path);
  orientPlates(plates, path);
  const pieces = countPieces(positions.length / 3, tets, plates);
  if (pieces !== 1)
    throwProblem(
      'inconsistent',
      path,
      `${pieces} pieces that do not hold together`,
      'Let the parts share nodes, or remove what lies apart.',
    );
  return { positions, tets, plates, surface: createSurface(tets, path), hinges: createHinges(plates), cords: [] };
}

function joinParts(parts: readonly SoftPart[], path: string): SoftPart {
  const count = (pick: (part: SoftPart) => ArrayLike<number>): number =>
    parts.reduce((sum, part) => sum + pick(part).length, 0);
  const joined = {
    positions: new Float64Array(count((part) => part.positions)),
    tets: new Int32Array(count((part) => part.tets)),
    plates: new Int32Array(count((part) => part.plates)),
  };
  if (joined.tets.length === 0 && joined.plates.length === 0)
    throwProblem('missing', path, 'no elements', 'Give tetrahedra, plate triangles, or both.');
  checkSize(path, 'tetrahedra', joined.tets.length / 4, maxSoftTets);
  checkSize(path, 'plate triangles', joined.plates.length / 3, maxSoftPlates);
  let [nodes, tets, plates] = [0, 0, 0];
  for (const part of parts) {
    joined.positions.set(part.positions, 3 * nodes);
    for (const node of part.tets) joined.tets[tets++] = node + nodes;
    for (const node of part.plates) joined.plates[plates++] = node + nodes;
    nodes += part.positions.length / 3;
  }
  checkNumbers(joined, path);
  return joined;
}

function checkSize(path: string, what: string, count: number, most: number): void {
  if (count > most)
    throwProblem('too-large', path, `${count} ${what}`, `At most ${most} are simulated: mesh the body more coarsely.`);
}

function checkNumbers({ positions, tets, plates }: SoftPart, path: string): void {
  const bad = positions.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0)
    throwProblem(
      'not-finite',
      `${path}.positions[${bad}]`,
      String(positions[bad]),
      `Give node ${Math.floor(bad / 3)} a finite ${'xyz'.charAt(bad % 3)}.`,
    );
  const max = positions.length / 3 - 1;
  for (const [name, corners, list] of [
    ['tets', 4, tets],
    ['plates', 3, plates],
  ] as const) {
    const at = list.findIndex((node) => node < 0 || node > max);
    if (at >= 0)
      throwProblem(
        'out-of-range',
        `${path}.${name}[${Math.floor(at / corners)}]`,
        `node ${list[at]}`,
        `Use node indices from 0 to ${max}.`,
      );
  }
}

/** Welds nodes and drops unused ones. */
function weldPart({ positions, tets, plates }: SoftPart, weld: number): SoftPart {
  const same = findDoubles(positions, weld);
  const numbers = new Int32Array(same.length).fill(-1);
  for (const list of [tets, plates]) for (const node of list) numbers[same[node]!] = 0;
  const kept: number[] = [];
  for (let node = 0; node < numbers.length; node++) {
    if (numbers[node]! < 0) continue;
    numbers[node] = kept.length / 3;
    kept.push(positions[3 * node]!, positions[3 * node + 1]!, positions[3 * node + 2]!);
  }
  const rename = (list: Int32Array): Int32Array => list.map((node) => numbers[same[node]!]!);
  return { positions: Float64Array.from(kept), tets: rename(tets), plates: rename(plates) };
}

/** The numbers of `list` from `at` on, ascending. */
function setSorted(out: Int32Array, list: Int32Array, at: number): void {
  for (let k = 0; k < out.length; k++) {
    const node = list[at + k]!;
    let to = k;
    for (; to > 0 && out[to - 1]! > node; to--) out[to] = out[to - 1]!;
    out[to] = node;
  }
}

/** Elements with a node twice, and elements that are there twice. */
function checkIndices({ tets, plates }: SoftPart, path: string): void {
  for (const [name, corners, list] of [
    ['tets', 4, tets],
    ['plates', 3, plates],
  ] as const) {
    const seen = new Map<string, number>();
    const nodes = new Int32Array(corners);
    for (let at = 0; at < list.length; at += corners) {
      setSorted(nodes, list, at);
      let [key, hasDouble] = [String(nodes[0]), false];
      for (let k = 1; k < corners; k++) {
        key += ` ${nodes[k]}`;
        hasDouble ||= nodes[k] === nodes[k - 1];
      }
      const other = seen.get(key);
      if (hasDouble || other !== undefined) {
        const where = `${path}.${name}[${at / corners}]`;
        if (hasDouble) throwProblem('inconsistent', where, `nodes ${key}`, 'Its corners must be different nodes.');
        throwProblem('inconsistent', where, `the nodes of ${name}[${other}] again`, 'Remove the double element.');
      }
      seen.set(key, at / corners);
    }
  }
}

/** Swaps two nodes of each tet that has them the wrong way round. */
function orientTets(positions: Float64Array, tets: Int32Array, path: string): void {
  for (let at = 0; at < tets.length; at += 4) {
    const volume = computeSixVolume(positions, 3 * tets[at]!, 3 * tets[at + 1]!, 3 * tets[at + 2]!, 3 * tets[at + 3]!);
    const longest = computeLongestEdge(positions, tets, at, 4);
    if (!(Math.abs(volume) > flatness * longest * longest * longest))
      throwProblem(
        'inconsistent',
        `${path}.tets[${at / 4}]`,
        `volume ${volume / 6} with an edge of ${longest}`,
        'The tetrahedron is flat: move one of its nodes out of the plane of the others, or remove it.',
      );
    if (volume > 0) continue;
    const node = tets[at + 2]!;
    tets[at + 2] = tets[at + 3]!;
    tets[at + 3] = node;
  }
}

function computeLongestEdge(positions: Float64Array, nodes: Int32Array, at: number, corners: number): number {
  let longest = 0;
  for (let i = 0; i < corners; i++) {
    const a = 3 * nodes[at + i]!;
    for (let j = 0; j < i; j++) {
      const b = 3 * nodes[at + j]!;
      const x = positions[a]! - positions[b]!;
      const y = positions[a + 1]! - positions[b + 1]!;
      const z = positions[a + 2]! - positions[b + 2]!;
      longest = Math.max(longest, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(longest);
}

function checkPlates(positions: Float64Array, plates: Int32Array, path: string): void {
  for (let at = 0; at < plates.length; at += 3) {
    const [a, b, c] = [3 * plates[at]!, 3 * plates[at + 1]!, 3 * plates[at + 2]!];
    const twiceArea = 2 * computeTriangleArea(positions, a, b, c);
    const longest = computeLongestEdge(positions, plates, at, 3);
    if (twiceArea > flatness * longest * longest) continue;
    throwProblem(
      'inconsistent',
      `${path}.plates[${at / 3}]`,
      `area ${twiceArea / 2}`,
      'The plate triangle has no area: move one of its nodes, or remove it.',
    );
  }
}
