/** `bestiary/import`: meshes of one's own as ground, as obstacles or as bodies, and recordings of real worms. */
export {
  importBody,
  importGround,
  importObstacle,
  type ImportedBody,
  type ImportedScene,
  type SceneMeshOptions,
} from './parts/import.ts';
export { importMesh, type MeshFile, meshFileEndings } from '../imports/triangles/import-mesh.ts';
export type { SoftAnimalFiles } from '../imports/tets/soft-animal.ts';
export { type TetFile, tetFileEndings } from '../imports/tets/tet-import.ts';
export { readWcon, type WconRecording } from '../imports/recordings/wcon.ts';
