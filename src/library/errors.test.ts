/** What a program of others may get wrong, argument by argument: each is refused with what, where, what was given and what to do. */
import { describe, expect, it } from 'vitest';
import { describeAnimal, parseCreature } from '../animals/registry.ts';
import { diffStates } from '../engine/contract/state.ts';
import { applySettings, replaceValue } from '../engine/families/descriptions.ts';
import { ModelError } from '../engine/model/problem.ts';
import { listMetrics, RunMetrics } from '../engine/sim/run-metrics.ts';
import { Simulation } from '../engine/sim/simulation.ts';
import { Timeline } from '../engine/sim/timeline.ts';
import { listWarnings } from '../engine/sim/warnings.ts';
import { createCreature } from '../viewer/creature.ts';
import { createMemorySource, createRecordingHeader, inspectRecording, RecordingEncoder } from './export.ts';
import { importBody, importGround, importMesh, readWcon } from './import.ts';
import {
  createAnimalEnv,
  createDriver,
  createPpo,
  createVectorEnv,
  decodePolicyFile,
  describeTask,
  evaluateAnimal,
  listShippedTasks,
  loadPolicy,
  openPolicy,
} from './learn.ts';
import { createRunFunctions } from './parts/run.ts';
import { fit as runFit, sweep as runSweep } from './studies.ts';

const { run, simulate } = createRunFunctions(describeAnimal);
const desc = describeAnimal('lamprey');
const simulation = new Simulation(desc);
const wrong = (value: unknown): never => value as never;

/** A ModelError with one problem that names a place, says what it got and what to do. */
function expectRefused(act: () => unknown, code: string, path: string, sentence: RegExp): void {
  let error: unknown;
  try {
    act();
  } catch (caught) {
    error = caught;
  }
  expect(error).toBeInstanceOf(ModelError);
  const [problem] = (error as ModelError).problems;
  expect(problem).toMatchObject({ code, path });
  expect(problem!.got).not.toBe('');
  expect((error as ModelError).message).toMatch(sentence);
}

describe('a simulation', () => {
  it('starts with seed 1 where none is said', () => {
    expect(new Simulation(desc).hash()).toBe(new Simulation(desc, { seed: 1 }).hash());
  });

  it.each([
    ['no animal', () => describeAnimal(wrong(undefined)), 'unknown-animal', '', /Known: .*lamprey/u],
    ['no description', () => new Simulation(wrong(undefined)), 'wrong-type', '', /describeAnimal/u],
    ['a name', () => new Simulation(wrong('lamprey')), 'wrong-type', '', /the text "lamprey".*describeAnimal/u],
    ['an object', () => new Simulation(wrong({})), 'wrong-type', '', /an object.*describeAnimal/u],
    [
      'an unknown body',
      () => new Simulation(wrong({ body: { kind: 'steel' }, controller: { kind: 'legs' } })),
      ...(['unknown-kind', '', /steel.*Known here/u] as const),
    ],
    ['a number as options', () => new Simulation(desc, wrong(7)), 'wrong-type', 'options', /seed: 1/u],
    ['null as options', () => new Simulation(desc, wrong(null)), 'wrong-type', 'options', /seed: 1/u],
    ['a text as seed', () => new Simulation(desc, wrong({ seed: 'a' })), 'wrong-type', 'seed', /got "a".*whole/u],
    ['a fraction as seed', () => new Simulation(desc, { seed: 0.5 }), 'out-of-range', 'seed', /got 0\.5/u],
    ['NaN as seed', () => new Simulation(desc, { seed: NaN }), 'out-of-range', 'seed', /NaN/u],
    ['no seed', () => new Simulation(desc, wrong({})), 'missing', 'seed', /such as 1/u],
    [
      'an unknown option',
      () => new Simulation(desc, wrong({ seed: 1, sed: 2 })),
      'unknown-parameter',
      'options.sed',
      /Known: seed/u,
    ],
    [
      'unknown kernels',
      () => new Simulation(desc, wrong({ seed: 1, kernels: 'gpu' })),
      'not-allowed',
      'options.kernels',
      /auto, twin/u,
    ],
    [
      'a short frame',
      () => simulation.writeFrame(new Float32Array(3)),
      'out-of-range',
      'out',
      /Float32Array of 3 numbers.*simulation\.frameLength/u,
    ],
    [
      'a frame of another kind',
      () => simulation.writeFrame(wrong(new Float64Array(1e4))),
      'wrong-type',
      'out',
      /Float64Array/u,
    ],
    ['a list as a frame', () => simulation.writeFrame(wrong([])), 'wrong-type', 'out', /a list of 0 items/u],
    [
      'short signals',
      () => simulation.writeSignals(new Float64Array(2)),
      'out-of-range',
      'out',
      /simulation\.signalLength/u,
    ],
    ['a short pose', () => simulation.writePose(new Float64Array(2)), 'out-of-range', 'out', /15 numbers/u],
    [
      'an unknown control',
      () => simulation.setControl('brainstem.rigth', 1),
      'unknown-parameter',
      'brainstem.rigth',
      /Did you mean 'brainstem\.right'/u,
    ],
    ['no control', () => simulation.setControl(wrong(undefined), 1), 'unknown-parameter', 'undefined', /nothing/u],
    [
      'a text as its value',
      () => simulation.setControl('brainstem.right', wrong('1')),
      'wrong-type',
      'brainstem.right',
      /got "1".*0 to 1/u,
    ],
    [
      'a value out of range',
      () => simulation.setControl('brainstem.right', 4),
      'out-of-range',
      'brainstem.right',
      /0 to 1/u,
    ],
    ['NaN', () => simulation.setControl('brainstem.right', NaN), 'out-of-range', 'brainstem.right', /NaN/u],
    ['no snapshot', () => simulation.restore(wrong(undefined)), 'wrong-type', 'snapshot', /snapshot\(\)/u],
    ['no seed to restart with', () => simulation.restart(wrong('x')), 'wrong-type', 'seed', /got "x"/u],
  ])('refuses %s', (_what, act, code, path, sentence) => {
    expectRefused(act, code, path, sentence);
  });
});

