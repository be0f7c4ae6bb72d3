/**
 * TensorBoard's event files as bytes, to be written one after the other: the opening of the file, then a record for each update.
 *
 * A record is length (u64) | masked CRC-32C of the length | data | masked CRC-32C of the data, little-endian; the data is a
 * protocol buffer `Event` { 1: wall time, 2: step, 3: file version, 5: summary { 1: { 1: tag, 2: simple value } } }.
 * The file's name has to contain `tfevents`.
 */
import { encodeDouble, encodeFloat, encodeInteger, encodeMessage, encodeString, joinBytes } from '../protobuf.ts';
import type { ScalarRecord } from './scalars.ts';

/** The Castagnoli polynomial, bits reversed. */
const POLYNOMIAL = 0x82f63b78;
const table = createTable();

function createTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte;
    for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? POLYNOMIAL : 0);
    return remainder;
  });
}

export function computeCrc32c(bytes: Uint8Array): number {
  let crc = -1;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 255]!;
  return ~crc >>> 0;
}

/** Checksums are stored turned and shifted, since a checksum of data with checksums inside would be weak. */
function computeMaskedCrc(bytes: Uint8Array): number {
  const crc = computeCrc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

/** The first bytes of a file; the wall time is in seconds since 1970. */
export function encodeEventsOpening(wallTime: number): Uint8Array {
  return encodeRecord(joinBytes([encodeDouble(1, wallTime), encodeString(3, 'brain.Event:2')]));
}

export function encodeScalarEvent(record: ScalarRecord, wallTime: number): Uint8Array {
  const values = Object.entries(record.scalars).map(([tag, value]) =>
    encodeMessage(1, [encodeString(1, tag), encodeFloat(2, value)]),
  );
  return encodeRecord(joinBytes([encodeDouble(1, wallTime), encodeInteger(2, record.step), encodeMessage(5, values)]));
}

function encodeRecord(data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(16 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length, true);
  view.setUint32(8, computeMaskedCrc(bytes.subarray(0, 8)), true);
  bytes.set(data, 12);
  view.setUint32(12 + data.length, computeMaskedCrc(data), true);
  return bytes;
}
