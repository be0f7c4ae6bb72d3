/** The plain form `v x y z` and `t a b c d`, nodes counted from 0, and TetGen's .node and .ele files. */
import { failImport } from '../text/import-problem.ts';
import { parseWhole, type TetBuilder } from './tet-builder.ts';
import { forEachLine } from '../text/text-lines.ts';
import { shorten } from '../../engine/model/problem.ts';

/** OBJ statements without relation to tetrahedra. */
const ignoredWords = new Set(['#', 'vt', 'vn', 'vp', 'f', 'l', 'p', 'g', 'o', 's', 'usemtl', 'mtllib']);

export function readPlain(out: TetBuilder, bytes: Uint8Array): void {
  forEachLine(out.file, bytes, (words, line) => {
    const kind = words[0]!;
    if (kind === 'v') {
      checkWords(out, line, words, 4, 'v x y z');
      out.addNode(line, words.slice(1));
    } else if (kind === 't') {
      checkWords(out, line, words, 5, 't a b c d');
      out.addTet(line, readNodes(out, line, words.slice(1, 5), 0));
    } else if (!ignoredWords.has(kind) && !kind.startsWith('#'))
      failImport(
        'inconsistent',
        out.at(line),
        shorten(words.join(' ')),
        'A line is "v x y z" for a node or "t a b c d" for a tetrahedron, its nodes counted from 0.',
      );
  });
}

function checkWords(out: TetBuilder, line: number, words: readonly string[], count: number, form: string): void {
  if (words.length < count)
    failImport('inconsistent', out.at(line), shorten(words.join(' ')), `The line must have the form "${form}".`);
}

/** Four whole numbers less `base`. */
function readNodes(out: TetBuilder, line: number, words: readonly string[], base: number): number[] {
  return words.map((word) => {
    const node = parseWhole(word);
    if (Number.isNaN(node))
      failImport('inconsistent', out.at(line), shorten(word), 'Nodes of a tetrahedron are named by whole numbers.');
    return node - base;
  });
}

/** Lines without comments and empty ones. */
function forEachRow(out: TetBuilder, bytes: Uint8Array, visit: (words: string[], line: number) => void): void {
  forEachLine(out.file, bytes, (words, line) => {
    const comment = words.findIndex((word) => word.startsWith('#'));
    const row = comment < 0 ? words : words.slice(0, comment);
    if (row.length > 0) visit(row, line);
  });
}

/** Returns the number of the first node, 0 or 1, from which the .ele file counts too. */
export function readTetgenNodes(out: TetBuilder, bytes: Uint8Array): number {
  let [count, base] = [-1, 0];
  forEachRow(out, bytes, (words, line) => {
    if (count < 0) {
      count = checkHeader(out, line, words, 'nodes');
      const dimension = parseWhole(words[1]);
      if (dimension !== 3)
        failImport('inconsistent', out.at(line), `dimension ${shorten(words[1] ?? 'nothing')}`, 'Only 3 is read.');
      return;
    }
    if (out.nodeCount === count) return;
    const index = parseWhole(words[0]);
    if (out.nodeCount === 0 && (index === 0 || index === 1)) base = index;
    if (index !== out.nodeCount + base)
      failImport(
        'inconsistent',
        out.at(line),
        `node ${shorten(words[0]!)}`,
        `Nodes are numbered in order from 0 or 1; here ${out.nodeCount + base} must come.`,
      );
    out.addNode(line, words.slice(1, 4));
  });
  checkComplete(out, 'nodes', count, out.nodeCount);
  return base;
}

export function readTetgenElements(out: TetBuilder, bytes: Uint8Array, base: number): void {
  let [count, read] = [-1, 0];
  forEachRow(out, bytes, (words, line) => {
    if (count < 0) {
      count = checkHeader(out, line, words, 'tetrahedra');
      if (words[1] !== undefined && parseWhole(words[1]) !== 4)
        failImport(
          'inconsistent',
          out.at(line),
          `${shorten(words[1])} nodes per tetrahedron`,
          'Only tetrahedra of 4 nodes are read: run TetGen without -o2.',
        );
      return;
    }
    if (read === count) return;
    if (words.length < 5)
      failImport('inconsistent', out.at(line), shorten(words.join(' ')), 'A tetrahedron is a number and four nodes.');
    out.addTet(line, readNodes(out, line, words.slice(1, 5), base));
    read += 1;
  });
  checkComplete(out, 'tetrahedra', count, read);
}

function checkHeader(out: TetBuilder, line: number, words: readonly string[], what: string): number {
  const count = parseWhole(words[0]);
  if (!(count >= 0))
    failImport(
      'inconsistent',
      out.at(line),
      shorten(words.join(' ')),
      `The first line must begin with the number of ${what}.`,
    );
  return count;
}

/** Refuses a file that ends too early. */
export function checkComplete(out: TetBuilder, what: string, said: number, read: number): void {
  if (said < 0 || read < said)
    failImport(
      'inconsistent',
      out.file,
      said < 0 ? `no ${what}` : `${read} of ${said} ${what}`,
      'The file is cut off: export it again.',
    );
}
