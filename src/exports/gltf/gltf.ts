/**
 * An animated glTF 2.0 scene of a run, in one binary file (GLB), with everything that the studio draws: parts as a tree of joints
 * with their shapes, skins that ride on them, soft surfaces, drapes and antennae as morph targets (one for each frame, and where
 * there are many for each n-th), eyes and claws, ground, water and food. The scene stands on y as glTF does; metres and seconds.
 */
import { computeFrameOffsets } from '../../engine/contract/frame.ts';
import { GlbWriter } from './buffer.ts';
import { addSurroundings } from './ground.ts';
import { addParts, addSkins } from './parts.ts';
import type { GltfScene } from './scene.ts';
import { addSoft } from './soft.ts';
import type { Keyframes } from '../frames/keyframes.ts';

/** z up → y up: a quarter turn about x. */
const zUpToYUp = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

export interface GltfOptions {
  /** Size in the scene over the real one. */
  readonly scale?: number;
  /** The channel that soft surfaces are coloured by; their natural colour when left out. */
  readonly colour?: string;
}

export function createGlb(keyframes: Keyframes, { scale = 1, colour }: GltfOptions = {}): Uint8Array {
  const writer = new GlbWriter();
  const root = { name: keyframes.animal, rotation: zUpToYUp, children: [] };
  const scene: GltfScene = {
    writer,
    keyframes,
    at: computeFrameOffsets(keyframes.layout),
    nodes: [scale === 1 ? root : { ...root, scale: [scale, scale, scale] }],
    roots: [0],
    meshes: [],
    skins: [],
    samplers: [],
    channels: [],
    materials: [],
    materialOf: new Map(),
    partNodes: [],
    times: writer.addNumbers(Float32Array.from(keyframes.times), 'SCALAR', { bounds: true }),
  };
  addParts(scene);
  addSkins(scene);
  addSoft(scene, colour);
  addSurroundings(scene);
  const some = (name: string, list: unknown[]): Record<string, unknown> => (list.length > 0 ? { [name]: list } : {});
  const { samplers, channels } = scene;
  return writer.finish({
    asset: { version: '2.0', generator: keyframes.software },
    scene: 0,
    scenes: [{ name: keyframes.animal, nodes: scene.roots }],
    nodes: scene.nodes,
    ...some('meshes', scene.meshes),
    ...some('skins', scene.skins),
    ...some('materials', scene.materials),
    ...some('animations', channels.length > 0 ? [{ name: keyframes.animal, samplers, channels }] : []),
  });
}
