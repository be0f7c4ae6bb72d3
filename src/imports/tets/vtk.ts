/** Legacy VTK files, ASCII, with an unstructured grid; cells as before version 5 or with OFFSETS and CONNECTIVITY. */
import { shorten } from '../../engine/model/problem.ts';
import { failImport } from '../text/import-problem.ts';
import { maxImportNodes, parseWhole, type TetBuilder } from './tet-builder.ts';
import { decodeBytes } from '../text/text-lines.ts';

const tetType = 10;
/** Cells of less than three dimensions have numbers up to this one. */
const lastFlatType = 9;
/** Numbers in all cells together; more cannot be tetrahedra that are accepted. */
const maxNumbers = 1_000_000;
const [lineFeed, space] = [10, 32];
/** Limit on the characters of a word. */
const maxWordLength = 100;

interface Word {
  readonly text: string;
  readonly line: number;
}

/** Words of the file after its four header lines, one after another. */
class Words {
  readonly #out: TetBuilder;
  readonly #bytes: Uint8Array;
  #line = 1;
  /** Where the next word begins and ends; both the length of the file after the last. */
  #from = 0;
  #to = 0;

  constructor(out: TetBuilder, bytes: Uint8Array) {
    this.#out = out;
    this.#bytes = bytes;
    this.#find();
  }

