/** STL, text or binary: triangles with corners of their own. */
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { checkCount, checkFinite, failImport } from '../text/import-problem.ts';
import { MeshBuilder } from './mesh-builder.ts';
import { decodeBytes, forEachLine, parseNumber } from '../text/text-lines.ts';

const headerBytes = 84;
const triangleBytes = 50;

export function readStl(name: string, bytes: Uint8Array): TriangleMesh {
  // Binary files may begin with "solid" too, so the length decides first.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = bytes.length >= headerBytes ? view.getUint32(80, true) : -1;
  if (bytes.length === headerBytes + triangleBytes * count) return readBinary(name, view, count);
  if (/^\s*solid/u.test(decodeBytes(bytes.subarray(0, 64))) && isText(bytes)) return readText(name, bytes);
  return failImport(
    'unreadable',
    name,
    count < 0 ? `${bytes.length} bytes` : `${bytes.length} bytes for ${count} triangles`,
    `A binary STL file has ${headerBytes} + ${triangleBytes} bytes per triangle: it is damaged or cut off, export it again.`,
  );
}

function isText(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 4096).includes(0);
}

function readBinary(name: string, view: DataView, count: number): TriangleMesh {
  checkCount(name, 'triangles', count);
  const builder = new MeshBuilder(name);
  for (let t = 0; t < count; t++) {
    // Twelve bytes of normal come first, two of attributes last.
    const at = headerBytes + triangleBytes * t + 12;
    const corners = [0, 12, 24].map((shift) =>
      builder.addVertex(
        `triangle ${t}`,
        view.getFloat32(at + shift, true),
        view.getFloat32(at + shift + 4, true),
        view.getFloat32(at + shift + 8, true),
      ),
    );
    builder.addPolygon(`triangle ${t}`, corners);
  }
  return builder.build();
}

function readText(name: string, bytes: Uint8Array): TriangleMesh {
  const builder = new MeshBuilder(name);
  let corners: number[] = [];
  let [open, ended, last] = [false, false, 0];
  forEachLine(name, bytes, (words, line) => {
    last = line;
    const kind = words[0]!.toLowerCase();
    if (kind === 'vertex') {
      const [x, y, z] = [1, 2, 3].map((k) =>
        checkFinite(`${name}, line ${line}`, parseNumber(words[k]), words[k] ?? 'nothing'),
      ) as [number, number, number];
      corners.push(builder.addVertex(`line ${line}`, x, y, z));
    } else if (kind === 'facet') {
      open = true;
      corners = [];
    } else if (kind === 'endfacet') {
      open = false;
      builder.addPolygon(`line ${line}`, corners);
    } else if (kind === 'endsolid') ended = true;
  });
  if (open || !ended)
    failImport(
      'unreadable',
      `${name}, line ${last}`,
      'the end of the file',
      'It is cut off ("endsolid" is missing): export it again.',
    );
  return builder.build();
}
