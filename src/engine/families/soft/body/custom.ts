/** Bodies of one's own, with muscles along lines: cut out of a plate, or imported as tetrahedra. */
import { computeExtent, setTriangleNormal } from '../../../math/space/geometry.ts';
import { createContourPart } from '../../../mesh/planar/contour-plate.ts';
import { createCordAsCoded } from '../../../mesh/soft/cords-as-coded.ts';
import { createBendingCord, createFibreCord } from '../../../mesh/soft/cords.ts';
import { createSoftBody } from '../../../mesh/soft/soft-part.ts';
import { throwProblem } from '../../../model/problem.ts';
import type { BodyOf } from './fields.ts';
import type { BarePlan } from './shapes.ts';

/** A flat animal cut out of a plate along its outline, with bending muscles. */
export function createPlateAnimal({ outline, triangles, cords, reach }: BodyOf<'plate'>, segments: number): BarePlan {
  const contour = outline.map(([x, y]): [number, number] => [x!, y!]);
  const [first] = contour;
  if (first !== undefined) contour.push(first);
  const part = createContourPart({
    contour,
    targetTriangles: triangles,
    symmetric: isMirrored(outline),
    path: 'body.outline',
  });
  const xs = contour.map(([x]) => x);
  return {
    body: createSoftBody([part], { path: 'body.outline' }),
    length: Math.max(...xs) - Math.min(...xs),
    createCords: (bare) =>
      cords.map(({ name, points }, i) =>
        createBendingCord(bare, {
          name,
          route: Float64Array.from(points.flatMap(([x, y]) => [x!, y!, 0])),
          segments,
          radius: reach.radius,
          sigma: reach.decay,
          path: `body.cords[${i}].points`,
        }),
      ),
  };
}

/** Whether every point of an outline has its mirror image in y = 0 among the others. */
function isMirrored(outline: readonly (readonly number[])[]): boolean {
  const near = (a: readonly number[], b: readonly number[]): boolean =>
    Math.abs(a[0]! - b[0]!) < 1e-9 && Math.abs(a[1]! + b[1]!) < 1e-9;
  return outline.length > 0 && outline.every((point) => outline.some((other) => near(point, other)));
}

/** Tetrahedra and muscles as polylines, as an import writes them. */
export function createMeshAnimal({ mesh, reach }: BodyOf<'mesh'>, segments: number): BarePlan {
  const { nodes, tets, muscles, assignment, frame } = mesh;
  if (nodes.length === 0 || tets.length === 0)
    throwProblem(
      'missing',
      nodes.length === 0 ? 'body.mesh.nodes' : 'body.mesh.tets',
      'nothing',
      'Import a mesh of tetrahedra: bestiary import BODY --muscles FILE --out creature.json.',
    );
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
      throwProblem('out-of-range', `body.mesh.frame[${i}]`, String(node), `Nodes run from 0 to ${nodeCount - 1}.`);
  });
}

/** Unit normal of three nodes: the authors' forward direction. */
function computeNormal(p: Float64Array, frame: readonly number[]): readonly [number, number, number] {
  const normal = new Float64Array(3);
  setTriangleNormal(normal, 0, p, 3 * frame[0]!, 3 * frame[1]!, 3 * frame[2]!);
  const [x, y, z] = normal as unknown as [number, number, number];
  const size = Math.sqrt(x * x + y * y + z * z);
  if (!(size > 0))
    throwProblem(
      'inconsistent',
      'body.mesh.frame',
      `three nodes in a line: ${frame.join(', ')}`,
      'Name three nodes that span a plane.',
    );
  return [x / size, y / size, z / size];
}
