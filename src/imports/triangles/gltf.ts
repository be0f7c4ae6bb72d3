/**
 * glTF 2.0: the triangles of a .glb, or of a .gltf whose buffers are inside it, placed by their nodes. Materials, skins and
 * animations are left out. Everything in the document is checked before use: it may come from anywhere.
 */
import { parseJson } from '../../engine/model/json-text.ts';
import { type ModelError, printGot } from '../../engine/model/problem.ts';
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { decodeBase64 } from './base64.ts';
import { createIdentity, multiply, type NodeJson, readNodeMatrix, setTransformed } from './gltf-nodes.ts';
import { checkCount, checkFinite, checkIndex, failImport } from '../text/import-problem.ts';
import { MeshBuilder } from './mesh-builder.ts';
import { decodeBytes } from '../text/text-lines.ts';

/** "glTF", "JSON" and "BIN" as little-endian words. */
const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;

type Json = Readonly<Record<string, unknown>>;

const componentBytes: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const trianglesMode = 4;
const mostDepth = 200;

export function readGltf(name: string, bytes: Uint8Array): TriangleMesh {
  const file = new GltfFile(name, bytes);
  const builder = new MeshBuilder(name);
  const visited = new Set<number>();
  const visit = (index: number, parent: Float64Array, depth: number): void => {
    const path = `nodes[${index}]`;
    const node = file.get('nodes', index) as NodeJson;
    if (visited.has(index) || depth > mostDepth)
      failImport(
        'inconsistent',
        `${name}, ${path}`,
        depth > mostDepth ? `${depth} nodes within each other` : 'a node that is reached twice',
        `Nodes must form trees, at most ${mostDepth} deep: export the file again.`,
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
    // Points and lines are no ground; strips and fans of triangles are rare enough to ask for another export.
    const mode = primitive['mode'] ?? trianglesMode;
    if (mode === 0 || mode === 1 || mode === 2 || mode === 3) return;
    if (mode !== trianglesMode)
      file.fail('not-allowed', `${path}.mode`, printGot(mode), 'Export the mesh as separate triangles (mode 4).');
    if (primitive['extensions'] !== undefined)
      file.fail(
        'not-allowed',
        `${path}.extensions`,
        'a compressed mesh',
        'Export it without Draco or other compression.',
      );
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

class GltfFile {
  readonly name: string;
  readonly #document: Json;
  readonly #binary: Uint8Array | undefined;
  readonly #buffers = new Map<number, Uint8Array>();

  constructor(name: string, bytes: Uint8Array) {
    this.name = name;
    const { json, binary } = splitChunks(name, bytes);
    this.#binary = binary;
    this.#document = this.toObject('', readDocument(name, json));
    const asset = this.toObject('asset', this.#document['asset']);
    if (typeof asset['version'] !== 'string' || !asset['version'].startsWith('2.'))
      this.fail('unknown-version', 'asset.version', printGot(asset['version']), 'Only glTF 2 is read.');
  }

  fail(code: Parameters<typeof failImport>[0], path: string, got: string, hint: string): never {
    return failImport(code, path === '' ? this.name : `${this.name}, ${path}`, got, hint);
  }

  toObject(path: string, value: unknown): Json {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
    return this.fail('wrong-type', path, value === undefined ? 'nothing' : typeof value, 'An object must stand here.');
  }

  toList(path: string, value: unknown): readonly unknown[] {
    if (value === undefined) return [];
    if (Array.isArray(value)) return value;
    return this.fail('wrong-type', path, typeof value, 'A list must stand here.');
  }

  toIndex(path: string, value: unknown): number {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    return this.fail('wrong-type', path, String(value), 'A whole number of 0 or more must stand here.');
  }

  get(list: 'nodes' | 'meshes' | 'accessors' | 'bufferViews' | 'buffers' | 'scenes', index: number): Json {
    const items = this.toList(list, this.#document[list]);
    if (index >= items.length)
      this.fail('inconsistent', `${list}[${index}]`, 'nothing', `There are ${items.length}: export the file again.`);
    return this.toObject(`${list}[${index}]`, items[index]);
  }

  /** Nodes of the scene to show, or every node that is nobody's child. */
  listRoots(): number[] {
    const scenes = this.toList('scenes', this.#document['scenes']);
    if (scenes.length > 0) {
      const scene = this.toIndex('scene', this.#document['scene'] ?? 0);
      return this.toList(`scenes[${scene}].nodes`, this.get('scenes', scene)['nodes']).map((node) =>
        this.toIndex(`scenes[${scene}].nodes`, node),
      );
    }
    const nodes = this.toList('nodes', this.#document['nodes']);
    const children = new Set(
      nodes.flatMap((node, i) => this.toList(`nodes[${i}].children`, this.toObject(`nodes[${i}]`, node)['children'])),
    );
    return nodes.map((_, i) => i).filter((i) => !children.has(i));
  }

  /** Numbers of an accessor, VEC3 places as floats or SCALAR indices. */
  readAccessor(index: number, type: 'VEC3' | 'SCALAR'): Float64Array {
    const path = `accessors[${index}]`;
    const accessor = this.get('accessors', index);
    const component = accessor['componentType'] as number;
    const allowed = type === 'VEC3' ? [5126] : [5121, 5123, 5125];
    if (accessor['type'] !== type || !allowed.includes(component))
      this.fail(
        'not-allowed',
        path,
        `${printGot(accessor['type'])} of component type ${component}`,
        `Expected ${type} of component type ${allowed.join(' or ')}.`,
      );
    if (accessor['sparse'] !== undefined)
      this.fail(
        'not-allowed',
        `${path}.sparse`,
        'a sparse accessor',
        'Export the mesh without sparse accessors or morph targets.',
      );
    const count = this.toIndex(`${path}.count`, accessor['count']);
    if (type === 'VEC3') checkCount(`${this.name}, ${path}`, 'vertices', count);
    else checkCount(`${this.name}, ${path}`, 'triangles', Math.floor(count / 3));
    const numbers = type === 'VEC3' ? 3 : 1;
    const size = componentBytes[component]!;
    const view = this.#readView(this.toIndex(`${path}.bufferView`, accessor['bufferView']));
    const stride = view.stride ?? numbers * size;
    const from = this.toIndex(`${path}.byteOffset`, accessor['byteOffset'] ?? 0);
    const end = from + (count - 1) * stride + numbers * size;
    if (stride < numbers * size || (count > 0 && end > view.bytes.length))
      this.fail(
        'inconsistent',
        path,
        `${count} items in ${view.bytes.length} bytes`,
        'The data is cut off: export the file again.',
      );
    const data = new DataView(view.bytes.buffer, view.bytes.byteOffset, view.bytes.length);
    const out = new Float64Array(numbers * count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < numbers; k++) {
        const at = from + i * stride + k * size;
        out[numbers * i + k] = readComponent(data, at, component);
        checkFinite(`${this.name}, ${path} item ${i}`, out[numbers * i + k]!);
      }
    }
    return out;
  }

  #readView(index: number): { bytes: Uint8Array; stride: number | undefined } {
    const path = `bufferViews[${index}]`;
    const view = this.get('bufferViews', index);
    const buffer = this.#readBuffer(this.toIndex(`${path}.buffer`, view['buffer']));
    const from = this.toIndex(`${path}.byteOffset`, view['byteOffset'] ?? 0);
    const length = this.toIndex(`${path}.byteLength`, view['byteLength']);
    if (from + length > buffer.length)
      this.fail(
        'inconsistent',
        path,
        `bytes ${from} to ${from + length} of ${buffer.length}`,
        'The buffer is cut off: export the file again.',
      );
    const stride =
      view['byteStride'] === undefined ? undefined : this.toIndex(`${path}.byteStride`, view['byteStride']);
    return { bytes: buffer.subarray(from, from + length), stride };
  }

  #readBuffer(index: number): Uint8Array {
    const known = this.#buffers.get(index);
    if (known !== undefined) return known;
    const path = `buffers[${index}]`;
    const { uri } = this.get('buffers', index);
    let bytes = this.#binary;
    if (uri !== undefined) {
      const match = typeof uri === 'string' ? /^data:[^,]*;base64,/u.exec(uri) : null;
      if (match === null)
        return this.fail(
          'not-allowed',
          `${path}.uri`,
          'data in another file',
          'Export as .glb, or as .gltf with embedded buffers.',
        );
      bytes = decodeBase64((uri as string).slice(match[0].length));
      if (bytes === undefined)
        return this.fail('unreadable', `${path}.uri`, 'text that is no base64', 'Export the file again.');
    }
    if (bytes === undefined || (uri === undefined && index !== 0))
      return this.fail('missing', path, 'no data', 'The binary part of the file is missing: export it again.');
    this.#buffers.set(index, bytes);
    return bytes;
  }
}

function readDocument(name: string, json: Uint8Array): unknown {
  try {
    return parseJson(decodeBytes(json));
  } catch (error) {
    const [problem] = (error as ModelError).problems;
    if (problem?.code === 'too-large')
      return failImport('too-large', name, problem.got, 'Simplify it, or export as .glb.');
    return failImport('syntax', name, `${json.length} bytes`, 'The file is damaged or cut off: export it again.');
  }
}

function readComponent(data: DataView, at: number, component: number): number {
  if (component === 5126) return data.getFloat32(at, true);
  if (component === 5125) return data.getUint32(at, true);
  return component === 5123 ? data.getUint16(at, true) : data.getUint8(at);
}

/** The JSON and, in a .glb, the binary chunk. */
function splitChunks(name: string, bytes: Uint8Array): { json: Uint8Array; binary: Uint8Array | undefined } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint32(0, true) !== magic) return { json: bytes, binary: undefined };
  let [json, binary]: (Uint8Array | undefined)[] = [undefined, undefined];
  let at = 12;
  while (at + 8 <= bytes.length) {
    const [length, kind] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (at + 8 + length > bytes.length)
      failImport(
        'unreadable',
        name,
        `a chunk of ${length} bytes with ${bytes.length - at - 8} left`,
        'The file is cut off: export it again.',
      );
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (kind === jsonChunk) json ??= chunk;
    if (kind === binaryChunk) binary ??= chunk;
    at += 8 + length;
  }
  if (json === undefined)
    return failImport('unreadable', name, 'no JSON chunk', 'The file is damaged: export it again.');
  return { json, binary };
}
