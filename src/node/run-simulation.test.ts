import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inspectRecording, iterateFrames } from '../engine/record/decode.ts';
import { createSmallLamprey } from '../testing/small-lamprey.ts';
import { withRecording } from './kept-state.ts';
import { createRunFolder } from './run-folder.ts';
import { runSimulation } from './run-simulation.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'bestiary-run-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const plan = { every: 50, program: 'p', isInterrupted: () => false, onProgress: () => undefined };

it('records a frame every few steps and the state once a second and at the end', async () => {
  const simulation = createSmallLamprey();
  const second = Math.round(1 / simulation.system.dt);
  const steps = 2 * second + 30;
  const result = await runSimulation(simulation, { ...plan, steps, files: createRunFolder(folder) });
  expect(result).toMatchObject({ status: 'complete', steps, hash: simulation.hash(), isRecorded: true });
  withRecording(folder, (source, { snapshotSteps, end }) => {
    expect(snapshotSteps).toEqual([second, 2 * second, steps]);
    expect(end).toMatchObject({ status: 'complete', steps, hash: result.hash });
    const frames = [...iterateFrames(source)].map(({ step }) => step);
    expect(frames).toEqual(Array.from({ length: Math.floor(steps / 50) + 1 }, (_, i) => 50 * i));
  });
});

it('that continues from another begins with its state', async () => {
  const simulation = createSmallLamprey(7);
  await runSimulation(simulation, { ...plan, steps: 12, files: createRunFolder(folder) });
  withRecording(folder, (source) => expect(inspectRecording(source).snapshotSteps).toEqual([7, 12]));
});

it('ends at a signal, and records nothing where it was not asked to', async () => {
  let asked = 0;
  const interrupted = await runSimulation(createSmallLamprey(), {
    ...plan,
    steps: 50,
    isInterrupted: () => ++asked > 20,
  });
  expect(interrupted).toMatchObject({ status: 'interrupted', steps: 20, isRecorded: false });
  expect(readdirSync(folder)).toEqual([]);
});
