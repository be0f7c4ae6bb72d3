import { describe, expect, it } from 'vitest';
import { Simulation } from '../sim/simulation.ts';
import { createSmallLamprey, describeSmallLamprey } from '../../testing/small-lamprey.ts';
import { decodeJson, encodeJson } from './bytes.ts';
import { createMemorySource, inspectRecording, iterateFrames, RecordingError } from './decode.ts';
import { createRecordingHeader, RecordingEncoder } from './encode.ts';
import type { RecordingHeader } from './format.ts';
import { fc } from '../../testing/property.ts';
import { readSnapshot } from '../../testing/runs/read-snapshot.ts';

const steps = 12;

function concatenate(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** The header without the skin, which would make most of the file. */
function createSmallHeader(simulation: Simulation): RecordingHeader {
  const header = createRecordingHeader(simulation, 1, 'bestiary test');
  return { ...header, layout: { ...header.layout, surfaces: [] } };
}

/** Pieces of a run of a dozen steps: header, frames with a snapshot after six, final snapshot, end. */
function record(changes: object = {}): { pieces: Uint8Array[]; simulation: Simulation } {
  const simulation = createSmallLamprey(0, changes);
  const encoder = new RecordingEncoder(createSmallHeader(simulation));
  const pieces = [encoder.start(), encoder.frame(simulation)];
  for (let step = 1; step <= steps; step++) {
    simulation.step();
    pieces.push(encoder.frame(simulation));
    if (step % 6 === 0) pieces.push(encoder.snapshot(step, simulation.snapshot()));
  }
  const { time: seconds } = simulation;
  pieces.push(
    encoder.end({
      status: 'complete',
      steps,
      seconds,
      hash: simulation.hash(),
      metrics: { speed: 1.5, frequency: null },
    }),
  );
  return { pieces, simulation };
}

const { pieces, simulation: recorded } = record();
const whole = concatenate(pieces);

/** A frame of whatever numbers. */
function encodeFrame(
  encoder: RecordingEncoder,
  stepCount: number,
  time: number,
  signals: Float64Array,
  frame: Float32Array,
): Uint8Array {
  const writeSignals = (out: Float64Array): void => out.set(signals);
  const writeFrame = (out: Float32Array): void => out.set(frame);
  return encoder.frame({ stepCount, time, writeSignals, writeFrame } as Simulation);
}

function inspect(bytes: Uint8Array) {
  return inspectRecording(createMemorySource(bytes));
}

function codeOf(act: () => unknown): RecordingError['code'] {
  try {
    act();
  } catch (error) {
    if (error instanceof RecordingError) return error.code;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('a recording', () => {
  it('comes back as it went in', () => {
    const source = createMemorySource(whole);
    const info = inspectRecording(source);
    expect(info).toMatchObject({
      status: 'complete',
      frameCount: steps + 1,
      firstTime: 0,
      lastTime: recorded.time,
      snapshotSteps: [6, 12],
    });
    expect(info.header).toEqual(createRecordingHeader(recorded, 1, 'bestiary test'));
    expect(info.end).toEqual({
      status: 'complete',
      steps,
      seconds: recorded.time,
      hash: recorded.hash(),
      metrics: { speed: 1.5, frequency: null },
    });
    const simulation = createSmallLamprey();
    const signals = new Float64Array(simulation.signalLength);
    const frame = new Float32Array(simulation.frameLength);
    for (const read of iterateFrames(source)) {
      if (read.step > 0) simulation.step();
      simulation.writeSignals(signals);
      simulation.writeFrame(frame);
      expect(read).toMatchObject({ step: simulation.stepCount, time: simulation.time });
      expect(read.signals).toEqual(signals);
      expect(read.frame).toEqual(frame);
    }
    expect(simulation.stepCount).toBe(steps);
  });

  it('keeps states from which the run continues bit for bit', () => {
    const source = createMemorySource(whole);
    const simulation = createSmallLamprey();
    simulation.restore(readSnapshot(source, 6)!);
    for (let i = 6; i < steps; i++) simulation.step();
    expect(simulation.hash()).toBe(recorded.hash());
    expect(readSnapshot(source, 7)).toBeUndefined();
  });

  it('keeps names in any script, and the whole layout with its arrays', () => {
    const simulation = createSmallLamprey(0, { title: 'Neunauge 🐟 八目鰻 \u0000 "$Infinity"', paper: '$Infinity' });
    const header = createRecordingHeader(simulation, 3, 'é');
    expect(inspect(new RecordingEncoder(header).start()).header).toEqual(header);
    expect(header.layout.surfaces.length).toBeGreaterThan(0);
  });

  it('is read every n-th frame', () => {
    const all = [...iterateFrames(createMemorySource(whole))];
    expect([...iterateFrames(createMemorySource(whole), 5)]).toEqual([all[0], all[5], all[10]]);
  });
});

describe('a recording that was cut off', () => {
  it('is good up to its last whole chunk, wherever it was cut', () => {
    // Ends of the chunks that hold frames; the first piece is preamble and header.
    let at = 0;
    const ends = pieces.map((piece) => (at += piece.length));
    const isFrame = (piece: Uint8Array): boolean => piece.length === pieces[1]!.length;
    const start = ends[pieces.length - 5]!;
    for (let length = start; length < whole.length; length += length < whole.length - 300 ? 41 : 1) {
      const bytes = whole.slice(0, length);
      const info = inspect(bytes);
      expect(info.status, `${length} bytes`).toBe('unfinished');
      expect(info.frameCount, `${length} bytes`).toBe(
        pieces.filter((piece, i) => isFrame(piece) && ends[i]! <= length).length,
      );
    }
  });

  it('within its header is refused with a sentence', () => {
    expect(codeOf(() => inspect(new Uint8Array(0)))).toBe('empty');
    for (const length of [1, 7, 8, 15, 16, 17, 31, 32, 100, pieces[0]!.length - 1])
      expect(codeOf(() => inspect(whole.slice(0, length)))).toBe('cut-off');
    expect(codeOf(() => inspect(Uint8Array.from([66, 69, 83, 75])))).toBe('not-a-recording');
  });
});

describe('a recording that was changed', () => {
  it('is found by any flipped bit', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(7), (at, bit) => {
        const bytes = whole.slice();
        bytes[at]! ^= 1 << bit;
        codeOf(() => inspect(bytes));
      }),
      { numRuns: 200 },
    );
  });

  it('is found by every flipped bit of a chunk head, a chunk tail, and the preamble', () => {
    const last = whole.length - pieces.at(-1)!.length;
    const bytesOfInterest = [
      ...Array(32).keys(),
      ...Array.from({ length: 16 }, (_, i) => last + i),
      ...Array.from({ length: 16 }, (_, i) => whole.length - 16 + i),
    ];
    for (const at of bytesOfInterest) {
      for (let bit = 0; bit < 8; bit++) {
        const bytes = whole.slice();
        bytes[at]! ^= 1 << bit;
        codeOf(() => inspect(bytes));
      }
    }
  });

  it('is found by a missing, doubled or swapped chunk, and by anything after the end', () => {
    const without = pieces.filter((_, i) => i !== 3);
    const doubled = pieces.flatMap((piece, i) => (i === 3 ? [piece, piece] : [piece]));
    const swapped = [...pieces.slice(0, 3), pieces[4]!, pieces[3]!, ...pieces.slice(5)];
    for (const changed of [without, doubled, swapped, [...pieces, pieces[1]!]])
      expect(codeOf(() => inspect(concatenate(changed)))).toBe('corrupt');
  });

  it('is found by a chunk that is given out as one of another kind', () => {
    const offset = pieces.slice(0, 2).reduce((sum, piece) => sum + piece.length, 0);
    for (let type = 0; type < 6; type++) {
      const bytes = whole.slice();
      const head = new DataView(bytes.buffer, offset);
      if (head.getUint32(0, true) === type) continue;
      head.setUint32(0, type, true);
      head.setUint32(8, ~type, true);
      expect(codeOf(() => inspect(bytes))).toBe('corrupt');
    }
  });

  it('says where the damage begins', () => {
    const bytes = whole.slice();
    const offset = pieces[0]!.length + pieces[1]!.length;
    bytes[offset + 30]! ^= 1;
    expect(() => inspect(bytes)).toThrow(`damaged at byte ${offset}`);
    // Everything before it can be read.
    expect(iterateFrames(createMemorySource(bytes)).next().value).toMatchObject({ step: 0 });
  });

  it('is refused with another magic or version', () => {
    const magic = whole.slice();
    magic[0] = 0x62;
    expect(codeOf(() => inspect(magic))).toBe('not-a-recording');
    const version = whole.slice();
    version[8] = 2;
    expect(codeOf(() => inspect(version))).toBe('unknown-version');
    expect(() => inspect(version)).toThrow('Recording version 2 is unknown; this program reads version 1.');
  });
});

