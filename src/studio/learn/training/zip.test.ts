import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createZip, readZip } from './zip.ts';

const limits = new Map([
  ['training.json', 1000],
  ['checkpoint.bin', 10_000],
  ['nothing', 0],
]);

const entries = [
  { name: 'training.json', bytes: new TextEncoder().encode('{"format":"bestiary-training"}') },
  { name: 'checkpoint.bin', bytes: Uint8Array.from({ length: 5000 }, (_, i) => (i * i) & 255) },
  { name: 'nothing', bytes: new Uint8Array(0) },
];

describe('.zip files', () => {
  it('hold files that come out as they went in', () => {
    expect(readZip(createZip(entries), limits)).toEqual(entries);
  });

  it('are understood by others', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'zip-'));
    try {
      const file = path.join(folder, 'a.zip');
      writeFileSync(file, createZip(entries));
      const script =
        'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert not z.testzip(); z.extractall(sys.argv[2])';
      execFileSync('python3', ['-c', script, file, folder]);
      for (const { name, bytes } of entries)
        expect(new Uint8Array(readFileSync(path.join(folder, name)))).toEqual(bytes);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('that are deflated, as others make them, are read, and folders left out', () => {
    const [one] = entries;
    const packed = new Uint8Array(deflateRawSync(one!.bytes));
    // The same file with its content deflated: only method and size of the content differ.
    const stored = createZip([{ name: 'mine/training.json', bytes: packed }]);
    const view = new DataView(stored.buffer);
    const directory = view.getUint32(stored.length - 6, true);
    view.setUint16(directory + 10, 8, true);
    const crc = new DataView(createZip([one!]).buffer).getUint32(14, true);
    view.setUint32(directory + 16, crc, true);
    view.setUint32(directory + 24, one!.bytes.length, true);
    expect(readZip(stored, limits)).toEqual([one]);
  });

  it('that are damaged are refused in words', () => {
    const bytes = createZip(entries);
    bytes[60]! ^= 1;
    expect(() => readZip(bytes, limits)).toThrow(/damaged/u);
    expect(() => readZip(Uint8Array.of(1, 2, 3), limits)).toThrow(/not a \.zip/u);
  });

  it('that say they are huge are refused before they are unpacked', () => {
    const bytes = createZip(entries);
    const view = new DataView(bytes.buffer);
    view.setUint32(view.getUint32(bytes.length - 6, true) + 24, 0xfffffff0, true);
    expect(() => readZip(bytes, limits)).toThrow(/training\.json has 4294967280 bytes .* at most 1000 are read/u);
  });

  it('unpack only what is asked for, and no more than their directory says', () => {
    // 64 MB of zeros in 64 kB, under a name that nobody wants and under one that says 1000 bytes.
    const bomb = new Uint8Array(deflateRawSync(new Uint8Array(1 << 26), { level: 9 }));
    const pack = (name: string): Uint8Array => {
      const bytes = createZip([{ name, bytes: bomb }]);
      const view = new DataView(bytes.buffer);
      const directory = view.getUint32(bytes.length - 6, true);
      view.setUint16(directory + 10, 8, true);
      view.setUint32(directory + 24, 1000, true);
      return bytes;
    };
    const before = process.memoryUsage().arrayBuffers;
    expect(readZip(pack('other.bin'), limits)).toEqual([]);
    expect(() => readZip(pack('training.json'), limits)).toThrow(/training\.json has another length/u);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64e6);
  });

  it('with a file twice are refused', () => {
    const twice = [...entries, { ...entries[0]!, name: 'other/training.json' }];
    expect(() => readZip(createZip(twice), limits)).toThrow(/training\.json more than once/u);
  });
});
