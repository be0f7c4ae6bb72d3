/**
 * A policy as a small file that a person can open: JSON with the environment it is for (animal, task, model, observation, actions),
 * the version of the code that made it, spaces with their names, network, normaliser, where it comes from, and a checksum. Weights
 * are 32-bit floats in base64 (a network of 3 × 128 for 40 observations is 210 kB); a linear policy has its few numbers printed.
 *
 * Version 1 named observation, actions and model only in its provenance, where they were chosen: `upgrade` takes them from there.
 */
import { z } from 'zod';
import { type ActionSet, actionSets } from '../../engine/contract/learning.ts';
import { addString, createHasher, finishHash } from '../../engine/math/hash.ts';
import { checkShape, parseFileJson } from '../check-shape.ts';
import { expectSameSpaces } from '../checkpoint.ts';
import { type ObservationKind, observationKinds } from '../environments/senses/observation.ts';
import { defaultActions, defaultObservation } from '../environments/setup.ts';
import { LearnError } from '../learn-error.ts';
import { type Box, parseSpace, type Space, type SpaceJson, toSpaceJson } from '../spaces.ts';
import { decodeBase64, encodeBase64 } from '../text-bytes.ts';
import { createPolicyShape, expectPolicy, maxObservationLimit, type PolicyData } from './policy.ts';
import { expectObject } from '../../engine/model/problem.ts';

const FORMAT = 'bestiary-policy';
const VERSION = 2;
const MAX_CHARACTERS = 500_000;

/** What an animal sees and does under a policy; a toy has no such choices. */
export interface PolicyEnvironment {
  /** How actions become muscle excitation; left out where the animal has no choice. */
  readonly model?: string;
  readonly observation: ObservationKind;
  readonly actions: ActionSet;
}

export interface PolicyFile {
  /** Name of the animal, or of a toy; empty where the file does not say. */
  readonly animal: string;
  readonly task: string;
  /** Undefined for toys, and for ONNX models from elsewhere. */
  readonly environment: PolicyEnvironment | undefined;
  /** Of the code that made it. */
  readonly codeVersion: string;
  readonly policy: PolicyData;
  /** Trainer, seed, transitions, settings: how it was made. */
  readonly provenance: Readonly<Record<string, unknown>>;
}

/** Chosen: more than any animal or program has; what is larger is not a policy. */
const maxText = 300;
const maxUnits = 4096;
const maxLayers = 8;
const maxWeight = 3.5e38;

const shortText = z.string().max(maxText);
const numbers = z.array(z.number()).max(MAX_CHARACTERS);

/** Spaces are checked by `parseSpace`, and what has to fit together after that. */
const policySchema = z.object({
  version: z.number(),
  animal: shortText,
  task: shortText,
  model: shortText.nullish(),
  observation: shortText.optional(),
  actions: shortText.optional(),
  codeVersion: shortText.optional(),
  network: z.object({
    hidden: z.array(z.int().min(1).max(maxUnits)).max(maxLayers),
    activation: z.literal('tanh'),
  }),
  normaliser: z.object({
    means: numbers,
    deviations: z.array(z.number().positive()).max(MAX_CHARACTERS),
    limit: z.number().positive().max(maxObservationLimit),
  }),
  provenance: z.record(z.string(), z.unknown()),
  /** Numbers, or 32-bit floats in base64; every number is one that 32 bits hold. */
  parameters: z.union([z.array(z.number().min(-maxWeight).max(maxWeight)).max(MAX_CHARACTERS), z.string()]),
});

type CheckedJson = z.output<typeof policySchema>;

interface PolicyJson extends Omit<CheckedJson, 'network' | 'normaliser'> {
  readonly format: string;
  readonly observationSpace: SpaceJson;
  readonly actionSpace: SpaceJson;
  readonly network: { readonly hidden: readonly number[]; readonly activation: 'tanh' };
  readonly normaliser: { readonly means: number[]; readonly deviations: number[]; readonly limit: number };
}

/** The policy whose weights are what a file would hold: rounded to 32 bits. */
export function roundPolicy(policy: PolicyData): PolicyData {
  return { ...policy, parameters: Float64Array.from(Float32Array.from(policy.parameters)) };
}

export function encodePolicyFile(file: PolicyFile): string {
  expectObject(file, 'file', 'Give { animal, task, codeVersion, policy, provenance }.', ['animal', 'task', 'policy']);
  expectPolicy(file.policy);
  const { environment, codeVersion } = file;
  const said = environment === undefined ? {} : { ...environment, model: environment.model ?? null };
  return print({
    format: FORMAT,
    version: VERSION,
    animal: file.animal,
    task: file.task,
    ...said,
    codeVersion,
    ...toJson(file),
  });
}

function toJson({ policy, provenance }: PolicyFile) {
  const rounded = Float32Array.from(policy.parameters);
  return {
    observationSpace: toSpaceJson(policy.observationSpace),
    actionSpace: toSpaceJson(policy.actionSpace),
    network: { hidden: policy.hidden, activation: 'tanh' as const },
    normaliser: {
      means: Array.from(policy.means),
      deviations: Array.from(policy.deviations),
      limit: policy.limit,
    },
    provenance,
    parameters: policy.hidden.length === 0 ? Array.from(rounded) : encodeBase64(new Uint8Array(rounded.buffer)),
  };
}

/**
 * Identifies what a policy does, independent of the version of the code that wrote it. It is the hash of the text that version 1 of the format had, so
 * that links of that time still name the same policies.
 */
export function hashPolicy(text: string): string {
  const file = decodePolicyFile(text);
  const hasher = createHasher();
  addString(hasher, print({ format: FORMAT, version: 1, animal: file.animal, task: file.task, ...toJson(file) }));
  return finishHash(hasher);
}

