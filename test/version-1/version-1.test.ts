/**
 * Files that version 1 of creature files, and the program of that time, has written: they open, and run as expected.json says. Its
 * hashes were those of the program that wrote the files (commit 95e4849); `npm run bless` has written them again where the physics
 * changed since.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { animalNames, describeAnimal, parseCreature } from '../../src/animals/registry.ts';
import { replaceValue } from '../../src/engine/families/descriptions.ts';
import type { AnimalDesc } from '../../src/engine/model/desc-family.ts';
import { readAt } from '../../src/engine/model/field-tree.ts';
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
  readonly fits: Readonly<
    Record<
      string,
      {
        readonly ranges: readonly (readonly [path: string, from: number, to: number, start: number])[];
        readonly links: readonly string[];
        readonly steps: number;
        readonly hash: string;
      }
    >
  >;
}
const expected = JSON.parse(read('expected.json')) as Expected;

/** Hashes that have changed, by the old one; `npm run bless` accepts them. */
const accepted = new Map<string, string>();
const isBlessing = process.env['BESTIARY_BLESS'] === '1';

function expectHash(hash: string | undefined, known: string): void {
  if (isBlessing) accepted.set(known, hash!);
  else expect(hash).toBe(known);
}

afterAll(() => {
  if (!isBlessing) return;
  const text = read('expected.json').replaceAll(/[0-9a-f]{16}/gu, (hash) => accepted.get(hash) ?? hash);
  writeFileSync(path.join(folder, 'expected.json'), text);
});

function run(desc: AnimalDesc, steps: number, seed: number): string {
  const simulation = new Simulation(desc, { seed });
  for (let i = 0; i < steps; i++) simulation.step();
  return simulation.hash();
}

/** Hashes of one list: where two are equal, a difference between their files would be lost unseen. */
function expectDifferent(hashes: readonly string[]): void {
  expect(hashes.filter((hash, i) => hashes.indexOf(hash) !== i)).toEqual([]);
}

const defaults = new Map<string, string>();

function runDefault(animal: string, steps: number): string {
  const key = `${animal} ${steps}`;
  if (!defaults.has(key)) defaults.set(key, run(describeAnimal(animal), steps, 3));
  return defaults.get(key)!;
}

describe('a creature file of version 1', () => {
  const files = readdirSync(path.join(folder, 'creatures')).map((file) => file.replace('.creature.json', ''));

  it('is one of many', () => {
    expect(files.sort()).toEqual([...Object.keys(expected.creatures), ...Object.keys(expected.refused)].sort());
    expect(files.length).toBeGreaterThan(60);
  });

  it.each(Object.entries(expected.creatures))(
    '%s runs to the same bits, and until it differs',
    (name, [steps, hash]) => {
      const desc = parseCreature(read('creatures', `${name}.creature.json`));
      expectHash(run(desc, steps, 3), hash);
      if (name !== desc.animal && animalNames.includes(desc.animal))
        expect(runDefault(desc.animal, steps), 'the default animal').not.toBe(hash);
    },
  );

  it('has a hash of its own', () => {
    expectDifferent(Object.values(expected.creatures).map(([, hash]) => hash));
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
    expectHash(run(describeLinked(animal, settings), steps, seed), hash);
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
    expect(branches).toHaveLength(1);
    expectHash(replay(branches[0]!, steps), hash);
    const linked = parseKeptRun(JSON.parse(await unpack(parsePermalink(link)!.run!.packed)));
    expectHash(replay(linked, steps), hash);
  });
});

describe('a recording of version 1', () => {
  it.each(Object.entries(expected.recordings))('of a %s opens and is recomputed', (name, [steps, hash]) => {
    const source = createMemorySource(
      new Uint8Array(gunzipSync(readFileSync(path.join(folder, 'recordings', `${name}.bst.gz`)))),
    );
    const { header } = inspectRecording(source);
    expect([...iterateFrames(source)].length).toBeGreaterThan(0);
    expectHash(run(header.desc, steps, header.seed), hash);
  });
});

describe('a study of version 1', () => {
  it.each(Object.entries(expected.studies))('%s gives the same rows', (name, hashes) => {
    const spec = parseStudySpec(read('studies', `${name}.json`));
    const study = resolveSweep(spec, describeAnimal(spec.animal!), 'any');
    const runs = new JobRunner();
    const jobs = expandJobs(study);
    expect(jobs).toHaveLength(hashes.length);
    expectDifferent(hashes);
    jobs.forEach((job, i) => expectHash(runs.run(study.task, name, job).hash, hashes[i]!));
  });

  it.each(Object.entries(expected.fits))('that fits a %s searches the same ranges', (name, fit) => {
    const spec = parseStudySpec(read('studies', `${name}.fit.json`));
    const study = resolveFit(spec, describeAnimal(name), 'any');
    expect(study.ranges.map(({ name: path, from, to, start }) => [path, from, to, start])).toEqual(fit.ranges);
    expect(study.links.map(({ name: path }) => path)).toEqual(fit.links);
    // One trial at a point that no default has: every range and link is set by its name of now.
    const at = Object.fromEntries(study.ranges.map((range, i) => [range.name, range.compute(0.2 + 0.1 * i)]));
    const linked = Object.fromEntries(study.links.map((link) => [link.name, link.compute(at)]));
    const parameters = { ...at, ...linked };
    const desc = Object.entries(parameters).reduce(
      (to, [path, value]) => replaceValue(to, path, value),
      describeAnimal(name),
    );
    expectHash(run(desc, fit.steps, 1), fit.hash);
    expect(runDefault(name, fit.steps)).not.toBe(fit.hash);
    for (const path of Object.keys(parameters)) {
      const usual = readAt(describeAnimal(name), path);
      expect(run(replaceValue(desc, path, usual), fit.steps, 1), path).not.toBe(fit.hash);
    }
  });
});

describe('a policy of version 1', () => {
  it.each(Object.entries(expected.policies))('%s drives as it did', async (name, hash) => {
    const file = path.join(folder, 'policies', `${name}.json`);
    const { json } = await runJson('run', name.split('.')[0]!, '--policy', file, '--seconds', '0.2', '--seed', '2');
    expectHash(json.hash as string, hash);
  });
});
