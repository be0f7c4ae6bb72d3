/** Wavefront OBJ: vertices and polygons; texture, normals, groups and materials are left out. */
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { checkFinite, failImport } from '../text/import-problem.ts';
import { MeshBuilder } from './mesh-builder.ts';
import { forEachLine, parseNumber } from '../text/text-lines.ts';

export function readObj(name: string, bytes: Uint8Array): TriangleMesh {
  const builder = new MeshBuilder(name);
  // Faces may name vertices that come later in the file: the farthest that any names, and where.
  let [farthest, word, at] = [-1, '', 0];
  forEachLine(name, bytes, (words, line) => {
    const [kind, ...rest] = words;
    if (kind === 'v') {
      const [x, y, z] = [0, 1, 2].map((k) =>
        checkFinite(`${name}, line ${line}`, parseNumber(rest[k]), rest[k] ?? 'nothing'),
      ) as [number, number, number];
      builder.addVertex(`line ${line}`, x, y, z);
    } else if (kind === 'f') {
      const corners = rest.map((text) => findVertex(text, builder.vertexCount));
      for (const [k, corner] of corners.entries()) {
        if (corner < 0) failVertex(name, line, rest[k]!, builder.vertexCount);
        if (corner > farthest) [farthest, word, at] = [corner, rest[k]!, line];
      }
      builder.addPolygon(`line ${line}`, corners);
    }
  });
  if (farthest >= builder.vertexCount) failVertex(name, at, word, builder.vertexCount);
  return builder.build();
}

/** "7", "7/1/3" or, counted back from the latest vertex, "-1"; −1 for what names none. */
function findVertex(word: string, known: number): number {
  const number = parseNumber(word.split('/')[0]);
  const index = number < 0 ? known + number : number - 1;
  return Number.isSafeInteger(index) ? index : -1;
}

function failVertex(name: string, line: number, word: string, count: number): never {
  return failImport(
    'inconsistent',
    `${name}, line ${line}`,
    `vertex ${word.slice(0, 20)}`,
    `There are ${count} vertices, counted from 1.`,
  );
}
