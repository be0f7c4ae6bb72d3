/** Gmsh MSH files, ASCII, versions 2.2 and 4.1. Points, lines and surfaces in them are ignored. */
import { shorten } from '../../engine/model/problem.ts';
import { failImport } from '../text/import-problem.ts';
import { parseWhole, type TetBuilder } from './tet-builder.ts';
import { checkComplete } from './text.ts';
import { forEachLine } from '../text/text-lines.ts';

const tetType = 4;
/** Gmsh's numbers of volume elements other than 4-node tetrahedra. */
const otherVolumes: Readonly<Record<number, string>> = {
  5: 'hexahedra',
  6: 'prisms',
  7: 'pyramids',
  11: '10-node tetrahedra',
  12: '27-node hexahedra',
  13: '18-node prisms',
  14: '14-node pyramids',
  17: '20-node hexahedra',
  18: '15-node prisms',
  19: '13-node pyramids',
  29: '20-node tetrahedra',
  30: '35-node tetrahedra',
  31: '56-node tetrahedra',
};

/** Of nodes or of elements: more than any body that is accepted has, with its surface. */
const maxRows = 500_000;

interface Row {
  readonly words: readonly string[];
  readonly line: number;
}

export function readGmsh(out: TetBuilder, bytes: Uint8Array): void {
  const sections = listSections(out, bytes);
  const version = checkVersion(out, sections.get('MeshFormat'));
  const [nodes, elements] = ['Nodes', 'Elements'].map((name) => {
    const rows = sections.get(name);
    if (rows === undefined || rows.length === 0)
      return failImport('missing', out.file, `no $${name}`, 'The file is cut off or is not a mesh: export it again.');
    return rows;
  }) as [readonly Row[], readonly Row[]];
  const numbers = new Map<number, number>();
  if (version === '2.2') {
    readNodes2(out, nodes, numbers);
    readElements2(out, elements, numbers);
  } else {
    readNodes4(out, nodes, numbers);
    readElements4(out, elements, numbers);
  }
}

/** Rows between $Name and $EndName; a section that does not end is an error. */
function listSections(out: TetBuilder, bytes: Uint8Array): Map<string, readonly Row[]> {
  const wanted = new Set(['MeshFormat', 'Nodes', 'Elements']);
  const sections = new Map<string, Row[]>();
  let open = '';
  let rows: Row[] | undefined;
  forEachLine(out.file, bytes, (words, line) => {
    const word = words[0]!;
    if (!word.startsWith('$')) {
      rows?.push({ words, line });
      if ((rows?.length ?? 0) > maxRows)
        failImport('too-large', out.at(line), `more than ${maxRows} rows`, 'Mesh the body more coarsely.');
      return;
    }
    if (open !== '' && word === `$End${open}`) {
      open = '';
      rows = undefined;
      return;
    }
    if (open !== '')
      failImport('inconsistent', out.at(line), shorten(word), `$End${open} must come first: the file is damaged.`);
    open = word.slice(1);
    if (!wanted.has(open)) return;
    if (sections.has(open)) failImport('inconsistent', out.at(line), `a second $${open}`, 'The file is damaged.');
    rows = [];
    sections.set(open, rows);
  });
  if (open !== '')
    failImport('inconsistent', out.file, `$${shorten(open)} without its end`, 'The file is cut off: export it again.');
  return sections;
}

function checkVersion(out: TetBuilder, rows: readonly Row[] | undefined): string {
  const row = rows?.[0];
  if (row === undefined)
    return failImport('missing', out.file, 'no $MeshFormat', 'This is not a Gmsh file of version 2 or 4.');
  const [version, binary] = row.words;
  if (version !== '2.2' && version !== '4.1')
    failImport('unknown-version', out.at(row.line), shorten(version ?? ''), 'Save as MSH 2.2 or 4.1, ASCII.');
  if (binary !== '0')
    failImport('inconsistent', out.at(row.line), 'a binary file', 'Save as ASCII (gmsh -format msh22).');
  return version;
}

