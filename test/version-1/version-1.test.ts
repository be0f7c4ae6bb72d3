/**
 * Files that version 1 of creature files, and the program of that time, has written: they open, and run to the same bits. All
 * hashes in expected.json are those of the program that wrote the files (commit 95e4849).
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { describeAnimal, parseCreature } from '../../src/animals/registry.ts';
import { replaceValue } from '../../src/engine/families/descriptions.ts';
import type { AnimalDesc } from '../../src/engine/model/desc-family.ts';
import { createMemorySource, inspectRecording, iterateFrames } from '../../src/engine/record/decode.ts';
import { type KeptRun, parseKeptRun, parseKeptRuns } from '../../src/engine/record/kept-run.ts';
import { parsePermalink } from '../../src/engine/record/permalink.ts';
import { createChanges } from '../../src/engine/sim/edits.ts';
import { Replay } from '../../src/engine/sim/replay.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import { JobRunner } from '../../src/experiments/studies/run-job.ts';
import { parseStudySpec } from '../../src/experiments/studies/spec.ts';
import { expandJobs, resolveFit, resolveSweep } from '../../src/experiments/studies/study.ts';
import { unpack } from '../../src/studio/session/kept/pack.ts';
import { runJson } from '../cli/program.ts';

const folder = import.meta.dirname;
const read = (...names: string[]): string => readFileSync(path.join(folder, ...names), 'utf8');

interface Expected {
  /** The field that each file or link names which version 2 cannot run to the same bits: it was without effect, or is gone. */
  readonly refused: Readonly<Record<string, string>>;
  readonly refusedLinks: Readonly<Record<string, string>>;
  readonly creatures: Readonly<Record<string, readonly [steps: number, hash: string]>>;
  readonly links: readonly { readonly link: string; readonly steps: number; readonly hash: string }[];
  readonly runs: readonly {
    readonly file: string;
    readonly link: string;
    readonly steps: number;
    readonly hash: string;
  }[];
  readonly recordings: Readonly<Record<string, readonly [steps: number, hash: string]>>;
  readonly policies: Readonly<Record<string, string>>;
  readonly studies: Readonly<Record<string, readonly string[]>>;
}
const expected = JSON.parse(read('expected.json')) as Expected;

function run(desc: AnimalDesc, steps: number, seed: number): string {
  const simulation = new Simulation(desc, { seed });
  for (let i = 0; i < steps; i++) simulation.step();
  return simulation.hash();
}

describe('a creature file of version 1', () => {
  const files = readdirSync(path.join(folder, 'creatures')).map((file) => file.replace('.creature.json', ''));

  it('is one of many', () => {
    expect(files.sort()).toEqual([...Object.keys(expected.creatures), ...Object.keys(expected.refused)].sort());
    expect(files.length).toBeGreaterThan(60);
  });

  it.each(Object.entries(expected.creatures))('%s runs to the same bits', (name, [steps, hash]) => {
    expect(run(parseCreature(read('creatures', `${name}.creature.json`)), steps, 3)).toBe(hash);
  });

  it.each(Object.entries(expected.refused))('%s is refused, and says %s', (name, field) => {
    expect(() => parseCreature(read('creatures', `${name}.creature.json`))).toThrow(field);
  });
});

/** The animal of a link, as the studio opens it. */
function describeLinked(animal: string, settings: readonly (readonly [string, unknown])[]): AnimalDesc {
  return settings.reduce((desc, [at, value]) => replaceValue(desc, at, value), describeAnimal(animal));
}

describe('a link of version 1', () => {
  it.each(expected.links)('$link', ({ link, steps, hash }) => {
    const { animal, settings, seed } = parsePermalink(link)!;
    expect(run(describeLinked(animal, settings), steps, seed)).toBe(hash);
  });

  it.each(Object.entries(expected.refusedLinks))('%s is refused, and says %s', (link, field) => {
    const { animal, settings } = parsePermalink(link)!;
    expect(() => describeLinked(animal, settings)).toThrow(field);
  });
});

function replay({ animal, settings, seed, edits }: KeptRun, steps: number): string {
  const start = describeLinked(animal, settings);
  const { changes, problems } = createChanges(start, describeAnimal(animal), edits);
  expect(problems).toEqual([]);
  const run = new Replay({ desc: start, seed, step: 0, changes });
  for (let i = 0; i < steps; i++) run.step();
  return run.simulation.hash();
}

describe('runs that were kept with version 1', () => {
  it.each(expected.runs)('$file and its link', async ({ file, link, steps, hash }) => {
    const { branches } = parseKeptRuns(JSON.parse(read(file)));
    expect(branches.map((branch) => replay(branch, steps))).toEqual([hash]);
    const linked = parseKeptRun(JSON.parse(await unpack(parsePermalink(link)!.run!.packed)));
    expect(replay(linked, steps)).toBe(hash);
  });
});

describe('a recording of version 1', () => {
  it.each(Object.entries(expected.recordings))('of a %s opens and is recomputed', (name, [steps, hash]) => {
    const source = createMemorySource(
      new Uint8Array(gunzipSync(readFileSync(path.join(folder, 'recordings', `${name}.bst.gz`)))),
    );
    const { header } = inspectRecording(source);
    expect([...iterateFrames(source)].length).toBeGreaterThan(0);
    expect(run(header.desc, steps, header.seed)).toBe(hash);
  });
});

describe('a study of version 1', () => {
  it.each(Object.entries(expected.studies))('%s gives the same rows', (name, hashes) => {
    const spec = parseStudySpec(read('studies', `${name}.json`));
    const study = resolveSweep(spec, describeAnimal(spec.animal!), 'any');
    const runs = new JobRunner();
    expect(expandJobs(study).map((job) => runs.run(study.task, name, job).hash)).toEqual(hashes);
  });

  it.each(['lamprey', 'worm'])('that fits a %s names what there is', (name) => {
    const spec = parseStudySpec(read('studies', `${name}.fit.json`));
    expect(resolveFit(spec, describeAnimal(name), 'any').ranges.length).toBeGreaterThan(1);
  });
});

describe('a policy of version 1', () => {
  it.each(Object.entries(expected.policies))('%s drives as it did', async (name, hash) => {
    const file = path.join(folder, 'policies', `${name}.json`);
    const { json } = await runJson('run', name.split('.')[0]!, '--policy', file, '--seconds', '0.2', '--seed', '2');
    expect(json.hash).toBe(hash);
  });
});
