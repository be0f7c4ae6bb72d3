/** The scene around the animal: ground, water surface, food. */
import type { GroundSpec } from '../../engine/contract/frame.ts';
import { addMesh, addMotion, addNode, createNormals, getMaterial, type GltfScene } from './scene.ts';
import { createShape } from './shapes.ts';

/** Half the side of a plane, in sizes of the animal, beyond the stretch that it covers. */
const planeReach = 6;

export function addSurroundings(scene: GltfScene): void {
  const { ground, water, markers } = scene.keyframes.layout;
  if (ground !== undefined) addGround(scene, ground);
  if (water !== undefined && water.level !== Infinity) addPlane(scene, 'water', water.level);
  markers.forEach(({ name, optional, radius }, index) => {
    if (optional !== true) addMarker(scene, name, radius, index);
  });
}

function addGround(scene: GltfScene, ground: GroundSpec): void {
  if (ground.kind === 'plane') {
    addPlane(scene, 'ground', ground.height);
    return;
  }
  const { positions, triangles } = ground;
  const normals = createNormals(positions, triangles);
  const mesh = addMesh(
    scene,
    'ground',
    { positions, normals, triangles },
    getMaterial(scene, 'ground', { open: true }),
  );
  addNode(scene, { name: 'ground', mesh }, 0);
}

/** A level square around where the animal goes. */
function addPlane(scene: GltfScene, name: 'ground' | 'water', height: number): void {
  const { layout, frames } = scene.keyframes;
  const [first, last] = [frames[0]!, frames.at(-1)!].map((frame) => frame.subarray(1, 4)) as [
    Float32Array,
    Float32Array,
  ];
  const half =
    planeReach * layout.extent + Math.max(Math.abs(last[0]! - first[0]!), Math.abs(last[1]! - first[1]!)) / 2;
  const [x, y] = [0, 1].map((k) => (first[k]! + last[k]!) / 2) as [number, number];
  const positions = Float32Array.from(
    [-1, -1, 1, -1, 1, 1, -1, 1].flatMap((sign, i) => (i % 2 === 0 ? [x + sign * half] : [y + sign * half, height])),
  );
  const normals = Float32Array.from([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
  const shape = { positions, normals, triangles: Uint16Array.from([0, 1, 2, 0, 2, 3]) };
  const mesh = addMesh(scene, name, shape, getMaterial(scene, name));
  addNode(scene, { name, mesh }, 0);
}

function addMarker(scene: GltfScene, name: string, radius: number, index: number): void {
  const { keyframes, at } = scene;
  const { positions, normals, indices } = createShape('ellipsoid');
  const mesh = addMesh(scene, name, { positions, normals, triangles: indices }, getMaterial(scene, 'food'));
  const node = addNode(scene, { name, mesh, scale: [2 * radius, 2 * radius, 2 * radius] }, 0);
  const poses = new Float32Array(7 * keyframes.frames.length);
  keyframes.frames.forEach((frame, i) => {
    const from = at.markers + 3 * index;
    poses.set([frame[from]!, frame[from + 1]!, frame[from + 2]!, 0, 0, 0, 1], 7 * i);
  });
  addMotion(scene, node, poses, 1e-7 * keyframes.layout.extent);
}
