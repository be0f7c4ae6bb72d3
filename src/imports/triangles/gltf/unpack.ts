/**
 * Compressed glTF: Draco, meshopt, quantised numbers, sparse accessors. The library @gltf-transform turns them into plain
 * numbers; the reader then checks those like all others (`read.ts`).
 */
import { type Accessor, GLB_BUFFER, type JSONDocument, Logger, WebIO } from '@gltf-transform/core';
import { EXTMeshoptCompression, KHRDracoMeshCompression, KHRMeshQuantization } from '@gltf-transform/extensions';
import createDracoDecoder from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
import dracoAddress from 'draco3dgltf/draco_decoder_gltf.wasm?url&inline';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { ModelError } from '../../../engine/model/problem.ts';
import { checkCount } from '../../text/import-problem.ts';
import { decodeBase64 } from '../base64.ts';
import type { GltfFile, Json } from './file.ts';

const [draco, meshopt, quantization] = [
  KHRDracoMeshCompression.EXTENSION_NAME,
  EXTMeshoptCompression.EXTENSION_NAME,
  KHRMeshQuantization.EXTENSION_NAME,
];
/** Bytes of a vertex that meshopt allows at most. */
const maxStride = 256;

/** The numbers of all accessors that hold places or corners, by their index; an invalid file is a ModelError. */
export async function unpackGltf(file: GltfFile): Promise<Map<number, Float64Array>> {
  try {
    const { json, used, resources } = createBareDocument(file);
    const io = new WebIO()
      .setLogger(new Logger(Logger.Verbosity.SILENT))
      .registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression, KHRMeshQuantization])
      .registerDependencies(await loadDecoders(file));
    const document = await io.readJSON({ json, resources } as unknown as JSONDocument);
    const accessors = document.getRoot().listAccessors();
    return new Map([...used].map((index) => [index, listNumbers(accessors[index]!)]));
  } catch (error) {
    if (error instanceof ModelError) throw error;
    return file.fail(
      'unreadable',
      '',
      'a compressed mesh that cannot be unpacked',
      'It is damaged: export it again, or without compression.',
    );
  }
}

async function loadDecoders(file: GltfFile): Promise<Record<string, unknown>> {
  await MeshoptDecoder.ready;
  const meshoptOnly = { 'meshopt.decoder': MeshoptDecoder };
  if (!hasDraco(file)) return meshoptOnly;
  const wasmBinary = decodeBase64(dracoAddress.slice(dracoAddress.indexOf(',') + 1))!;
  return { ...meshoptOnly, 'draco3d.decoder': await createDracoDecoder({ wasmBinary }) };
}

function hasDraco(file: GltfFile): boolean {
  return listPrimitives(file).some((primitive) => findExtension(primitive, draco) !== undefined);
}

function listNumbers(accessor: Accessor): Float64Array {
  const [count, size] = [accessor.getCount(), accessor.getElementSize()];
  const numbers = new Float64Array(count * size);
  const element: number[] = [];
  // Whole numbers that stand for fractions come out as fractions.
  for (let i = 0; i < count; i++) numbers.set(accessor.getElement(i, element), size * i);
  return numbers;
}

/** The document with nothing in it but triangles, so that nothing else is unpacked, or can be wrong. */
function createBareDocument(file: GltfFile): { json: Json; used: Set<number>; resources: Record<string, Uint8Array> } {
  const used = new Set<number>();
  const views = new Set<number>();
  const primitives = listPrimitives(file).map((primitive) => {
    const { POSITION } = (primitive['attributes'] ?? {}) as Json;
    const packed = findExtension(primitive, draco);
    for (const index of [POSITION, primitive['indices']]) if (index !== undefined) used.add(index as number);
    if (packed === undefined) return { attributes: { POSITION }, ...pick(primitive, 'indices') };
    views.add(packed['bufferView'] as number);
    const attributes = { POSITION: ((packed['attributes'] ?? {}) as Json)['POSITION'] };
    return {
      attributes: { POSITION },
      ...pick(primitive, 'indices'),
      extensions: { [draco]: { bufferView: packed['bufferView'], attributes } },
    };
  });
  const accessors = file.list('accessors').map((accessor, index) => {
    if (!used.has(index)) return { componentType: 5126, type: 'SCALAR', count: 0 };
    checkCount(`${file.name}, accessors[${index}]`, 'vertices', accessor['count'] as number);
    for (const holder of [accessor, ...listSparse(accessor)])
      if (holder['bufferView'] !== undefined) views.add(holder['bufferView'] as number);
    return accessor;
  });
  const { bufferViews, buffers, resources } = createBareBuffers(file, views);
  const extensionsUsed = [...(hasDraco(file) ? [draco] : []), meshopt, quantization];
  const json = {
    asset: { version: '2.0' },
    extensionsUsed,
    extensionsRequired: extensionsUsed,
    meshes: [{ primitives }],
    accessors,
    bufferViews,
    buffers,
  };
  return { json, used, resources };
}

/** Views that are used, and the buffers behind them under names of their own. */
function createBareBuffers(
  file: GltfFile,
  used: ReadonlySet<number>,
): { bufferViews: Json[]; buffers: Json[]; resources: Record<string, Uint8Array> } {
  const resources: Record<string, Uint8Array> = { [GLB_BUFFER]: new Uint8Array(0) };
  const load = (buffer: unknown): void => {
    const index = file.toIndex('bufferViews.buffer', buffer);
    resources[`buffer ${index}`] ??= file.readBuffer(index);
  };
  const bufferViews = file.list('bufferViews').map((view, index): Json => {
    if (!used.has(index)) return { buffer: 0, byteLength: 0 };
    const packed = findExtension(view, meshopt);
    if (packed === undefined) {
      load(view['buffer']);
      return view;
    }
    checkCount(`${file.name}, bufferViews[${index}]`, 'vertices', packed['count'] as number);
    if (!((packed['byteStride'] as number) <= maxStride))
      file.fail('out-of-range', `bufferViews[${index}]`, 'items of too many bytes', 'Export the file again.');
    load(packed['buffer']);
    return view;
  });
  const buffers = file
    .list('buffers')
    .map((_, i): Json => (resources[`buffer ${i}`] === undefined ? { byteLength: 0 } : { uri: `buffer ${i}` }));
  return { bufferViews, buffers, resources };
}

function listPrimitives(file: GltfFile): Json[] {
  return file
    .list('meshes')
    .flatMap(({ primitives }, i) =>
      file.toList(`meshes[${i}].primitives`, primitives).map((item) => file.toObject(`meshes[${i}].primitives`, item)),
    );
}

function listSparse({ sparse }: Json): Json[] {
  const { indices, values } = (sparse ?? {}) as Json;
  return [indices, values].filter((part) => part !== undefined) as Json[];
}

function findExtension({ extensions }: Json, name: string): Json | undefined {
  return ((extensions ?? {}) as Json)[name] as Json | undefined;
}

function pick(from: Json, key: string): Json {
  return from[key] === undefined ? {} : { [key]: from[key] };
}
