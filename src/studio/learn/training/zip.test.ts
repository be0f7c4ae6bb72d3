import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createZip, readZip } from './zip.ts';

const entries = [
  { name: 'training.json', bytes: new TextEncoder().encode('{"format":"bestiary-training"}') },
  { name: 'checkpoint.bin', bytes: Uint8Array.from({ length: 5000 }, (_, i) => (i * i) & 255) },
  { name: 'nothing', bytes: new Uint8Array(0) },
];

describe('.zip files', () => {
  it('hold files that come out as they went in', async () => {
    expect(await readZip(createZip(entries))).toEqual(entries);
  });

  it('are understood by others', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'zip-'));
    try {
      const file = path.join(folder, 'a.zip');
      writeFileSync(file, createZip(entries));
      const script =
        'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';
      execFileSync('python3', ['-c', script, file, folder]);
      for (const { name, bytes } of entries)
        expect(new Uint8Array(readFileSync(path.join(folder, name)))).toEqual(bytes);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('that are deflated, as others make them, are read, and folders left out', async () => {
    const [one] = entries;
    const packed = new Uint8Array(deflateRawSync(one!.bytes));
    // The same file with its content deflated: only method and size of the content differ.
    const stored = createZip([{ name: 'mine/training.json', bytes: packed }]);
    const view = new DataView(stored.buffer);
    const directory = view.getUint32(stored.length - 6, true);
    view.setUint16(directory + 10, 8, true);
    const crc = new DataView(createZip([one!]).buffer).getUint32(14, true);
    view.setUint32(directory + 16, crc, true);
    expect(await readZip(stored)).toEqual([one]);
  });

  it('that are damaged are refused in words', async () => {
    const bytes = createZip(entries);
    bytes[60]! ^= 1;
    await expect(readZip(bytes)).rejects.toThrow(/damaged/u);
    await expect(readZip(Uint8Array.of(1, 2, 3))).rejects.toThrow(/not a \.zip/u);
  });
});
