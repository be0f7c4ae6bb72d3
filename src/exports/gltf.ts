/**
 * An animated glTF 2.0 scene of a run, in one binary file (GLB): a node for every part that moves and turns with it,
 * its shape below it, and skins that ride on the parts. Soft surfaces become morph targets, one for each frame, and where
 * there are many for each n-th. Lines, ground and water are left out, which `listLeftOut` says. The scene stands on y as glTF
 * does; metres and seconds.
 */
import {
  computeFrameOffsets,
  type FrameLayout,
  type FrameOffsets,
  type Look,
  type PartSpec,
} from '../engine/contract/frame.ts';
import { setTriangleNormal } from '../engine/math/space/geometry.ts';
import { GlbWriter } from './gltf-buffer.ts';
import { createShape } from './gltf-shapes.ts';
import type { Keyframes } from './keyframes.ts';

interface Node {
  name?: string;
  rotation?: readonly number[];
  translation?: readonly number[];
  scale?: readonly number[];
  mesh?: number;
  skin?: number;
  children?: number[];
}

interface Scene {
  readonly writer: GlbWriter;
  readonly keyframes: Keyframes;
  readonly at: FrameOffsets;
  readonly nodes: Node[];
  readonly meshes: Record<string, unknown>[];
  readonly skins: Record<string, unknown>[];
  readonly samplers: Record<string, unknown>[];
  readonly channels: Record<string, unknown>[];
  readonly materials: Record<string, unknown>[];
  readonly materialOf: Map<Look, number>;
  times: number;
}

const colours: Readonly<Record<Look, readonly [number, number, number]>> = {
  fish: [0.35, 0.45, 0.5],
  jelly: [0.75, 0.6, 0.65],
  mottle: [0.58, 0.17, 0.09],
  ribbon: [0.012, 0.08, 0.65],
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
  cuticle: [0.85, 0.75, 0.65],
  water: [0.3, 0.5, 0.7],
  plain: [0.6, 0.6, 0.6],
};

/** z up → y up: a quarter turn about x. */
const upright = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2];

export function createGlb(keyframes: Keyframes): Uint8Array {
  const writer = new GlbWriter();
  const scene: Scene = {
    writer,
    keyframes,
    at: computeFrameOffsets(keyframes.layout),
    nodes: [{ name: keyframes.animal, rotation: upright, children: [] }],
    meshes: [],
    skins: [],
    samplers: [],
    channels: [],
    materials: [],
    materialOf: new Map(),
    times: -1,
  };
  scene.times = writer.addNumbers(Float32Array.from(keyframes.times), 'SCALAR', { bounds: true });
  addParts(scene);
  addSkins(scene);
  addMorphs(scene);
  const some = (name: string, list: unknown[]): Record<string, unknown> => (list.length > 0 ? { [name]: list } : {});
  return writer.finish({
    asset: { version: '2.0', generator: keyframes.software },
    scene: 0,
    scenes: [{ name: keyframes.animal, nodes: [0] }],
    nodes: scene.nodes,
    ...some('meshes', scene.meshes),
    ...some('skins', scene.skins),
    ...some('materials', scene.materials),
    animations: [{ name: keyframes.animal, samplers: scene.samplers, channels: scene.channels }],
  });
}

function addNode(scene: Scene, node: Node, parent: number): number {
  const index = scene.nodes.push(node) - 1;
  (scene.nodes[parent]!.children ??= []).push(index);
  return index;
}

function getMaterial(scene: Scene, look: Look): number {
  let index = scene.materialOf.get(look);
  if (index === undefined) {
    index = scene.materials.length;
    const pbrMetallicRoughness = { baseColorFactor: [...colours[look], 1], metallicFactor: 0, roughnessFactor: 0.6 };
    scene.materials.push({ name: look, pbrMetallicRoughness });
    scene.materialOf.set(look, index);
  }
  return index;
}

function addChannel(scene: Scene, node: number, path: string, output: number, input = scene.times): void {
  const sampler = scene.samplers.push({ input, output, interpolation: 'LINEAR' }) - 1;
  scene.channels.push({ sampler, target: { node, path } });
}

