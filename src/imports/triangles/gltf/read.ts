/**
 * glTF 2.0: the triangles of a .glb or .gltf, placed by their nodes. Materials, skins and animations are left out. The library
 * @gltf-transform unpacks Draco, meshopt, quantised numbers and sparse accessors; all counts and ranges are checked before.
 */
import { type Document, GLB_BUFFER, type JSONDocument, Logger, type Primitive, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import createDracoDecoder from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
import dracoAddress from 'draco3dgltf/draco_decoder_gltf.wasm?url&inline';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import type { TriangleMesh } from '../../../engine/mesh/triangles/triangle-mesh.ts';
import { shorten } from '../../../engine/model/problem.ts';
import { decodeBase64 } from '../../../kernels/base64.ts';
import { checkCount, checkIndex, failImport } from '../../text/import-problem.ts';
import { MeshBuilder } from '../mesh-builder.ts';
import { decodeName, type GltfAccessor, type GltfDocument, type GltfJson, readGltfDocument } from './document.ts';

const draco = KHRDracoMeshCompression.EXTENSION_NAME;
const meshopt = EXTMeshoptCompression.EXTENSION_NAME;
const quantization = KHRMeshQuantization.EXTENSION_NAME;
/** Extensions that change the shape and are read. */
const known: readonly string[] = [draco, meshopt, quantization];
const trianglesMode = 4;
const maxDepth = 200;
const componentBytes: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };

