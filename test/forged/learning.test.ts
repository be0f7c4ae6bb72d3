/**
 * Files of learning, forged with their right checksum: only errors of this project may come of them, in 256 MB and two CPU seconds.
 * 200 cases of each, and 2,000 in the nightly run.
 */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../src/animals/registry.ts';
import { addString, addToHash, createHasher, finishHash } from '../../src/engine/math/hash.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../src/learn/checkpoint.ts';
import { createAnimalEnv } from '../../src/learn/environments/animal-env.ts';
import { createToyEnv } from '../../src/learn/environments/toys/registry.ts';
import { LearnError } from '../../src/learn/learn-error.ts';
import { decodePolicyFile, encodePolicyFile } from '../../src/learn/policies/file.ts';
import { encodeOnnx } from '../../src/learn/policies/onnx.ts';
import { decodeOnnx } from '../../src/learn/policies/onnx-read.ts';
import { createActor, type PolicyData } from '../../src/learn/policies/policy.ts';
import { createLocalPeer, createRolloutSource } from '../../src/learn/rollouts/rollouts.ts';
import { createBox } from '../../src/learn/spaces.ts';
import { describeSubject } from '../../src/learn/subjects/subject.ts';
import { formatTrainingDescription, parseTrainingDescription } from '../../src/learn/subjects/training-files.ts';
import { ppoPresets } from '../../src/learn/trainers/ppo-config.ts';
import { createTrainer, resumeTrainer } from '../../src/learn/trainers/registry.ts';
import { createZip, readZip, ZipError } from '../../src/studio/learn/training/zip.ts';
import {
  assertForged,
  awaitForged,
  awaitOwnErrors,
  expectOwnErrors,
  forgeDocument,
  printForged,
} from '../../src/testing/forge.ts';
import { fc } from '../../src/testing/property.ts';
import { createSmallPolicy } from '../../src/testing/small-policy.ts';

const small = createSmallPolicy({
  observationSpace: createBox(['a', 'b'], [-1, -Infinity], [1, Infinity]),
  actionSpace: createBox(['left', 'right'], -2, 4),
});

function expectSoundActions(policy: PolicyData): void {
  const actor = createActor(policy, 1);
  for (const value of [0, 1, -1e6]) {
    actor.act(new Float64Array(policy.observationSpace.names.length).fill(value), 1);
    expect(actor.actions.every((action) => Number.isFinite(action))).toBe(true);
  }
}

describe('a policy', () => {
  const environment = { observation: 'small', actions: 'default' } as const;
  const provenance = { seed: 1 };
  const file = { animal: 'lamprey', task: 'steer', environment, codeVersion: 'v', policy: small, provenance };
  const { checksum, ...document } = JSON.parse(encodePolicyFile(file)) as Record<string, unknown>;

  /** With the checksum of what a reader parses. */
  function sign(value: unknown): string {
    const text = printForged(value);
    const hasher = createHasher();
    addString(hasher, JSON.stringify(JSON.parse(text)));
    return `${text.slice(0, -1)},"checksum":"${finishHash(hasher)}"}`;
  }

  it('is read when it is signed like that', () => {
    expect(sign(document)).toContain(String(checksum));
    expect(decodePolicyFile(sign(document)).animal).toBe('lamprey');
  });

  it('is used as it is or refused', () => {
    assertForged(forgeDocument(document), (value) =>
      expectOwnErrors([LearnError], () => {
        const { animal, task, policy } = decodePolicyFile(sign(value));
        expect([typeof animal, typeof task]).toEqual(['string', 'string']);
        expectSoundActions(policy);
      }),
    );
  });

  const normaliser = { means: [0, 0], deviations: [1, 1], limit: 5 };
  it.each([
    [{ network: null }, /policy\.network: got null\. It is an object/u],
    [
      { network: { hidden: [1e9], activation: 'tanh' } },
      /policy\.network\.hidden\[0\]: got 1000000000\. At most 4096/u,
    ],
    [{ normaliser: { ...normaliser, deviations: [1, 0] } }, /normaliser\.deviations\[1\]: got 0\. More than 0/u],
    [{ normaliser: { ...normaliser, limit: 'x' } }, /normaliser\.limit: got "x"\. It is a finite number/u],
    [{ normaliser: { ...normaliser, limit: -1 } }, /normaliser\.limit: got -1\. More than 0/u],
    [{ task: 7 }, /policy\.task: got 7\. It is a text/u],
  ])('is refused in words: %j', (changes, words) => {
    expect(() => decodePolicyFile(sign({ ...document, ...changes }))).toThrow(words);
  });

  it('as ONNX is used as it is or refused', () => {
    const bytes = encodeOnnx(small, { animal: 'lamprey' });
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    assertForged(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const forged = bytes.slice();
      for (const [at, byte] of changes) forged[at] = byte;
      expectOwnErrors([LearnError], () => expectSoundActions(decodeOnnx(forged).policy));
    });
    // The encoder writes no deviation of 0: put one in the place of a number that stands there once.
    const flat = encodeOnnx({ ...small, deviations: Float64Array.of(1, 3.25) }, {});
    const at = Buffer.from(flat).indexOf(Buffer.from(Float32Array.of(3.25).buffer));
    expect(() => decodeOnnx(flat.fill(0, at, at + 4))).toThrow(/divisor of Div \[1\]: got 0/u);
    expect(() => decodeOnnx(encodeOnnx({ ...small, limit: 0 }, {}))).toThrow(/first Clip/u);
  });
});

