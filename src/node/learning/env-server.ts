/** Serves an environment over two streams of bytes: a greeting with the spaces, then one reply for each request (env-frames.ts). */
import type { Readable, Writable } from 'node:stream';
import type { VectorEnv } from '../../learn/environments/env.ts';
import { LearnError, type LearnProblem } from '../../learn/learn-error.ts';
import { countNumbers, findOutside, toSpaceJson } from '../../learn/spaces.ts';
import { encodeFrame, type Frame, FrameError, FrameReader } from './env-frames.ts';
import { parseReset } from './env-reset.ts';
import { type DrawPicture, drawLane } from './env-picture.ts';

const protocolVersion = 1;

/** Beside the actions of all lanes a request may be a reset with options: room for those. */
const resetBytes = 1 << 20;

/** An error as clients get it: what, where, got, do this, and the sentence. */
export interface LearnRefusal {
  readonly code: string;
  readonly path: string;
  readonly got: string;
  readonly hint: string;
  readonly message: string;
}

/** How the exchange ended: the client closed it or went away, or sent something other than a frame. */
export type ServeEnd = 'closed' | 'nonsense';

/** `about` is put into the greeting: animal, task, program. `draw` makes the pictures. Resolves when the exchange is over. */
export async function serveEnv(
  env: VectorEnv,
  about: Readonly<Record<string, unknown>>,
  input: Readable,
  output: Writable,
  draw: DrawPicture,
): Promise<ServeEnd> {
  const writer = createWriter(output);
  const served: Served = { env, begun: new Uint8Array(env.lanes), draw };
  const reader = new FrameReader(Math.max(resetBytes, env.lanes * (8 * countNumbers(env.actionSpace) + 1)));
  await writer.write(encodeFrame('H', [encodeJson(createGreeting(env, about))]));
  try {
    for await (const chunk of input as AsyncIterable<Uint8Array>)
      for (const frame of reader.add(chunk)) {
        if (frame.kind === 'C' || writer.isGone) return 'closed';
        await writer.write(await answer(served, frame));
      }
    if (!reader.isInside) return 'closed';
    throw new FrameError('The input ended in the middle of a frame.');
  } catch (error) {
    if (writer.isGone) return 'closed';
    if (!(error instanceof FrameError)) throw error;
    const hint = 'Close, and start again: what follows cannot be read.';
    await writer.write(encodeError({ code: 'damaged', path: 'frame', got: error.message, hint }));
    return 'nonsense';
  }
}

/** What is said instead of a greeting when there is no environment to serve. */
export function sendRefusal(output: Writable, refusal: LearnRefusal): Promise<void> {
  return createWriter(output).write(encodeFrame('E', [encodeJson(refusal)]));
}

function createGreeting(env: VectorEnv, about: Readonly<Record<string, unknown>>) {
  return {
    protocol: 'bestiary-env',
    version: protocolVersion,
    ...about,
    lanes: env.lanes,
    autoreset: env.autoreset,
    observationSpace: toSpaceJson(env.observationSpace),
    actionSpace: toSpaceJson(env.actionSpace),
    infoNames: env.infoNames,
    pictures: env.getSimulation?.(0) !== undefined,
    ...(env.stepSeconds === undefined ? {} : { stepSeconds: env.stepSeconds }),
  };
}

interface Served {
  readonly env: VectorEnv;
  /** 1 for lanes that were reset at least once. */
  readonly begun: Uint8Array;
  readonly draw: DrawPicture;
}

/** A request that cannot be done is answered with an error; the environment stays as it was. */
async function answer({ env, begun, draw }: Served, { kind, payload }: Frame): Promise<Uint8Array> {
  try {
    switch (kind) {
      case 'R':
        reset(env, payload, begun);
        return encodeFrame('O', [toBytes(env.observations)]);
      case 'S':
        if (begun.includes(0)) throw problem('missing', 'step', 'no reset before it', 'Reset every lane first.');
        step(env, payload);
        return encodeTransition(env);
      case 'P':
        if (begun.includes(0)) throw problem('missing', 'picture', 'no reset before it', 'Reset every lane first.');
        return encodeFrame('I', await drawLane(env, payload, draw));
      default:
        throw problem('unsupported', 'frame', `the kind ${JSON.stringify(kind)}`, 'Requests are R, S, P and C.');
    }
  } catch (error) {
    if (error instanceof LearnError) return encodeError(error);
    const got = error instanceof Error ? error.message : String(error);
    return encodeError({ code: 'failed', path: kind, got, hint: 'Reset the lane, or start again.' });
  }
}

