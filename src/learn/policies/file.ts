/**
 * A policy as a small file that a person can open: JSON with animal, task, spaces with their names, network, normaliser, where
 * it comes from, and a checksum. Weights are 32-bit floats in base64 (a network of 3 × 128 for 40 observations is 210 kB);
 * a policy without hidden layers has its few numbers printed.
 */
import { addString, createHasher, finishHash } from '../../engine/math/hash.ts';
import { expectSameSpaces } from '../checkpoint.ts';
import { LearnError } from '../learn-error.ts';
import { createPolicyShape, type PolicyData } from './policy.ts';
import { type Box, parseSpace, type Space, type SpaceJson, toSpaceJson } from '../spaces.ts';
import { decodeBase64, encodeBase64 } from '../text-bytes.ts';

const FORMAT = 'bestiary-policy';
const VERSION = 1;
const MOST_CHARACTERS = 500_000;

export interface PolicyFile {
  /** Name of the animal, or of a toy. */
  readonly animal: string;
  readonly task: string;
  readonly policy: PolicyData;
  /** Trainer, seed, tuples, settings, commit: whatever says how it was made. */
  readonly provenance: Readonly<Record<string, unknown>>;
}

interface PolicyJson {
  readonly format: string;
  readonly version: number;
  readonly animal: string;
  readonly task: string;
  readonly observationSpace: SpaceJson;
  readonly actionSpace: SpaceJson;
  readonly network: { readonly hidden: readonly number[]; readonly activation: 'tanh' };
  readonly normaliser: { readonly means: number[]; readonly deviations: number[]; readonly limit: number };
  readonly provenance: Readonly<Record<string, unknown>>;
  /** Numbers, or 32-bit floats in base64; every number is one that 32 bits hold. */
  readonly parameters: readonly number[] | string;
}

/** The policy whose weights are what a file would hold: rounded to 32 bits. */
export function roundPolicy(policy: PolicyData): PolicyData {
  return { ...policy, parameters: Float64Array.from(Float32Array.from(policy.parameters)) };
}

export function encodePolicyFile({ animal, task, policy, provenance }: PolicyFile): string {
  const rounded = Float32Array.from(policy.parameters);
  const json: PolicyJson = {
    format: FORMAT,
    version: VERSION,
    animal,
    task,
    observationSpace: toSpaceJson(policy.observationSpace),
    actionSpace: toSpaceJson(policy.actionSpace),
    network: { hidden: policy.hidden, activation: 'tanh' },
    normaliser: {
      means: Array.from(policy.means),
      deviations: Array.from(policy.deviations),
      limit: policy.limit,
    },
    provenance,
    parameters: policy.hidden.length === 0 ? Array.from(rounded) : encodeBase64(new Uint8Array(rounded.buffer)),
  };
  // Parsed and printed once more, so that the checksum is over what a reader prints.
  const plain = JSON.parse(JSON.stringify(json)) as PolicyJson;
  const text = `${JSON.stringify({ ...plain, checksum: computeChecksum(plain) }, null, 1)}\n`;
  if (text.length > MOST_CHARACTERS)
    throw policyError('out-of-range', '', `${text.length} characters`, `A policy file has at most ${MOST_CHARACTERS}.`);
  return text;
}

/** Refuses what is damaged, of another version, or inconsistent, naming the field. */
export function decodePolicyFile(text: string): PolicyFile {
  const json = parseJson(text);
  if (json['format'] !== FORMAT)
    throw policyError('wrong-type', 'format', print(json['format']), `A policy file says "${FORMAT}".`);
  if (json['version'] !== VERSION)
    throw policyError('unknown-version', 'version', print(json['version']), `This program reads version ${VERSION}.`);
  const { checksum, ...rest } = json;
  if (checksum !== computeChecksum(rest))
    throw policyError(
      'damaged',
      'checksum',
      print(checksum),
      'The contents were changed: take the file from its source.',
    );
  // The checksum holds, so the fields are as some encoder wrote them; their agreement is checked all the same.
  const { animal, task, network, normaliser, provenance, parameters } = rest as unknown as PolicyJson;
  const observationSpace = parseSpace(rest['observationSpace'], 'policy.observationSpace');
  const actionSpace = parseSpace(rest['actionSpace'], 'policy.actionSpace');
  if (observationSpace.kind !== 'box')
    throw policyError('wrong-type', 'observationSpace', observationSpace.kind, 'Observations are a box.');
  const shape = createPolicyShape(observationSpace, actionSpace, network.hidden);
  const size = observationSpace.names.length;
  return {
    animal,
    task,
    provenance,
    policy: {
      observationSpace,
      actionSpace,
      hidden: network.hidden,
      parameters: takeNumbers(decodeParameters(parameters), shape.parameterCount, 'parameters'),
      means: takeNumbers(normaliser.means, size, 'normaliser.means'),
      deviations: takeNumbers(normaliser.deviations, size, 'normaliser.deviations'),
      limit: normaliser.limit,
    },
  };
}

/** Refuses a policy of another animal, of other observations or of another action space. */
export function expectPolicyFits(
  file: PolicyFile,
  here: { readonly animal: string; readonly observationSpace: Box; readonly actionSpace: Space },
): void {
  expectSameAnimal(file, here.animal);
  expectSameSpaces(file.policy, here, 'policy');
}

export function expectSameAnimal(file: Pick<PolicyFile, 'animal'>, animal: string): void {
  if (file.animal === animal) return;
  const hint = `Here it is "${animal}": choose one of its policies.`;
  throw policyError('inconsistent', 'animal', `"${file.animal}"`, hint);
}

function decodeParameters(parameters: readonly number[] | string): ArrayLike<number> {
  if (typeof parameters !== 'string') return parameters;
  const bytes = decodeBase64(parameters);
  if (bytes === undefined || bytes.length % 4 !== 0)
    throw policyError('damaged', 'parameters', 'no base64 of 32-bit floats', 'Take the file from its source.');
  return new Float32Array(bytes.buffer);
}

function takeNumbers(numbers: ArrayLike<number>, length: number, path: string): Float64Array {
  const taken = Float64Array.from(numbers);
  const wrong = taken.findIndex((value) => !Number.isFinite(value));
  if (wrong >= 0)
    throw policyError('not-finite', `${path}[${wrong}]`, String(taken[wrong]), 'Take the file from its source.');
  if (taken.length !== length)
    throw policyError('inconsistent', path, `${taken.length} numbers`, `Spaces and layers ask for ${length}.`);
  return taken;
}

function parseJson(text: string): Record<string, unknown> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw policyError('damaged', '', error instanceof Error ? error.message : 'no JSON', 'A policy file is JSON.');
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw policyError('wrong-type', '', print(json), 'A policy file is a JSON object.');
  return json as Record<string, unknown>;
}

function computeChecksum(json: object): string {
  const hasher = createHasher();
  addString(hasher, JSON.stringify(json));
  return finishHash(hasher);
}

function print(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value).slice(0, 60) : typeof value;
}

function policyError(code: LearnError['code'], path: string, got: string, hint: string): LearnError {
  return new LearnError({ code, path: path === '' ? 'policy' : `policy.${path}`, got, hint });
}