/** Part k is node k + 1 for skins, because parts come first. */
function addParts(scene: Scene): void {
  const { keyframes, at, writer } = scene;
  const { layout, frames } = keyframes;
  const shapes = new Map<string, number>();
  const count = frames.length;
  const nodes = layout.parts.map(({ name }, part) => {
    const from = at.parts + 7 * part;
    const first = frames[0]!;
    return addNode(
      scene,
      { name, translation: [...first.subarray(from, from + 3)], rotation: setRotation([], first, from + 3, undefined) },
      0,
    );
  });
  layout.parts.forEach((part, index) => {
    const from = at.parts + 7 * index;
    const places = new Float32Array(3 * count);
    const turns: number[] = [];
    frames.forEach((frame, i) => {
      places.set(frame.subarray(from, from + 3), 3 * i);
      setRotation(turns, frame, from + 3, i > 0 ? 4 * (i - 1) : undefined);
    });
    addChannel(scene, nodes[index]!, 'translation', writer.addNumbers(places, 'VEC3'));
    addChannel(scene, nodes[index]!, 'rotation', writer.addNumbers(Float32Array.from(turns), 'VEC4'));
    if (part.shape === 'none') return;
    const mesh = getShapeMesh(scene, shapes, part.shape, part.look ?? 'plain');
    addNode(scene, { name: `${part.name}, shape`, scale: [...part.size], mesh }, nodes[index]!);
  });
}

/** Appends a unit quaternion of the same sign as the one before it, so that players turn the short way. */
function setRotation(out: number[], frame: Float32Array, from: number, before: number | undefined): number[] {
  const q = Array.from(frame.subarray(from, from + 4));
  const length = Math.sqrt(q.reduce((sum, value) => sum + value * value, 0));
  const dot = before === undefined ? 1 : q.reduce((sum, value, k) => sum + value * out[before + k]!, 0);
  out.push(...q.map((value) => (dot < 0 ? -value : value) / length));
  return out;
}

function getShapeMesh(
  scene: Scene,
  shapes: Map<string, number>,
  shape: Exclude<PartSpec['shape'], 'none'>,
  look: Look,
): number {
  const key = `${shape} ${look}`;
  let index = shapes.get(key);
  if (index === undefined) {
    const { positions, normals, indices } = createShape(shape);
    const { writer } = scene;
    const attributes = {
      POSITION: writer.addNumbers(positions, 'VEC3', { bounds: true, vertices: true }),
      NORMAL: writer.addNumbers(normals, 'VEC3', { vertices: true }),
    };
    index = scene.meshes.length;
    scene.meshes.push({
      name: key,
      primitives: [{ attributes, indices: writer.addIndices(indices), material: getMaterial(scene, look) }],
    });
    shapes.set(key, index);
  }
  return index;
}

function addSkins(scene: Scene): void {
  const { writer, keyframes } = scene;
  const { parts, surfaces } = keyframes.layout;
  for (const surface of surfaces) {
    const { partIndices, partWeights, partRestPositions: rest } = surface;
    if (surface.kind !== 'skin' || partIndices === undefined || partWeights === undefined || rest === undefined)
      continue;
    const inverses = new Float32Array(16 * parts.length);
    for (let part = 0; part < parts.length; part++) {
      for (let k = 0; k < 4; k++) inverses[16 * part + 5 * k] = 1;
      for (let k = 0; k < 3; k++) inverses[16 * part + 12 + k] = -rest[3 * part + k]!;
    }
    const skin =
      scene.skins.push({
        name: surface.name,
        joints: parts.map((_, part) => part + 1),
        inverseBindMatrices: writer.addNumbers(inverses, 'MAT4'),
      }) - 1;
    const attributes = {
      POSITION: writer.addNumbers(surface.restPositions, 'VEC3', { bounds: true, vertices: true }),
      NORMAL: writer.addNumbers(createNormals(surface.restPositions, surface.triangles), 'VEC3', { vertices: true }),
      JOINTS_0: writer.addJoints(partIndices),
      WEIGHTS_0: writer.addNumbers(partWeights, 'VEC4', { vertices: true }),
    };
    const material = getMaterial(scene, surface.look);
    const mesh =
      scene.meshes.push({
        name: surface.name,
        primitives: [{ attributes, indices: writer.addIndices(surface.triangles), material }],
      }) - 1;
    addNode(scene, { name: surface.name, mesh, skin }, 0);
  }
}

