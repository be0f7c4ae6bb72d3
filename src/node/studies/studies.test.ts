import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import type { JobResult } from '../../experiments/studies/job.ts';
import { parseStudySpec } from '../../experiments/studies/spec.ts';
import { resolveSweep } from '../../experiments/studies/study.ts';
import { FileError } from '../file-error.ts';
import { encodeParquet } from './parquet.ts';
import { ResultStore } from './result-store.ts';
import { writeStudy } from './study-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bestiary-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function createResult(key: string, speed: number | null = 1): JobResult {
  return { key, status: 'complete', steps: 3, seconds: 0.1, hash: 'h', metrics: { speed } };
}

function fill(...keys: string[]): void {
  const store = new ResultStore(folder);
  for (const key of keys) store.add(createResult(key, 0.1 + 0.2));
  store.close();
}

describe('the folder of a study', () => {
  const spec = { animal: 'lamprey', seconds: 0.1, parameters: { 'brainstem.left': { list: [0.1, 0.2] } } };
  const study = resolveSweep(parseStudySpec(JSON.stringify(spec)), describeAnimal('lamprey'), 'v');
  const file = () => path.join(folder, 'study.json');

  it('is written once, and again where it says something else', () => {
    writeStudy(folder, 'sweep', study);
    const text = readFileSync(file(), 'utf8');
    const { ino } = statSync(file());
    writeStudy(folder, 'sweep', study);
    expect(statSync(file()).ino).toBe(ino);
    for (const other of ['{}', `${text} `, '']) {
      writeFileSync(file(), other);
      writeStudy(folder, 'sweep', study);
      expect(readFileSync(file(), 'utf8')).toBe(text);
    }
  });

  it('does not read a study.json that cannot be its own, and refuses a folder in its place', () => {
    writeFileSync(file(), '');
    truncateSync(file(), 2 ** 31);
    writeStudy(folder, 'sweep', study);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ kind: 'sweep', version: 'v' });
    rmSync(file());
    mkdirSync(file());
    expect(() => writeStudy(folder, 'sweep', study)).toThrow(FileError);
  });
});

describe('the store of results', () => {
  it('gives back what it was given, from any number of processes', () => {
    fill('a', 'b');
    fill('c');
    const store = new ResultStore(folder);
    expect(store.size).toBe(3);
    expect(store.get('a')).toEqual(createResult('a', 0.1 + 0.2));
    expect(store.has('d')).toBe(false);
    expect(readdirSync(path.join(folder, 'results'))).toHaveLength(2);
  });

  it('keeps a result once', () => {
    fill('a', 'a');
    fill('a');
    expect(readdirSync(path.join(folder, 'results'))).toHaveLength(1);
  });

  it('passes over lines that are not whole or not what was written', () => {
    fill('a', 'b', 'c');
    const file = path.join(folder, 'results', readdirSync(path.join(folder, 'results'))[0]!);
    const lines = readFileSync(file, 'utf8').split('\n');
    lines[1] = lines[1]!.replace('0.3', '0.4');
    writeFileSync(file, lines.join('\n'));
    appendFileSync(file, '12345678 {"key":"d","status":"compl');
    const store = new ResultStore(folder);
    expect(store.damaged).toBe(2);
    expect([store.has('a'), store.has('b'), store.has('c'), store.has('d')]).toEqual([true, false, true, false]);
  });

  it('takes over what another has and it has not', () => {
    fill('a', 'b');
    const other = mkdtempSync(path.join(tmpdir(), 'bestiary-store-'));
    try {
      const store = new ResultStore(other);
      store.add(createResult('b'));
      expect(store.take(new ResultStore(folder))).toBe(1);
      store.close();
      expect(new ResultStore(other).size).toBe(2);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('says which file it could not write', () => {
    writeFileSync(path.join(folder, 'results'), 'a file');
    expect(() => new ResultStore(folder)).toThrow(/Cannot use .*results: a part of the path is a file/u);
  });
});

it('writes every kind of cell into Parquet', async () => {
  const bytes = encodeParquet(
    {
      rows: 2,
      columns: [
        { name: 'n', type: 'number', unit: 'm', about: '', cells: [0.1 + 0.2, null] },
        { name: 'w', type: 'whole', unit: '', about: '', cells: [Number.MAX_SAFE_INTEGER, -1] },
        { name: 't', type: 'text', unit: '', about: '', cells: ['ü', true] },
      ],
    },
    { title: 'x' },
  );
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  expect(await parquetReadObjects({ file })).toEqual([
    { n: 0.1 + 0.2, w: BigInt(Number.MAX_SAFE_INTEGER), t: 'ü' },
    { n: null, w: -1n, t: 'true' },
  ]);
});
