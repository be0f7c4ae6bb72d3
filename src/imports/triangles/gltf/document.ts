/** The document of a .glb or .gltf: of all that it may hold what places triangles, and that checked. The file is untrusted. */
import { z } from 'zod';
import type { JsonSchema } from '../../../engine/model/field-tree.ts';
import { parseJson } from '../../../engine/model/json-text.ts';
import { toProblems } from '../../../engine/model/parse.ts';
import { ModelError, printGot } from '../../../engine/model/problem.ts';
import { failImport } from '../../text/import-problem.ts';
import { decodeBytes } from '../../text/text-lines.ts';

/** "glTF", "JSON" and "BIN" as little-endian words. */
const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;
/** Bytes of a vertex that meshopt allows at most. */
const maxPackedStride = 256;

const index = z.int().min(0);
const numbers = (length: number) => z.array(z.number()).length(length).optional();
const listOf = <T extends z.ZodType>(item: T) => z.array(item).default([]);
const bytes = { buffer: index, byteOffset: index.default(0), byteLength: index };
const holder = { bufferView: index, byteOffset: index.default(0) };
const componentType = z.literal([5120, 5121, 5122, 5123, 5125, 5126]);

/** Members that are not named here are left out. */
const schema = z.object({
  asset: z.object({ version: z.string() }),
  extensionsUsed: listOf(z.string()),
  extensionsRequired: listOf(z.string()),
  scene: index.default(0),
  scenes: listOf(z.object({ nodes: listOf(index) })),
  nodes: listOf(
    z.object({
      mesh: index.optional(),
      children: listOf(index),
      matrix: numbers(16),
      translation: numbers(3),
      rotation: numbers(4),
      scale: numbers(3),
    }),
  ),
  meshes: listOf(
    z.object({
      primitives: z.array(
        z.object({
          mode: index.default(4),
          attributes: z.object({ POSITION: index.optional() }),
          indices: index.optional(),
          extensions: z
            .object({
              KHR_draco_mesh_compression: z
                .object({ bufferView: index, attributes: z.object({ POSITION: index }) })
                .optional(),
            })
            .optional(),
        }),
      ),
    }),
  ),
  accessors: listOf(
    z.object({
      bufferView: index.optional(),
      byteOffset: index.default(0),
      componentType,
      type: z.string(),
      count: index,
      normalized: z.boolean().optional(),
      sparse: z
        .object({ count: index, indices: z.object({ ...holder, componentType }), values: z.object(holder) })
        .optional(),
    }),
  ),
  bufferViews: listOf(
    z.object({
      ...bytes,
      byteStride: index.optional(),
      extensions: z
        .object({
          EXT_meshopt_compression: z
            .object({
              ...bytes,
              byteStride: index.max(maxPackedStride),
              count: index,
              mode: z.string(),
              filter: z.string().optional(),
            })
            .optional(),
        })
        .optional(),
    }),
  ),
  buffers: listOf(z.object({ uri: z.string().optional() })),
});

export type GltfJson = z.output<typeof schema>;
export type GltfAccessor = GltfJson['accessors'][number];

export interface GltfDocument {
  readonly json: GltfJson;
  /** The binary part of a .glb. */
  readonly binary: Uint8Array | undefined;
}

export function readGltfDocument(name: string, file: Uint8Array): GltfDocument {
  const { json, binary } = splitChunks(name, file);
  const document = parseDocument(name, json);
  const parsed = schema.safeParse(document);
  if (!parsed.success) {
    const [problem] = toProblems(
      parsed.error.issues[0]!,
      document,
      z.toJSONSchema(schema, { io: 'input' }) as JsonSchema,
    );
    return failImport(problem!.code, `${name}, ${problem!.path}`, problem!.got, problem!.hint);
  }
  const { version } = parsed.data.asset;
  if (!version.startsWith('2.'))
    failImport('unknown-version', `${name}, asset.version`, printGot(version), 'Only glTF 2 is read.');
  return { json: parsed.data, binary };
}

/** Names of the files that hold its buffers. */
export function listBufferFiles({ json }: GltfDocument): string[] {
  return json.buffers.flatMap(({ uri }) => (uri === undefined || uri.startsWith('data:') ? [] : [decodeName(uri)]));
}

/** Names in documents are written as in addresses: `my%20mesh.bin`. */
export function decodeName(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

function parseDocument(name: string, json: Uint8Array): unknown {
  try {
    return parseJson(decodeBytes(json));
  } catch (error) {
    const [problem] = (error as ModelError).problems;
    if (problem?.code === 'too-large')
      return failImport('too-large', name, problem.got, 'Simplify it, or export as .glb.');
    return failImport('syntax', name, `${json.length} bytes`, 'The file is damaged or cut off: export it again.');
  }
}

/** The JSON and, in a .glb, the binary chunk. */
function splitChunks(name: string, file: Uint8Array): { json: Uint8Array; binary: Uint8Array | undefined } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 4 || view.getUint32(0, true) !== magic) return { json: file, binary: undefined };
  const chunks = new Map<number, Uint8Array>();
  let at = 12;
  while (at + 8 <= file.length) {
    const [length, kind] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    if (at + 8 + length > file.length)
      failImport(
        'unreadable',
        name,
        `a chunk of ${length} bytes with ${file.length - at - 8} left`,
        'The file is cut off: export it again.',
      );
    if (!chunks.has(kind)) chunks.set(kind, file.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  const json = chunks.get(jsonChunk);
  if (json === undefined)
    return failImport('unreadable', name, 'no JSON chunk', 'The file is damaged: export it again.');
  return { json, binary: chunks.get(binaryChunk) };
}