/** Each becomes a shape of its own in the file: more than players bear are thinned. */
const mostMorphs = 500;

/** Frames from one shape of a soft surface to the next. */
export function computeMorphStride({ layout, frames }: Keyframes): number {
  return layout.surfaces.some(({ kind }) => kind === 'mesh') ? Math.ceil(frames.length / mostMorphs) : 1;
}

function addMorphs(scene: Scene): void {
  const { writer, keyframes, at } = scene;
  const { layout, times } = keyframes;
  const stride = computeMorphStride(keyframes);
  const frames = keyframes.frames.filter((_, i) => i % stride === 0);
  const count = frames.length;
  const input =
    stride === 1
      ? scene.times
      : writer.addNumbers(Float32Array.from(times.filter((_, i) => i % stride === 0)), 'SCALAR', { bounds: true });
  layout.surfaces.forEach((surface, index) => {
    if (surface.kind !== 'mesh') return;
    const from = at.surfaces[index]!;
    const length = 3 * surface.vertexCount;
    const base = frames[0]!.slice(from, from + length);
    const normals = createNormals(base, surface.triangles);
    const targets = frames.map((frame) => {
      const moved = frame.slice(from, from + length);
      const turned = createNormals(moved, surface.triangles);
      for (let i = 0; i < length; i++) {
        moved[i]! -= base[i]!;
        turned[i]! -= normals[i]!;
      }
      return {
        POSITION: writer.addNumbers(moved, 'VEC3', { bounds: true, vertices: true }),
        NORMAL: writer.addNumbers(turned, 'VEC3', { vertices: true }),
      };
    });
    const attributes = {
      POSITION: writer.addNumbers(base, 'VEC3', { bounds: true, vertices: true }),
      NORMAL: writer.addNumbers(normals, 'VEC3', { vertices: true }),
    };
    const mesh =
      scene.meshes.push({
        name: surface.name,
        weights: frames.map((_, i) => (i === 0 ? 1 : 0)),
        primitives: [
          {
            attributes,
            indices: writer.addIndices(surface.triangles),
            material: getMaterial(scene, surface.look),
            targets,
          },
        ],
      }) - 1;
    const node = addNode(scene, { name: surface.name, mesh }, 0);
    const weights = new Float32Array(count * count);
    for (let i = 0; i < count; i++) weights[i * count + i] = 1;
    addChannel(scene, node, 'weights', writer.addNumbers(weights, 'SCALAR'), input);
  });
}

/** Unit normals of the vertices, from those of the triangles around them by area. */
function createNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length);
  const normal = new Float64Array(3);
  for (let at = 0; at < triangles.length; at += 3) {
    const corners = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!] as const;
    setTriangleNormal(normal, 0, positions, ...corners);
    for (const corner of corners) for (let k = 0; k < 3; k++) normals[corner + k]! += normal[k]!;
  }
  for (let at = 0; at < normals.length; at += 3) {
    const [x, y, z] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
    const length = Math.sqrt(x * x + y * y + z * z);
    // A vertex of no triangle points up.
    if (length > 0) for (let k = 0; k < 3; k++) normals[at + k]! /= length;
    else normals[at + 2] = 1;
  }
  return normals;
}

/** What a layout has and the file does not, in words. */
export function listLeftOut({ lines, ground, water }: FrameLayout): readonly string[] {
  const shown = new Set(lines.filter(({ optional }) => optional !== true).map(({ set, name }) => set ?? name));
  return [
    ...shown,
    ...(ground === undefined ? [] : ['ground']),
    ...(water === undefined || water.level === Infinity ? [] : ['water']),
  ];
}
