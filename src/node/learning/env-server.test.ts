import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { createAnimalEnv } from '../../learn/environments/animal-env.ts';
import type { VectorEnv } from '../../learn/environments/env.ts';
import { createToyEnv } from '../../learn/environments/toys/registry.ts';
import { encodeFrame, type Frame, FrameReader } from './env-frames.ts';
import type { DrawPicture } from './env-picture.ts';
import { sendRefusal, serveEnv } from './env-server.ts';

const bytesOf = (numbers: readonly number[]) => new Uint8Array(Float64Array.from(numbers).buffer);
/** The letters of requests are not those of replies. */
const encodeRequest = (kind: string, payload?: Uint8Array) =>
  encodeFrame(kind as 'O', payload === undefined ? [] : [payload]);
const readJson = ({ payload }: Frame) => JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>;

/** Everything that the server says to these requests. */
async function exchange(env: VectorEnv, requests: readonly Uint8Array[], draw?: DrawPicture) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const frames: Frame[] = [];
  const reader = new FrameReader(1 << 24);
  output.on('data', (chunk: Uint8Array) => frames.push(...reader.add(chunk)));
  for (const request of requests) input.write(request);
  input.end();
  const end = await serveEnv(env, { animal: 'a' }, input, output, draw ?? (() => Promise.reject(new Error('none'))));
  return { frames, end };
}

const reset = encodeRequest('R', new TextEncoder().encode('{"seed":3}'));

describe('an environment behind two streams', () => {
  it('greets, resets and steps; final observations are those of the lanes that ended', async () => {
    const env = createToyEnv('identity', 2);
    const again = createToyEnv('identity', 2);
    const actions = [0.5, -0.25, 9, -9];
    const steps = 300;
    const { frames, end } = await exchange(env, [
      reset,
      ...Array.from({ length: steps }, () => encodeRequest('S', bytesOf(actions))),
      encodeRequest('C'),
    ]);
    expect(end).toBe('closed');
    expect(readJson(frames[0]!)).toMatchObject({ protocol: 'bestiary-env', animal: 'a', lanes: 2, pictures: false });
    for (let lane = 0; lane < 2; lane++) again.resetLane(lane, { seed: 3 + lane });
    expect(frames[1]!.payload).toEqual(bytesOf([...again.observations]));
    let ended = 0;
    for (const { kind, payload } of frames.slice(2)) {
      again.step(Float64Array.from(actions, (value) => Math.min(1, Math.max(-1, value))));
      const size = again.observations.length / 2;
      const over = [0, 1].filter((lane) => again.terminated[lane]! + again.truncated[lane]! > 0);
      ended += over.length;
      const finals = over.flatMap((lane) => [...again.finalObservations.subarray(lane * size, (lane + 1) * size)]);
      expect(kind).toBe('T');
      expect(payload).toEqual(
        new Uint8Array([
          ...bytesOf([...again.observations, ...again.rewards, ...again.infos, ...finals]),
          ...again.terminated,
          ...again.truncated,
        ]),
      );
    }
    expect(frames).toHaveLength(2 + steps);
    expect(ended).toBeGreaterThan(4);
  });

  it('refuses in words, and the exchange continues', async () => {
    const env = createToyEnv('pendulum', 1);
    const { frames, end } = await exchange(env, [
      encodeRequest('S', bytesOf([0])),
      reset,
      encodeRequest('S', bytesOf([NaN])),
      encodeRequest('S', bytesOf([0, 0])),
      encodeRequest('Z'),
      encodeRequest('P', new Uint8Array(Uint32Array.of(0, 32, 32).buffer)),
      encodeRequest('S', bytesOf([0])),
      Uint8Array.of(1, 2, 3),
    ]);
    expect(frames.map(({ kind }) => kind).join('')).toBe('HEOEEEETE');
    expect(frames.filter(({ kind }) => kind === 'E').map((frame) => readJson(frame)['code'])).toEqual([
      'missing',
      'not-finite',
      'inconsistent',
      'unsupported',
      'unsupported',
      'damaged',
    ]);
    expect(end).toBe('nonsense');
  });

  it.each([
    ['{"lanes":[5]}', '[5]'],
    ['{"lanes":7}', '7'],
    ['{"seed":"x"}', '"x"'],
    ['[]', 'no JSON object'],
    ['{', 'no JSON object'],
  ])('refuses the reset %s by what it got', async (text, got) => {
    const { frames } = await exchange(createToyEnv('pendulum', 2), [
      encodeRequest('R', new TextEncoder().encode(text)),
    ]);
    expect(frames[1]!.kind).toBe('E');
    expect(readJson(frames[1]!)['got']).toBe(got);
  });

  it('resets without being asked for anything', async () => {
    const { frames } = await exchange(createToyEnv('pendulum', 2), [encodeRequest('R')]);
    expect(frames.map(({ kind }) => kind)).toEqual(['H', 'O']);
  });

  it('says why it cannot be made', async () => {
    const output = new PassThrough();
    await sendRefusal(output, { code: 'c', path: 'p', got: 'g', hint: 'h', message: 'm' });
    const [frame] = [...new FrameReader(1000).add(output.read() as Uint8Array)];
    expect([frame!.kind, readJson(frame!)['hint']]).toEqual(['E', 'h']);
  });

  it('gives pictures of animals, of sides from 16 to 4096 pixels', async () => {
    const env = createAnimalEnv({ desc: describeAnimal('lamprey'), task: 'steer', lanes: 2 });
    const ask = (...numbers: number[]) => encodeRequest('P', new Uint8Array(Uint32Array.from(numbers).buffer));
    const asked: unknown[] = [];
    const draw: DrawPicture = (simulation, lane, size) => {
      asked.push([simulation === env.getSimulation!(1), lane, size]);
      return Promise.resolve(Uint8Array.of(7));
    };
    const requests = [ask(1, 16, 4096), ask(1, 15, 16), ask(1, 16, 4097), ask(2, 16, 16), ask(1, 16)];
    const { frames } = await exchange(env, [reset, ...requests], draw);
    expect(frames.map(({ kind }) => kind).join('')).toBe('HOIEEEE');
    expect([...frames[2]!.payload]).toEqual([16, 0, 0, 0, 0, 16, 0, 0, 7]);
    expect(asked).toEqual([[true, 1, { width: 16, height: 4096 }]]);
    expect(readJson(frames[4]!)['got']).toBe('16 × 4097');
  });
});
