/** The glTF scene under construction: nodes, meshes, materials and the samples of one animation. */
import type { FrameOffsets, Look } from '../../engine/contract/frame.ts';
import { setTriangleNormal } from '../../engine/math/space/geometry.ts';
import type { GlbWriter } from './buffer.ts';
import type { Keyframes } from '../frames/keyframes.ts';

export interface GltfNode {
  name?: string;
  rotation?: readonly number[];
  translation?: readonly number[];
  scale?: readonly number[];
  mesh?: number;
  skin?: number;
  children?: number[];
}

export interface GltfScene {
  readonly writer: GlbWriter;
  readonly keyframes: Keyframes;
  readonly at: FrameOffsets;
  /** The first holds everything that is not skinned. */
  readonly nodes: GltfNode[];
  /** Nodes at the root: the first, and skins, which no node may move. */
  readonly roots: number[];
  readonly meshes: Record<string, unknown>[];
  readonly skins: Record<string, unknown>[];
  readonly samplers: Record<string, unknown>[];
  readonly channels: Record<string, unknown>[];
  readonly materials: Record<string, unknown>[];
  readonly materialOf: Map<string, number>;
  /** GltfNode of every part. */
  readonly partNodes: number[];
  /** Accessor of the times. */
  readonly times: number;
}

/** Linear, as glTF wants base colours. */
const colours: Readonly<Record<Look | 'ground' | 'food', readonly [number, number, number]>> = {
  fish: [0.2, 0.2, 0.12],
  jelly: [0.56, 0.15, 0.11],
  mottle: [0.58, 0.17, 0.09],
  ribbon: [0.012, 0.08, 0.65],
  fin: [0.95, 0.68, 0.03],
  cloak: [0.02, 0.025, 0.035],
  ray: [0.36, 0.24, 0.1],
  sepia: [0.4, 0.27, 0.16],
  star: [0.8, 0.22, 0.04],
  ink: [0.03, 0.05, 0.12],
  orchid: [0.3, 0.08, 0.42],
  ember: [0.62, 0.34, 0.04],
  chitin: [0.27, 0.08, 0.025],
  banded: [0.56, 0.44, 0.22],
  ringed: [0.08, 0.045, 0.03],
  eye: [0.02, 0.015, 0.01],
  horn: [0.02, 0.012, 0.01],
  sucker: [0.9, 0.7, 0.58],
  cuticle: [0.56, 0.54, 0.43],
  water: [0.1, 0.3, 0.36],
  plain: [0.4, 0.37, 0.32],
  ground: [0.2, 0.16, 0.11],
  food: [0.9, 0.5, 0.1],
};

interface Finish {
  /** Seen from both sides. */
  readonly open?: boolean;
  /** Vertices bring their own colours. */
  readonly painted?: boolean;
}

export function getMaterial(scene: GltfScene, look: keyof typeof colours, { open, painted }: Finish = {}): number {
  const name = `${look}${open === true ? ', both sides' : ''}${painted === true ? ', painted' : ''}`;
  let index = scene.materialOf.get(name);
  if (index === undefined) {
    const clear = look === 'water';
    const base = painted === true ? [1, 1, 1] : colours[look];
    index = scene.materials.length;
    scene.materials.push({
      name,
      pbrMetallicRoughness: {
        baseColorFactor: [...base, clear ? 0.35 : 1],
        metallicFactor: 0,
        roughnessFactor: look === 'eye' || look === 'horn' || clear ? 0.15 : 0.55,
      },
      ...(clear ? { alphaMode: 'BLEND' } : {}),
      ...(open === true || clear ? { doubleSided: true } : {}),
    });
    scene.materialOf.set(name, index);
  }
  return index;
}

export function addNode(scene: GltfScene, node: GltfNode, parent: number): number {
  const index = scene.nodes.push(node) - 1;
  (scene.nodes[parent]!.children ??= []).push(index);
  return index;
}

export function addChannel(scene: GltfScene, node: number, path: string, output: number, input = scene.times): void {
  const sampler = scene.samplers.push({ input, output, interpolation: 'LINEAR' }) - 1;
  scene.channels.push({ sampler, target: { node, path } });
}

interface Shape {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly triangles: Uint16Array | Uint32Array;
}

/** A mesh that stays as it is. */
export function addMesh(
  scene: GltfScene,
  name: string,
  { positions, normals, triangles }: Shape,
  material: number,
): number {
  const { writer } = scene;
  const attributes = {
    POSITION: writer.addNumbers(positions, 'VEC3', { bounds: true, vertices: true }),
    NORMAL: writer.addNumbers(normals, 'VEC3', { vertices: true }),
  };
  return scene.meshes.push({ name, primitives: [{ attributes, indices: writer.addIndices(triangles), material }] }) - 1;
}

/**
 * Moves and turns a node: seven numbers for each frame, position and quaternion. What does not change is not sampled; quaternions
 * keep their sign, so that players turn the short way.
 */
export function addMotion(scene: GltfScene, node: number, poses: Float32Array, still: number): void {
  const count = poses.length / 7;
  const [places, turns] = [new Float32Array(3 * count), new Float32Array(4 * count)];
  let [moves, spins] = [false, false];
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      places[3 * i + k] = poses[7 * i + k]!;
      if (Math.abs(poses[7 * i + k]! - poses[k]!) > still) moves = true;
    }
    let [dot, square] = [0, 0];
    for (let k = 0; k < 4; k++) {
      const value = poses[7 * i + 3 + k]!;
      square += value * value;
      dot += i === 0 ? value * value : value * turns[4 * (i - 1) + k]!;
    }
    const factor = (dot < 0 ? -1 : 1) / Math.sqrt(square);
    for (let k = 0; k < 4; k++) turns[4 * i + k] = factor * poses[7 * i + 3 + k]!;
    for (let k = 0; k < 4; k++) if (Math.abs(turns[4 * i + k]! - turns[k]!) > 1e-6) spins = true;
  }
  scene.nodes[node]!.translation = [...places.subarray(0, 3)];
  scene.nodes[node]!.rotation = [...turns.subarray(0, 4)];
  if (moves) addChannel(scene, node, 'translation', scene.writer.addNumbers(places, 'VEC3'));
  if (spins) addChannel(scene, node, 'rotation', scene.writer.addNumbers(turns, 'VEC4'));
}

/** Unit normals of the vertices, from those of the triangles around them by area. */
export function createNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  const normal = new Float64Array(3);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
    setTriangleNormal(normal, 0, positions, a, b, c);
    for (let k = 0; k < 3; k++) {
      normals[a + k]! += normal[k]!;
      normals[b + k]! += normal[k]!;
      normals[c + k]! += normal[k]!;
    }
  }
  for (let at = 0; at < normals.length; at += 3) {
    const [x, y, z] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
    const length = Math.sqrt(x * x + y * y + z * z);
    // The normal of an unused vertex is up.
    if (length > 0) for (let k = 0; k < 3; k++) normals[at + k]! /= length;
    else normals[at + 2] = 1;
  }
  return normals;
}
