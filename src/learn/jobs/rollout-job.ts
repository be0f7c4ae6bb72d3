/**
 * Rollouts as jobs: the state of some lanes and a request in, a reply and the new state out. A pure function, so any worker may
 * do any share, and a job whose worker died is done again by another with the same bits.
 */
import { addString, addToHash, createHasher, finishHash } from '../../engine/math/hash.ts';
import type { NamedArray, NamedArrays } from '../named-arrays.ts';
import type { RolloutReply, RolloutRequest } from '../rollouts/messages.ts';
import type { Subject } from '../subjects/subject.ts';

/** What all jobs of a training share. */
export interface RolloutTask {
  /** Version of the code that computes. */
  readonly version: string;
  readonly subject: Subject;
}

/** Plain data whose typed arrays are kept beside it, by name. */
interface Packed {
  readonly message: unknown;
  readonly arrays: NamedArrays;
}

export interface RolloutJob extends Packed {
  readonly key: string;
  /** How many lanes the environment has. */
  readonly lanes: number;
}

export interface RolloutResult extends Packed {
  readonly key: string;
  readonly status: 'complete' | 'failed';
}

/** `state` is that of the lanes before; without one they are as they were made. */
export interface RolloutQuestion {
  readonly request: RolloutRequest;
  readonly state?: NamedArrays | undefined;
}

/** `state` is that of the lanes afterwards, where the request changed it. */
export interface RolloutAnswer {
  readonly reply: RolloutReply;
  readonly state?: NamedArrays | undefined;
}

/** `taskHash` names the training in the job's key. */
export function createRolloutJob(taskHash: string, lanes: number, question: RolloutQuestion): RolloutJob {
  const packed = pack(question);
  return { key: computeKey(taskHash, lanes, packed), lanes, ...packed };
}

export function readQuestion(job: RolloutJob): RolloutQuestion {
  return unpack(job) as RolloutQuestion;
}

export function createRolloutResult(key: string, answer: RolloutAnswer): RolloutResult {
  return { key, status: answer.reply.kind === 'failed' ? 'failed' : 'complete', ...pack(answer) };
}

export function readAnswer(result: RolloutResult): RolloutAnswer {
  return unpack(result) as RolloutAnswer;
}

/** 128 bits of all that a result depends on. */
function computeKey(taskHash: string, lanes: number, { message, arrays }: Packed): string {
  return ['rollout', 'lanes']
    .map((salt) => {
      const hasher = createHasher();
      addString(hasher, salt);
      addString(hasher, JSON.stringify([taskHash, lanes, message]));
      for (const array of Object.values(arrays)) addToHash(hasher, array);
      return finishHash(hasher);
    })
    .join('');
}

/** Stands for an array that is kept beside. */
const arrayMark = '$array';

function pack(value: unknown): Packed {
  const arrays: Record<string, NamedArray> = {};
  return { message: takeArrays(value, '', arrays), arrays };
}

function takeArrays(value: unknown, path: string, arrays: Record<string, NamedArray>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) {
    arrays[path] = value as NamedArray;
    return { [arrayMark]: path };
  }
  const below = (name: string | number): string => (path === '' ? String(name) : `${path}/${name}`);
  if (Array.isArray(value)) return value.map((item, i) => takeArrays(item, below(i), arrays));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, takeArrays(item, below(name), arrays)] as const),
  );
}

function unpack({ message, arrays }: Packed): unknown {
  return putArrays(message, arrays);
}

function putArrays(value: unknown, arrays: NamedArrays): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => putArrays(item, arrays));
  const mark = (value as Record<string, unknown>)[arrayMark];
  if (typeof mark === 'string') return arrays[mark];
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, putArrays(item, arrays)] as const));
}