function print(json: PolicyJson): string {
  // Parsed and printed once more, so that the checksum is over what a reader prints.
  const plain = JSON.parse(JSON.stringify(json)) as PolicyJson;
  const text = `${JSON.stringify({ ...plain, checksum: computeChecksum(plain) }, null, 1)}\n`;
  if (text.length > MAX_CHARACTERS)
    throw policyError('out-of-range', '', `${text.length} characters`, `A policy file has at most ${MAX_CHARACTERS}.`);
  return text;
}

/** Refuses what is damaged, of another version, not a policy at all or inconsistent, naming the field. */
export function decodePolicyFile(text: string): PolicyFile {
  const json = parseJson(text);
  if (json['format'] !== FORMAT)
    throw policyError('wrong-type', 'format', printValue(json['format']), `A policy file says "${FORMAT}".`);
  if (json['version'] !== VERSION && json['version'] !== 1)
    throw policyError(
      'unknown-version',
      'version',
      printValue(json['version']),
      `This program reads versions 1 and ${VERSION}.`,
    );
  const { checksum, ...rest } = json;
  if (checksum !== computeChecksum(rest))
    throw policyError(
      'damaged',
      'checksum',
      printValue(checksum),
      'The contents were changed: take the file from its source.',
    );
  // Anyone can compute the checksum: it tells of damage, not of who wrote the file.
  const said = checkShape(policySchema, rest, 'policy');
  const { animal, task, network, normaliser, provenance, parameters } = said;
  const observationSpace = parseSpace(rest['observationSpace'], 'policy.observationSpace');
  const actionSpace = parseSpace(rest['actionSpace'], 'policy.actionSpace');
  if (observationSpace.kind !== 'box')
    throw policyError('wrong-type', 'observationSpace', observationSpace.kind, 'Observations are a box.');
  const shape = createPolicyShape(observationSpace, actionSpace, network.hidden);
  const size = observationSpace.names.length;
  return {
    animal,
    task,
    environment: animal.startsWith('toy:') ? undefined : expectEnvironment(said.version === 1 ? upgrade(said) : said),
    codeVersion: said.codeVersion ?? '',
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

/** Version 1 said what was chosen in its provenance, and left out what was not. */
function upgrade({ provenance }: CheckedJson): Readonly<Record<string, unknown>> {
  return { observation: defaultObservation, actions: defaultActions, ...provenance };
}

/** What a file or a model says of its environment; undefined where it does not say enough. */
export function readEnvironment(said: Readonly<Record<string, unknown>>): PolicyEnvironment | undefined {
  const observation = observationKinds.find((kind) => kind === said['observation']);
  const actions = actionSets.find((set) => set === said['actions']);
  if (observation === undefined || actions === undefined) return undefined;
  return { ...(typeof said['model'] === 'string' ? { model: said['model'] } : {}), observation, actions };
}

function expectEnvironment(json: Readonly<Record<string, unknown>>): PolicyEnvironment {
  const environment = readEnvironment(json);
  if (environment !== undefined) return environment;
  const got = `${printValue(json['observation'])} and ${printValue(json['actions'])}`;
  const hint = `It says one of ${observationKinds.join(', ')}, and one of ${actionSets.join(', ')}.`;
  throw policyError('missing', 'observation and actions', got, hint);
}

/** Refuses a policy of another animal, of other observations or of another action space. */
export function expectPolicyFits(
  file: PolicyFile,
  here: { readonly animal: string; readonly observationSpace: Box; readonly actionSpace: Space },
): void {
  expectSameAnimal(file, here.animal);
  expectSameSpaces(file.policy, here, 'policy', describePurpose(file));
}

/** What to do about a policy whose spaces differ: a hint. */
function describePurpose({ animal, task, environment }: PolicyFile): string {
  if (environment === undefined)
    return 'The policy does not say what it is for: choose the observation and actions that it was made with.';
  const { model, observation, actions } = environment;
  const words = [`task ${task}`, ...(model === undefined ? [] : [`model ${model}`]), `observation ${observation}`];
  return `The policy is for ${animal}, ${words.join(', ')}, actions ${actions}: choose these, or another policy. An older version of this program may have had other spaces.`;
}

export function expectSameAnimal(file: Pick<PolicyFile, 'animal'>, animal: string): void {
  if (file.animal === animal) return;
  const hint = `This animal is "${animal}": choose one of its policies.`;
  throw policyError('inconsistent', 'animal', `"${file.animal}"`, hint);
}

function decodeParameters(parameters: readonly number[] | string): ArrayLike<number> {
  if (typeof parameters !== 'string') return parameters;
  const bytes = decodeBase64(parameters);
  if (bytes === undefined || bytes.length % 4 !== 0)
    throw policyError('damaged', 'parameters', 'not base64 of 32-bit floats', 'Take the file from its source.');
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
  if (typeof text !== 'string')
    throw policyError('wrong-type', '', printValue(text), 'Give the text of a policy file.');
  if (text.length > MAX_CHARACTERS)
    throw policyError('out-of-range', '', `${text.length} characters`, `A policy file has at most ${MAX_CHARACTERS}.`);
  const json = parseFileJson(text, 'policy', 'A policy file is JSON.');
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw policyError('wrong-type', '', printValue(json), 'A policy file is a JSON object.');
  return json as Record<string, unknown>;
}

function computeChecksum(json: object): string {
  const hasher = createHasher();
  addString(hasher, JSON.stringify(json));
  return finishHash(hasher);
}

function printValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? JSON.stringify(value).slice(0, 60) : typeof value;
}

function policyError(code: LearnError['code'], path: string, got: string, hint: string): LearnError {
  return new LearnError({ code, path: path === '' ? 'policy' : `policy.${path}`, got, hint });
}
