/** Collects nodes and tetrahedra of a file with the lines they stand in, and returns a mesh if all of it is valid. */
import { computeSixVolume } from '../../engine/math/space/geometry.ts';
import { maxSoftTets } from '../../engine/mesh/soft/soft-part.ts';
import { findDoubles } from '../../engine/mesh/triangles/weld.ts';
import { checkFinite, failImport } from '../text/import-problem.ts';

export interface TetFileMesh {
  readonly positions: Float64Array;
  readonly tets: Int32Array;
  /** Repairs, one sentence each. */
  readonly repairs: readonly string[];
  /** For each node of the file, in its order, the node of the mesh; −1 for nodes that no tetrahedron uses. */
  readonly nodeOf: Int32Array;
}

export const maxImportNodes = 200_000;
/** A volume below this fraction of the cubed longest edge is degenerate. */
const flatness = 1e-9;

export class TetBuilder {
  #file: string;
  /** The file of the nodes. */
  readonly #nodeFile: string;
  readonly #scale: number;
  readonly #positions: number[] = [];
  readonly #nodeLines: number[] = [];
  readonly #tets: number[] = [];
  readonly #tetLines: number[] = [];

  constructor(file: string, scale: number) {
    this.#file = file;
    this.#nodeFile = file;
    this.#scale = scale;
  }

  get nodeCount(): number {
    return this.#nodeLines.length;
  }

  /** Name of the file that is read next, for messages. */
  setFile(name: string): void {
    this.#file = name;
  }

  get file(): string {
    return this.#file;
  }

  at(line: number): string {
    return `${this.#file}, line ${line}`;
  }

  addNode(line: number, words: readonly (string | undefined)[]): number {
    if (this.nodeCount >= maxImportNodes)
      failImport('too-large', this.at(line), `more than ${maxImportNodes} nodes`, 'Mesh the body more coarsely.');
    for (let k = 0; k < 3; k++) {
      const value = this.#scale * parseDecimal(words[k]);
      this.#positions.push(checkFinite(this.at(line), value, words[k] ?? 'nothing'));
    }
    this.#nodeLines.push(line);
    return this.nodeCount - 1;
  }

  /** Nodes counted from 0 in the order they were added; they may come later. */
  addTet(line: number, nodes: readonly number[]): void {
    if (this.#tetLines.length >= maxSoftTets)
      failImport('too-large', this.at(line), `more than ${maxSoftTets} tetrahedra`, 'Mesh the body more coarsely.');
    this.#tets.push(...nodes);
    this.#tetLines.push(line);
  }

  build(): TetFileMesh {
    if (this.#tetLines.length === 0)
      failImport('missing', this.#file, 'no tetrahedra', 'Export the volume as a mesh of 4-node tetrahedra.');
    const positions = Float64Array.from(this.#positions);
    this.#checkNodes();
    const turned = this.#orient(positions);
    const repairs: string[] = [];
    const count = this.#tetLines.length;
    if (turned > 0) repairs.push(`${this.#file}: turned ${turned} of ${count} tetrahedra to positive volume.`);
    const nodeOf = new Int32Array(this.nodeCount).fill(-1);
    for (const node of this.#tets) nodeOf[node] = 0;
    let used = 0;
    for (let node = 0; node < nodeOf.length; node++) if (nodeOf[node] === 0) nodeOf[node] = used++;
    const loose = nodeOf.length - used;
    if (loose > 0) repairs.push(`${this.#file}: left out ${loose} nodes that no tetrahedron uses.`);
    this.#checkDoubles(positions, nodeOf);
    return {
      positions: positions.filter((_, at) => nodeOf[Math.floor(at / 3)]! >= 0),
      tets: Int32Array.from(this.#tets, (node) => nodeOf[node]!),
      repairs,
      nodeOf,
    };
  }

  #checkNodes(): void {
    const seen = new Map<string, number>();
    this.#tetLines.forEach((line, tet) => {
      const nodes = this.#tets.slice(4 * tet, 4 * tet + 4);
      for (const node of nodes)
        if (!(Number.isInteger(node) && node >= 0 && node < this.nodeCount))
          failImport(
            'out-of-range',
            this.at(line),
            `node ${node}`,
            `There are ${this.nodeCount} nodes; here they are counted from 0.`,
          );
      const sorted = nodes.sort((a, b) => a - b);
      if (sorted.some((node, k) => node === sorted[k + 1]))
        failImport('inconsistent', this.at(line), `nodes ${sorted.join(' ')}`, 'The four nodes must be different.');
      const key = sorted.join(' ');
      const other = seen.get(key);
      if (other !== undefined)
        failImport('inconsistent', this.at(line), `the tetrahedron of line ${other} again`, 'Remove one of the two.');
      seen.set(key, line);
    });
  }

  /** Turns inverted tetrahedra and returns how many; flat ones are refused. */
  #orient(positions: Float64Array): number {
    let turned = 0;
    this.#tetLines.forEach((line, tet) => {
      const at = 4 * tet;
      const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * this.#tets[at + k]!) as [number, number, number, number];
      const volume = computeSixVolume(positions, a, b, c, d);
      let longest = 0;
      for (let i = 0; i < 4; i++)
        for (let j = 0; j < i; j++) {
          const [from, to] = [3 * this.#tets[at + i]!, 3 * this.#tets[at + j]!];
          for (let k = 0; k < 3; k++) longest = Math.max(longest, Math.abs(positions[from + k]! - positions[to + k]!));
        }
      if (!(Math.abs(volume) > flatness * longest * longest * longest))
        failImport(
          'inconsistent',
          this.at(line),
          `a flat tetrahedron of volume ${volume / 6} m³`,
          'Remove it, or let the mesher optimise the mesh.',
        );
      if (volume > 0) return;
      const node = this.#tets[at + 2]!;
      this.#tets[at + 2] = this.#tets[at + 3]!;
      this.#tets[at + 3] = node;
      turned += 1;
    });
    return turned;
  }

  /** Two nodes at one position are a crack in the body. */
  #checkDoubles(positions: Float64Array, nodeOf: Int32Array): void {
    const same = findDoubles(positions, 1e-12);
    for (let node = 0; node < same.length; node++) {
      const other = same[node]!;
      if (other === node || nodeOf[node]! < 0 || nodeOf[other]! < 0) continue;
      failImport(
        'inconsistent',
        `${this.#nodeFile}, line ${this.#nodeLines[node]}`,
        `a node at the place of that in line ${this.#nodeLines[other]}`,
        'Merge nodes that lie together: they would tear the body apart.',
      );
    }
  }
}

const decimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][-+]?\d+)?$/u;

/** A number as meshers write it; anything else is NaN. */
export function parseDecimal(word: string | undefined): number {
  return word !== undefined && decimal.test(word) ? Number(word.replace(/[dD]/u, 'e')) : NaN;
}

/** A whole number; anything else is NaN. */
export function parseWhole(word: string | undefined): number {
  return word !== undefined && /^[-+]?\d{1,15}$/u.test(word) ? Number(word) : NaN;
}
