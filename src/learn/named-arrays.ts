/**
 * Named typed arrays, and their form as bytes: what checkpoints, environments and workers save and restore.
 *
 *   magic (8 ASCII characters) | header length (u32) | hash of the header (16 ASCII characters) | header (JSON) | arrays
 *
 * Little-endian. The header says for every array its name, type, length and 64-bit hash, so a damaged file is refused and
 * the error names the array. Arrays begin at multiples of 8 bytes from the first.
 */
import { z } from 'zod';
import { addToHash, createHasher, finishHash } from '../engine/math/hash.ts';
import { checkShape } from './check-shape.ts';
import { LearnError, failLearn } from './learn-error.ts';
import { decodeText, encodeText } from './text-bytes.ts';
import { expectObject } from '../engine/model/problem.ts';

export type NamedArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint8Array;
export type NamedArrays = Readonly<Record<string, NamedArray>>;

const arrayTypes = {
  f64: Float64Array,
  f32: Float32Array,
  i32: Int32Array,
  u32: Uint32Array,
  u8: Uint8Array,
} as const;
type ArrayType = keyof typeof arrayTypes;

/** Every array has at least its name in the header, so a file cannot announce more arrays than it has room for. */
const headerSchema = z.object({
  meta: z.unknown(),
  arrays: z.array(
    z.object({
      name: z.string().max(300),
      type: z.enum(['f64', 'f32', 'i32', 'u32', 'u8']),
      length: z.int().min(0),
      hash: z.string().max(64),
    }),
  ),
});
type Header = z.output<typeof headerSchema>;

const MAGIC_LENGTH = 8;
const HASH_LENGTH = 16;
const PREFIX_LENGTH = MAGIC_LENGTH + 4 + HASH_LENGTH;

/** `magic` is 8 ASCII characters that tell one kind of file from another; `meta` anything that JSON can hold. */
export function encodeNamedArrays(magic: string, meta: unknown, arrays: NamedArrays): Uint8Array {
  const entries = Object.entries(arrays);
  const header = encodeText(
    JSON.stringify({
      meta,
      arrays: entries.map(([name, array]) => ({
        name,
        type: findType(array),
        length: array.length,
        hash: computeHash(array),
      })),
    } satisfies Header),
  );
  const start = align(PREFIX_LENGTH + header.length);
  const bytes = new Uint8Array(entries.reduce((total, [, array]) => total + align(array.byteLength), start));
  bytes.set(encodeText(magic));
  new DataView(bytes.buffer).setUint32(MAGIC_LENGTH, header.length, true);
  bytes.set(encodeText(computeHash(header)), MAGIC_LENGTH + 4);
  bytes.set(header, PREFIX_LENGTH);
  let at = start;
  for (const [, array] of entries) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += align(array.byteLength);
  }
  return bytes;
}

/** Checks everything and copies the arrays out; `what` names the file in errors. */
export function decodeNamedArrays(
  magic: string,
  bytes: Uint8Array,
  what: string,
): { meta: unknown; arrays: Record<string, NamedArray> } {
  if (bytes.length < PREFIX_LENGTH || decodeText(bytes.subarray(0, MAGIC_LENGTH)) !== magic)
    throw damaged(what, 'another beginning', `This is not a ${what}.`);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC_LENGTH, true);
  const headerBytes = bytes.slice(PREFIX_LENGTH, PREFIX_LENGTH + length);
  if (decodeText(bytes.subarray(MAGIC_LENGTH + 4, PREFIX_LENGTH)) !== computeHash(headerBytes))
    throw damaged(`${what}, header`, 'another checksum', 'Use the previous one.');
  const header = checkShape(headerSchema, parseHeader(headerBytes, what), `${what}, header`);
  const arrays = new Map<string, NamedArray>();
  let at = align(PREFIX_LENGTH + length);
  for (const { name, type, length: count, hash } of header.arrays) {
    const byteLength = count * arrayTypes[type].BYTES_PER_ELEMENT;
    const path = `${what}, array "${name}"`;
    if (arrays.has(name)) throw damaged(path, 'it twice', 'Use the previous one.');
    if (at + byteLength > bytes.length)
      throw damaged(path, 'the end of the file', 'It is cut short: use the previous one.');
    const array = new arrayTypes[type](bytes.slice(at, at + byteLength).buffer);
    if (computeHash(array) !== hash) throw damaged(path, 'another checksum', 'Use the previous one.');
    arrays.set(name, array);
    at += align(byteLength);
  }
  return { meta: header.meta, arrays: Object.fromEntries(arrays) };
}

function parseHeader(bytes: Uint8Array, what: string): unknown {
  try {
    return JSON.parse(decodeText(bytes));
  } catch {
    throw damaged(`${what}, header`, 'no JSON', 'Use the previous one.');
  }
}

/** Takes an array out of a saved set, checking that it is there, of the type wanted and of the length wanted. */
function takeArray<T extends NamedArray>(arrays: NamedArrays, name: string, like: T): T {
  const found = arrays[name];
  const wanted = `${like.length} elements of ${like[Symbol.toStringTag]}`;
  if (found === undefined) failLearn('missing', `array "${name}"`, 'nothing', `It needs ${wanted}.`);
  if (found[Symbol.toStringTag] !== like[Symbol.toStringTag] || found.length !== like.length)
    failLearn(
      'inconsistent',
      `array "${name}"`,
      `${found.length} elements of ${found[Symbol.toStringTag]}`,
      `It needs ${wanted}: this was saved from something else.`,
    );
  return found as T;
}

function expectSaved(saved: NamedArrays): void {
  expectObject(saved, 'state', 'Give what was saved of this.');
}

/** Copies saved arrays over present ones of the same names, types and lengths. */
export function setArrays(present: NamedArrays, saved: NamedArrays): void {
  expectSaved(saved);
  for (const [name, array] of Object.entries(present)) array.set(takeArray(saved, name, array));
}

/** Copies of all arrays. */
export function copyArrays(arrays: NamedArrays): Record<string, NamedArray> {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.slice()]));
}

export function addPrefix(prefix: string, arrays: NamedArrays): Record<string, NamedArray> {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}/${name}`, array]));
}

/** The arrays whose names begin with `prefix/`, without it. */
export function takePrefix(prefix: string, arrays: NamedArrays): Record<string, NamedArray> {
  expectSaved(arrays);
  const start = `${prefix}/`;
  return Object.fromEntries(
    Object.entries(arrays).flatMap(([name, array]) =>
      name.startsWith(start) ? [[name.slice(start.length), array]] : [],
    ),
  );
}

function findType(array: NamedArray): ArrayType {
  return Object.entries(arrayTypes).find(([, type]) => array instanceof type)![0] as ArrayType;
}

function computeHash(array: NamedArray): string {
  const hasher = createHasher();
  // As bytes: the file keeps every bit, and the hash of floats would take all NaNs for the same.
  addToHash(hasher, new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return finishHash(hasher);
}

function align(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

function damaged(path: string, got: string, hint: string): LearnError {
  return new LearnError({ code: 'damaged', path, got, hint });
}
