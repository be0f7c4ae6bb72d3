/** Policies as files: evaluated, as pilots of a run, and refused where they do not fit. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectRecording } from '../../src/engine/record/decode.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import { decodePolicyFile, encodePolicyFile } from '../../src/learn/policies/file.ts';
import { openRecording } from '../../src/node/recording-file.ts';
import { createFolder, run, runJson } from './program.ts';
import { readSnapshot } from '../../src/testing/runs/read-snapshot.ts';

const animal = 'stingray';

/** The angle at the end of a recorded run, rad. */
function readTargetAngle(folder: string): number {
  const source = openRecording(path.join(folder, 'recording.bst'));
  try {
    const { header, snapshotSteps } = inspectRecording(source);
    const simulation = new Simulation(header.desc, { seed: header.seed });
    simulation.restore(readSnapshot(source, snapshotSteps.at(-1)!)!);
    const signals = new Float64Array(simulation.signalLength);
    simulation.writeSignals(signals);
    return signals[simulation.signalOffsets['target.angle']!]!;
  } finally {
    source.close();
  }
}

describe('policies of toys', () => {
  let out: string;

  async function train(name: string, ...more: string[]): Promise<string> {
    const folder = path.join(createFolder(), 'training');
    await run('train', name, '--out', folder, '--updates', '2', '--config', 'hidden=8', '--quiet', ...more);
    return folder;
  }

  it('gives the same result from the folder, the file and the ONNX model, with any number of workers', async () => {
    out = await train('toy:pendulum');
    const evaluate = async (policy: string, ...more: string[]) =>
      (await runJson('evaluate', 'toy:pendulum', '--policy', policy, '--episodes', '5', '--seed', '3', ...more)).json;
    const folder = await evaluate(out);
    expect(folder).toMatchObject({ animal: 'toy:pendulum', episodes: 5, seed: 3, meanAngle: null, speedShare: null });
    expect(folder.return).toBeLessThan(0);
    expect((await evaluate(path.join(out, 'policy.json'), '--workers', '1')).return).toBe(folder.return);
    expect((await evaluate(path.join(out, 'policy.onnx'), '--workers', '3')).return).toBeCloseTo(folder.return, 3);
  });

  it('says nothing from its threads', async () => {
    const words = ['evaluate', 'toy:pendulum', '--policy', 'none', '--episodes', '2', '--workers', '2'];
    expect((await run(...words, '--quiet')).err).toBe('');
  });

  it('refuses what is of another animal, damaged or not finite, naming the array', async () => {
    out = await train('toy:pendulum');
    const place = createFolder();
    const text = readFileSync(path.join(out, 'policy.json'), 'utf8');
    const file = decodePolicyFile(text);
    const { policy } = file;
    const write = (name: string, contents: string | Uint8Array): string => {
      writeFileSync(path.join(place, name), contents);
      return path.join(place, name);
    };
    const broken = policy.parameters.slice();
    broken[5] = NaN;
    const renamed = { ...policy, actionSpace: { ...policy.actionSpace, names: ['force'] } } as typeof policy;
    const onnx = readFileSync(path.join(out, 'policy.onnx'));
    const nan = Buffer.from(onnx);
    // The tensor's name, then the tag and the length of its numbers, a byte each.
    nan.writeFloatLE(NaN, nan.lastIndexOf('weights_0') + 'weights_0'.length + 2);
    for (const [name, message] of [
      [write('changed.json', text.replace('"limit": 5', '"limit": 6')), /policy\.checksum.*contents were changed/u],
      [
        write('nan.json', encodePolicyFile({ ...file, policy: { ...policy, parameters: broken } })),
        /parameters\[5\]: got NaN/u,
      ],
      [
        write('other.json', encodePolicyFile({ ...file, policy: renamed })),
        /policy\.actionSpace.*"force" as number 0, not "torque"/u,
      ],
      [
        write('animal.json', encodePolicyFile({ ...file, animal: 'toy:identity' })),
        /policy\.animal: got "toy:identity"/u,
      ],
      [write('none.json', '[]'), /A policy file is a JSON object/u],
      [write('cut.onnx', onnx.subarray(0, 900)), /ONNX/u],
      [write('nan.onnx', nan), /ONNX, tensor "weights_0"\[\d+\]: got NaN/u],
      [write('text.onnx', 'no model'), /ONNX/u],
      [path.join(place, 'missing.json'), /Cannot read .*missing\.json/u],
      [place, /Cannot read .*policy\.json/u],
      ['default', /No policy ships for toy:pendulum/u],
      ['network', /No network ships for toy:pendulum/u],
      ['proportional', /toy:pendulum has no proportional controller/u],
    ] as const) {
      const { code, err } = await run('evaluate', 'toy:pendulum', '--policy', name, '--episodes', '1');
      expect(err, name).toMatch(message);
      expect(err, name).not.toMatch(/Internal/u);
      expect(code, name).toBe(2);
    }
    expect((await run('evaluate', 'toy:pendulum')).err).toMatch(/needs a policy/u);
    // Its former name still works, with advice.
    expect((await run('evaluate', 'toy:pendulum', '--policy', 'law')).err).toMatch(
      /^bestiary: The policy 'law' is now called 'proportional'\. Write --policy proportional\.\n.*no proportional controller/su,
    );
  }, 120_000);
});

