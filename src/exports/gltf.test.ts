import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../animals/registry.ts';
import { applySettings } from '../engine/families/descriptions.ts';
import type { RecordedFrame } from '../engine/record/format.ts';
import { Simulation } from '../engine/sim/simulation.ts';
import { computeMorphStride, createGlb, listLeftOut } from './gltf.ts';
import { checkGlb } from './gltf-check.ts';
import { createKeyframeDocument, createKeyframes, type Keyframes } from './keyframes.ts';

/** A few frames of an animal. */
function record(animal: string, settings: string[] = [], frames = 4): Keyframes {
  const simulation = new Simulation(applySettings(describeAnimal(animal), settings), { seed: 1 });
  const recorded: RecordedFrame[] = [];
  for (let i = 0; i < frames; i++) {
    const frame = new Float32Array(simulation.frameLength);
    simulation.writeFrame(frame);
    recorded.push({ step: simulation.stepCount, time: simulation.time, frame, signals: new Float64Array(0) });
    simulation.step();
  }
  return createKeyframes(animal, 'bestiary 0', simulation.system.frame, recorded);
}

function readDocument(glb: Uint8Array): Record<string, unknown[]> {
  const length = new DataView(glb.buffer).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as Record<string, unknown[]>;
}

const keyframes = record('centipede', ['body.segments=5']);

describe('keyframes', () => {
  it('are the pose of every segment and both links of every leg at every frame', () => {
    const document = createKeyframeDocument(keyframes) as {
      parts: { name: string }[];
      lines: unknown[];
      frames: { time: number; parts: number[][]; lines: number[][][] }[];
    };
    const names = document.parts.map(({ name }) => name);
    expect(names).toContain('left leg 1, upper');
    expect(names).toContain('right leg 4, lower');
    expect(names.length).toBe(5 + 4 * 2 * 2);
    expect(document.frames.map(({ time }) => time)).toEqual([0, 0.004167, 0.008333, 0.0125]);
    for (const { parts, lines } of document.frames) {
      expect(parts.length).toBe(names.length);
      expect(lines.length).toBe(document.lines.length);
      for (const [, , , x, y, z, w] of parts) expect(Math.hypot(x!, y!, z!, w!)).toBeCloseTo(1, 4);
    }
    // It falls.
    expect(document.frames[3]!.parts[0]![2]).toBeLessThan(document.frames[0]!.parts[0]![2]!);
  });
});

describe('an animated glTF scene', () => {
  it.each(animalNames.filter((name) => describeAnimal(name).body.kind !== 'soft'))('of the %s is valid', (animal) => {
    expect(checkGlb(createGlb(record(animal, [], 3)))).toEqual([]);
  });

  it('moves and turns a node for every part', () => {
    const document = readDocument(createGlb(keyframes)) as unknown as {
      nodes: { name: string; children?: number[] }[];
      animations: { channels: { target: { node: number; path: string } }[] }[];
    };
    const { channels } = document.animations[0]!;
    const softSurfaces = keyframes.layout.surfaces.filter(({ kind }) => kind === 'mesh').length;
    expect(channels.length).toBe(2 * keyframes.layout.parts.length + softSurfaces);
    expect(new Set(channels.map(({ target }) => `${target.node} ${target.path}`)).size).toBe(channels.length);
    expect(document.nodes[1]!.name).toBe(keyframes.layout.parts[0]!.name);
  });

  it('holds the soft animal beside the ball, and the tissue of a walker, each with normals that turn with it', () => {
    const grasping = record('octopus', ['scene.kind=grasp', 'body.sizes.armCells=6'], 3);
    for (const [frames, names] of [
      [grasping, ['ball', grasping.layout.surfaces[0]!.name]],
      [keyframes, keyframes.layout.surfaces.map(({ name }) => name)],
    ] as const) {
      const glb = createGlb(frames);
      expect(checkGlb(glb)).toEqual([]);
      const { nodes, meshes } = readDocument(glb) as unknown as {
        nodes: { name: string }[];
        meshes: { primitives: { attributes: object; targets?: object[] }[] }[];
      };
      expect(names.length).toBeGreaterThan(0);
      expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
      const soft = meshes.filter(({ primitives }) => primitives[0]!.targets !== undefined);
      expect(soft.length).toBe(frames.layout.surfaces.filter(({ kind }) => kind === 'mesh').length);
      for (const { primitives } of meshes) expect(primitives[0]!.attributes).toHaveProperty('NORMAL');
      for (const { primitives } of soft) {
        expect(primitives[0]!.targets!.length).toBe(frames.frames.length);
        for (const target of primitives[0]!.targets!) expect(target).toHaveProperty('NORMAL');
      }
    }
  });

  it('thins shapes that are too many, and says what it leaves out', () => {
    const many = Array.from({ length: 601 }, () => keyframes.frames[0]!);
    expect(computeMorphStride({ ...keyframes, frames: many })).toBe(2);
    expect(computeMorphStride(keyframes)).toBe(1);
    expect(listLeftOut(keyframes.layout)).toEqual(expect.arrayContaining(['left antenna', 'ground']));
  });

  it('says what is wrong with a damaged one', () => {
    const glb = createGlb(keyframes);
    expect(checkGlb(glb.subarray(0, 100))).not.toEqual([]);
    const cut = glb.slice();
    new DataView(cut.buffer).setUint32(8, 5, true);
    expect(checkGlb(cut)[0]!.hint).toMatch(/length/u);
    const { length } = JSON.stringify(readDocument(glb));
    const torn = glb.slice();
    // A number of the times turns into none.
    torn.fill(0xff, 28 + length + ((4 - (length % 4)) % 4), 36 + length);
    expect(checkGlb(torn).map(({ path }) => path)).toContain('accessors[0]');
  });

  it('finds quaternions, indices and trees that are none', () => {
    const frames = keyframes.frames.map((frame) => frame.slice());
    const broken = createGlb({ ...keyframes, frames });
    const text = new TextDecoder().decode(broken);
    const swap = (from: string, to: string): Uint8Array => {
      expect(text).toContain(from);
      expect(to.length).toBe(from.length);
      const out = broken.slice();
      out.set(new TextEncoder().encode(to), text.slice(0, text.indexOf(from)).length);
      return out;
    };
    expect(checkGlb(swap('"children":[1,2,', '"children":[1,1,')).map(({ path }) => path)).toContain('nodes[2]');
    expect(checkGlb(swap('"version":"2.0"', '"version":"1.0"'))[0]!.path).toBe('asset.version');
    expect(checkGlb(swap('"type":"VEC4"', '"type":"VEC3"')).length).toBeGreaterThan(0);
  });
});