/** All lanes, or those named; lane i gets the seed `seed + i`, or its own of a list. */
function reset(env: VectorEnv, payload: Uint8Array, begun: Uint8Array): void {
  for (const { lane, request } of parseReset(payload, env.lanes)) {
    env.resetLane(lane, request);
    begun[lane] = 1;
  }
}

/** After the actions a byte for each lane may say 0: that lane rests. */
function step(env: VectorEnv, payload: Uint8Array): void {
  const actionBytes = 8 * env.lanes * countNumbers(env.actionSpace);
  const active = payload.length === actionBytes + env.lanes ? payload.subarray(actionBytes) : undefined;
  env.step(readActions(env, active === undefined ? payload : payload.subarray(0, actionBytes)), active);
  if (active === undefined) return;
  for (let lane = 0; lane < env.lanes; lane++)
    if (active[lane] === 0) env.rewards[lane] = env.terminated[lane] = env.truncated[lane] = 0;
}

/** Actions are checked here: a non-finite number, or one outside a discrete space, must not reach a body. Boxes are clipped to their limits. */
function readActions(env: VectorEnv, payload: Uint8Array): Float64Array {
  const size = countNumbers(env.actionSpace);
  const expected = 8 * env.lanes * size;
  if (payload.length !== expected) {
    const got = payload.length % 8 === 0 ? `${payload.length / 8} numbers` : `${payload.length} bytes`;
    const needed = `It needs ${expected / 8} numbers of 8 bytes: lanes (${env.lanes}) × actions (${size}).`;
    throw problem('inconsistent', 'actions', got, needed);
  }
  const actions = new Float64Array(payload.buffer, payload.byteOffset, env.lanes * size);
  const { actionSpace } = env;
  for (let lane = 0; lane < env.lanes; lane++) {
    for (let i = 0; i < size; i++) {
      const value = actions[lane * size + i]!;
      if (!Number.isFinite(value))
        throw problem('not-finite', `actions[${lane}][${i}]`, String(value), 'Send finite numbers.');
      if (actionSpace.kind === 'box')
        actions[lane * size + i] = Math.min(actionSpace.high[i]!, Math.max(actionSpace.low[i]!, value));
    }
    if (findOutside(actionSpace, actions, lane * size) !== undefined)
      throw problem('out-of-range', `actions[${lane}]`, String(actions[lane * size]), 'Send a choice of the space.');
  }
  return actions;
}

/** Numbers first, so that all of them lie at multiples of 8 bytes; final observations of the lanes whose episode ended alone. */
function encodeTransition(env: VectorEnv): Uint8Array {
  const size = countNumbers(env.observationSpace);
  const finals: Uint8Array[] = [];
  for (let lane = 0; lane < env.lanes; lane++)
    if (env.terminated[lane]! + env.truncated[lane]! > 0)
      finals.push(toBytes(env.finalObservations.subarray(lane * size, (lane + 1) * size)));
  return encodeFrame('T', [
    toBytes(env.observations),
    toBytes(env.rewards),
    toBytes(env.infos),
    ...finals,
    env.terminated,
    env.truncated,
  ]);
}

function encodeError({ code, path, got, hint }: LearnProblem): Uint8Array {
  return encodeFrame('E', [
    encodeJson({ code, path, got, hint, message: new LearnError({ code, path, got, hint }).message }),
  ]);
}

function encodeJson(json: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(json));
}

function toBytes(numbers: Float64Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}

function problem(code: LearnProblem['code'], path: string, got: string, hint: string): LearnError {
  return new LearnError({ code, path, got, hint });
}

/** Waits until the client has room; a client that went away is noted, not thrown. */
function createWriter(output: Writable) {
  let gone = false;
  const leave = (): void => {
    gone = true;
  };
  output.on('error', leave).on('close', leave);
  return {
    get isGone() {
      return gone;
    },
    write: (bytes: Uint8Array): Promise<void> =>
      new Promise((resolve) => {
        if (gone) resolve();
        else output.write(bytes, () => resolve());
      }),
  };
}