describe('a training', () => {
  const config = { ...ppoPresets.default, hidden: [3], transitionsPerUpdate: 16, minibatch: 8, epochs: 1 };
  const description = {
    ...({ format: 'bestiary-training', version: 1, program: 'p', status: 'running' } as const),
    startedAt: '2026-01-01T00:00:00Z',
    subject: { kind: 'animal', desc: describeAnimal('lamprey'), task: 'steer' },
    ...({ trainer: 'ppo', preset: 'default', config, seed: 1, lanes: 2, workers: 1 } as const),
  } as const;

  it('is described as it is or refused', () => {
    const text = formatTrainingDescription(description);
    expect(JSON.parse(formatTrainingDescription(parseTrainingDescription(text, 'f')))).toEqual(JSON.parse(text));
    assertForged(forgeDocument(description), (value) =>
      expectOwnErrors([LearnError], () => {
        const { subject, lanes, workers } = parseTrainingDescription(printForged(value), 'training.json');
        describeSubject(subject);
        expect(lanes * workers).toBeLessThanOrEqual(1024 * 256);
      }),
    );
  });

  it.each([
    [{ subject: null }, /training\.json\.subject: got null/u],
    [{ lanes: 1e9 }, /training\.json\.lanes: got 1000000000\. At most 1024/u],
    [{ config: null }, /training\.json\.config: got null\. It is an object/u],
    [{ config: { ...config, hidden: [1e9] } }, /config\.hidden\[0\]: got 1000000000\. At most 4096/u],
    [{ seed: 'x' }, /training\.json\.seed: got "x"/u],
    [{ startedAt: 'soon' }, /training\.json\.startedAt: got "soon"/u],
    [{ subject: { kind: 'toy', name: 'toString' } }, /subject\.name: got "toString"/u],
  ])('is refused in words: %j', (changes, words) => {
    expect(() => parseTrainingDescription(printForged({ ...description, ...changes }), 'training.json')).toThrow(words);
  });
});