export async function readGltf(
  name: string,
  bytes: Uint8Array,
  beside: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<TriangleMesh> {
  const document = readGltfDocument(name, bytes);
  const nodes = listNodes(name, document.json);
  const bare = new BareDocument(name, document, nodes, beside);
  const read = await unpack(name, bare);
  const builder = new MeshBuilder(name);
  for (const i of nodes) {
    const node = read.getRoot().listNodes()[i]!;
    const mesh = document.json.nodes[i]!.mesh;
    const matrix = node.getWorldMatrix();
    node
      .getMesh()
      ?.listPrimitives()
      .forEach((primitive, k) => {
        addPrimitive(name, builder, `meshes[${mesh!}].primitives[${k}]`, primitive, matrix);
      });
  }
  return builder.build();
}

/** Nodes of the scene to show, or all below those without a parent; parents come first. */
function listNodes(name: string, { nodes, scenes, scene }: GltfJson): Set<number> {
  const children = new Set(nodes.flatMap((node) => node.children));
  const roots =
    scenes.length > 0
      ? getItem(name, 'scenes', scenes, scene).nodes
      : nodes.map((_, i) => i).filter((i) => !children.has(i));
  const reached = new Set<number>();
  const visit = (i: number, depth: number): void => {
    const node = getItem(name, 'nodes', nodes, i);
    if (reached.has(i) || depth > maxDepth)
      failImport(
        'inconsistent',
        `${name}, nodes[${i}]`,
        depth > maxDepth ? `${depth} nodes within each other` : 'a node that is reached twice',
        `Nodes must form trees, at most ${maxDepth} deep: export the file again.`,
      );
    if (node.rotation?.every((value) => value === 0) === true)
      failImport(
        'out-of-range',
        `${name}, nodes[${i}].rotation`,
        'a quaternion of zeros',
        'Use [0, 0, 0, 1] for none.',
      );
    reached.add(i);
    for (const child of node.children) visit(child, depth + 1);
  };
  for (const root of roots) visit(root, 0);
  return reached;
}

function getItem<T>(name: string, list: string, items: readonly T[], i: number): T {
  return (
    items[i] ??
    failImport('inconsistent', `${name}, ${list}[${i}]`, 'nothing', `There are ${items.length}: export the file again.`)
  );
}

/** The document with nothing in it but triangles that are drawn, so that nothing else is unpacked, or can be wrong. */
class BareDocument {
  readonly json: Record<string, unknown>;
  readonly resources: Record<string, Uint8Array> = { [GLB_BUFFER]: new Uint8Array(0) };
  readonly hasDraco: boolean;
  readonly #name: string;
  readonly #source: GltfDocument;
  readonly #beside: ReadonlyMap<string, Uint8Array>;
  readonly #accessors = new Set<number>();
  readonly #views = new Set<number>();
  #vertices = 0;
  #triangles = 0;

  constructor(name: string, source: GltfDocument, nodes: ReadonlySet<number>, beside: ReadonlyMap<string, Uint8Array>) {
    this.#name = name;
    this.#source = source;
    this.#beside = beside;
    const { json } = source;
    // Colours, textures and lights do not change the shape.
    for (const extension of json.extensionsRequired)
      if (/mesh|compression|instancing/iu.test(extension) && !known.includes(extension))
        this.#fail('not-allowed', 'extensionsRequired', extension, 'Export the mesh without this extension.');
    const used = new Set([...nodes].flatMap((i) => json.nodes[i]!.mesh ?? []));
    for (const mesh of used) this.#checkMesh(mesh);
    const meshes = json.meshes.map((mesh, i) => (used.has(i) ? { primitives: mesh.primitives.filter(isSolid) } : {}));
    this.hasDraco = [...used].some((i) => json.meshes[i]!.primitives.some(isDraco));
    const extensionsUsed = [...(this.hasDraco ? [draco] : []), meshopt, quantization];
    this.json = {
      asset: { version: '2.0' },
      extensionsUsed,
      extensionsRequired: extensionsUsed,
      nodes: json.nodes.map((node, i) => (nodes.has(i) ? { ...node, rotation: normalise(node.rotation) } : {})),
      meshes,
      accessors: json.accessors.map((accessor, i) =>
        this.#accessors.has(i) ? accessor : { componentType: 5126, type: 'SCALAR', count: 0 },
      ),
      bufferViews: json.bufferViews.map((view, i) => (this.#views.has(i) ? view : { buffer: 0, byteLength: 0 })),
      buffers: json.buffers.map((_, i) => (this.resources[`buffer ${i}`] === undefined ? {} : { uri: `buffer ${i}` })),
    };
  }

  #fail(code: Parameters<typeof failImport>[0], path: string, got: string, hint: string): never {
    return failImport(code, `${this.#name}, ${path}`, got, hint);
  }

  #checkMesh(mesh: number): void {
    getItem(this.#name, 'meshes', this.#source.json.meshes, mesh).primitives.forEach((primitive, k) => {
      const path = `meshes[${mesh}].primitives[${k}]`;
      if (!isSolid(primitive)) return;
      // Strips and fans of triangles are rare enough to require another export.
      if (primitive.mode !== trianglesMode)
        this.#fail(
          'not-allowed',
          `${path}.mode`,
          String(primitive.mode),
          'Export the mesh as separate triangles (mode 4).',
        );
      const { POSITION } = primitive.attributes;
      if (POSITION === undefined)
        this.#fail('missing', `${path}.attributes.POSITION`, 'nothing', 'Export the file again.');
      else this.#checkAccessor(POSITION, 'VEC3');
      if (primitive.indices !== undefined) this.#checkAccessor(primitive.indices, 'SCALAR');
      const packed = primitive.extensions?.KHR_draco_mesh_compression;
      if (packed !== undefined) this.#checkView(packed.bufferView);
    });
  }

  #checkAccessor(i: number, type: 'VEC3' | 'SCALAR'): void {
    const path = `accessors[${i}]`;
    const { json } = this.#source;
    const accessor = getItem(this.#name, 'accessors', json.accessors, i);
    const allowed = type === 'SCALAR' ? [5121, 5123, 5125] : [5126];
    const isQuantised = type === 'VEC3' && json.extensionsUsed.includes(quantization);
    if (accessor.type !== type || (!isQuantised && !allowed.includes(accessor.componentType)))
      this.#fail(
        'not-allowed',
        path,
        `${shorten(accessor.type)} of component type ${accessor.componentType}`,
        `Expected ${type} of component type ${allowed.join(' or ')}.`,
      );
    if (this.#accessors.has(i)) return;
    this.#accessors.add(i);
    if (type === 'VEC3') checkCount(`${this.#name}, ${path}`, 'vertices', (this.#vertices += accessor.count));
    else checkCount(`${this.#name}, ${path}`, 'triangles', (this.#triangles += Math.floor(accessor.count / 3)));
    this.#checkNumbers(path, accessor, type === 'VEC3' ? 3 : 1);
  }

  #checkNumbers(path: string, accessor: GltfAccessor, size: number): void {
    const { bufferView, sparse } = accessor;
    if (bufferView !== undefined) this.#checkItems(path, { ...accessor, bufferView }, size);
    if (sparse === undefined) return;
    const { count } = sparse;
    if (count > accessor.count)
      this.#fail('inconsistent', `${path}.sparse`, `${count} of ${accessor.count} items`, 'Export the file again.');
    this.#checkItems(`${path}.sparse.indices`, { ...sparse.indices, count }, 1);
    this.#checkItems(`${path}.sparse.values`, { ...sparse.values, count, componentType: accessor.componentType }, size);
  }

  /** `size`: numbers of an item. */
  #checkItems(
    path: string,
    items: { bufferView: number; byteOffset: number; count: number; componentType: number },
    size: number,
  ): void {
    const { count } = items;
    const view = this.#checkView(items.bufferView);
    const itemBytes = size * componentBytes[items.componentType]!;
    const stride = view.byteStride ?? itemBytes;
    if (stride < itemBytes || (count > 0 && items.byteOffset + (count - 1) * stride + itemBytes > view.byteLength))
      this.#fail(
        'inconsistent',
        path,
        `${count} items in ${view.byteLength} bytes`,
        'The data is cut off: export the file again.',
      );
  }

  #checkView(i: number): GltfJson['bufferViews'][number] {
    const path = `bufferViews[${i}]`;
    const view = getItem(this.#name, 'bufferViews', this.#source.json.bufferViews, i);
    if (this.#views.has(i)) return view;
    this.#views.add(i);
    const packed = view.extensions?.EXT_meshopt_compression;
    if (packed !== undefined) {
      checkCount(`${this.#name}, ${path}`, 'vertices', packed.count);
      if (packed.count * packed.byteStride < view.byteLength)
        this.#fail('inconsistent', path, `${packed.count} packed items`, 'The data is cut off: export the file again.');
    }
    const { buffer, byteOffset, byteLength } = packed ?? view;
    const { length } = (this.resources[`buffer ${buffer}`] ??= this.#readBuffer(buffer));
    if (byteOffset + byteLength > length)
      this.#fail(
        'inconsistent',
        path,
        `bytes ${byteOffset} to ${byteOffset + byteLength} of ${length}`,
        'The buffer is cut off: export the file again.',
      );
    return view;
  }

  #readBuffer(i: number): Uint8Array {
    const path = `buffers[${i}]`;
    const { uri } = getItem(this.#name, 'buffers', this.#source.json.buffers, i);
    if (uri === undefined)
      return (
        (i === 0 ? this.#source.binary : undefined) ??
        this.#fail('missing', path, 'no data', 'The binary part of the file is missing: export it again.')
      );
    const start = /^data:[^,]*;base64,/u.exec(uri);
    if (start !== null) {
      const text = uri.slice(start[0].length).replace(/={1,2}$/u, '');
      if (text.length % 4 === 1 || !/^[A-Za-z0-9+/]*$/u.test(text))
        this.#fail('unreadable', `${path}.uri`, 'text that is not base64', 'Export the file again.');
      return decodeBase64(text.padEnd(4 * Math.ceil(text.length / 4), '='));
    }
    const file = decodeName(uri);
    return (
      this.#beside.get(file) ??
      // Files that were dropped on a page have lost their folder.
      this.#beside.get(file.split('/').at(-1)!) ??
      this.#fail(
        'missing',
        `${path}.uri`,
        `data in another file, ${shorten(file, 100)}`,
        'Give it together with this one, or export as .glb.',
      )
    );
  }
}

type GltfPrimitive = GltfJson['meshes'][number]['primitives'][number];

/** Points and lines cannot be ground. */
function isSolid({ mode }: GltfPrimitive): boolean {
  return mode >= trianglesMode;
}

function isDraco({ extensions }: GltfPrimitive): boolean {
  return extensions?.KHR_draco_mesh_compression !== undefined;
}

function normalise(rotation: readonly number[] = [0, 0, 0, 1]): number[] {
  const length = Math.sqrt(rotation.reduce((sum, value) => sum + value * value, 0));
  return rotation.map((value) => value / length);
}

async function unpack(name: string, { json, resources, hasDraco }: BareDocument): Promise<Document> {
  try {
    await MeshoptDecoder.ready;
    const wasmBinary = decodeBase64(dracoAddress.slice(dracoAddress.indexOf(',') + 1));
    return await new WebIO()
      .setLogger(new Logger(Logger.Verbosity.SILENT))
      .registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression, KHRMeshQuantization])
      .registerDependencies({
        'meshopt.decoder': MeshoptDecoder,
        ...(hasDraco ? { 'draco3d.decoder': await createDracoDecoder({ wasmBinary }) } : {}),
      })
      .readJSON({ json, resources } as unknown as JSONDocument);
  } catch {
    return failImport(
      'unreadable',
      name,
      'a compressed mesh that cannot be unpacked',
      'It is damaged: export it again, or without compression.',
    );
  }
}

