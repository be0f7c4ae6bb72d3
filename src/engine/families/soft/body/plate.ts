/** A flat animal cut out of a plate along its outline, with bending muscles. */
import { createContourPart } from '../../../mesh/planar/contour-plate.ts';
import { createBendingCord } from '../../../mesh/soft/cords.ts';
import { createSoftBody } from '../../../mesh/soft/soft-part.ts';
import type { BodyOf } from './fields.ts';
import type { BarePlan } from './plan.ts';

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
