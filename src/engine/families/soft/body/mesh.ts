/** A body of one's own: tetrahedra and muscles as polylines, as an import writes them. */
import { computeExtent, setTriangleNormal } from '../../../math/space/geometry.ts';
import { createCordAsCoded } from '../../../mesh/soft/cords-as-coded.ts';
import { createFibreCord } from '../../../mesh/soft/cords.ts';
import { createSoftBody } from '../../../mesh/soft/soft-part.ts';
import { ModelError } from '../../../model/problem.ts';
import type { BodyOf } from './fields.ts';
import type { BarePlan } from './plan.ts';

export function createMeshAnimal({ mesh, reach }: BodyOf<'mesh'>, segments: number): BarePlan {
  const { nodes, tets, muscles, assignment, frame } = mesh;
  if (nodes.length === 0 || tets.length === 0)
    throw new ModelError([
      {
        code: 'missing',
        path: nodes.length === 0 ? 'body.mesh.nodes' : 'body.mesh.tets',
        got: 'nothing',
        hint: 'Import a mesh of tetrahedra: bestiary import BODY --muscles FILE --out creature.json.',
      },
    ]);
  const body = createSoftBody(
    [
      {
        positions: Float64Array.from(nodes.flat()),
        tets: Int32Array.from(tets.flat()),
        plates: new Int32Array(0),
      },
    ],
    { path: 'body.mesh', weld: 0 },
  );
  checkFrame(frame, body.positions.length / 3);
  return {
    body,
    length: computeExtent(body.positions),
    ...(frame.length > 0 ? { frameNodes: frame } : {}),
    forward: frame.length === 3 ? computeNormal(body.positions, frame) : [1, 0, 0],
    createCords: (bare) =>
      muscles.map(({ name, role, points }, i) => {
        const route = Float64Array.from(points.flat());
        const path = `body.mesh.muscles[${i}]`;
        return assignment === 'as-coded'
          ? createCordAsCoded(bare, { name, route, segments, path })
          : createFibreCord(bare, { name, role, route, segments, path, radius: reach.radius, sigma: reach.decay });
      }),
  };
}

function checkFrame(frame: readonly number[], nodeCount: number): void {
  frame.forEach((node, i) => {
    if (node >= nodeCount)
      throw new ModelError([
        {
          code: 'out-of-range',
          path: `body.mesh.frame[${i}]`,
          got: String(node),
          hint: `Nodes run from 0 to ${nodeCount - 1}.`,
        },
      ]);
  });
}

/** Unit normal of three nodes: the authors' forward direction. */
function computeNormal(p: Float64Array, frame: readonly number[]): readonly [number, number, number] {
  const normal = new Float64Array(3);
  setTriangleNormal(normal, 0, p, 3 * frame[0]!, 3 * frame[1]!, 3 * frame[2]!);
  const [x, y, z] = normal as unknown as [number, number, number];
  const size = Math.sqrt(x * x + y * y + z * z);
  if (!(size > 0))
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'body.mesh.frame',
        got: `three nodes in a line: ${frame.join(', ')}`,
        hint: 'Name three nodes that span a plane.',
      },
    ]);
  return [x / size, y / size, z / size];
}