function addPrimitive(
  name: string,
  builder: MeshBuilder,
  path: string,
  primitive: Primitive,
  m: readonly number[],
): void {
  const places = primitive.getAttribute('POSITION')!;
  const indices = primitive.getIndices();
  const count = places.getCount();
  const first = builder.vertexCount;
  const point: number[] = [];
  for (let i = 0; i < count; i++) {
    // Whole numbers that stand for fractions come out as fractions.
    const [x, y, z] = places.getElement(i, point) as [number, number, number];
    const put = (row: number): number => m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!;
    builder.addVertex(`${path} vertex ${i}`, put(0), put(1), put(2));
  }
  const total = indices?.getCount() ?? count;
  if (total % 3 !== 0) failImport('inconsistent', `${name}, ${path}`, `${total} corners`, 'Triangles need three each.');
  const mirrored = computeDeterminant(m) < 0;
  for (let at = 0; at < total; at += 3) {
    const corner = (k: number): number =>
      first + checkIndex(`${name}, ${path} triangle ${at / 3}`, indices?.getScalar(at + k) ?? at + k, count);
    builder.addPolygon(path, mirrored ? [corner(0), corner(2), corner(1)] : [corner(0), corner(1), corner(2)]);
  }
}

function computeDeterminant(m: readonly number[]): number {
  return (
    m[0]! * (m[5]! * m[10]! - m[9]! * m[6]!) -
    m[4]! * (m[1]! * m[10]! - m[9]! * m[2]!) +
    m[8]! * (m[1]! * m[6]! - m[5]! * m[2]!)
  );
}
