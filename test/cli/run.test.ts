import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectRecording, iterateFrames } from '../../src/engine/record/decode.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import { openRecording } from '../../src/node/recording-file.ts';
import { createFolder, run, runJson, startProgram } from './program.ts';
import { readSnapshot } from '../../src/testing/runs/read-snapshot.ts';

function inspect(folder: string) {
  const source = openRecording(path.join(folder, 'recording.bst'));
  const info = inspectRecording(source);
  const frames = [...iterateFrames(source)];
  return { source, info, frames };
}

async function waitForBytes(file: string, bytes: number): Promise<void> {
  while (!existsSync(file) || statSync(file).size < bytes) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('run', () => {
  it('prints a summary for people, with units', async () => {
    const { code, out, err } = await run('run', 'lamprey', '--seconds', '0.5', '--quiet');
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(out).toMatch(/^lamprey: 0\.5 s in 100 steps\n/u);
    expect(out).toMatch(/speed +-?[\d.e-]+ m\/s/u);
    expect(out).toMatch(/times real time/u);
    expect(out).toMatch(/hash +[0-9a-f]{16}/u);
  });

  it('prints one JSON document with the contracted keys; the same seed gives the same hash', async () => {
    const [first, again] = await Promise.all([
      runJson('run', 'lamprey', '--seconds', '0.503', '--seed', '5'),
      runJson('run', 'lamprey', '--seconds', '0.503', '--seed=5'),
    ]);
    expect(first.code).toBe(0);
    expect(first.json).toMatchObject({
      animal: 'lamprey',
      seconds: 0.505,
      steps: 101,
      seed: 5,
      interrupted: false,
      recording: null,
    });
    expect(first.json.cpuSeconds).toBeGreaterThan(0);
    expect(first.json.realTimeFactor).toBeCloseTo(first.json.seconds / first.json.cpuSeconds, 9);
    for (const name of ['distance', 'displacement', 'speed', 'headingRate', 'bodyLength', 'bodyLengthsPerSecond'])
      expect(first.json.metrics[name], name).toEqual(expect.any(Number));
    expect(first.json.hash).toMatch(/^[0-9a-f]{16}$/u);
    expect(again.json.hash).toBe(first.json.hash);
    expect(again.json.metrics).toEqual(first.json.metrics);
  });

  it('takes settings with units, and says what is wrong with them, quoting range and unit', async () => {
    const [base, wide, bad] = await Promise.all([
      runJson('run', 'lamprey', '--seconds', '0.1'),
      runJson(
        'run',
        'lamprey',
        '--seconds',
        '0.1',
        '--set',
        'body.links[3].width=12 mm',
        '--set',
        'brainstem.left=50 %',
      ),
      runJson(
        'run',
        'lamprey',
        '--set',
        'body.links[3].width=-12 mm',
        '--set',
        'segments=105',
        '--set',
        'brainstem.left=1e308',
      ),
    ]);
    expect(wide.code).toBe(0);
    expect(wide.json.hash).not.toBe(base.json.hash);
    expect(bad.code).toBe(2);
    expect(bad.err).toContain('Out of range at body.links[3].width: got -0.012 m. Allowed: 0.001 to 1 m.');
    expect(bad.err).toContain(
      'Out of range at segments: got 105. Allowed: a whole number from 10 to 100 in steps of 10.',
    );
    expect(bad.err).toContain('Out of range at brainstem.left: got 1e+308. Allowed: 0 to 1.');
    expect(bad.json.error.problems).toHaveLength(3);
  });
});

describe('run --out', () => {
  it('records frames, snapshots, the creature and a summary', async () => {
    const folder = path.join(createFolder(), 'deep', 'swim');
    const { code, json } = await runJson(
      'run',
      'lamprey',
      '--seconds',
      '1.2',
      '--every',
      '10',
      '--set',
      'segments=20',
      '--out',
      folder,
    );
    expect(code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['creature.json', 'recording.bst', 'summary.json']);
    expect(json.recording).toBe(path.join(folder, 'recording.bst'));
    expect(JSON.parse(readFileSync(path.join(folder, 'summary.json'), 'utf8'))).toEqual(json);
    const { source, info, frames } = inspect(folder);
    expect(info).toMatchObject({
      status: 'complete',
      frameCount: 25,
      firstTime: 0,
      lastTime: 1.2,
      snapshotSteps: [200, 240],
    });
    expect(info.end).toMatchObject({ hash: json.hash, steps: 240, seconds: 1.2, metrics: json.metrics });
    expect(info.header).toMatchObject({
      program: expect.stringMatching(/^bestiary \d+\.\d+\.\d+\+[0-9a-f]{12}$/u),
      every: 10,
      seed: 1,
      desc: JSON.parse(readFileSync(path.join(folder, 'creature.json'), 'utf8')),
    });
    expect(frames.map((frame) => frame.step)).toEqual(Array.from({ length: 25 }, (_, i) => 10 * i));
    // The last snapshot is the state whose hash the run reported.
    const simulation = new Simulation(info.header.desc, { seed: 1 });
    simulation.restore(readSnapshot(source, 240)!);
    source.close();
    expect(simulation.hash()).toBe(json.hash);
    // A written creature runs to the same end.
    const again = await runJson('run', path.join(folder, 'creature.json'), '--seconds', '1.2');
    expect(again.json.hash).toBe(json.hash);
    const checked = await runJson('validate', json.recording);
    expect(checked.json).toMatchObject({ valid: true, recording: { status: 'complete', frames: 25, hash: json.hash } });
  });

  it('refuses a folder that is not empty, unless forced', async () => {
    const folder = createFolder();
    writeFileSync(path.join(folder, 'notes.txt'), 'mine');
    writeFileSync(path.join(folder, 'summary.json'), 'old');
    const refused = await runJson('run', 'lamprey', '--seconds', '0.05', '--out', folder);
    expect(refused.code).toBe(2);
    expect(refused.json.error.code).toBe('folder-not-empty');
    expect(refused.json.error.message).toContain('--force');
    expect(readFileSync(path.join(folder, 'summary.json'), 'utf8')).toBe('old');
    const forced = await runJson('run', 'lamprey', '--seconds', '0.05', '--out', folder, '--force');
    expect(forced.code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['creature.json', 'notes.txt', 'recording.bst', 'summary.json']);
    expect(readFileSync(path.join(folder, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('says so when it cannot write', async () => {
    const folder = createFolder();
    const file = path.join(folder, 'file');
    writeFileSync(file, 'x');
    mkdirSync(path.join(folder, 'taken', 'recording.bst'), { recursive: true });
    const [below, refusing, taken] = await Promise.all([
      runJson('run', 'lamprey', '--out', path.join(file, 'swim')),
      run('run', 'lamprey', '--out', '/proc/swim'),
      run('run', 'lamprey', '--out', path.join(folder, 'taken'), '--force'),
    ]);
    expect(below.code).toBe(1);
    expect(below.json.error.code).toBe('enotdir');
    expect(below.err).toMatch(/Cannot use .*file\/swim: a part of the path is a file/u);
    expect(refusing.code).toBe(1);
    expect(refusing.err).toContain('/proc/swim');
    expect(taken.code).toBe(1);
    expect(taken.err).not.toContain('    at ');
    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  it('leaves no recording that looks whole when the disk is full', async () => {
    const folder = path.join(createFolder(), 'swim');
    // A limit on the size of files acts like a disk that fills up during the run.
    const { code, err, out } = await startProgram(
      ['run', 'lamprey', '--seconds', '20', '--out', folder],
      'ulimit -f 500; "$@"',
    ).outcome;
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(/Cannot write .*recording\.bst: .* marked as unfinished\./u);
    expect(readdirSync(folder).sort()).toEqual(['creature.json', 'recording.bst']);
    const { source, info, frames } = inspect(folder);
    source.close();
    expect(info.status).toBe('unfinished');
    expect(frames.length).toBeGreaterThan(5);
  });

  it('keeps all but the frame in flight when it is killed', async () => {
    const folder = path.join(createFolder(), 'swim');
    const { child, outcome } = startProgram([
      'run',
      'lamprey',
      '--seconds',
      '100000',
      '--every',
      '5',
      '--set',
      'segments=10',
      '--out',
      folder,
    ]);
    await waitForBytes(path.join(folder, 'recording.bst'), 1e6);
    child.kill('SIGKILL');
    expect((await outcome).signal).toBe('SIGKILL');
    expect(readdirSync(folder).sort()).toEqual(['creature.json', 'recording.bst']);
    const { source, info, frames } = inspect(folder);
    source.close();
    expect(info.status).toBe('unfinished');
    expect(frames.length).toBeGreaterThan(100);
    expect(frames.map((frame) => frame.step)).toEqual(frames.map((_, i) => 5 * i));
    expect((await run('validate', path.join(folder, 'recording.bst'))).out).toContain('unfinished');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends well on %s: a valid recording that says it was interrupted, exit 130',
    async (signal) => {
      const folder = path.join(createFolder(), 'swim');
      const { child, outcome } = startProgram([
        'run',
        'lamprey',
        '--seconds',
        '100000',
        '--every',
        '50',
        '--json',
        '--quiet',
        '--out',
        folder,
      ]);
      await waitForBytes(path.join(folder, 'recording.bst'), 5e5);
      child.kill(signal);
      const { code, out, err } = await outcome;
      expect(code).toBe(130);
      expect(err).toBe('');
      const summary = JSON.parse(out);
      expect(summary).toMatchObject({ interrupted: true, status: 'interrupted' });
      expect(summary.metrics).toMatchObject({ speed: null, distance: expect.any(Number) });
      expect(JSON.parse(readFileSync(path.join(folder, 'summary.json'), 'utf8'))).toEqual(summary);
      const { source, info } = inspect(folder);
      expect(info.status).toBe('interrupted');
      expect(info.end).toMatchObject({ steps: summary.steps, hash: summary.hash });
      expect(readSnapshot(source, summary.steps)).toBeDefined();
      source.close();
    },
  );

  it('keeps the last good state of a run that fails, and names what went wrong', async () => {
    const folder = path.join(createFolder(), 'swim');
    const tug = 'schedule=[{"at": 0.05, "set": {"poke.x": 1000}}]';
    const { code, json } = await runJson('run', 'starfish', '--set', 'poke.node=3', '--set', tug, '--out', folder);
    expect(code).toBe(1);
    expect(json.error.code).toBe('unphysical');
    expect(json.error.message).toMatch(/flies apart: .* at t = [\d.]+ s \(step \d+\), last stage: /u);
    const { source, info } = inspect(folder);
    expect(info.status).toBe('failed');
    expect(json.error.message).toContain(info.end!.error);
    const snapshot = readSnapshot(source, info.end!.steps)!;
    source.close();
    expect(Buffer.compare(readFileSync(path.join(folder, 'last-good.snapshot')), snapshot)).toBe(0);
    const simulation = new Simulation(info.header.desc, { seed: 1 });
    simulation.restore(snapshot);
    expect(simulation.hash()).toBe(info.end!.hash);
    expect(simulation.stepCount).toBe(info.end!.steps);
    expect(() => simulation.step()).toThrow(/flies apart/u);
    expect(JSON.parse(readFileSync(path.join(folder, 'summary.json'), 'utf8'))).toMatchObject({
      status: 'failed',
      error: info.end!.error,
    });
  });
});
