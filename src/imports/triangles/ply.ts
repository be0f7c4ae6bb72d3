/** PLY: text, or binary of either byte order. Vertices with x, y, z and faces with a list of vertices; the rest is skipped. */
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { checkCount, checkFinite, checkIndex, failImport } from '../text/import-problem.ts';
import { MeshBuilder } from './mesh-builder.ts';
import { decodeBytes, parseNumber } from '../text/text-lines.ts';

const scalars: Readonly<Record<string, Scalar>> = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
};
/** Bytes of a number, and what reads it. */
const kinds = {
  int8: [1, 'getInt8'],
  uint8: [1, 'getUint8'],
  int16: [2, 'getInt16'],
  uint16: [2, 'getUint16'],
  int32: [4, 'getInt32'],
  uint32: [4, 'getUint32'],
  float32: [4, 'getFloat32'],
  float64: [8, 'getFloat64'],
} as const satisfies Readonly<Record<string, readonly [bytes: number, method: keyof DataView]>>;
type Scalar = keyof typeof kinds;

interface Property {
  readonly name: string;
  readonly type: Scalar;
  /** Type of a list's length. */
  readonly counted: Scalar | undefined;
}

interface Element {
  readonly name: string;
  readonly count: number;
  readonly properties: Property[];
}

interface Header {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly Element[];
  /** Where the data begins. */
  readonly end: number;
}

/** The next number of the data, whatever its form. */
type Reader = (type: Scalar) => number;

const maxHeaderBytes = 65_536;
const maxCorners = 1000;

export function readPly(name: string, bytes: Uint8Array): TriangleMesh {
  const header = readHeader(name, bytes);
  const read =
    header.format === 'ascii' ? createTextReader(name, bytes, header.end) : createBinaryReader(name, bytes, header);
  const vertices = header.elements.find((element) => element.name === 'vertex');
  if (vertices === undefined)
    return failImport('missing', name, 'no vertices', 'The file must have an element "vertex".');
  checkCount(name, 'vertices', vertices.count);
  const builder = new MeshBuilder(name);
  for (const element of header.elements) {
    if (element.name === 'face') checkCount(name, 'triangles', element.count);
    for (let i = 0; i < element.count; i++) readItem(name, builder, element, i, vertices.count, read);
  }
  return builder.build();
}

function readItem(name: string, builder: MeshBuilder, element: Element, i: number, count: number, read: Reader): void {
  const where = `${element.name} ${i}`;
  const path = `${name}, ${where}`;
  const place: [number, number, number] = [NaN, NaN, NaN];
  for (const property of element.properties) {
    if (property.counted === undefined) {
      const value = read(property.type);
      const axis = ['x', 'y', 'z'].indexOf(property.name);
      if (element.name === 'vertex' && axis >= 0) place[axis] = checkFinite(path, value);
      continue;
    }
    const length = read(property.counted);
    if (!(Number.isInteger(length) && length >= 0 && length <= maxCorners))
      failImport(
        'inconsistent',
        path,
        `a list of ${length}`,
        `Lists may have up to ${maxCorners} items: export the file again.`,
      );
    const items = Array.from({ length }, () => read(property.type));
    if (element.name === 'face' && /^vertex_ind(ex|ices)$/u.test(property.name))
      builder.addPolygon(
        where,
        items.map((item) => checkIndex(path, item, count)),
      );
  }
  if (element.name === 'vertex') builder.addVertex(where, ...place);
}

function readHeader(name: string, bytes: Uint8Array): Header {
  const text = decodeBytes(bytes.subarray(0, maxHeaderBytes));
  const match = /^ply\r?\n([\s\S]*?)end_header[ \t]*\r?\n/u.exec(text);
  if (match === null)
    return failImport(
      'unreadable',
      name,
      `${bytes.length} bytes without a header`,
      'A PLY file begins with "ply" and a header that ends with "end_header".',
    );
  let format: string | undefined;
  const elements: Element[] = [];
  match[1]!.split(/\r?\n/u).forEach((row, index) => {
    const words = row.trim().split(/\s+/u);
    const path = `${name}, line ${index + 2}`;
    if (words[0] === 'format') format = words[1];
    else if (words[0] === 'element')
      elements.push({ name: words[1] ?? '', count: readElementCount(path, words[2]), properties: [] });
    else if (words[0] === 'property') {
      const element = elements.at(-1);
      if (element === undefined)
        failImport('unreadable', path, 'a property without an element', 'An element must come first.');
      else element.properties.push(readProperty(path, words));
    }
  });
  if (format !== 'ascii' && format !== 'binary_little_endian' && format !== 'binary_big_endian')
    return failImport(
      'not-allowed',
      name,
      `format ${format ?? 'missing'}`,
      'Use ascii, binary_little_endian or binary_big_endian.',
    );
  return { format, elements, end: match[0].length };
}

function readElementCount(path: string, word: string | undefined): number {
  const count = parseNumber(word);
  if (Number.isSafeInteger(count) && count >= 0 && count <= 10_000_000) return count;
  const code = count > 10_000_000 ? 'too-large' : 'out-of-range';
  return failImport(code, path, `${word ?? 'no'} items`, 'Give a whole number from 0 to 10,000,000.');
}

function readProperty(path: string, words: readonly string[]): Property {
  const isList = words[1] === 'list';
  const find = (word: string | undefined): Scalar => {
    const type = scalars[word ?? ''] ?? word;
    if (type !== undefined && Object.hasOwn(kinds, type)) return type as Scalar;
    return failImport(
      'not-allowed',
      path,
      `type ${word ?? 'missing'}`,
      `Use one of ${Object.keys(scalars).join(', ')}.`,
    );
  };
  if (!isList) return { name: words[2] ?? '', type: find(words[1]), counted: undefined };
  return { name: words[4] ?? '', type: find(words[3]), counted: find(words[2]) };
}

function cutOff(name: string): never {
  return failImport(
    'unreadable',
    name,
    'the end of the file',
    'It holds less data than its header says: it is cut off, export it again.',
  );
}

function createTextReader(name: string, bytes: Uint8Array, from: number): Reader {
  let at = from;
  const isSpace = (byte: number): boolean => byte <= 32;
  return () => {
    while (at < bytes.length && isSpace(bytes[at]!)) at++;
    const start = at;
    while (at < bytes.length && !isSpace(bytes[at]!)) at++;
    if (start === at) return cutOff(name);
    return parseNumber(decodeBytes(bytes.subarray(start, Math.min(at, start + 64))));
  };
}

function createBinaryReader(name: string, bytes: Uint8Array, { format, end }: Header): Reader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = format === 'binary_little_endian';
  let at = end;
  return (type) => {
    const [size, method] = kinds[type];
    if (at + size > bytes.length) return cutOff(name);
    const value = view[method](at, little);
    at += size;
    return value;
  };
}
