/** Mesh files for the scene of the open animal. */
import type { MyriapodDesc } from '../../engine/families/myriapod/schema.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { ModelError } from '../../engine/model/problem.ts';
import { importGroundMesh, importObstacleMesh } from '../../imports/triangles/ground-mesh.ts';
import type { MeshFile } from '../../imports/triangles/import-mesh.ts';
import type { ImportedMesh, MeshUse } from '../data/protocol.ts';

export function importSceneMesh(file: MeshFile, use: MeshUse, desc: AnimalDesc): ImportedMesh {
  if (!('antennae' in desc))
    throw new ModelError([
      {
        code: 'not-allowed',
        path: file.name,
        got: `a mesh for an animal with a ${desc.body.kind} body`,
        hint: 'Open a myriapod: its scene takes meshes.',
      },
    ]);
  if (use === 'obstacle') {
    const { obstacle, repairs, sides } = importObstacleMesh(file, desc as unknown as MyriapodDesc);
    return { vertices: obstacle.vertices, triangles: obstacle.triangles, repairs, sides };
  }
  const { scene, repairs, sides } = importGroundMesh(file, desc as unknown as MyriapodDesc);
  return { vertices: scene.vertices, triangles: scene.triangles, repairs, sides };
}
