/** The environment server as a client in another language meets it: real processes, real pipes, and Python's own tests. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVectorEnv, resetLanes } from '../../src/learn/environments/env.ts';
import { createPendulumEnv } from '../../src/learn/environments/toys/pendulum.ts';
import { isNight } from '../../src/testing/nightly.ts';
import { findChrome } from '../../tools/find-chrome.mjs';
import { findPython, gymnasiumFolder, hasGymnasium } from '../../tools/find-python.mjs';
import { program, run } from './program.ts';

interface Reply {
  readonly kind: string;
  readonly payload: Buffer;
}

function encodeRequest(kind: string, payload: Uint8Array = new Uint8Array(0)): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(payload.length, 0);
  header.write(kind, 4, 'latin1');
  return Buffer.concat([header, payload]);
}

function encodeReset(json: unknown): Buffer {
  return encodeRequest('R', Buffer.from(JSON.stringify(json)));
}

function encodeStep(actions: readonly number[]): Buffer {
  return encodeRequest('S', new Uint8Array(Float64Array.from(actions).buffer));
}

function splitFrames(bytes: Buffer): Reply[] {
  const frames: Reply[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    frames.push({ kind: bytes.toString('latin1', at + 4, at + 5), payload: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length;
  }
  return frames;
}

function readNumbers(payload: Buffer): Float64Array {
  return new Float64Array(payload.buffer.slice(payload.byteOffset, payload.byteOffset + (payload.length & ~7)));
}

/** Sends all bytes at once, closes the input, and gives what came back. */
async function talk(args: readonly string[], ...requests: Uint8Array[]) {
  const child = spawn(process.execPath, [program, 'env', ...args, '--stdio']);
  const pieces: Buffer[] = [];
  let err = '';
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(Buffer.concat(requests));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, err, frames: splitFrames(Buffer.concat(pieces)) };
}

const readJson = ({ payload }: Reply) => JSON.parse(payload.toString('utf8'));

