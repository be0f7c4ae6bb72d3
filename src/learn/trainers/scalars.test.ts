import { describe, expect, it } from 'vitest';
import { decodeFields } from '../protobuf.ts';
import {
  createInfoScalars,
  createMeanScalar,
  type ScalarRecord,
  toCsvHeader,
  toCsvLine,
  toJsonLine,
} from './scalars.ts';
import { computeCrc32c, encodeEventsOpening, encodeScalarEvent } from './tensorboard.ts';
import { decodeText, encodeText } from '../text-bytes.ts';

const record: ScalarRecord = {
  step: 1_000_000,
  scalars: { 'charts/episodic_return': -12.5, 'losses/policy_loss': 0.25 },
};

describe('the log as text', () => {
  it('has a JSON line for each record', () => {
    expect(JSON.parse(toJsonLine(record, 1.5))).toEqual({ step: 1_000_000, seconds: 1.5, ...record.scalars });
    expect(toJsonLine(record, 1.5).endsWith('}\n')).toBe(true);
  });

  it('has CSV with fixed columns, empty where there is no number', () => {
    const names = ['losses/policy_loss', 'charts/angle', 'odd "name", quoted'];
    expect(toCsvHeader(names)).toBe('step,seconds,losses/policy_loss,charts/angle,"odd ""name"", quoted"\n');
    expect(toCsvLine(record, 2, names)).toBe('1000000,2,0.25,,\n');
  });

  it('has means, and no number for nothing', () => {
    expect(createMeanScalar('a', Float64Array.of(1, 2, 6))).toEqual({ a: 3 });
    expect(createMeanScalar('a', new Float64Array(0))).toEqual({});
    expect(createInfoScalars(['x', 'y'], Float64Array.of(1, 10, 3, 30))).toEqual({ 'charts/x': 2, 'charts/y': 20 });
    expect(createInfoScalars([], new Float64Array(0))).toEqual({});
  });
});

/** CRC-32C bit by bit, straight from its definition. */
function computeSlowCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Takes the records of a file apart, checking both checksums of each. */
function readRecords(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const unmask = (at: number): number => {
    const turned = (view.getUint32(at, true) - 0xa282ead8) >>> 0;
    return ((turned >>> 17) | (turned << 15)) >>> 0;
  };
  const records: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = Number(view.getBigUint64(at, true));
    expect(unmask(at + 8)).toBe(computeSlowCrc(bytes.subarray(at, at + 8)));
    records.push(bytes.subarray(at + 12, at + 12 + length));
    expect(unmask(at + 12 + length)).toBe(computeSlowCrc(records.at(-1)!));
    at += 16 + length;
  }
  return records;
}

describe('TensorBoard events', () => {
  it('have the check value of CRC-32C', () => {
    expect(computeCrc32c(encodeText('123456789'))).toBe(0xe3069283);
  });

  it('are records with good checksums that hold the scalars', () => {
    const opening = encodeEventsOpening(1234.5);
    const event = encodeScalarEvent(record, 1235.5);
    const [first, second, ...more] = readRecords(Uint8Array.of(...opening, ...event));
    expect(more).toEqual([]);
    const version = decodeFields(first!, 'event').find(({ field }) => field === 3)!;
    expect(decodeText(version.bytes)).toBe('brain.Event:2');
    const fields = decodeFields(second!, 'event');
    const wallTime = fields.find(({ field }) => field === 1)!.bytes;
    expect(new DataView(wallTime.buffer, wallTime.byteOffset).getFloat64(0, true)).toBe(1235.5);
    expect(fields.find(({ field }) => field === 2)!.integer).toBe(1_000_000);
    const values = decodeFields(fields.find(({ field }) => field === 5)!.bytes, 'summary').map(({ bytes }) => {
      const [tag, value] = decodeFields(bytes, 'value');
      return [decodeText(tag!.bytes), new DataView(value!.bytes.buffer, value!.bytes.byteOffset).getFloat32(0, true)];
    });
    expect(Object.fromEntries(values)).toEqual(record.scalars);
  });
});
