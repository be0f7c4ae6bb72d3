/**
 * Signals, or what is drawn, of a run as one NumPy file (NPY version 2.0): a structured array with a record for each frame.
 * `numpy.load` reads it without any other library, and every number keeps its bits.
 */
import { computeFrameOffsets, type FrameLayout } from '../engine/contract/frame.ts';
import { computeSignalOffsets, type SignalSpec } from '../engine/contract/types.ts';
import type { RecordedFrame } from '../engine/record/format.ts';

/** Largest file: what one typed array holds everywhere. */
const maxBytes = 0x7fffffff;

interface Field {
  readonly name: string;
  /** Of one record; [] is a single number. */
  readonly shape: readonly number[];
  /** First number in the frame's or the signals' array. */
  readonly from: number;
}

/** `time`, then a field for each signal; one with several elements is an array. `chosen` as for a table. Undefined if it is too large. */
export function createSignalsNpy(
  signals: readonly SignalSpec[],
  chosen: ReadonlySet<string> | undefined,
  frames: Iterable<RecordedFrame>,
  max = maxBytes,
): Uint8Array<ArrayBuffer> | undefined {
  const { offsets } = computeSignalOffsets(signals);
  const fields = signals
    .filter(({ name }) => chosen?.has(name) ?? true)
    .map(({ name, size }) => ({ name, shape: size === 1 ? [] : [size], from: offsets[name]! }));
  return createNpy('<f8', fields, frames, (frame) => frame.signals, max);
}

/**
 * `time`, then a field for each part (x, y, z and the quaternion x, y, z, w), each soft surface (vertices × 3), line (points × 3),
 * marker (3) and channel of colour, in metres. Undefined if it is too large.
 */
export function createFramesNpy(
  layout: FrameLayout,
  frames: Iterable<RecordedFrame>,
  max = maxBytes,
): Uint8Array<ArrayBuffer> | undefined {
  const at = computeFrameOffsets(layout);
  const fields = [
    ...layout.parts.map(({ name }, i) => ({ name, shape: [7], from: at.parts + 7 * i })),
    ...layout.surfaces.flatMap(({ name, kind, vertexCount }, i) =>
      kind === 'mesh' ? [{ name, shape: [vertexCount, 3], from: at.surfaces[i]! }] : [],
    ),
    ...layout.lines.map(({ name, pointCount }, i) => ({ name, shape: [pointCount, 3], from: at.lines[i]! })),
    ...layout.markers.map(({ name }, i) => ({ name, shape: [3], from: at.markers + 3 * i })),
    ...layout.channels.map(({ name, slots }) => ({ name, shape: [slots], from: at.channels[name]! })),
  ];
  return createNpy('<f4', makeUnique(fields), frames, (frame) => frame.frame, max);
}

/** NumPy refuses two fields of one name: the second is called `name (2)`. */
function makeUnique(fields: readonly Field[]): Field[] {
  const taken = new Set(['time']);
  return fields.map((field) => {
    let { name } = field;
    for (let count = 2; taken.has(name); count++) name = `${field.name} (${count})`;
    taken.add(name);
    return { ...field, name };
  });
}

function createNpy(
  kind: '<f8' | '<f4',
  fields: readonly Field[],
  frames: Iterable<RecordedFrame>,
  read: (frame: RecordedFrame) => Float64Array | Float32Array,
  max: number,
): Uint8Array<ArrayBuffer> | undefined {
  const bytes = kind === '<f8' ? 8 : 4;
  const counts = fields.map(({ shape }) => shape.reduce((product, edge) => product * edge, 1));
  const recordBytes = 8 + bytes * counts.reduce((sum, count) => sum + count, 0);
  const records: Uint8Array[] = [];
  for (const frame of frames) {
    if ((records.length + 1) * recordBytes > max) return undefined;
    records.push(encodeRecord(frame.time, read(frame), fields, counts, bytes, recordBytes));
  }
  const head = encodeHead(kind, fields, records.length);
  const file = new Uint8Array(head.length + records.length * recordBytes);
  file.set(head);
  for (const [i, record] of records.entries()) file.set(record, head.length + i * recordBytes);
  return file;
}

function encodeRecord(
  time: number,
  numbers: Float64Array | Float32Array,
  fields: readonly Field[],
  counts: readonly number[],
  bytes: number,
  recordBytes: number,
): Uint8Array {
  const record = new Uint8Array(recordBytes);
  const view = new DataView(record.buffer);
  view.setFloat64(0, time, true);
  let at = 8;
  for (const [i, { from }] of fields.entries())
    for (let k = 0; k < counts[i]!; k++, at += bytes)
      if (bytes === 8) view.setFloat64(at, numbers[from + k]!, true);
      else view.setFloat32(at, numbers[from + k]!, true);
  return record;
}

/** Magic, version, length of what follows, a Python literal, spaces up to a multiple of 64 bytes, a line break. */
function encodeHead(kind: string, fields: readonly Field[], count: number): Uint8Array {
  const types = [
    "('time', '<f8')",
    ...fields.map(({ name, shape }) => {
      const edges = shape.length === 0 ? '' : `, (${shape.map((edge) => `${edge},`).join(' ')})`;
      return `(${quote(name)}, '${kind}'${edges})`;
    }),
  ];
  const literal = `{'descr': [${types.join(', ')}], 'fortran_order': False, 'shape': (${count},), }`;
  const preambleBytes = 12;
  const length = Math.ceil((preambleBytes + literal.length + 1) / 64) * 64 - preambleBytes;
  const bytes = new Uint8Array(preambleBytes + length);
  bytes.set([0x93, ...Array.from('NUMPY', (letter) => letter.charCodeAt(0)), 2, 0]);
  new DataView(bytes.buffer).setUint32(8, length, true);
  const text = `${literal.padEnd(length - 1)}\n`;
  for (let i = 0; i < text.length; i++) bytes[preambleBytes + i] = text.charCodeAt(i);
  return bytes;
}

/** A Python literal in ASCII. */
function quote(text: string): string {
  const escaped = text.replace(/[^\u0020-\u007e]|['\\]/gu, (character) =>
    Array.from(character, (part) => `\\U${part.codePointAt(0)!.toString(16).padStart(8, '0')}`).join(''),
  );
  return `'${escaped}'`;
}
