/** What is found again in the folders of runs, trainings and reproductions. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemorySource } from '../engine/record/decode.ts';
import { createRecordingHeader, RecordingEncoder } from '../engine/record/encode.ts';
import { emptyResult } from '../experiments/reproduce/judge.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../learn/checkpoint.ts';
import { ppoPresets } from '../learn/trainers/ppo-config.ts';
import { createBox } from '../learn/spaces.ts';
import { createSmallLamprey } from '../testing/small-lamprey.ts';
import { createSmallPolicy } from '../testing/small-policy.ts';
import { findKeptState } from './kept-state.ts';
import { readPolicy, writePolicy } from './learning/policy-files.ts';
import { createTrainingFolder, loadCheckpoint, saveCheckpoint } from './learning/training-folder.ts';
import { OutcomeStore } from './reproduce/outcome-store.ts';
import { writeReproduction } from './reproduce/write-report.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'bestiary-kept-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the state of a recording at a step is the latest one that is not after it', () => {
  const simulation = createSmallLamprey();
  const encoder = new RecordingEncoder(createRecordingHeader(simulation, 1, 'test'));
  const pieces = [encoder.start()];
  for (let step = 1; step <= 6; step++) {
    simulation.step();
    if (step % 2 === 0) pieces.push(encoder.snapshot(step, simulation.snapshot()));
  }
  const source = createMemorySource(new Uint8Array(Buffer.concat(pieces)));
  const find = (step: number) => findKeptState(source, step)?.step;
  expect([1, 2, 3, 4, 5, 9].map(find)).toEqual([undefined, 2, 2, 4, 4, 6]);
});

describe('a policy', () => {
  const box = createBox(['a'], [-1], [1]);
  const [continuous, discrete] = [box, { kind: 'discrete', count: 2, names: ['action'] } as const].map((actionSpace) =>
    createSmallPolicy({ observationSpace: box, actionSpace }),
  );
  const settings = {
    ...({ subject: { kind: 'toy', name: 'identity' }, trainer: 'ppo', preset: 'default' } as const),
    ...{ config: ppoPresets.default, seed: 1, lanes: 2, workers: 1 },
  };
  const maker = { program: 'p', codeVersion: 'v' };

  it('is written as JSON and ONNX, and read from its folder or as either', () => {
    const files = createTrainingFolder(folder);
    writePolicy(files, settings, { policy: continuous!, updates: 1, transitions: 2 }, maker);
    expect(readdirSync(folder).sort()).toEqual(['policy.json', 'policy.onnx']);
    for (const place of [folder, files.policy, files.onnx])
      expect(readPolicy(place).policy.parameters).toEqual(Float64Array.from(Float32Array.from(continuous!.parameters)));
  });

  it('of choices has no ONNX model', () => {
    writePolicy(createTrainingFolder(folder), settings, { policy: discrete!, updates: 1, transitions: 2 }, maker);
    expect(readdirSync(folder)).toEqual(['policy.json']);
  });
});

describe('a checkpoint', () => {
  const box = createBox(['a'], [-1], [1]);
  const encode = (seed: number) =>
    encodeCheckpoint({
      ...({ kind: 'ppo', config: {}, observationSpace: box, actionSpace: box, source: {} } as const),
      ...{ seed, trainer: { counts: Float64Array.of(seed, 0, 0) } },
    });
  const open = (bytes: Uint8Array | undefined) => bytes && decodeCheckpoint(bytes, 'ppo').seed;

  it('is the last one, and on demand the one before; a damaged one says where a whole one is', () => {
    const files = createTrainingFolder(folder);
    expect(loadCheckpoint(files, 'ppo', false)).toBeUndefined();
    saveCheckpoint(files, encode(1));
    expect(open(loadCheckpoint(files, 'ppo', false))).toBe(1);
    expect(() => loadCheckpoint(files, 'ppo', true)).toThrow(/No earlier checkpoint/u);
    saveCheckpoint(files, encode(2));
    expect([false, true].map((previous) => open(loadCheckpoint(files, 'ppo', previous)))).toEqual([2, 1]);
    const damaged = encode(3);
    damaged[damaged.length - 1]! ^= 1;
    writeFileSync(files.checkpoint, damaged);
    expect(() => loadCheckpoint(files, 'ppo', false)).toThrow(/before it is whole \(update 1\).*--previous/u);
    rmSync(files.checkpoint);
    expect(open(loadCheckpoint(files, 'ppo', false))).toBe(1);
    writeFileSync(files.previous, damaged);
    expect(() => loadCheckpoint(files, 'ppo', false)).toThrow(/start again in another folder/u);
  });
});

describe('a reproduction', () => {
  const outcome = { experiment: 'worm/body', result: emptyResult, seconds: 1, time: '' };

  it('finds what it has computed, by program and length; what is damaged or of another is computed again', () => {
    expect(new OutcomeStore(undefined, 'v', true).get('worm/body')).toBeUndefined();
    const store = new OutcomeStore(folder, 'v', true);
    expect(store.get('worm/body')).toBeUndefined();
    store.add(outcome);
    expect(store.get('worm/body')).toEqual(outcome);
    expect(new OutcomeStore(folder, 'v', false).get('worm/body')).toBeUndefined();
    expect(new OutcomeStore(folder, 'w', true).get('worm/body')).toBeUndefined();
    const [name] = readdirSync(path.join(folder, 'experiments'));
    for (const text of ['null', '[]', '{"experiment":"worm/other"}', '{"experiment":"worm/body"}', '{"exper']) {
      writeFileSync(path.join(folder, 'experiments', name!), text);
      expect(store.get('worm/body')).toBeUndefined();
    }
  });

  it('writes a table with rows as Parquet too', () => {
    const cells = [1, 2];
    const column = { name: 'a', type: 'number', unit: 'm', about: '', cells } as const;
    const tables = [
      { name: 'full', table: { columns: [column], rows: 2 } },
      { name: 'empty', table: { columns: [{ ...column, cells: [] }], rows: 0 } },
    ];
    const paper = { name: 'p', title: 't', experiments: [] };
    const experiment = { id: 'worm/body', title: 't', claims: [], cost: [0, 0] } as const;
    const result = { ...emptyResult, tables };
    const part = { paper, experiment, claims: new Set<string>(), rows: [], outcome: { ...outcome, result } };
    const files = writeReproduction(folder, [part], { version: 'v', quick: true, machine: 'm' });
    expect(files).toEqual([
      'report.html',
      'rows.json',
      'rows.csv',
      ...['full.csv', 'full.parquet', 'empty.csv'].map((name) => path.join('series', name)),
    ]);
    expect(readFileSync(path.join(folder, 'series/full.csv'), 'utf8')).toBe('a\r\n1\r\n2\r\n');
  });
});
