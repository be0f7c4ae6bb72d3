/** Bodies drawn by strokes and ellipsoids, with sheets on them and muscles along lines. */
import { computeSides } from '../../../math/space/geometry.ts';
import { createImplicitBody } from '../../../mesh/implicit/implicit-body.ts';
import type { ImplicitShape } from '../../../mesh/implicit/implicit.ts';
import { createBendingCord, createFibreCord } from '../../../mesh/soft/cords.ts';
import { createBezierRoute } from '../../../mesh/soft/routes.ts';
import { createSheet } from '../../../mesh/soft/sheets.ts';
import type { Cord, SoftBody } from '../../../mesh/soft/soft-body.ts';
import { createSoftBody } from '../../../mesh/soft/soft-part.ts';
import { throwProblem } from '../../../model/problem.ts';
import type { BodyOf } from './fields.ts';
import type { BarePlan } from './shapes.ts';

type Drawn = BodyOf<'drawn'>['drawn'];
const path = 'body.drawn';

export function createDrawnAnimal({ drawn, reach }: BodyOf<'drawn'>, segments: number): BarePlan {
  checkNames(drawn);
  const { body: trunk } = createImplicitBody({
    shapes: drawn.shapes.map(createShape),
    blend: drawn.blend,
    targetTets: drawn.targetTets,
    symmetric: drawn.mirrored,
    path,
  });
  const body = addSheets(trunk, drawn.sheets);
  return {
    body,
    length: computeSides(body.positions)[0],
    createCords: (bare) => drawn.muscles.map((muscle, i) => createMuscle(bare, muscle, i, reach, segments)),
  };
}

function createShape(shape: Drawn['shapes'][number]): ImplicitShape {
  const { kind, radii } = shape;
  if (kind === 'stroke') return { kind, points: shape.points.flat(), radii, straight: shape.line === 'straight' };
  return { kind, centre: shape.centre as [number, number, number], radii: radii as [number, number, number] };
}

/** Fins and membranes share nodes with the trunk, whose own nodes keep their numbers. */
function addSheets(trunk: SoftBody, sheets: Drawn['sheets']): SoftBody {
  if (sheets.length === 0) return trunk;
  const parts = sheets.map(({ root, rim, held }, i) =>
    createSheet(trunk, {
      root: Float64Array.from(root.flat()),
      rim: Float64Array.from(rim.flat()),
      isHeld: held === 'both',
      path: `${path}.sheets[${i}]`,
    }),
  );
  return createSoftBody([trunk, ...parts], { path: `${path}.sheets`, weld: 1e-9 });
}

function createMuscle(
  bare: SoftBody,
  { name, role, route, points, axis, radius, decay }: Drawn['muscles'][number],
  i: number,
  reach: BodyOf<'drawn'>['reach'],
  segments: number,
): Cord {
  const at = `${path}.muscles[${i}]`;
  const flat = Float64Array.from(points.flat());
  const common = {
    name,
    route: route === 'bezier' ? createBezierRoute(flat, `${at}.points`) : flat,
    segments,
    radius: radius ?? reach.radius,
    sigma: decay ?? reach.decay,
    path: at,
  };
  if (role === 'bending') return createBendingCord(bare, common);
  return createFibreCord(bare, {
    ...common,
    role,
    ...(axis.length === 0 ? {} : { axis: Float64Array.from(axis.flat()) }),
  });
}

/** Waves and lesions find muscles by their names. */
function checkNames({ muscles }: Drawn): void {
  muscles.forEach(({ name }, i) => {
    const first = muscles.findIndex((other) => other.name === name);
    if (first === i) return;
    throwProblem(
      'inconsistent',
      `${path}.muscles[${i}].name`,
      `'${name}' again, as in muscles[${first}]`,
      'Give every muscle a name of its own.',
    );
  });
}