describe('a checkpoint', () => {
  const config = { ...ppoPresets.default, hidden: [3], transitionsPerUpdate: 16, minibatch: 8, epochs: 1 };
  const openSource = () => createRolloutSource([createLocalPeer(createToyEnv('pendulum', 2))]);

  async function train() {
    const trainer = await createTrainer(await openSource(), { kind: 'ppo', config, seed: 1 });
    await trainer.update();
    return trainer.saveCheckpoint();
  }

  it('with another header is used as it is or refused', async () => {
    const whole = await train();
    const end = 28 + new DataView(whole.buffer).getUint32(8, true);
    const header = JSON.parse(new TextDecoder().decode(whole.subarray(28, end))) as object;
    const arrays = whole.subarray(Math.ceil(end / 8) * 8);
    expect(decodeCheckpoint(signHeader(whole, JSON.stringify(header), arrays), 'ppo').seed).toBe(1);
    const source = await openSource();
    await awaitForged(forgeDocument(header), async (value) => {
      const forged = signHeader(whole, printForged(value), arrays);
      await awaitOwnErrors([LearnError], async () => {
        await resumeTrainer(source, 'ppo', forged);
      });
    });
  });

  /** magic · length · hash · header · arrays. */
  function signHeader(whole: Uint8Array, text: string, arrays: Uint8Array): Uint8Array {
    const header = new TextEncoder().encode(text);
    const start = Math.ceil((28 + header.length) / 8) * 8;
    const bytes = new Uint8Array(start + arrays.length);
    bytes.set(whole.subarray(0, 8));
    new DataView(bytes.buffer).setUint32(8, header.length, true);
    const hasher = createHasher();
    addToHash(hasher, header);
    bytes.set(new TextEncoder().encode(finishHash(hasher)), 12);
    bytes.set(header, 28);
    bytes.set(arrays, start);
    return bytes;
  }

  it.each([
    ['a toy', 'pendulum'],
    ['an animal', 'lamprey'],
  ] as const)('of %s with other numbers is used as it is or refused', async (_, name) => {
    const env =
      name === 'pendulum'
        ? createToyEnv(name, 2)
        : createAnimalEnv({ desc: describeAnimal(name), task: 'steer', lanes: 2, training: true });
    const source = await createRolloutSource([createLocalPeer(env)]);
    const trainer = await createTrainer(source, { kind: 'ppo', config, seed: 1 });
    await trainer.update();
    const whole = decodeCheckpoint(await trainer.saveCheckpoint(), 'ppo');
    const places = (['trainer', 'source'] as const).flatMap((group) =>
      Object.keys(whole[group]).map((array) => [group, array] as const),
    );
    const number = fc.constantFrom(NaN, Infinity, 1e300, 1e15, 4_294_967_295, 1e9, 0.5, -1, 0);
    const change = fc.tuple(fc.constantFrom(...places), fc.nat(), number, fc.nat(9));
    await awaitForged(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const forged = { ...whole, trainer: { ...whole.trainer }, source: { ...whole.source } };
      for (const [[group, array], at, value, cut] of changes) {
        const numbers = forged[group][array]!.slice(cut === 0 ? 1 : 0);
        numbers[at % numbers.length] = value;
        forged[group][array] = numbers;
      }
      const bytes = encodeCheckpoint(forged);
      const error = await awaitOwnErrors([LearnError], async () => {
        const resumed = await resumeTrainer(source, 'ppo', bytes);
        await resumed.update();
      });
      // Which says nothing but that something broke.
      expect(error).not.toMatchObject({ code: 'failed' });
    });
  });

  it('that means something else is refused before memory is asked for', async () => {
    const whole = decodeCheckpoint(await train(), 'ppo');
    for (const changes of [
      { config: { ...config, hidden: [4096, 4096, 4096] } },
      { config: { ...config, hidden: 'x' } },
      { config: null },
      { trainer: { ...whole.trainer, policyParameters: new Float64Array(3) } },
      { trainer: { ...whole.trainer, counts: Float64Array.of(NaN, 0, 0) } },
      { source: {} },
    ]) {
      const forged = encodeCheckpoint({ ...whole, ...changes });
      await expect(openSource().then((source) => resumeTrainer(source, 'ppo', forged))).rejects.toThrow(LearnError);
    }
  });
});

describe('a .zip', () => {
  it('is unpacked within its limits or refused', () => {
    const bytes = createZip([
      { name: 'x/training.json', bytes: new TextEncoder().encode('{"a":1}'.repeat(30)) },
      { name: 'checkpoint.bin', bytes: new Uint8Array(deflateRawSync(new Uint8Array(1 << 22))) },
    ]);
    const view = new DataView(bytes.buffer);
    const directory = view.getUint32(bytes.length - 6, true);
    // The second entry is deflated, and says that it is small.
    view.setUint16(directory + 46 + 15 + 10, 8, true);
    const limits = new Map([
      ['training.json', 1e6],
      ['checkpoint.bin', 1e6],
    ]);
    const anywhere = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
    const inDirectory = fc.tuple(fc.integer({ min: directory, max: bytes.length - 1 }), fc.nat(255));
    assertForged(fc.array(fc.oneof(anywhere, inDirectory), { minLength: 1, maxLength: 6 }), (changes) => {
      const forged = bytes.slice();
      for (const [at, byte] of changes) forged[at] = byte;
      expectOwnErrors([ZipError], () => {
        for (const entry of readZip(forged, limits)) expect(entry.bytes.length).toBeLessThanOrEqual(1e6);
      });
    });
  });
});
