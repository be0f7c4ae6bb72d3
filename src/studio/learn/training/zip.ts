/** Files in one .zip: written as they are, read as they are or deflated, which is all that people's tools make. */

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endRecord = 0x06054b50;
/** MS-DOS' first day: the same files give the same bytes. */
const firstDay = 0x0021;

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

function computeCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** Numbers of 16 bits (true) or 32 bits (false). */
function pack(fields: readonly (readonly [value: number, short: boolean])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, short]) => sum + (short ? 2 : 4), 0)));
  let at = 0;
  for (const [value, short] of fields) {
    if (short) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += short ? 2 : 4;
  }
  return new Uint8Array(view.buffer);
}

export function createZip(entries: readonly ZipEntry[]): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of entries) {
    const title = new TextEncoder().encode(name);
    const [crc, size] = [computeCrc(bytes), bytes.length];
    const shared = [
      [20, true],
      [0x0800, true],
      [0, true],
      [0, true],
      [firstDay, true],
      [crc, false],
      [size, false],
      [size, false],
      [title.length, true],
      [0, true],
    ] as const;
    const header = pack([[localHeader, false], ...shared]);
    const tail = [
      [0, true],
      [0, true],
      [0, true],
      [0, false],
      [at, false],
    ] as const;
    directory.push(pack([[centralHeader, false], [20, true], ...shared, ...tail]), title);
    parts.push(header, title, bytes);
    at += header.length + title.length + size;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = pack([
    [endRecord, false],
    [0, true],
    [0, true],
    [count, true],
    [count, true],
    [size, false],
    [at, false],
    [0, true],
  ]);
  return join([...parts, ...directory, end]);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Files without their folders. Throws an Error with a sentence for another or a damaged file. */
export async function readZip(bytes: Uint8Array): Promise<ZipEntry[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== endRecord) end -= 1;
  if (end < 0) throw new Error('This is not a .zip file, or its end is missing.');
  const entries: ZipEntry[] = [];
  try {
    let at = view.getUint32(end + 16, true);
    for (let i = 0; i < view.getUint16(end + 10, true); i++) {
      const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength!));
      if (!path.endsWith('/'))
        entries.push({ name: path.slice(path.lastIndexOf('/') + 1), bytes: await readEntry(bytes, view, at) });
      at += 46 + nameLength! + extra! + comment!;
    }
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw new Error('The .zip file is damaged.');
    throw error;
  }
  return entries;
}

/** `at`: of the entry in the directory. */
async function readEntry(bytes: Uint8Array, view: DataView, at: number): Promise<Uint8Array> {
  const method = view.getUint16(at + 10, true);
  const crc = view.getUint32(at + 16, true);
  const size = view.getUint32(at + 20, true);
  const local = view.getUint32(at + 42, true);
  const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  const packed = bytes.slice(from, from + size);
  const plain = method === 0 ? packed : method === 8 ? await inflate(packed) : undefined;
  if (plain === undefined) throw new Error('The .zip file is packed in a way that is not read here.');
  if (computeCrc(plain) !== crc) throw new Error('The .zip file is damaged: a checksum does not hold.');
  return plain;
}

async function inflate(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
