/** Wavefront OBJ: vertices and polygons; texture, normals, groups and materials are left out. */
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { checkFinite, failImport } from '../text/import-problem.ts';
import { MeshBuilder } from './mesh-builder.ts';
import { forEachLine, parseNumber } from '../text/text-lines.ts';

export function readObj(name: string, bytes: Uint8Array): TriangleMesh {
  const builder = new MeshBuilder(name);
  const faces: { line: number; words: string[]; vertices: number }[] = [];
  forEachLine(bytes, (words, line) => {
    const [kind, ...rest] = words;
    if (kind === 'v') {
      const [x, y, z] = [0, 1, 2].map((k) =>
        checkFinite(`${name}, line ${line}`, parseNumber(rest[k]), rest[k] ?? 'nothing'),
      ) as [number, number, number];
      builder.addVertex(`line ${line}`, x, y, z);
    } else if (kind === 'f') faces.push({ line, words: rest, vertices: builder.vertexCount });
  });
  // Faces may name vertices that come later in the file.
  for (const { line, words, vertices } of faces)
    builder.addPolygon(
      `line ${line}`,
      words.map((word) => findVertex(`${name}, line ${line}`, word, vertices, builder.vertexCount)),
    );
  return builder.build();
}

/** "7", "7/1/3" or, counted back from the latest vertex, "-1". */
function findVertex(path: string, word: string, known: number, count: number): number {
  const number = parseNumber(word.split('/')[0]);
  const index = number < 0 ? known + number : number - 1;
  if (Number.isInteger(index) && index >= 0 && index < count) return index;
  return failImport(
    'inconsistent',
    path,
    `vertex ${word.slice(0, 20)}`,
    `There are ${count} vertices, counted from 1.`,
  );
}
