import { describe, expect, it } from 'vitest';
import { createRng, nextNormal, nextUint32 } from '../../engine/math/rng.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../checkpoint.ts';
import { LearnError } from '../learn-error.ts';
import { decodeNamedArrays, encodeNamedArrays, type NamedArrays } from '../named-arrays.ts';
import { createActor, createPolicyShape, type PolicyData } from './policy.ts';
import { decodePolicyFile, encodePolicyFile, expectPolicyFits, roundPolicy } from './file.ts';
import { createBox, createDiscrete } from '../spaces.ts';
import { decodeBase64, decodeText, encodeBase64, encodeText } from '../text-bytes.ts';

function createPolicy(observations: number, actions: number, hidden: readonly number[]): PolicyData {
  const rng = createRng(1, 'test');
  const name = (stem: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${stem}-${i}`);
  const observationSpace = createBox(name('obs', observations), -Infinity, 5);
  const actionSpace = createBox(name('act', actions), -2, 4);
  const { parameterCount } = createPolicyShape(observationSpace, actionSpace, hidden);
  return {
    observationSpace,
    actionSpace,
    hidden,
    parameters: Float64Array.from({ length: parameterCount }, () => 0.2 * nextNormal(rng)),
    means: Float64Array.from({ length: observations }, () => nextNormal(rng)),
    deviations: Float64Array.from({ length: observations }, () => 1 + Math.abs(nextNormal(rng))),
    limit: 5,
  };
}

const provenance = { trainer: 'ppo', seed: 3, note: 'Δμ “by hand” 🐙' };

describe('text and bytes', () => {
  it('are UTF-8, like those of the platform', () => {
    const text = 'plain, Δμ, “…”, 🐙';
    expect(encodeText(text)).toEqual(new TextEncoder().encode(text));
    expect(decodeText(encodeText(text))).toBe(text);
  });

  it('are base64, like that of the platform', () => {
    const rng = createRng(1, 'test');
    for (let length = 0; length < 20; length++) {
      const bytes = Uint8Array.from({ length }, () => nextUint32(rng));
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
    }
    for (const wrong of ['abc', 'ab=c', 'a$==', '====']) expect(decodeBase64(wrong)).toBeUndefined();
  });
});

describe('named arrays as bytes', () => {
  const arrays: NamedArrays = {
    weights: Float64Array.of(1, -0, NaN, 1e-310),
    'worker-0/rng': Uint32Array.of(1, 4294967295),
    flags: Uint8Array.of(1, 2, 3),
    small: Float32Array.of(0.1),
    whole: Int32Array.of(-5),
    empty: new Float64Array(0),
  };
  const bytes = encodeNamedArrays('TESTTEST', { name: 'Δμ' }, arrays);

  it('come back as they were', () => {
    const back = decodeNamedArrays('TESTTEST', bytes, 'test file');
    expect(back.meta).toEqual({ name: 'Δμ' });
    expect(back.arrays).toEqual(arrays);
    expect(Object.is(back.arrays['weights']![1], -0)).toBe(true);
    // Also from the middle of another buffer.
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(decodeNamedArrays('TESTTEST', shifted.subarray(3), 'test file').arrays).toEqual(arrays);
  });

  it('are refused with any byte flipped, other than those that only fill a gap', () => {
    let refused = 0;
    for (let at = 0; at < bytes.length; at++) {
      const broken = bytes.slice();
      broken[at]! ^= 16;
      try {
        expect(decodeNamedArrays('TESTTEST', broken, 'test file').arrays).toEqual(arrays);
      } catch (error) {
        expect(error).toBeInstanceOf(LearnError);
        refused += 1;
      }
    }
    // Gaps are at most 7 bytes before the first array and behind each of six.
    expect(bytes.length - refused).toBeLessThan(7 * 7);
  });

  it('name the array that is damaged or cut short', () => {
    const broken = bytes.slice();
    broken[bytes.length - 8]! ^= 1;
    expect(() => decodeNamedArrays('TESTTEST', broken, 'test file')).toThrow(/test file, array "whole"/u);
    expect(() => decodeNamedArrays('TESTTEST', bytes.subarray(0, -8), 'test file')).toThrow(
      /array "whole".*cut short/u,
    );
    expect(() => decodeNamedArrays('TESTTEST', bytes.subarray(0, 20), 'test file')).toThrow(/not a test file/u);
    expect(() => decodeNamedArrays('OTHEROTH', bytes, 'test file')).toThrow(/not a test file/u);
  });
});

describe('checkpoints', () => {
  const checkpoint = {
    kind: 'ppo' as const,
    seed: 4,
    config: { hidden: [2], targetKl: null },
    observationSpace: createBox(['a'], -Infinity, 1),
    actionSpace: createDiscrete(2),
    trainer: { weights: Float64Array.of(1, 2) },
    source: { 'worker-0/lane': Uint32Array.of(7) },
  };

  it('come back as they were', () => {
    expect(decodeCheckpoint(encodeCheckpoint(checkpoint), 'ppo')).toEqual(checkpoint);
  });

  it('are refused when damaged, naming the array, and by another trainer', () => {
    const bytes = encodeCheckpoint(checkpoint);
    const broken = bytes.slice();
    broken[bytes.length - 16]! ^= 1;
    expect(() => decodeCheckpoint(broken, 'ppo')).toThrow(/checkpoint, array "trainer\/weights"/u);
    expect(() => decodeCheckpoint(bytes, 'es')).toThrow(/trainer "ppo"/u);
  });
});

describe('policy files', () => {
  const environment = { model: 'ap-mem', observation: 'small', actions: 'few' } as const;
  const file = {
    animal: 'octopus',
    task: 'steer',
    environment,
    codeVersion: '0.1.0',
    policy: createPolicy(5, 2, [6, 4]),
    provenance,
  };

  it('hold everything, with weights of 32 bits', () => {
    const back = decodePolicyFile(encodePolicyFile(file));
    expect(back).toEqual({ ...file, policy: roundPolicy(file.policy) });
    expect(back.policy.parameters).not.toEqual(file.policy.parameters);
    // A second turn changes nothing, so a file may be read and written again.
    expect(encodePolicyFile(back)).toBe(encodePolicyFile(file));
  });

  it('print the numbers of a linear policy', () => {
    const linear = { ...file, policy: createPolicy(2, 1, []) };
    const json = JSON.parse(encodePolicyFile(linear)) as { parameters: number[] };
    expect(json.parameters).toEqual(Array.from(Float32Array.from(linear.policy.parameters)));
    expect(decodePolicyFile(encodePolicyFile(linear)).policy).toEqual(roundPolicy(linear.policy));
  });

  it('stay below 500 kB for the largest observation and all actions of the octopus', () => {
    const text = encodePolicyFile({ ...file, policy: createPolicy(264, 64, [128, 128, 128]) });
    expect(text.length).toBeLessThan(500_000);
    expect(() => encodePolicyFile({ ...file, policy: createPolicy(264, 64, [256, 256, 256]) })).toThrow(
      /at most 500000/u,
    );
  });

  it('are refused when changed, foreign or broken, and say where', () => {
    const text = encodePolicyFile(file);
    expect(() => decodePolicyFile(text.replace('"octopus"', '"lamprey"'))).toThrow(/policy\.checksum/u);
    expect(() => decodePolicyFile(text.slice(0, -20))).toThrow(/JSON/u);
    expect(() => decodePolicyFile('[]')).toThrow(/JSON object/u);
    expect(() => decodePolicyFile('{}')).toThrow(/policy\.format/u);
    expect(() => decodePolicyFile('{"format":"bestiary-policy","version":9}')).toThrow(/policy\.version: got 9/u);
  });

  it('are refused by another animal, other observations and other actions', () => {
    const { observationSpace, actionSpace } = file.policy;
    expect(() => expectPolicyFits(file, { animal: 'octopus', observationSpace, actionSpace })).not.toThrow();
    expect(() => expectPolicyFits(file, { animal: 'lamprey', observationSpace, actionSpace })).toThrow(
      /policy\.animal/u,
    );
    const other = createPolicy(4, 3, []);
    expect(() =>
      expectPolicyFits(file, { animal: 'octopus', observationSpace: other.observationSpace, actionSpace }),
    ).toThrow(/policy\.observationSpace/u);
    expect(() =>
      expectPolicyFits(file, { animal: 'octopus', observationSpace, actionSpace: other.actionSpace }),
    ).toThrow(/policy\.actionSpace/u);
  });
});

describe('actors', () => {
  it('clip to the range of the actions, around its middle', () => {
    const policy = createPolicy(1, 1, []);
    // Output = 10 x, normalised with mean 0 and deviation 1; range −2 … 4.
    policy.parameters.set([10, 0, 0]);
    policy.means.fill(0);
    policy.deviations.fill(1);
    const actor = createActor(policy, 4);
    actor.act(Float64Array.of(0, 0.05, 3, -3), 4);
    expect(Array.from(actor.actions)).toEqual([1, 2.5, 4, -2]);
    expect(Array.from(actor.raw)).toEqual([0, 0.5, 30, -30]);
  });

  it('refuse parameters of another shape', () => {
    const actor = createActor(createPolicy(1, 1, []), 1);
    expect(() => actor.setParameters(new Float64Array(4))).toThrow(/policy parameters: got 4 elements/u);
  });
});
