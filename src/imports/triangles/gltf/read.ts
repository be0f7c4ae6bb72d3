/**
 * glTF 2.0: the triangles of a .glb or .gltf, placed by their nodes. Materials, skins and animations are left out. What is
 * compressed was unpacked before (`unpack.ts`).
 */
import { printGot } from '../../../engine/model/problem.ts';
import type { TriangleMesh } from '../../../engine/mesh/triangles/triangle-mesh.ts';
import { GltfFile } from './file.ts';
import { createIdentity, multiply, type NodeJson, readNodeMatrix, setTransformed } from './nodes.ts';
import { checkIndex, failImport } from '../../text/import-problem.ts';
import { MeshBuilder } from '../mesh-builder.ts';
import type { MeshFile } from '../mesh-file.ts';

const dracoExtension = 'KHR_draco_mesh_compression';
const trianglesMode = 4;
const maxDepth = 200;

export function readGltf({ name, bytes, beside, unpacked }: MeshFile): TriangleMesh {
  const file = new GltfFile(name, bytes, { beside, unpacked });
  file.checkExtensions();
  const builder = new MeshBuilder(name);
  const visited = new Set<number>();
  const visit = (index: number, parent: Float64Array, depth: number): void => {
    const path = `nodes[${index}]`;
    const node = file.get('nodes', index) as NodeJson;
    if (visited.has(index) || depth > maxDepth)
      failImport(
        'inconsistent',
        `${name}, ${path}`,
        depth > maxDepth ? `${depth} nodes within each other` : 'a node that is reached twice',
        `Nodes must form trees, at most ${maxDepth} deep: export the file again.`,
      );
    visited.add(index);
    const matrix = multiply(parent, readNodeMatrix(`${name}, ${path}`, node));
    if (node.mesh !== undefined) addMesh(file, builder, file.toIndex(`${path}.mesh`, node.mesh), matrix);
    for (const child of file.toList(`${path}.children`, node.children))
      visit(file.toIndex(`${path}.children`, child), matrix, depth + 1);
  };
  for (const root of file.listRoots()) visit(root, createIdentity(), 0);
  return builder.build();
}

function addMesh(file: GltfFile, builder: MeshBuilder, index: number, matrix: Float64Array): void {
  const primitives = file.toList(`meshes[${index}].primitives`, file.get('meshes', index)['primitives']);
  const mirrored = computeDeterminant(matrix) < 0;
  primitives.forEach((item, i) => {
    const path = `meshes[${index}].primitives[${i}]`;
    const primitive = file.toObject(path, item);
    // Points and lines cannot be ground; strips and fans of triangles are rare enough to require another export.
    const mode = primitive['mode'] ?? trianglesMode;
    if (mode === 0 || mode === 1 || mode === 2 || mode === 3) return;
    if (mode !== trianglesMode)
      file.fail('not-allowed', `${path}.mode`, printGot(mode), 'Export the mesh as separate triangles (mode 4).');
    if (!file.isUnpacked && Object.hasOwn(file.toObject(path, primitive['extensions'] ?? {}), dracoExtension))
      file.fail('not-allowed', `${path}.extensions`, 'a compressed mesh', 'Export it without compression.');
    const attributes = file.toObject(`${path}.attributes`, primitive['attributes']);
    const places = file.readAccessor(file.toIndex(`${path}.attributes.POSITION`, attributes['POSITION']), 'VEC3');
    const first = builder.vertexCount;
    const point = new Float64Array(3);
    for (let at = 0; at < places.length; at += 3) {
      setTransformed(point, matrix, places[at]!, places[at + 1]!, places[at + 2]!);
      builder.addVertex(`${path} vertex ${at / 3}`, point[0]!, point[1]!, point[2]!);
    }
    const count = builder.vertexCount - first;
    const given = primitive['indices'];
    const indices =
      given === undefined ? undefined : file.readAccessor(file.toIndex(`${path}.indices`, given), 'SCALAR');
    const total = indices?.length ?? count;
    if (total % 3 !== 0) file.fail('inconsistent', path, `${total} corners`, 'Triangles need three each.');
    for (let at = 0; at < total; at += 3) {
      const corner = (k: number): number =>
        first + checkIndex(`${file.name}, ${path} triangle ${at / 3}`, indices?.[at + k] ?? at + k, count);
      builder.addPolygon(path, mirrored ? [corner(0), corner(2), corner(1)] : [corner(0), corner(1), corner(2)]);
    }
  });
}

function computeDeterminant(m: Float64Array): number {
  return (
    m[0]! * (m[5]! * m[10]! - m[9]! * m[6]!) -
    m[4]! * (m[1]! * m[10]! - m[9]! * m[2]!) +
    m[8]! * (m[1]! * m[6]! - m[5]! * m[2]!)
  );
}