describe('policies of animals', () => {
  let proportional: { code: number | null; json: ReturnType<typeof JSON.parse> };

  beforeAll(async () => {
    proportional = await runJson('evaluate', animal, '--policy', 'proportional', '--episodes', '2', '--training');
  }, 300_000);

  it('are judged by angle, speed, time and return: the proportional controller beats doing nothing', async () => {
    const none = await runJson('evaluate', animal, '--policy', 'none', '--episodes', '2', '--training');
    expect(proportional.code).toBe(0);
    for (const key of ['meanAngle', 'speedShare', 'timeTo20', 'return'])
      expect(proportional.json[key], key).toEqual(expect.any(Number));
    expect(proportional.json.recovered).toBeNull();
    expect(proportional.json.meanAngle).toBeLessThan(0.5 * none.json.meanAngle);
    expect(proportional.json.return).toBeGreaterThan(none.json.return);
  }, 300_000);

  it('steer a run to a target that is live', async () => {
    const folder = createFolder();
    const drive = async (name: string, ...more: string[]) => {
      const out = path.join(folder, name);
      const { json } = await runJson(
        'run',
        animal,
        '--seconds',
        '7',
        '--every',
        '100',
        '--out',
        out,
        '--quiet',
        ...more,
      );
      return { ...json, angle: readTargetAngle(out) };
    };
    const left = ['--set', 'target.heading=1.2'];
    const steered = await drive('steered', '--policy', 'proportional', ...left);
    const alone = await drive('alone', '--policy', 'none', ...left);
    expect(steered).toMatchObject({ animal, policy: 'proportional', status: 'complete' });
    expect(steered.angle).toBeLessThan(0.5);
    expect(alone.angle).toBeGreaterThan(0.9);
    const turned = await drive(
      'turned',
      ...['--policy', 'proportional', ...left, '--set', 'schedule=[{"at":3.5,"set":{"target.heading":-0.5}}]'],
    );
    expect(turned.hash).not.toBe(steered.hash);
    expect(turned.angle).toBeLessThan(1.2);
  }, 300_000);

  it('are refused by a run of another animal, and beside what makes them pointless', async () => {
    const folder = createFolder();
    await run('train', 'toy:pendulum', '--out', path.join(folder, 'toy'), '--updates', '1', '--quiet');
    const toy = path.join(folder, 'toy', 'policy.onnx');
    for (const [args, message] of [
      [[animal, '--policy', toy], /policy\.animal: got "toy:pendulum"/u],
      [[animal, '--policy', 'nowhere'], /Cannot read nowhere/u],
      [[animal, '--task', 'steer'], /no effect without --policy/u],
      [['--from', folder, '--policy', 'proportional'], /'policy' has no effect with --from/u],
    ] as const) {
      const { code, err } = await run('run', ...args);
      expect(err).toMatch(message);
      expect(code).toBe(2);
    }
  }, 120_000);
});
