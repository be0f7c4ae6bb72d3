/** A glTF document with its buffers, read from a .glb or a .gltf. Everything is checked before use: the file is untrusted. */
import { parseJson } from '../../../engine/model/json-text.ts';
import { type ModelError, printGot, shorten } from '../../../engine/model/problem.ts';
import { decodeBase64 } from '../base64.ts';
import { checkCount, checkFinite, failImport } from '../../text/import-problem.ts';
import { decodeBytes } from '../../text/text-lines.ts';

/** "glTF", "JSON" and "BIN" as little-endian words. */
const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;

/** An object of the document, as yet unchecked. */
export type Json = Readonly<Record<string, unknown>>;

const componentBytes: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
/** What a file needs besides its own bytes. */
export interface GltfParts {
  /** Files that its buffers name, by that name. */
  readonly beside?: ReadonlyMap<string, Uint8Array> | undefined;
  /** Numbers of accessors that were stored in a compressed form (`unpack.ts`), by the index of the accessor. */
  readonly unpacked?: ReadonlyMap<number, Float64Array> | undefined;
}

/** Ways of storing numbers that only `unpack.ts` reads. */
const packings: readonly unknown[] = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_mesh_quantization'];

export class GltfFile {
  readonly name: string;
  readonly #document: Json;
  readonly #binary: Uint8Array | undefined;
  readonly #buffers = new Map<number, Uint8Array>();
  readonly #parts: GltfParts;

  constructor(name: string, bytes: Uint8Array, parts: GltfParts = {}) {
    this.name = name;
    this.#parts = parts;
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

  list(list: 'meshes' | 'accessors' | 'bufferViews' | 'buffers'): readonly Json[] {
    return this.toList(list, this.#document[list]).map((item, i) => this.toObject(`${list}[${i}]`, item));
  }

  /** Whether numbers are stored in a way that has to be unpacked first. */
  get isPacked(): boolean {
    const used = this.toList('extensionsUsed', this.#document['extensionsUsed']);
    return (
      used.some((name) => packings.includes(name)) || this.list('accessors').some(({ sparse }) => sparse !== undefined)
    );
  }

  get isUnpacked(): boolean {
    return this.#parts.unpacked !== undefined;
  }

  /** Refuses unknown extensions that would change the shape; colours, textures and lights do not. */
  checkExtensions(): void {
    for (const name of this.toList('extensionsRequired', this.#document['extensionsRequired']))
      if (typeof name === 'string' && /mesh|compression|instancing/iu.test(name) && !packings.includes(name))
        this.fail('not-allowed', 'extensionsRequired', name, 'Export the mesh without this extension.');
  }

  /** Names of the files that hold its buffers. */
  listFilesBeside(): string[] {
    return this.list('buffers').flatMap(({ uri }) =>
      typeof uri === 'string' && !uri.startsWith('data:') ? [decodeName(uri)] : [],
    );
  }

  /** Nodes of the scene to show, or every node without a parent. */
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
    const unpacked = this.#parts.unpacked?.get(index);
    if (unpacked !== undefined) return this.#checkUnpacked(path, unpacked, type);
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

  #checkUnpacked(path: string, numbers: Float64Array, type: 'VEC3' | 'SCALAR'): Float64Array {
    if (type === 'VEC3' && numbers.length % 3 !== 0)
      this.fail('inconsistent', path, `${numbers.length} numbers`, 'Places need three each: export the file again.');
    if (type === 'VEC3') checkCount(`${this.name}, ${path}`, 'vertices', numbers.length / 3);
    else checkCount(`${this.name}, ${path}`, 'triangles', Math.floor(numbers.length / 3));
    numbers.forEach((value, i) => checkFinite(`${this.name}, ${path} number ${i}`, value));
    return numbers;
  }

  #readView(index: number): { bytes: Uint8Array; stride: number | undefined } {
    const path = `bufferViews[${index}]`;
    const view = this.get('bufferViews', index);
    const buffer = this.readBuffer(this.toIndex(`${path}.buffer`, view['buffer']));
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

  readBuffer(index: number): Uint8Array {
    const known = this.#buffers.get(index);
    if (known !== undefined) return known;
    const path = `buffers[${index}]`;
    const { uri } = this.get('buffers', index);
    let bytes = this.#binary;
    if (uri !== undefined) {
      bytes = typeof uri === 'string' ? this.#findBytes(path, uri) : undefined;
      if (bytes === undefined)
        return this.fail('wrong-type', `${path}.uri`, printGot(uri), 'The name of a file must stand here.');
    }
    if (bytes === undefined || (uri === undefined && index !== 0))
      return this.fail('missing', path, 'no data', 'The binary part of the file is missing: export it again.');
    this.#buffers.set(index, bytes);
    return bytes;
  }

  /** Of a data URI, or of a file that was given with this one. */
  #findBytes(path: string, uri: string): Uint8Array {
    const match = /^data:[^,]*;base64,/u.exec(uri);
    if (match !== null)
      return (
        decodeBase64(uri.slice(match[0].length)) ??
        this.fail('unreadable', `${path}.uri`, 'text that is not base64', 'Export the file again.')
      );
    const name = decodeName(uri);
    const { beside } = this.#parts;
    return (
      beside?.get(name) ??
      // Files that were dropped on a page have lost their folder.
      beside?.get(name.split('/').at(-1)!) ??
      this.fail(
        'missing',
        `${path}.uri`,
        `data in another file, ${shorten(name, 100)}`,
        'Give it together with this one, or export as .glb.',
      )
    );
  }
}

/** Names in documents are written as in addresses: `my%20mesh.bin`. */
function decodeName(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
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
