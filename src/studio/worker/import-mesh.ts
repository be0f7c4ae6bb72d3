/** A mesh file for the scene of a running animal: read, or refused in words. */
import { describeError } from '../data/describe-error.ts';
import { getFamily } from '../../engine/families/descriptions.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import { importSceneMesh, type MeshUse, takesMesh } from '../../imports/triangles/ground-mesh.ts';
import type { MeshFile } from '../../imports/triangles/import-mesh.ts';
import type { ImportedMesh } from '../data/protocol.ts';

export interface MeshImport {
  readonly mesh: ImportedMesh | undefined;
  readonly problems: readonly Problem[];
}

export async function importMeshFor({ system, desc }: Simulation, file: MeshFile, use: MeshUse): Promise<MeshImport> {
  try {
    const { scene } = system.handles;
    if (scene === undefined || !takesMesh(scene, use))
      throw new ModelError([
        {
          code: 'not-allowed',
          path: file.name,
          got: `a mesh for ${desc.title}`,
          hint: 'Open an animal with a scene that takes meshes.',
        },
      ]);
    return { mesh: await importSceneMesh(file, use, scene, getFamily(desc).jsonSchema), problems: [] };
  } catch (error) {
    if (error instanceof ModelError) return { mesh: undefined, problems: error.problems };
    // The decoder could not be loaded, or failed unexpectedly: the editor must not wait for ever.
    const got = describeError(error);
    return { mesh: undefined, problems: [{ code: 'unreadable', path: file.name, got, hint: 'Try it again.' }] };
  }
}
