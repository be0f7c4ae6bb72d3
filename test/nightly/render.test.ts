import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { createFolder, run, runJson } from '../cli/program.ts';

const small = ['--size', '160x90', '--quiet'];

async function countPackets(file: string) {
  const input = new Input({ source: new BufferSource(new Uint8Array(readFileSync(file))), formats: ALL_FORMATS });
  const track = (await input.getPrimaryVideoTrack())!;
  const { packetCount, averagePacketRate } = await track.computePacketStats();
  return {
    packetCount,
    rate: averagePacketRate,
    size: [await track.getDisplayWidth(), await track.getDisplayHeight()],
  };
}

describe('render', () => {
  it('writes a film of a recorded run with the exact number of pictures', async () => {
    const folder = path.join(createFolder(), 'swim');
    await run('run', 'lamprey', '--seconds', '0.4', '--out', folder, '--quiet');
    const file = path.join(folder, 'film.webm');
    const { code, json } = await runJson('render', folder, '--out', file, '--fps', '20', '--size', '160x90', '--quiet');
    expect(code).toBe(0);
    expect(json).toMatchObject({ frames: 8, fps: 20 });
    expect(await countPackets(file)).toEqual({
      packetCount: 8,
      rate: expect.closeTo(20, 1) as number,
      size: [160, 90],
    });
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('films a run under a policy with the policy: the log of the film ends in the same bits', async () => {
    const folder = path.join(createFolder(), 'driven');
    const words = ['--set', 'segments=20', '--set', 'brainstem.left=0.6', '--seconds', '4.5', '--policy', 'default'];
    const recorded = await runJson('run', 'lamprey', ...words, '--out', folder, '--quiet');
    const log = path.join(folder, 'log.csv');
    const film = path.join(folder, 'film.webm');
    const options = ['--from', '4.4', '--seconds', '0.1', '--fps', '20', '--size', '160x90', '--quiet'];
    const { code, err, json } = await runJson('render', folder, '--out', film, '--log', log, ...options);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(json).toMatchObject({ frames: 2, hash: recorded.json.hash });
  });

  it('writes frames into a folder', async () => {
    const folder = path.join(createFolder(), 'frames');
    const { code } = await run('render', 'lamprey', '--out', folder, '--seconds', '0.1', '--camera', 'top', ...small);
    expect(code).toBe(0);
    expect(readdirSync(folder)).toEqual(['frame-00000.png', 'frame-00001.png', 'frame-00002.png']);
    const png = readFileSync(path.join(folder, 'frame-00002.png'));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([160, 90]);
    expect(png.length).toBeGreaterThan(2000);
  });
});