describe('a recording by someone else, with good hashes', () => {
  const header = createSmallHeader(recorded);
  const forge = (changed: object): RecordingEncoder => new RecordingEncoder({ ...header, ...changed });

  it.each([
    { signalLength: -1 },
    { signalLength: 1e12 },
    { frameLength: 'many' },
    { frameLength: NaN },
    { desc: { ...describeSmallLamprey(), segments: 105 } },
    { desc: null },
    { signalLength: 0 },
    { frameLength: 3 },
    { dt: 0.1 },
    { dt: 'soon' },
    { every: 0 },
    { seed: 'x' },
  ])('is refused when its header says %j', (changed) => {
    expect(codeOf(() => inspect(forge(changed).start()))).toBe('corrupt');
  });

  it.each([{ layout: null }, { signals: 'y' }, { signals: undefined }, { controls: 7 }, { layout: { parts: 'many' } }])(
    'is read by its creature, and not by what its header says of it: %j',
    (changed) => {
      const { header: found } = inspect(forge(changed).start());
      const { system } = recorded;
      expect([found.layout, found.signals, found.controls]).toEqual([system.frame, system.signals, system.controls]);
    },
  );

  it('is refused with non-finite numbers, times that run back, a second header, or more after its end', () => {
    const numbers = (): [Float64Array, Float32Array] => [
      new Float64Array(recorded.signalLength),
      new Float32Array(recorded.frameLength),
    ];
    const [signals, frame] = numbers();
    const [bad] = numbers();
    bad[2] = NaN;
    const end = { status: 'complete', steps: 0, seconds: 0, hash: '', metrics: {} } as const;
    const forgeries: ((encoder: RecordingEncoder) => Uint8Array[])[] = [
      (encoder) => [encodeFrame(encoder, 0, 0, bad, frame)],
      (encoder) => [encodeFrame(encoder, 0, NaN, signals, frame)],
      (encoder) => [encodeFrame(encoder, 2, 0.1, signals, frame), encodeFrame(encoder, 1, 0.05, signals, frame)],
      (encoder) => [encoder.snapshot(NaN, new Uint8Array(8))],
      (encoder) => [encoder.start().slice(16)],
      (encoder) => [encoder.end(end), new Uint8Array(5)],
    ];
    for (const forgery of forgeries) {
      const encoder = forge({});
      expect(codeOf(() => inspect(concatenate([encoder.start(), ...forgery(encoder)])))).toBe('corrupt');
    }
  });

  it('is refused when a clock in it is not that of its step', () => {
    const simulation = new Simulation(recorded.desc, { seed: 1 });
    const snapshot = simulation.snapshot();
    const setClock = (step: number, time: number): Uint8Array => {
      new Float64Array(snapshot.buffer, 0, 2).set([step, time]);
      return snapshot;
    };
    const { dt } = simulation.system;
    const inspectWith = (step: number, kept: Uint8Array): void => {
      const encoder = forge({});
      inspect(concatenate([encoder.start(), encoder.snapshot(step, kept)]));
    };
    inspectWith(40, setClock(40, 40 * dt));
    expect(() => inspectWith(40, setClock(1e15, -5))).toThrow(
      /kept at step 40 has another clock: step 1000000000000000/u,
    );
    expect(() => inspectWith(40, setClock(40, 41 * dt))).toThrow(/another clock/u);
    expect(codeOf(() => inspectWith(1e12, setClock(1e12, 1e12 * dt)))).toBe('corrupt');
    const before = simulation.hash();
    expect(() => simulation.restore(setClock(2.5, 2.5 * dt))).toThrow(/clock is wrong/u);
    expect(simulation.hash()).toBe(before);
    const encoder = forge({});
    const [signals, frame] = [new Float64Array(recorded.signalLength), new Float32Array(recorded.frameLength)];
    const bytes = concatenate([encoder.start(), encodeFrame(encoder, 1, 1e9, signals, frame)]);
    expect(codeOf(() => inspect(bytes))).toBe('corrupt');
  });

  it('does not make anyone reserve memory for what it claims', () => {
    const head = whole.slice(0, 32);
    new DataView(head.buffer).setUint32(20, 2 ** 30, true);
    new DataView(head.buffer).setUint32(28, ~(2 ** 30), true);
    const asked: number[] = [];
    const source = {
      length: 2 ** 31,
      read: (offset: number, length: number) => {
        asked.push(length);
        return offset < 32 ? head.slice(offset, offset + length) : new Uint8Array(length);
      },
    };
    expect(codeOf(() => inspectRecording(source))).toBe('corrupt');
    expect(Math.max(...asked)).toBeLessThan(100);
  });

  it('is refused when a frame does not have the size its header gives', () => {
    const header = { ...createSmallHeader(recorded) };
    const encoder = new RecordingEncoder(header);
    const start = encoder.start();
    // What follows is not what it said.
    Object.assign(header, { signalLength: 3, frameLength: 5 });
    const bytes = concatenate([start, encodeFrame(encoder, 0, 0, new Float64Array(3), new Float32Array(5))]);
    expect(codeOf(() => inspect(bytes))).toBe('corrupt');
    expect(codeOf(() => [...iterateFrames(createMemorySource(bytes))])).toBe('corrupt');
  });

  it('is refused when it ends in an unknown way', () => {
    const encoder = forge({});
    const end = { status: 'splendid', steps: 0, seconds: 0, hash: '', metrics: {} } as never;
    expect(codeOf(() => inspect(concatenate([encoder.start(), encoder.end(end)])))).toBe('corrupt');
  });

  it('is refused when it begins with something else than a header', () => {
    const encoder = forge({});
    const preamble = encoder.start().slice(0, 16);
    expect(codeOf(() => inspect(concatenate([preamble, forge({}).snapshot(0, new Uint8Array(4))])))).toBe('corrupt');
  });
});

describe('random bytes', () => {
  it('are refused, never anything worse', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        codeOf(() => inspect(bytes));
        codeOf(() => inspect(concatenate([whole.slice(0, 16), bytes])));
      }),
    );
  });

  it('after a good start are damage or a cut, never anything worse', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(inspect(concatenate([pieces[0]!, pieces[1]!, bytes])).frameCount).toBe(1);
        } catch (error) {
          expect(error).toBeInstanceOf(RecordingError);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('JSON in bytes', () => {
  it('is ASCII and comes back, typed arrays and infinity included', () => {
    const value = {
      text: 'a\u00e9\u20ac\u{1f41f}',
      arrays: [new Float32Array([0.1, -0]), new Uint32Array([2 ** 32 - 1]), new Uint16Array([])],
      level: Infinity,
    };
    const bytes = encodeJson(value);
    expect(Math.max(...bytes)).toBeLessThan(128);
    expect(decodeJson(bytes)).toEqual({ ...value, arrays: [new Float32Array([0.1, 0]), ...value.arrays.slice(1)] });
  });
});