  /** The next word; the second line is a title, whatever it says. */
  #find(): void {
    const bytes = this.#bytes;
    let at = this.#to;
    while (at < bytes.length && (bytes[at]! <= space || this.#line === 2))
      if (bytes[at++] === lineFeed) this.#line += 1;
    this.#from = at;
    while (at < bytes.length && bytes[at]! > space) at += 1;
    this.#to = at;
  }

  get ended(): boolean {
    return this.#from >= this.#bytes.length;
  }

  next(what: string): Word {
    if (this.ended)
      return failImport(
        'inconsistent',
        this.file,
        `its end where ${what} should be`,
        'The file is cut off: export it again.',
      );
    const word = { text: this.#read(), line: this.#line };
    this.#find();
    return word;
  }

  peek(): string {
    return this.#read().toUpperCase();
  }

  #read(): string {
    return decodeBytes(this.#bytes.subarray(this.#from, Math.min(this.#to, this.#from + maxWordLength)));
  }

  whole(what: string): number {
    const { text, line } = this.next(what);
    const value = parseWhole(text);
    if (Number.isNaN(value)) failImport('inconsistent', this.#out.at(line), shorten(text), `Here ${what} must stand.`);
    return value;
  }

  /** A count, checked before anything is allocated. */
  count(what: string, max: number): number {
    const count = this.whole(`the number of ${what}`);
    if (count < 0) failImport('inconsistent', this.file, `${count} ${what}`, 'The file is damaged: export it again.');
    if (count > max) failImport('too-large', this.file, `${count} ${what}`, `At most ${max} are read.`);
    return count;
  }

  get file(): string {
    return this.#out.file;
  }
}

export function readVtk(out: TetBuilder, bytes: Uint8Array): void {
  const words = new Words(out, bytes);
  checkHeader(out, words);
  let cells: Cells | undefined;
  let types: Word[] | undefined;
  let hasPoints = false;
  let passed = 0;
  while (!words.ended && !(hasPoints && cells !== undefined && types !== undefined)) {
    const { text } = words.next('a section');
    const keyword = text.toUpperCase();
    if (keyword === 'POINTS') {
      if (hasPoints) failImport('inconsistent', words.file, 'POINTS again', 'The file is damaged: export it again.');
      readPoints(out, words);
      hasPoints = true;
    } else if (keyword === 'CELLS') cells = readCells(words);
    else if (keyword === 'CELL_TYPES') {
      const count = words.count('cell types', maxNumbers);
      types = Array.from({ length: count }, () => words.next('the type of a cell'));
    } else if (++passed > maxNumbers)
      failImport('too-large', words.file, `${passed} words of other things`, 'Export the grid alone, without data.');
  }
  if (!hasPoints || cells === undefined || types === undefined)
    return failImport('missing', words.file, 'no POINTS, CELLS or CELL_TYPES', 'Export an unstructured grid.');
  addCells(out, words, cells, types);
}

function checkHeader(out: TetBuilder, words: Words): void {
  const first = ['#', 'vtk', 'DataFile', 'Version'];
  for (const expected of first) {
    const { text } = words.next('the header');
    if (text !== expected)
      failImport('inconsistent', out.at(1), shorten(text), 'A legacy VTK file begins with "# vtk DataFile Version".');
  }
  words.next('a version');
  const form = words.next('ASCII');
  if (form.text.toUpperCase() !== 'ASCII')
    failImport('inconsistent', out.at(form.line), shorten(form.text), 'Only ASCII files are read: export as text.');
  const dataset = words.next('DATASET');
  const kind = words.next('the kind of grid');
  if (dataset.text.toUpperCase() !== 'DATASET' || kind.text.toUpperCase() !== 'UNSTRUCTURED_GRID')
    failImport('inconsistent', out.at(kind.line), shorten(kind.text), 'Only UNSTRUCTURED_GRID holds tetrahedra.');
}

function readPoints(out: TetBuilder, words: Words): void {
  const count = words.count('points', maxImportNodes);
  words.next('the type of numbers');
  for (let k = 0; k < count; k++) {
    const place = [0, 1, 2].map(() => words.next('a coordinate'));
    out.addNode(
      place[0]!.line,
      place.map((word) => word.text),
    );
  }
}

/** Node numbers of all cells, where each cell begins, and the line it stands in. */
interface Cells {
  readonly nodes: number[];
  readonly starts: number[];
  readonly lines: number[];
}

function readCells(words: Words): Cells {
  const count = words.count('cells', maxNumbers);
  const size = words.count('numbers in cells', maxNumbers);
  const cells: Cells = { nodes: [], starts: [0], lines: [] };
  if (words.peek() === 'OFFSETS') {
    words.next('OFFSETS');
    words.next('the type of numbers');
    cells.starts.length = 0;
    for (let k = 0; k < count; k++) cells.starts.push(words.whole('an offset'));
    if (words.next('CONNECTIVITY').text.toUpperCase() !== 'CONNECTIVITY')
      failImport('inconsistent', words.file, 'no CONNECTIVITY', 'The file is damaged: export it again.');
    words.next('the type of numbers');
    for (let k = 0; k < size; k++) cells.nodes.push(words.whole('a node'));
    return cells;
  }
  for (let cell = 0; cell < count; cell++) {
    const corners = words.next('the size of a cell');
    const length = parseWhole(corners.text);
    if (!(length >= 0 && length <= 1000))
      failImport(
        'inconsistent',
        `${words.file}, line ${corners.line}`,
        shorten(corners.text),
        'The size of a cell must stand here.',
      );
    cells.lines.push(corners.line);
    for (let k = 0; k < length; k++) cells.nodes.push(words.whole('a node'));
    cells.starts.push(cells.nodes.length);
  }
  if (cells.nodes.length + count !== size)
    failImport(
      'inconsistent',
      words.file,
      `${cells.nodes.length + count} numbers in CELLS, ${size} said`,
      'The file is damaged.',
    );
  return cells;
}

function addCells(out: TetBuilder, words: Words, cells: Cells, types: readonly Word[]): void {
  const count = cells.starts.length - 1;
  if (types.length !== count)
    failImport('inconsistent', words.file, `${count} cells and ${types.length} types`, 'Each cell needs one type.');
  types.forEach(({ text, line }, cell) => {
    const type = parseWhole(text);
    if (type >= 1 && type <= lastFlatType) return;
    const where = cells.lines[cell] ?? line;
    if (type !== tetType)
      failImport(
        'inconsistent',
        out.at(line),
        `cell type ${shorten(text)}`,
        'Only tetrahedra of 4 nodes (type 10) are read.',
      );
    const [from, to] = [cells.starts[cell]!, cells.starts[cell + 1]!];
    if (to - from !== 4 || from < 0 || to > cells.nodes.length)
      failImport('inconsistent', out.at(where), `a tetrahedron of ${to - from} nodes`, 'It must have four.');
    out.addTet(where, cells.nodes.slice(from, to));
  });
}