function readWhole(out: TetBuilder, { words, line }: Row, at: number): number {
  const value = parseWhole(words[at]);
  if (Number.isNaN(value))
    failImport('inconsistent', out.at(line), shorten(words[at] ?? 'nothing'), 'A whole number must stand here.');
  return value;
}

function setNumber(
  out: TetBuilder,
  numbers: Map<number, number>,
  tag: number,
  line: number,
  words: readonly string[],
): void {
  if (numbers.has(tag)) failImport('inconsistent', out.at(line), `node ${tag} again`, 'Each node has one number.');
  numbers.set(tag, out.addNode(line, words));
}

function addElement(out: TetBuilder, numbers: Map<number, number>, type: number, row: Row, first: number): void {
  const other = Object.hasOwn(otherVolumes, type) ? otherVolumes[type] : undefined;
  if (other !== undefined)
    failImport(
      'inconsistent',
      out.at(row.line),
      other,
      'Only tetrahedra of 4 nodes are read: mesh the body with them.',
    );
  if (type !== tetType) return;
  const nodes = [0, 1, 2, 3].map((k) => {
    const tag = readWhole(out, row, first + k);
    const node = numbers.get(tag);
    return node ?? failImport('out-of-range', out.at(row.line), `node ${tag}`, 'No node has this number.');
  });
  out.addTet(row.line, nodes);
}

function readNodes2(out: TetBuilder, rows: readonly Row[], numbers: Map<number, number>): void {
  const count = readWhole(out, rows[0]!, 0);
  checkComplete(out, 'nodes', count, rows.length - 1);
  for (const row of rows.slice(1, count + 1))
    setNumber(out, numbers, readWhole(out, row, 0), row.line, row.words.slice(1));
}

function readElements2(out: TetBuilder, rows: readonly Row[], numbers: Map<number, number>): void {
  const count = readWhole(out, rows[0]!, 0);
  checkComplete(out, 'elements', count, rows.length - 1);
  for (const row of rows.slice(1, count + 1))
    addElement(out, numbers, readWhole(out, row, 1), row, 3 + readWhole(out, row, 2));
}

/** Blocks: a header whose fourth number says how many rows (times `rowsEach`) follow. */
function forEachBlock(
  out: TetBuilder,
  rows: readonly Row[],
  rowsEach: number,
  visit: (header: Row, block: readonly Row[]) => void,
): void {
  const blocks = readWhole(out, rows[0]!, 0);
  let at = 1;
  for (let block = 0; block < blocks; block++) {
    const header = rows[at];
    const count = header === undefined ? NaN : readWhole(out, header, 3);
    const length = count * rowsEach;
    if (header === undefined || !(count >= 0) || at + 1 + length > rows.length)
      return failImport(
        'inconsistent',
        out.file,
        `${block} of ${blocks} blocks`,
        'The file is cut off: export it again.',
      );
    visit(header, rows.slice(at + 1, at + 1 + length));
    at += 1 + length;
  }
}

function readNodes4(out: TetBuilder, rows: readonly Row[], numbers: Map<number, number>): void {
  forEachBlock(out, rows, 2, (_, block) => {
    const count = block.length / 2;
    for (let k = 0; k < count; k++)
      setNumber(out, numbers, readWhole(out, block[k]!, 0), block[count + k]!.line, block[count + k]!.words);
  });
  checkComplete(out, 'nodes', readWhole(out, rows[0]!, 1), numbers.size);
}

function readElements4(out: TetBuilder, rows: readonly Row[], numbers: Map<number, number>): void {
  let read = 0;
  forEachBlock(out, rows, 1, (header, block) => {
    const type = readWhole(out, header, 2);
    for (const row of block) addElement(out, numbers, type, row, 1);
    read += block.length;
  });
  checkComplete(out, 'elements', readWhole(out, rows[0]!, 1), read);
}
