/** Triangle meshes as the engine knows them, and small operations on whole meshes. */

export interface TriangleMesh {
  /** xyz per vertex. */
  readonly positions: Float64Array;
  /** Three vertices per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** Volume inside, negative when the triangles face inward. */
export function computeVolume({ positions, triangles }: TriangleMesh): number {
  let six = 0;
  for (let at = 0; at < triangles.length; at += 3) six += computeSixfoldVolume(positions, triangles, at);
  return six / 6;
}

/** Six times the volume between the origin and a triangle. */
export function computeSixfoldVolume(positions: Float64Array, triangles: Uint32Array, at: number): number {
  const [a, b, c] = [3 * triangles[at]!, 3 * triangles[at + 1]!, 3 * triangles[at + 2]!];
  const [bx, by, bz] = [positions[b]!, positions[b + 1]!, positions[b + 2]!];
  const [cx, cy, cz] = [positions[c]!, positions[c + 1]!, positions[c + 2]!];
  return (
    positions[a]! * (by * cz - bz * cy) +
    positions[a + 1]! * (bz * cx - bx * cz) +
    positions[a + 2]! * (bx * cy - by * cx)
  );
}

/** A copy, scaled about the origin and then moved. */
export function createPlacedMesh(mesh: TriangleMesh, scale: number, x: number, y: number, z: number): TriangleMesh {
  const shift = [x, y, z];
  return {
    positions: mesh.positions.map((value, at) => scale * value + shift[at % 3]!),
    triangles: mesh.triangles.slice(),
  };
}

/** Several meshes as one. */
export function createMergedMesh(meshes: readonly TriangleMesh[]): TriangleMesh {
  const positions = new Float64Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const triangles = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.triangles.length, 0));
  let [position, corner] = [0, 0];
  for (const mesh of meshes) {
    positions.set(mesh.positions, position);
    for (const vertex of mesh.triangles) triangles[corner++] = vertex + position / 3;
    position += mesh.positions.length;
  }
  return { positions, triangles };
}
