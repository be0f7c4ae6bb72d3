/**
 * Bodies of tetrahedra from files: Gmsh MSH 2.2 and 4.1, TetGen .node with .ele, legacy VTK, and the plain form `v x y z`,
 * `t a b c d`. Bytes in, body out, in m; an invalid file gives a ModelError and no partial result.
 */
import type { SoftBody } from '../../engine/mesh/soft/soft-body.ts';
import { computeSoftQuality, type SoftQuality } from '../../engine/mesh/soft/body-quality.ts';
import { createSoftBody } from '../../engine/mesh/soft/soft-part.ts';
import { checkFile, failImport, findEnding } from '../text/import-problem.ts';
import { TetBuilder } from './tet-builder.ts';
import { readGmsh } from './gmsh.ts';
import { readPlain, readTetgenElements, readTetgenNodes } from './text.ts';
import { readVtk } from './vtk.ts';

export interface TetFile {
  /** Its extension gives the format; messages quote it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface TetImportOptions {
  /** One file, or TetGen's .node and .ele in any order. */
  readonly files: readonly TetFile[];
  /** Metres per unit of the file, 1 unless given. */
  readonly scale?: number;
}

export interface TetImport {
  readonly body: SoftBody;
  readonly quality: SoftQuality;
  /** Repairs, one sentence each. */
  readonly repairs: readonly string[];
  /** For each node of the file, in its order, the node of the body; −1 for nodes that no tetrahedron uses. */
  readonly nodeOf: Int32Array;
}

const readers: Readonly<Record<string, (out: TetBuilder, bytes: Uint8Array) => void>> = {
  msh: readGmsh,
  vtk: readVtk,
  obj: readPlain,
  tet: readPlain,
  txt: readPlain,
};

/** Endings of the files that can be read. */
export const tetFileEndings: readonly string[] = [...Object.keys(readers), 'node', 'ele'];

export function importTets({ files, scale = 1 }: TetImportOptions): TetImport {
  const name = files[0]?.name ?? 'files';
  for (const file of files) checkFile(file, scale);
  const endings = files.map((file) => findEnding(file.name));
  const isTetgen = endings.some((ending) => ending === 'node' || ending === 'ele');
  const out = isTetgen ? readTetgen(files, endings, scale) : readOne(files, endings, scale);
  const { positions, tets, repairs, nodeOf } = out.build();
  const body = createSoftBody([{ positions, tets, plates: new Int32Array(0) }], { path: name, weld: 0 });
  return { body, quality: computeSoftQuality(body), repairs, nodeOf };
}

function readOne(files: readonly TetFile[], endings: readonly string[], scale: number): TetBuilder {
  const [file, ending] = [files[0], endings[0]];
  const read = ending !== undefined && Object.hasOwn(readers, ending) ? readers[ending] : undefined;
  if (file === undefined || read === undefined || files.length > 1)
    return failImport(
      'unknown-kind',
      files.map(({ name }) => name).join(', ') || 'files',
      files.length === 1 ? `.${ending}` : `${files.length} files`,
      `Bodies are read from one file (${Object.keys(readers)
        .map((one) => `.${one}`)
        .join(', ')}) or from .node and .ele together.`,
    );
  const out = new TetBuilder(file.name, scale);
  read(out, file.bytes);
  return out;
}

function readTetgen(files: readonly TetFile[], endings: readonly string[], scale: number): TetBuilder {
  const [nodes, elements] = ['node', 'ele'].map((ending) => files[endings.indexOf(ending)]);
  if (nodes === undefined || elements === undefined || files.length !== 2)
    return failImport(
      'missing',
      files.map(({ name }) => name).join(', '),
      `${files.length} files`,
      'TetGen writes a body as two files: give both the .node and the .ele file.',
    );
  const out = new TetBuilder(nodes.name, scale);
  const base = readTetgenNodes(out, nodes.bytes);
  out.setFile(elements.name);
  readTetgenElements(out, elements.bytes, base);
  return out;
}