describe('a run', () => {
  it.each([
    ['an unknown animal', () => simulate(wrong('lampry')), 'unknown-animal', '', /Did you mean 'lamprey'/u],
    ['a number for an animal', () => simulate(wrong(5)), 'wrong-type', '', /describeAnimal/u],
    [
      'seconds as a text',
      () => simulate('lamprey', wrong({ seconds: '5' })),
      'wrong-type',
      'options.seconds',
      /got "5"/u,
    ],
    ['no time', () => simulate('lamprey', { seconds: 0 }), 'out-of-range', 'options.seconds', /above 0/u],
    [
      'a misspelt option',
      () => simulate('lamprey', wrong({ second: 5 })),
      'unknown-parameter',
      'options.second',
      /'seconds'/u,
    ],
    [
      'a misspelt signal',
      () => simulate('lamprey', { signals: ['sped'] }),
      'unknown-signal',
      'options.signals[0]',
      /'speed'/u,
    ],
    [
      'a signal that is no list',
      () => simulate('lamprey', wrong({ signals: 'speed' })),
      'wrong-type',
      'options.signals',
      /\['speed'\]/u,
    ],
    [
      'a wrong path',
      () => simulate('lamprey', wrong({ set: { 'brainstem.rigth': 1 } })),
      'unknown-parameter',
      'brainstem.rigth',
      /'brainstem\.right'/u,
    ],
    [
      'a value out of range',
      () => simulate('lamprey', { set: { 'brainstem.right': 4 } }),
      'out-of-range',
      'brainstem.right',
      /0 to 1/u,
    ],
    [
      'a function as a value',
      () => simulate('lamprey', wrong({ set: { segments: () => 1 } })),
      'wrong-type',
      'segments',
      /function/u,
    ],
    ['a number as changes', () => simulate('lamprey', wrong({ set: 5 })), 'wrong-type', 'options.set', /path/u],
    [
      'a text for a function',
      () => simulate('lamprey', wrong({ onProgress: 'x' })),
      'wrong-type',
      'options.onProgress',
      /function/u,
    ],
    [
      'a number for a signal to abort',
      () => simulate('lamprey', wrong({ signal: 7 })),
      'wrong-type',
      'options.signal',
      /AbortController/u,
    ],
  ])('refuses %s', (_what, act, code, path, sentence) => {
    expectRefused(act, code, path, sentence);
  });

  it('gives what it was asked for, alike in slices and at once', async () => {
    const options = { seconds: 0.1, set: { 'brainstem.right': 0.4 }, signals: ['speed', 'motor'], framesPerSecond: 40 };
    const known = simulation.system.signals.some(({ name }) => name === 'motor');
    const asked = { ...options, signals: known ? options.signals : ['speed'] };
    const shares: number[] = [];
    const [one, other] = [
      simulate('lamprey', asked),
      await run('lamprey', { ...asked, onProgress: (share) => shares.push(share) }),
    ];
    expect(other).toEqual(one);
    expect(one).toMatchObject({ steps: 20, seed: 1, warnings: [] });
    expect(one.seconds).toBeCloseTo(0.1, 12);
    expect(one.times.length).toBe(21);
    expect(one.signals['speed']!.length).toBe(21);
    expect(one.frames.map((frame) => frame[0])).toEqual([0, 0.025, 0.05, 0.075, 0.1].map(Math.fround));
    expect(shares.at(-1)).toBe(1);
    expect(one.hash).not.toBe(simulate('lamprey', { seconds: 0.1 }).hash);
  });

  it('can be stopped', async () => {
    const stop = new AbortController();
    const going = run('worm', { seconds: 100, signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
    await expect(going).rejects.toThrow('enough');
  });
});

describe('a creature of one’s own scene', () => {
  it.each([
    ['nothing', () => createCreature(wrong(undefined)), 'wrong-type', 'system', /simulation\.system/u],
    ['a simulation', () => createCreature(wrong(simulation)), 'wrong-type', 'system', /simulation\.system/u],
    ['an axis', () => createCreature(simulation.system, wrong({ up: 'x' })), 'not-allowed', 'options.up', /y, z/u],
    [
      'a short frame',
      () => createCreature(simulation.system).update(new Float32Array(4)),
      'out-of-range',
      'frame',
      /4 numbers.*frameLength/u,
    ],
  ])('refuses %s', (_what, act, code, path, sentence) => {
    expectRefused(act, code, path, sentence);
  });
});

describe('other functions', () => {
  const stingray = describeAnimal('stingray');
  const lanes = { desc: stingray, task: 'steer', lanes: 0 };
  it.each<[string, () => unknown, RegExp]>([
    [
      'listMetrics without a system',
      () => listMetrics(wrong(undefined)),
      /at system: got nothing\. .*simulation\.system/u,
    ],
    ['listWarnings without a system', () => listWarnings(wrong(undefined), {}), /at system: got nothing/u],
    ['metrics of no simulation', () => new RunMetrics(wrong(undefined), 1), /at simulation: got nothing/u],
    ['a time line of nothing', () => new Timeline(wrong(undefined), { seed: 1 }), /got nothing\. .*describeAnimal/u],
    ['a step that is a text', () => new Timeline(desc, { seed: 1 }).seek(wrong('x')), /step: got "x"\. /u],
    ['states of two animals', () => diffStates(simulation.state, new Simulation(stingray).state), /of one animal/u],
    ['policies of a number', () => listShippedTasks(wrong(5)), /animal: got 5\. /u],
    ['a time line of a number', () => new Timeline(wrong(5), { seed: 1 }), /got 5\. .*describeAnimal/u],
    ['settings that are a text', () => applySettings(desc, wrong('a=1')), /at settings: got "a=1"\. .*list/u],
    ['a value without a path', () => replaceValue(desc, wrong(undefined), 1), /at path: got nothing/u],
    ['a creature of no text', () => parseCreature(wrong(undefined)), /got nothing\. Give the text/u],
    ['a driver of nothing', () => createDriver(wrong(undefined)), /got nothing\. .*describeAnimal/u],
    ['a misspelt option', () => createDriver(stingray, wrong({ polcy: 'none' })), /options\.polcy.*'policy'/u],
    ['a misspelt policy', () => createDriver(stingray, { policy: 'proportionl' }), /Did you mean 'proportional'/u],
    ['a seed of text', () => createDriver(stingray, wrong({ seed: 'x' })), /options\.seed: got "x"/u],
    ['a policy of no kind', () => loadPolicy(stingray, wrong('x')), /at kind: got "x"\. .*default, network/u],
    ['an environment of nothing', () => createAnimalEnv(wrong(undefined)), /at spec: got nothing/u],
    ['no lanes', () => createAnimalEnv(lanes), /at lanes: got 0/u],
    ['lanes of nothing', () => createVectorEnv(wrong(undefined), 2), /at createEnv/u],
    ['a task of nothing', () => describeTask(wrong(undefined)), /at setup: got nothing/u],
    ['a policy for nothing', () => openPolicy(wrong(undefined), wrong({})), /at spec: got nothing/u],
    ['a policy file of nothing', () => decodePolicyFile(wrong(undefined)), /Give the text of a policy file/u],
    ['a trainer of nothing', () => createPpo(wrong(undefined)), /at source: got nothing/u],
    [
      'an evaluation of nothing',
      () => evaluateAnimal(...(wrong([]) as [never, never, never])),
      /at source: got nothing/u,
    ],
    ['a mesh of nothing', () => importMesh(wrong(undefined)), /at file: got nothing\. .*rock\.obj/u],
    ['a mesh by its name alone', () => importMesh(wrong('rock.obj')), /at file: got "rock\.obj"/u],
    ['a mesh without bytes', () => importMesh(wrong({ name: 'rock.obj' })), /at file\.bytes: got nothing/u],
    ['ground of nothing', () => importGround(wrong(undefined)), /at file: got nothing/u],
    ['a body of nothing', () => importBody(wrong(undefined)), /at files: got nothing/u],
    ['worms of nothing', () => readWcon(wrong(undefined)), /Give the text of a WCON file/u],
    ['a recording of nothing', () => createRecordingHeader(wrong(undefined), 1, 'x'), /at simulation: got nothing/u],
    ['a recording without a header', () => new RecordingEncoder(wrong(undefined)), /at header: got nothing/u],
    ['bytes of nothing', () => createMemorySource(wrong(undefined)), /at bytes: got nothing/u],
    ['a recording without a source', () => inspectRecording(wrong(undefined)), /at source: got nothing/u],
    ['a sweep of nothing', () => runSweep(wrong(undefined)), /got nothing\. Give a study/u],
    ['a misspelt option of a study', () => runSweep({}, wrong({ onProgres: 1 })), /options\.onProgres.*'onProgress'/u],
    ['a fit of nothing', () => runFit(wrong(undefined)), /got nothing\. Give a study/u],
  ])('refuse %s', async (_what, act, sentence) => {
    const error: unknown = await Promise.resolve()
      .then(act)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).name).toMatch(/^(?:Model|Learn)Error$/u);
    expect((error as Error).message).toMatch(sentence);
  });
});