describe('env --stdio', () => {
  it('greets with its spaces, and answers as the environment itself does, bit for bit', async () => {
    const steps = Array.from({ length: 201 }, (_, i) => [Math.fround(Math.sin(i)), 0.5]);
    const { code, err, frames } = await talk(
      ['toy:pendulum', '--lanes', '2'],
      encodeReset({ seed: 11 }),
      ...steps.map(encodeStep),
      encodeRequest('C'),
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(readJson(frames[0]!)).toMatchObject({
      protocol: 'bestiary-env',
      version: 1,
      program: expect.stringMatching(/^bestiary \d+\.\d+\.\d+\+[0-9a-f]{12}$/u),
      animal: 'toy:pendulum',
      lanes: 2,
      autoreset: 'same-step',
      actionSpace: { kind: 'box', names: ['torque'], low: [-2], high: [2] },
      infoNames: ['angle'],
    });
    const env = createVectorEnv(createPendulumEnv, 2);
    resetLanes(env, 11);
    expect(readNumbers(frames[1]!.payload)).toEqual(env.observations);
    for (const [i, actions] of steps.entries()) {
      env.step(Float64Array.from(actions));
      const { kind, payload } = frames[i + 2]!;
      expect(kind).toBe('T');
      const isEnd = i === 199;
      expect(payload.length).toBe(8 * (2 * 3 + 2 + 2 + (isEnd ? 6 : 0)) + 4);
      const numbers = readNumbers(payload);
      expect(numbers.subarray(0, 6)).toEqual(env.observations);
      expect(numbers.subarray(6, 8)).toEqual(env.rewards);
      expect(numbers.subarray(8, 10)).toEqual(env.infos);
      if (isEnd) expect(numbers.subarray(10, 16)).toEqual(env.finalObservations);
      expect([...payload.subarray(-4)]).toEqual([...env.terminated, ...env.truncated]);
    }
    expect(frames).toHaveLength(203);
  });

  it.each([
    [['lampry'], { code: 'unknown-animal', got: '"lampry"', hint: expect.stringContaining("'lamprey'") }],
    [['lamprey', '--task', 'fly'], { code: 'unsupported', path: 'task', hint: expect.stringContaining('steer') }],
    [['lamprey', '--set', 'brainstem.right=4'], { code: 'out-of-range', path: 'brainstem.right', got: '4' }],
    [['toy:pendulum', '--lanes', 'two'], { code: 'usage', message: expect.stringContaining('--lanes') }],
  ])('says what is wrong in a frame instead of a greeting: %j', async (args, expected) => {
    const { code, err, frames } = await talk(args);
    expect(code).toBe(2);
    expect(frames.map(({ kind }) => kind)).toEqual(['E']);
    expect(readJson(frames[0]!)).toMatchObject(expected);
    expect(err).toContain((readJson(frames[0]!) as { message: string }).message);
  });

  it('takes a list of seeds, and lets lanes rest', async () => {
    const { frames } = await talk(
      ['toy:pendulum', '--lanes', '2'],
      encodeReset({ seed: 5 }),
      encodeReset({ seed: [6, 5] }),
      encodeReset({ seed: [null, 5] }),
      encodeStep([1, 1]),
      encodeRequest('S', Buffer.concat([new Uint8Array(Float64Array.of(1, 1).buffer), Uint8Array.of(1, 0)])),
    );
    const [seeded, swapped, partly, stepped, rested] = frames.slice(1).map(({ payload }) => readNumbers(payload));
    expect([...swapped!]).toEqual([...seeded!.subarray(3), ...seeded!.subarray(0, 3)]);
    expect(partly!.subarray(3)).toEqual(seeded!.subarray(0, 3));
    expect(rested!.subarray(3, 6)).toEqual(stepped!.subarray(3, 6));
    expect(rested!.subarray(0, 3)).not.toEqual(stepped!.subarray(0, 3));
    expect(rested![7]).toBe(0);
  });

  it('answers what it cannot do with an error, and continues', async () => {
    const { code, frames } = await talk(
      ['toy:pendulum', '--lanes', '2'],
      encodeStep([0, 0]),
      encodeReset({ seed: 'one' }),
      encodeReset({ lanes: [2] }),
      encodeReset([]),
      encodeRequest('R', Buffer.from([0xff, 0xfe])),
      encodeReset({ options: 3 }),
      encodeReset({ options: { direction: [1, 0, 0] } }),
      encodeReset({ sead: 1 }),
      encodeReset({ seed: [1] }),
      encodeReset({ seed: 1 }),
      encodeStep([0]),
      encodeStep([0, Infinity]),
      encodeRequest('X'),
      encodeRequest('P', new Uint8Array(Uint32Array.of(0, 64, 64).buffer)),
      encodeRequest('P', new Uint8Array(Uint32Array.of(2, 64, 64).buffer)),
      encodeRequest('P', new Uint8Array(Uint32Array.of(0, 64, 9999).buffer)),
      encodeStep([0, 99]),
    );
    expect(code).toBe(0);
    expect(frames.map(({ kind }) => kind).join('')).toBe('HEEEEEEEEEOEEEEEET');
    const errors = frames.filter(({ kind }) => kind === 'E').map(readJson);
    expect(errors.map(({ path: where }) => where)).toEqual([
      'step',
      'reset, seed',
      'reset, lanes',
      'reset',
      'reset',
      'reset, options',
      'options.direction',
      'reset, sead',
      'reset, seed',
      'actions',
      'actions[1][0]',
      'frame',
      'picture',
      'picture, lane',
      'picture, size',
    ]);
    expect(errors.find(({ path: where }) => where === 'actions')).toMatchObject({
      got: '1 numbers',
      hint: 'It needs 2 numbers of 8 bytes: lanes (2) × actions (1).',
    });
    for (const { code: name, message, hint } of errors) {
      expect(name).toMatch(/^[a-z-]+$/u);
      expect(message).toContain(hint);
    }
  });

  it.each([
    ['text', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['a frame that never comes', encodeRequest('S', new Uint8Array(16)).subarray(0, 12)],
    ['a length beyond all', Buffer.from([255, 255, 255, 127, 82, 0, 0, 0])],
    ['bytes that are not zero', Buffer.from([0, 0, 0, 0, 82, 1, 0, 0])],
  ])('says so and ends at nonsense: %s', async (_, bytes) => {
    const { code, err, frames } = await talk(['toy:pendulum'], bytes);
    expect(code).toBe(2);
    expect(err).toBe('');
    expect(frames.at(-1)!.kind).toBe('E');
    expect(readJson(frames.at(-1)!)).toMatchObject({ code: 'damaged', path: 'frame' });
  });

  it('ends quietly when the client goes away', async () => {
    const child = spawn(process.execPath, [program, 'env', 'toy:pendulum', '--stdio']);
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.stdin.on('error', () => undefined);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdout.destroy();
    child.stdin.write(
      Buffer.concat([encodeReset({ seed: 1 }), ...Array.from({ length: 3000 }, () => encodeStep([0]))]),
    );
    // The input stays open: only the broken output tells that nobody listens.
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });

  it('serves pipes alone', async () => {
    const { code, err } = await run('env', 'toy:pendulum');
    expect(code).toBe(2);
    expect(err).toMatch(/--stdio/u);
  });
});

const python = findPython();
if (python === undefined) {
  it('the Python package is not tested: there is no python3 with numpy here', () => {
    expect(python).toBeUndefined();
  });
} else {
  describe('the Python package', () => {
    const folder = path.resolve(import.meta.dirname, '../../python');
    // Pictures are drawn where there is a browser; a machine without one is told what to install.
    const pictures = { BESTIARY_PICTURES: findChrome() === undefined ? '0' : '1' };
    const env = { ...process.env, BESTIARY: program, PYTHONDONTWRITEBYTECODE: '1', ...pictures };
    // Examples train and execute a notebook.
    const gymnasium = hasGymnasium(python) ? [['envs', 'real Gymnasium', '-k', 'GymnasiumTest']] : [];
    const names = ['program', 'runs', 'envs', ...(isNight ? ['examples'] : [])];
    it.each([...names.map((name) => [name, 'what there is']), ...gymnasium])(
      'passes its own tests of %s with %s',
      async (name, _with, ...picked) => {
        const args = ['-m', 'unittest', 'discover', '-s', 'tests', '-p', `test_${name}.py`, ...picked];
        const PYTHONPATH = picked.length > 0 ? gymnasiumFolder : undefined;
        const child = spawn(python, args, { cwd: folder, env: { ...env, ...(PYTHONPATH && { PYTHONPATH }) } });
        let text = '';
        child.stderr.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        const code = await new Promise((resolve) => child.on('close', resolve));
        expect(text).toMatch(/Ran \d+ tests/u);
        expect(code, text).toBe(0);
      },
      600_000,
    );
  });
}
