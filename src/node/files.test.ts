import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelError } from '../engine/model/problem.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { FileError } from './file-error.ts';
import { openRecording, RecordingWriter } from './recording-file.ts';
import { readTextFile } from './text-file.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'bestiary-node-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('writeFileAtomic', () => {
  it('writes and replaces whole files, and leaves nothing else', () => {
    const file = path.join(folder, 'a.json');
    writeFileAtomic(file, 'first, which is longer');
    writeFileAtomic(file, 'zweite ü');
    expect(readFileSync(file, 'utf8')).toBe('zweite ü');
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  it('keeps the old file and cleans up when the new one cannot be put in place', () => {
    const taken = path.join(folder, 'taken');
    mkdirSync(path.join(taken, 'inside'), { recursive: true });
    expect(() => writeFileAtomic(taken, 'x')).toThrow(FileError);
    expect(readdirSync(folder)).toEqual(['taken']);
    expect(statSync(taken).isDirectory()).toBe(true);
  });

  it('says which file and why', () => {
    const file = path.join(folder, 'missing', 'a.json');
    expect(() => writeFileAtomic(file, 'x')).toThrow(`Cannot write ${file}: it does not exist. Check the path.`);
    expect(existsSync(path.dirname(file))).toBe(false);
  });
});

describe('RecordingWriter', () => {
  it('hands every piece over at once, and reads back from any place', () => {
    const file = path.join(folder, 'r.bst');
    const writer = new RecordingWriter(file, Uint8Array.from([1, 2, 3]), { replace: false });
    expect(statSync(file).size).toBe(3);
    writer.append(Uint8Array.from([4, 5]));
    writer.finish();
    writer.close();
    const source = openRecording(file);
    expect(source.length).toBe(5);
    expect([...source.read(1, 3)]).toEqual([2, 3, 4]);
    expect([...source.read(3, 100)]).toEqual([4, 5]);
    source.close();
  });

  it('says that the disk is full', () => {
    const file = path.join(folder, 'r.bst');
    symlinkSync('/dev/full', `${file}.${process.pid}.tmp`);
    expect(() => new RecordingWriter(file, new Uint8Array(10), { replace: false })).toThrow(
      `Cannot write ${file}: the disk is full. Free some space`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('names what it cannot create or read', () => {
    const first = new Uint8Array(1);
    expect(() => new RecordingWriter(folder, first, { replace: true })).toThrow(/Cannot create .*: it is a folder\./u);
    expect(() => new RecordingWriter(folder, first, { replace: false })).toThrow(/something with this name exists/u);
    expect(() => openRecording(path.join(folder, 'no'))).toThrow(/Cannot read .*no: it does not exist\./u);
  });
});

describe('two recordings of one name', () => {
  const [one, two] = [Uint8Array.of(1), Uint8Array.of(2)];

  it('do not get into each other: the second is refused, and the first stays', () => {
    const file = path.join(folder, 'r.bst');
    const first = new RecordingWriter(file, one, { replace: false });
    expect(() => new RecordingWriter(file, two, { replace: false })).toThrow(
      expect.objectContaining({ code: 'eexist' }),
    );
    first.finish();
    expect([...readFileSync(file)]).toEqual([1]);
    expect(readdirSync(folder)).toEqual(['r.bst']);
  });

  it('may replace one another whole, and the one that was replaced knows it', () => {
    const file = path.join(folder, 'r.bst');
    const first = new RecordingWriter(file, one, { replace: false });
    expect(first.isInPlace).toBe(true);
    const second = new RecordingWriter(file, two, { replace: true });
    first.append(one);
    first.finish();
    second.finish();
    expect([first.isInPlace, second.isInPlace]).toEqual([false, true]);
    expect([...readFileSync(file)]).toEqual([2]);
  });
});

describe('readTextFile', () => {
  it('reads up to the limit, without a byte order mark', () => {
    const file = path.join(folder, 'a.txt');
    writeFileSync(file, '\ufeffabcé');
    expect(readTextFile(file, 8)).toBe('abcé');
    expect(() => readTextFile(file, 7)).toThrow(ModelError);
  });

  it('refuses what is not text', () => {
    const file = path.join(folder, 'a.bin');
    writeFileSync(file, Uint8Array.from([0xff, 0x00, 0xc0]));
    expect(() => readTextFile(file, 100)).toThrow('not UTF-8');
    expect(() => readTextFile(folder, 1e6)).toThrow('got a folder');
  });

  it('is read in UTF-16 of either order, where a mark says so', () => {
    const file = path.join(folder, 'wide.json');
    const little = Buffer.from('\ufeff{"ü":1}', 'utf16le');
    for (const bytes of [little, Buffer.from(little).swap16()]) {
      writeFileSync(file, bytes);
      expect(readTextFile(file, 100)).toBe('{"ü":1}');
    }
  });
});
