import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../animals/registry.ts';
import { applySettings } from '../engine/families/descriptions.ts';
import { createRecordingHeader } from '../engine/record/encode.ts';
import type { RecordedFrame } from '../engine/record/format.ts';
import { Simulation } from '../engine/sim/simulation.ts';
import { listGltfProblems } from '../testing/gltf-problems.ts';
import { type ExportSource, exportFormats } from './registry.ts';

function record(animal: string, settings: readonly string[], steps = 2): ExportSource {
  const simulation = new Simulation(applySettings(describeAnimal(animal), settings), { seed: 1 });
  const header = createRecordingHeader(simulation, 1, 'bestiary 0.1.0');
  const frames: RecordedFrame[] = [];
  for (let step = 0; step < steps; step++) {
    const frame = new Float32Array(header.frameLength);
    const signals = new Float64Array(header.signalLength);
    simulation.writeFrame(frame);
    simulation.writeSignals(signals);
    frames.push({ step, time: simulation.time, frame, signals });
    simulation.step();
  }
  return { header, frames, every: 1 };
}

const worm = record('worm', ['mesh.sections=26']);
const centipede = record('centipede', ['body.segments=4']);
const nothing = { ...centipede, frames: [] };

function write(name: string, source: ExportSource): { content: string | Uint8Array; notes: readonly string[] } {
  const file = exportFormats.find((format) => format.name === name)!.create(source);
  if ('refused' in file) throw new Error(file.refused);
  return file;
}

describe('formats', () => {
  it('are named, with a file each', () => {
    expect(exportFormats.map(({ name, file }) => `${name} ${file}`)).toEqual([
      'wcon postures.wcon',
      'gltf animation.glb',
      'keyframes keyframes.json',
      'csv signals.csv',
      'npy signals.npy',
      'frames frames.npy',
    ]);
  });

  it('write a worm as postures, a scene and a table', async () => {
    const wcon = JSON.parse(write('wcon', worm).content as string) as { data: { t: number[] }[] };
    expect(wcon.data[0]!.t).toHaveLength(2);
    expect(await listGltfProblems(write('gltf', worm).content as Uint8Array)).toEqual([]);
    const lines = (write('csv', { ...worm, signals: ['position.x'] }).content as string).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
  });

  it('write a walker as keyframes, and say which soft surfaces are not in them', () => {
    const { content, notes } = write('keyframes', centipede);
    expect((JSON.parse(content as string) as { frames: unknown[] }).frames).toHaveLength(2);
    expect(notes.join()).toMatch(/^Not in the file: soft surfaces \(/u);
  });

  it.each([
    ['wcon', centipede, /is of centipede, and WCON is for worms/u],
    ['keyframes', worm, /is of worm, and keyframes are of bodies with segments or limbs/u],
    ['keyframes', nothing, /has no frames/u],
    ['gltf', nothing, /has no frames/u],
    ['gltf', { ...worm, scene: { colour: 'actvation' } }, /has no channel 'actvation' to colour by/u],
    ['csv', { ...worm, signals: ['positon.x'] }, /has no signal 'positon.x'.*position.x/u],
  ] as const)('%s refuses in words what it cannot hold', (name, source, words) => {
    expect(() => write(name, source)).toThrow(words);
  });

  it('say before anything is read what they cannot hold', () => {
    const refusals = exportFormats.map((format) => format.refuse?.(centipede.header) !== undefined);
    expect(refusals).toEqual([true, false, false, false, false, false]);
  });
});
