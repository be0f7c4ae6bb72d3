/** Forces on the nodes of a body as forces on its faces, for drawing. */
import { computeTriangleArea } from '../math/space/geometry.ts';
import type { Slice } from '../mesh/soft/slices.ts';

export interface FaceShares {
  /** Faces of the surface, then plates: three nodes each. */
  readonly faces: Int32Array;
  /** m² at rest, by face and of all faces around a node. */
  readonly areas: Float64Array;
  readonly nodeAreas: Float64Array;
  /** Nodes inside the body, and the nodes of the surface in their section, to which their force goes. */
  readonly inner: readonly { readonly node: number; readonly outer: readonly number[] }[];
}

export function createFaceShares(
  positions: Float64Array,
  surface: Int32Array,
  plates: Int32Array,
  sections: readonly Slice[],
): FaceShares {
  const faces = Int32Array.from([...surface, ...plates]);
  const areas = new Float64Array(faces.length / 3);
  const nodeAreas = new Float64Array(positions.length / 3);
  for (let f = 0; f < areas.length; f++) {
    areas[f] = computeTriangleArea(positions, 3 * faces[3 * f]!, 3 * faces[3 * f + 1]!, 3 * faces[3 * f + 2]!);
    for (let k = 0; k < 3; k++) nodeAreas[faces[3 * f + k]!]! += areas[f]!;
  }
  const outerOf = new Map<number, readonly number[]>();
  for (const { nodes } of sections) {
    const outer = Array.from(nodes).filter((node) => nodeAreas[node]! > 0);
    for (const node of nodes) if (nodeAreas[node] === 0 && outer.length > 0) outerOf.set(node, outer);
  }
  return { faces, areas, nodeAreas, inner: Array.from(outerOf, ([node, outer]) => ({ node, outer })) };
}

/** Sets the force of every face, xyz, from those of the nodes, xyz, which it changes: inner ones pass theirs on. */
export function setFaceForces(
  out: Float32Array | Float64Array,
  { faces, areas, nodeAreas, inner }: FaceShares,
  nodeForces: Float64Array,
): void {
  for (const { node, outer } of inner)
    for (let k = 0; k < 3; k++)
      for (const to of outer) nodeForces[3 * to + k]! += nodeForces[3 * node + k]! / outer.length;
  for (let f = 0; f < areas.length; f++)
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let corner = 0; corner < 3; corner++) {
        const node = faces[3 * f + corner]!;
        sum += nodeForces[3 * node + k]! * (areas[f]! / nodeAreas[node]!);
      }
      out[3 * f + k] = sum;
    }
}
