/** Simulation → bytes to append. Holds one frame in memory, never the run. */
import type { Simulation } from '../sim/simulation.ts';
import type { PilotPlan } from '../sim/pilot-slot.ts';
import { encodeJson } from './bytes.ts';
import {
  type ChunkName,
  chainHash,
  chainStart,
  chunkHeadBytes,
  chunkTailBytes,
  chunkTypes,
  formatVersion,
  magic,
  preambleBytes,
  type RecordingEnd,
  type RecordingHeader,
} from './format.ts';
import { expectObject } from '../model/problem.ts';

export function createRecordingHeader(
  simulation: Simulation,
  every: number,
  program: string,
  pilot?: PilotPlan,
): RecordingHeader {
  expectObject(simulation, 'simulation', 'Give the simulation that is recorded.', ['system']);
  const { system } = simulation;
  return {
    format: 'bestiary-recording',
    version: formatVersion,
    program,
    desc: system.desc,
    seed: simulation.seed,
    ...(pilot === undefined ? {} : { pilot }),
    dt: system.dt,
    every,
    layout: system.frame,
    frameLength: simulation.frameLength,
    signals: system.signals,
    signalLength: simulation.signalLength,
    controls: system.controls,
  };
}

/** Each method returns the bytes to append next; call `start` first and `end` last. */
export class RecordingEncoder {
  readonly #header: RecordingHeader;
  #chain = chainStart;

  constructor(header: RecordingHeader) {
    expectObject(header, 'header', 'Give what createRecordingHeader returns.');
    this.#header = header;
  }

  start(): Uint8Array {
    const preamble = new Uint8Array(preambleBytes);
    preamble.set(magic);
    new DataView(preamble.buffer).setUint32(8, formatVersion, true);
    return concatenate(preamble, this.#chunk('header', encodeJson(this.#header)));
  }

  /** The present frame and signals. */
  frame(simulation: Simulation): Uint8Array {
    const { frameLength, signalLength } = this.#header;
    // step f64 · time f64 · signals f64… · frame f32…, so that every part is aligned.
    const payload = new Uint8Array(16 + 8 * signalLength + 4 * frameLength);
    const numbers = new Float64Array(payload.buffer, 0, 2 + signalLength);
    numbers[0] = simulation.stepCount;
    numbers[1] = simulation.time;
    simulation.writeSignals(numbers.subarray(2));
    simulation.writeFrame(new Float32Array(payload.buffer, 16 + 8 * signalLength, frameLength));
    return this.#chunk('frame', payload);
  }

  /** The whole state, to continue the run from here bit for bit. */
  snapshot(step: number, snapshot: Uint8Array): Uint8Array {
    const payload = new Uint8Array(8 + snapshot.length);
    new DataView(payload.buffer).setFloat64(0, step, true);
    payload.set(snapshot, 8);
    return this.#chunk('snapshot', payload);
  }

  end(end: RecordingEnd): Uint8Array {
    return this.#chunk('end', encodeJson(end));
  }

  #chunk(name: ChunkName, payload: Uint8Array): Uint8Array {
    const type = chunkTypes[name];
    this.#chain = chainHash(this.#chain, type, payload);
    const padded = Math.ceil(payload.length / 8) * 8;
    const chunk = new Uint8Array(chunkHeadBytes + padded + chunkTailBytes);
    const view = new DataView(chunk.buffer);
    view.setUint32(0, type, true);
    view.setUint32(4, payload.length, true);
    view.setUint32(8, ~type, true);
    view.setUint32(12, ~payload.length, true);
    chunk.set(payload, chunkHeadBytes);
    view.setUint32(chunkHeadBytes + padded, parseInt(this.#chain.slice(0, 8), 16), true);
    view.setUint32(chunkHeadBytes + padded + 4, parseInt(this.#chain.slice(8), 16), true);
    return chunk;
  }
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
