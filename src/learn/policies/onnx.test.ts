/**
 * ONNX files, checked twice: by our own reader, and by what onnxruntime-web 1.30.0 (wasm, one thread) computed with the models of
 * onnx.fixture.json. Those are compared byte by byte with what the writer writes now; a writer that changes needs new ones.
 */
import { describe, expect, it } from 'vitest';
import { createRng, nextNormal } from '../../engine/math/rng.ts';
import fixture from './onnx.fixture.json' with { type: 'json' };
import { encodeOnnx } from './onnx.ts';
import { decodeOnnx } from './onnx-read.ts';
import { createActor, createPolicyShape, type PolicyData } from './policy.ts';
import { encodeString, joinBytes } from '../protobuf.ts';
import { createBox, createDiscrete } from '../spaces.ts';
import { decodeBase64, encodeText } from '../text-bytes.ts';

/** The policies of the fixture: changing anything here asks for a new one. */
function createPolicy(observations: number, actions: number, hidden: readonly number[]): PolicyData {
  const rng = createRng(1, 'onnx');
  const name = (stem: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${stem}-${i}`);
  const observationSpace = createBox(name('obs', observations), -Infinity, Infinity);
  const actionSpace = createBox(name('act', actions), -2, 4);
  const { parameterCount } = createPolicyShape(observationSpace, actionSpace, hidden);
  return {
    observationSpace,
    actionSpace,
    hidden,
    parameters: Float64Array.from({ length: parameterCount }, () => 0.25 * nextNormal(rng)),
    means: Float64Array.from({ length: observations }, () => nextNormal(rng)),
    deviations: Float64Array.from({ length: observations }, () => 1 + Math.abs(nextNormal(rng))),
    limit: 5,
  };
}

function computeActions(policy: PolicyData, observations: Float64Array): Float64Array {
  const rows = observations.length / policy.means.length;
  const actor = createActor(policy, rows);
  actor.act(observations, rows);
  return actor.actions;
}

describe('ONNX files', () => {
  it.each(fixture)('give in onnxruntime what the policy gives here (hidden layers $hidden)', (sample) => {
    const policy = createPolicy(3, 2, sample.hidden);
    expect(encodeOnnx(policy, { animal: 'toy' })).toEqual(decodeBase64(sample.model));
    const actions = computeActions(policy, Float64Array.from(sample.observations));
    for (const [i, value] of sample.actions.entries()) expect(Math.abs(actions[i]! - value)).toBeLessThan(1e-6);
  });

  it('were compared both at the limits of the actions and between them', () => {
    const actions = fixture.flatMap((sample) => sample.actions);
    expect(actions).toContain(4);
    expect(actions.filter((value) => value > -2 && value < 4).length).toBeGreaterThan(10);
  });

  it('come back as the same policy', () => {
    const policy = createPolicy(40, 8, [128, 128, 128]);
    const back = decodeOnnx(encodeOnnx(policy, { animal: 'octopus', task: 'steer' }));
    expect(back.metadata).toMatchObject({ animal: 'octopus', task: 'steer' });
    expect(back.policy.observationSpace).toEqual(policy.observationSpace);
    expect(back.policy.actionSpace).toEqual(policy.actionSpace);
    expect(back.policy.hidden).toEqual(policy.hidden);
    const logStds = policy.parameters.length - 8;
    expect(back.policy.parameters.slice(logStds)).toEqual(policy.parameters.slice(logStds));
    const rng = createRng(5, 'test');
    const observations = Float64Array.from({ length: 40 * 20 }, () => 3 * nextNormal(rng));
    const wanted = computeActions(policy, observations);
    const found = computeActions(back.policy, observations);
    // Weights are rounded to 32 bits: a millionth of the actions' range.
    for (const [i, value] of wanted.entries()) expect(Math.abs(found[i]! - value)).toBeLessThan(6e-6);
  });

  it('are refused where they are of another kind, and the error names the node', () => {
    const bytes = encodeOnnx(createPolicy(3, 2, [4]));
    const replace = (from: string, to: string): Uint8Array => {
      const changed = bytes.slice();
      const [old, next] = [encodeText(from), encodeText(to)];
      const at = changed.findIndex((_, i) => old.every((byte, k) => changed[i + k] === byte));
      changed.set(next, at);
      return changed;
    };
    expect(() => decodeOnnx(replace('Tanh', 'Relu'))).toThrow(/node 4 "layer_0": got Relu/u);
    expect(() => decodeOnnx(replace('Clip', 'Less'))).toThrow(/got Less\. Expected Clip of "scaled"/u);
    expect(() => decodeOnnx(bytes.subarray(0, 300))).toThrow(/Damaged file/u);
    expect(() => decodeOnnx(encodeText('no model at all'))).toThrow(/ONNX model/u);
    expect(() => decodeOnnx(joinBytes([encodeString(2, 'someone')]))).toThrow(/opset: got none/u);
  });

  it('are not written for what they cannot hold', () => {
    const policy = createPolicy(3, 2, []);
    expect(() => encodeOnnx({ ...policy, actionSpace: createDiscrete(2) })).toThrow(/discrete/u);
    expect(() => encodeOnnx({ ...policy, actionSpace: createBox(['a', 'b'], -Infinity, 1) })).toThrow(
      /without limits/u,
    );
  });
});
