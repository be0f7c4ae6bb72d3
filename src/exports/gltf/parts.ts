/**
 * Rigid parts as a tree of nodes: each hangs on its parent by a joint, so that a leg is driven by two rotations and the rest
 * follows. Skins ride on them, ornaments are fixed to them.
 */
import type { OrnamentSpec, PartSpec } from '../../engine/contract/frame.ts';
import { createRingShape } from '../../engine/contract/ornaments.ts';
import { addMesh, addMotion, addNode, createNormals, getMaterial, type GltfScene } from './scene.ts';
import { createShape, type GltfShapeName } from './shapes.ts';

/** Motion below this share of the animal's size is not animated. */
const stillnessShare = 1e-7;

/** From a part's middle to its joint, along its own x. */
function computeJointPlace({ shape, size, parent }: PartSpec): number {
  return shape === 'capsule' && parent !== undefined ? -(size[0] - size[1]) / 2 : 0;
}

export function addParts(scene: GltfScene): void {
  const { layout, frames } = scene.keyframes;
  const shapes = new Map<string, number>();
  const joints = layout.parts.map((part, index) => readJoint(scene, part, index));
  layout.parts.forEach((part, index) => {
    const parent = part.parent === undefined ? 0 : scene.partNodes[part.parent]!;
    const node = addNode(scene, { name: part.name }, parent);
    scene.partNodes.push(node);
    const own =
      part.parent === undefined ? joints[index]! : toLocal(joints[index]!, joints[part.parent]!, frames.length);
    addMotion(scene, node, own, stillnessShare * layout.extent);
    if (part.shape === 'none') return;
    const shape = { name: `${part.name}, shape`, scale: [...part.size], mesh: getShapeMesh(scene, shapes, part) };
    const aside = -computeJointPlace(part);
    addNode(scene, aside === 0 ? shape : { ...shape, translation: [aside, 0, 0] }, node);
  });
}

/** Where the joint of a part is in all frames: position and quaternion. */
function readJoint({ keyframes, at }: GltfScene, part: PartSpec, index: number): Float32Array {
  const place = computeJointPlace(part);
  const out = new Float32Array(7 * keyframes.frames.length);
  keyframes.frames.forEach((frame, i) => {
    const from = at.parts + 7 * index;
    out.set(frame.subarray(from, from + 7), 7 * i);
    const [x, y, z, w] = [frame[from + 3]!, frame[from + 4]!, frame[from + 5]!, frame[from + 6]!];
    out[7 * i]! += place * (1 - 2 * (y * y + z * z));
    out[7 * i + 1]! += place * 2 * (x * y + w * z);
    out[7 * i + 2]! += place * 2 * (x * z - w * y);
  });
  return out;
}

/** Poses seen from the parent's. */
function toLocal(poses: Float32Array, parents: Float32Array, count: number): Float32Array {
  const out = new Float32Array(poses.length);
  for (let i = 0; i < count; i++) {
    const at = 7 * i;
    const length = Math.sqrt(parents.subarray(at + 3, at + 7).reduce((sum, value) => sum + value * value, 0));
    const [x, y, z, w] = [3, 4, 5, 6].map((k) => ((k < 6 ? -1 : 1) * parents[at + k]!) / length) as [
      number,
      number,
      number,
      number,
    ];
    const [dx, dy, dz] = [0, 1, 2].map((k) => poses[at + k]! - parents[at + k]!) as [number, number, number];
    const [cx, cy, cz] = [y * dz - z * dy + w * dx, z * dx - x * dz + w * dy, x * dy - y * dx + w * dz];
    out[at] = dx + 2 * (y * cz - z * cy);
    out[at + 1] = dy + 2 * (z * cx - x * cz);
    out[at + 2] = dz + 2 * (x * cy - y * cx);
    const [qx, qy, qz, qw] = [poses[at + 3]!, poses[at + 4]!, poses[at + 5]!, poses[at + 6]!];
    out[at + 3] = w * qx + x * qw + y * qz - z * qy;
    out[at + 4] = w * qy - x * qz + y * qw + z * qx;
    out[at + 5] = w * qz + x * qy - y * qx + z * qw;
    out[at + 6] = w * qw - x * qx - y * qy - z * qz;
  }
  return out;
}

function getShapeMesh(
  scene: GltfScene,
  shapes: Map<string, number>,
  { shape, outline, look = 'plain' }: PartSpec,
): number {
  // Armour is rounder than the box it stands for, and laps over the next.
  const drawn = outline === undefined ? shape : 'plate';
  const key = `${drawn} ${look}`;
  let index = shapes.get(key);
  if (index === undefined) {
    const { positions, normals, indices } = createShape(drawn as GltfShapeName);
    index = addMesh(scene, key, { positions, normals, triangles: indices }, getMaterial(scene, look));
    shapes.set(key, index);
  }
  return index;
}

export function addSkins(scene: GltfScene): void {
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
        skeleton: 0,
        joints: scene.partNodes,
        inverseBindMatrices: writer.addNumbers(inverses, 'MAT4'),
      }) - 1;
    const attributes = {
      POSITION: writer.addNumbers(surface.restPositions, 'VEC3', { bounds: true, vertices: true }),
      NORMAL: writer.addNumbers(createNormals(surface.restPositions, surface.triangles), 'VEC3', { vertices: true }),
      // A joint without weight is the first one.
      JOINTS_0: writer.addJoints(partIndices.map((part, i) => (partWeights[i] === 0 ? 0 : part))),
      WEIGHTS_0: writer.addNumbers(partWeights, 'VEC4', { vertices: true }),
    };
    const material = getMaterial(scene, surface.look);
    const primitives = [{ attributes, indices: writer.addIndices(surface.triangles), material }];
    const mesh = scene.meshes.push({ name: surface.name, primitives }) - 1;
    scene.roots.push(scene.nodes.push({ name: surface.name, mesh, skin }) - 1);
  }
}

/** Ornaments of parts are fixed to their nodes; those of surfaces are moved along by `poses`, seven numbers a frame. */
export function addOrnament(
  scene: GltfScene,
  ornament: OrnamentSpec,
  meshes: Map<string, number>,
  poses: Float32Array | undefined,
): void {
  const key = `${ornament.look} ${ornament.rings.join()}`;
  let mesh = meshes.get(key);
  if (mesh === undefined) {
    const { positions, triangles } = createRingShape(ornament, 8);
    const normals = createNormals(positions, triangles);
    mesh = addMesh(scene, ornament.name, { positions, normals, triangles }, getMaterial(scene, ornament.look));
    meshes.set(key, mesh);
  }
  const { carrier, name } = ornament;
  const parent = 'part' in carrier ? scene.partNodes[carrier.part]! : 0;
  const node = addNode(scene, { name, mesh }, parent);
  if ('surface' in carrier) addMotion(scene, node, poses!, stillnessShare * scene.keyframes.layout.extent);
  else {
    const aside = -computeJointPlace(scene.keyframes.layout.parts[carrier.part]!);
    if (aside !== 0) scene.nodes[node]!.translation = [aside, 0, 0];
  }
}
