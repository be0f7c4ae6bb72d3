/** What a client asks for at a reset: JSON → one request for each lane. Everything is checked before any lane is touched. */
import { failLearn } from '../../learn/learn-error.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';
import type { ResetRequest } from '../../learn/environments/env.ts';

export interface LaneReset {
  readonly lane: number;
  readonly request: ResetRequest;
}

const keys = ['seed', 'lanes', 'options'];

/** `seed`: a number (lane i gets `seed + i`), or a list with a number or null for each of the lanes. Throws a LearnError. */
export function parseReset(payload: Uint8Array, laneCount: number): LaneReset[] {
  const json = parseObject(payload);
  const unknown = Object.keys(json).find((key) => !keys.includes(key));
  if (unknown !== undefined)
    failLearn('unsupported', `reset, ${unknown}`, 'an unknown key', suggestSentence(unknown, keys));
  const lanes = readLanes(json['lanes'], laneCount);
  const seeds = readSeeds(json['seed'], lanes);
  const options = readOptions(json['options']);
  return lanes.map((lane, i) => {
    const seed = seeds[i];
    return {
      lane,
      request: { ...(seed === undefined ? {} : { seed }), ...(options === undefined ? {} : { options }) },
    };
  });
}

function readLanes(lanes: unknown, count: number): number[] {
  if (lanes === undefined) return Array.from({ length: count }, (_, i) => i);
  if (!Array.isArray(lanes) || !lanes.every((lane) => Number.isInteger(lane) && lane >= 0 && lane < count))
    failLearn('out-of-range', 'reset, lanes', printJson(lanes), `Lanes are 0 to ${count - 1}.`);
  return lanes as number[];
}

function readSeeds(seed: unknown, lanes: readonly number[]): (number | undefined)[] {
  if (seed === undefined) return [];
  if (!Array.isArray(seed)) {
    if (!Number.isSafeInteger(seed))
      failLearn(
        'wrong-type',
        'reset, seed',
        printJson(seed),
        'A seed is a whole number, or a list with one for each lane.',
      );
    return lanes.map((lane) => (seed as number) + lane);
  }
  if (seed.length !== lanes.length)
    failLearn('inconsistent', 'reset, seed', `${seed.length} seeds`, `It needs ${lanes.length}: one for each lane.`);
  return seed.map((one: unknown, i) => {
    if (one === null) return undefined;
    if (!Number.isSafeInteger(one))
      failLearn('wrong-type', `reset, seed[${i}]`, printJson(one), 'A seed is a whole number, or null for none.');
    return one as number;
  });
}

function readOptions(options: unknown): Readonly<Record<string, unknown>> | undefined {
  if (options !== undefined && (typeof options !== 'object' || options === null || Array.isArray(options)))
    failLearn('wrong-type', 'reset, options', printJson(options), 'Options are an object.');
  return options as Readonly<Record<string, unknown>> | undefined;
}

/** An object out of a payload of JSON; an empty payload is an empty one. */
function parseObject(payload: Uint8Array): Readonly<Record<string, unknown>> {
  if (payload.length === 0) return {};
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  return failLearn(
    'wrong-type',
    'reset',
    'no JSON object',
    'Send {"seed": 1, "lanes": [0], "options": {}}, or nothing.',
  );
}

function printJson(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
}
