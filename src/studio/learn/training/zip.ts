/** Files in one .zip: written as they are, read as they are or deflated, which is all that people's tools make. */
import { Inflate, zipSync } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** MS-DOS' first day: the same files give the same bytes. */
const firstDay = new Date(1980, 0, 1);
const endRecord = 0x06054b50;
const endBytes = 22;
const maxComment = 0xffff;
const directoryRecord = 0x02014b50;
const directoryBytes = 46;
const localRecord = 0x04034b50;
const localBytes = 30;
const maxEntries = 10_000;
/** Packed bytes that are given to the inflater at once: they become at most a thousand times as many. */
const pieceBytes = 1 << 14;

const stored = 0;
const deflated = 8;

export function createZip(entries: readonly ZipEntry[]): Uint8Array {
  const files = Object.fromEntries(entries.map(({ name, bytes }) => [name, bytes]));
  return zipSync(files, { level: 0, mtime: firstDay });
}

/**
 * The files whose names are asked for, without their folders; `limits` has the most bytes that each may have. Nothing else is unpacked, and no
 * more than is allowed, whatever the directory says. Throws an Error with a sentence for another or a damaged file.
 */
export function readZip(bytes: Uint8Array, limits: ReadonlyMap<string, number>): ZipEntry[] {
  const seen = new Set<string>();
  try {
    return listEntries(bytes).flatMap((entry) => {
      const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
      const limit = limits.get(name);
      if (limit === undefined) return [];
      if (seen.has(name)) throw new ZipError(`The .zip file has ${name} more than once: pack one training.`);
      seen.add(name);
      const content = unpack(bytes, entry, limit);
      if (computeChecksum(content) !== entry.checksum)
        throw new ZipError(`The .zip file is damaged: the checksum of ${name} does not hold.`);
      return [{ name, bytes: content }];
    });
  } catch (error) {
    if (error instanceof ZipError) throw error;
    // Of the inflater, or of a place beyond the end.
    throw new ZipError('The .zip file is damaged.');
  }
}

export class ZipError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ZipError';
  }
}

interface DirectoryEntry {
  readonly path: string;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  /** Where its own header begins. */
  readonly at: number;
}

/** The directory at the end of the file. */
function listEntries(bytes: Uint8Array): DirectoryEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - endBytes;
  const first = Math.max(0, end - maxComment);
  while (end >= first && view.getUint32(end, true) !== endRecord) end--;
  if (end < first) throw new ZipError('This is not a .zip file, or its end is missing.');
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new ZipError(`The .zip file has ${count} files: at most ${maxEntries} are read.`);
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: count }, () => {
    if (view.getUint32(at, true) !== directoryRecord) throw new ZipError('The .zip file is damaged: its directory is.');
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const path = new TextDecoder().decode(bytes.subarray(at + directoryBytes, at + directoryBytes + name!));
    const entry = {
      path,
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    at += directoryBytes + name! + extra! + comment!;
    return entry;
  });
}

function unpack(bytes: Uint8Array, { path, method, packedSize, size, at }: DirectoryEntry, limit: number): Uint8Array {
  if (size > limit) throw new ZipError(`${path} has ${size} bytes when it is unpacked: at most ${limit} are read.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(at, true) !== localRecord) throw new ZipError(`The .zip file is damaged: ${path} is not in it.`);
  const start = at + localBytes + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const packed = bytes.subarray(start, start + packedSize);
  if (packed.length !== packedSize) throw new ZipError('The .zip file is damaged: it is cut short.');
  if (method !== stored && method !== deflated)
    throw new ZipError('The .zip file is packed in a way that is not read here.');
  const content = method === stored ? packed.slice() : inflate(packed, size);
  if (content?.length !== size) throw new ZipError(`The .zip file is damaged: ${path} has another length.`);
  return content;
}

/** Stops as soon as there is more than the directory says: undefined. */
function inflate(packed: Uint8Array, size: number): Uint8Array | undefined {
  const content = new Uint8Array(size);
  let total = 0;
  const inflater = new Inflate((piece) => {
    if (total + piece.length <= size) content.set(piece, total);
    total += piece.length;
  });
  for (let at = 0; at < packed.length && total <= size; at += pieceBytes)
    inflater.push(packed.subarray(at, at + pieceBytes), at + pieceBytes >= packed.length);
  return total === size ? content : undefined;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ ((rest & 1) * 0xedb88320);
  return rest;
});

/** CRC-32. */
function computeChecksum(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 255]!;
  return (crc ^ 0xffffffff) >>> 0;
}
