import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { computeFrameOffsets } from '../../engine/contract/frame.ts';
import type { RecordedFrame } from '../../engine/record/format.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { listGltfProblems } from '../../testing/gltf-problems.ts';
import { createGlb } from './gltf.ts';
import { computeMorphStride } from './soft.ts';
import { createKeyframeDocument, createKeyframes, type Keyframes } from '../frames/keyframes.ts';

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
  it.each([
    ['lamprey', []],
    ['centipede', ['body.segments=6', 'scene.foods=[{"x":0.2,"y":0}]', 'scene.terrain=bumps']],
    ['octopus', ['scene.kind=grasp', 'body.sizes.armCells=6']],
    ['stingray', ['body.triangles=120']],
  ])('of the %s has neither errors nor warnings for the validator of Khronos', async (animal, settings) => {
    const scene = record(animal, settings, 3);
    for (const colour of [undefined, scene.layout.channels[0]!.name])
      expect(await listGltfProblems(createGlb(scene, colour === undefined ? {} : { scale: 3, colour }))).toEqual([]);
  });

  it('puts everything where the run had it, for three.js', async () => {
    const three = await import('three');
    const { GLTFLoader } = await import('three/examples/jsm/loaders/GLTFLoader.js');
    const walk = record('centipede', ['body.segments=4'], 24);
    const loader = new GLTFLoader();
    const glb = createGlb(walk, { scale: 10 });
    const { scene, animations } = await loader.parseAsync(glb.slice().buffer, '');
    const mixer = new three.AnimationMixer(scene);
    mixer.clipAction(animations[0]!).play();
    const at = computeFrameOffsets(walk.layout);
    const place = new three.Vector3();
    for (const frame of [0, 11, 22]) {
      mixer.setTime(walk.times[frame]!);
      scene.updateMatrixWorld(true);
      walk.layout.parts.forEach(({ name, size }, part) => {
        const from = at.parts + 7 * part;
        const [x, y, z] = walk.frames[frame]!.subarray(from, from + 3) as unknown as [number, number, number];
        // The middle of the part, in the scene's size and with its y up.
        const shape = scene.getObjectByName(three.PropertyBinding.sanitizeNodeName(`${name}, shape`))!;
        shape.getWorldPosition(place);
        expect(place.distanceTo(new three.Vector3(10 * x, 10 * z, -10 * y))).toBeLessThan(
          1e-4 * 10 * Math.max(...size),
        );
      });
    }
  });

  it.each(animalNames.filter((name) => describeAnimal(name).body.kind !== 'soft'))(
    'of the %s is valid',
    async (animal) => {
      expect(await listGltfProblems(createGlb(record(animal, [], 3)))).toEqual([]);
    },
  );

  it('hangs legs on their segments by joints that only turn', () => {
    const document = readDocument(createGlb(keyframes)) as unknown as {
      nodes: { name: string; children?: number[] }[];
      animations: { channels: { target: { node: number; path: string } }[] }[];
    };
    const { nodes } = document;
    const find = (name: string): number => nodes.findIndex((node) => node.name === name);
    const { channels } = document.animations[0]!;
    expect(new Set(channels.map(({ target }) => `${target.node} ${target.path}`)).size).toBe(channels.length);
    expect(nodes[find('head')]!.children).toContain(find('segment 1'));
    expect(nodes[find('segment 1')]!.children).toEqual(
      expect.arrayContaining([find('segment 2'), find('left leg 1, upper'), find('right leg 1, upper')]),
    );
    expect(nodes[find('left leg 1, upper')]!.children).toContain(find('left leg 1, lower'));
    const paths = (name: string): string[] =>
      channels.flatMap(({ target }) => (target.node === find(name) ? [target.path] : []));
    expect(paths('head')).toEqual(['translation', 'rotation']);
    expect(paths('left leg 1, lower')).toEqual(['rotation']);
  });

  it('holds the soft animal beside the ball, and the tissue of a walker, each with normals that turn with it', async () => {
    const grasping = record('octopus', ['scene.kind=grasp', 'body.sizes.armCells=6'], 3);
    for (const [frames, names] of [
      [grasping, ['ball', grasping.layout.surfaces[0]!.name]],
      [keyframes, keyframes.layout.surfaces.map(({ name }) => name)],
    ] as const) {
      const glb = createGlb(frames);
      expect(await listGltfProblems(glb)).toEqual([]);
      const { nodes, meshes } = readDocument(glb) as unknown as {
        nodes: { name: string }[];
        meshes: { primitives: { attributes: object; targets?: object[] }[] }[];
      };
      expect(names.length).toBeGreaterThan(0);
      expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]));
      const soft = meshes.filter(({ primitives }) => primitives[0]!.targets !== undefined);
      const antennae = frames.layout.lines.filter(({ optional }) => optional !== true).length;
      expect(soft.length).toBe(frames.layout.surfaces.filter(({ kind }) => kind === 'mesh').length + antennae);
      for (const { primitives } of meshes) expect(primitives[0]!.attributes).toHaveProperty('NORMAL');
      for (const { primitives } of soft) {
        expect(primitives[0]!.targets!.length).toBe(frames.frames.length);
        for (const target of primitives[0]!.targets!) expect(target).toHaveProperty('NORMAL');
      }
    }
  });

  it('holds everything that is drawn: antennae, eyes, claws, ground, food and water', () => {
    const scene = record('centipede', ['body.segments=5', 'scene.foods=[{"x":0.2,"y":0}]'], 2);
    const { nodes } = readDocument(createGlb(scene)) as unknown as { nodes: { name: string; scale?: number[] }[] };
    const names = nodes.map(({ name }) => name);
    // Food is a ball as large as it is drawn.
    const { radius } = scene.layout.markers.find(({ name }) => name === 'food 1')!;
    expect(nodes.find(({ name }) => name === 'food 1')!.scale).toEqual(Array.from({ length: 3 }, () => 2 * radius));
    expect(names).toEqual(
      expect.arrayContaining(['left antenna', 'right antenna', 'left eye 1', 'right claw', 'ground', 'food 1']),
    );
    const swimmer = record('ribbon-eel', ['body.sizes.cells=10'], 2);
    const drawn = (readDocument(createGlb(swimmer)) as unknown as { nodes: { name: string }[] }).nodes;
    expect(drawn.map(({ name }) => name)).toEqual(expect.arrayContaining(['ribbon', 'left eye', 'body']));
  });

  it('lays the ground around the middle of the way', () => {
    const moved = record('centipede', ['body.segments=5'], 2);
    // Frames begin with the time and the middle of the animal.
    const way = [
      [3, -2],
      [5, 1],
    ] as const;
    moved.frames.forEach((frame, i) => frame.set(way[i]!, 1));
    const { nodes, meshes, accessors } = readDocument(createGlb(moved)) as unknown as {
      nodes: { name: string; mesh: number }[];
      meshes: { primitives: { attributes: { POSITION: number } }[] }[];
      accessors: { min: number[]; max: number[] }[];
    };
    const { mesh } = nodes.find(({ name }) => name === 'ground')!;
    const { min, max } = accessors[meshes[mesh]!.primitives[0]!.attributes.POSITION]!;
    expect((min[0]! + max[0]!) / 2).toBeCloseTo(4, 5);
    expect((min[1]! + max[1]!) / 2).toBeCloseTo(-0.5, 5);
    expect(max[0]! - min[0]!).toBeGreaterThan(3);
  });

  it('is written in another size, and coloured by a channel in every frame', () => {
    const soft = record('soft-lamprey', ['body.sizes.cells=8'], 3);
    const { nodes, meshes } = readDocument(createGlb(soft, { scale: 20, colour: 'excitation' })) as unknown as {
      nodes: { scale?: number[] }[];
      meshes: { primitives: { attributes: object; targets: object[] }[] }[];
    };
    expect(nodes[0]!.scale).toEqual([20, 20, 20]);
    expect(meshes[0]!.primitives[0]!.attributes).toHaveProperty('COLOR_0');
    for (const target of meshes[0]!.primitives[0]!.targets) expect(target).toHaveProperty('COLOR_0');
  });

  it('thins shapes that are too many', () => {
    const many = Array.from({ length: 601 }, () => keyframes.frames[0]!);
    expect(computeMorphStride({ ...keyframes, frames: many })).toBe(2);
    expect(computeMorphStride(keyframes)).toBe(1);
  });
});
