/**
 * What is painted onto a body: where it is stiffer, thicker or softer than its material says, and where it has suckers. Strokes of a
 * brush at rest; whole within half of their radius, and nothing beyond it. In m, Pa and N.
 */
import { computeTriangleArea } from '../../../math/space/geometry.ts';
import { forEachCentre } from '../../../mesh/soft/cords.ts';
import { createNearest, createRoute, type Route, setNearest } from '../../../mesh/soft/routes.ts';
import type { SoftBody, SoftPaint } from '../../../mesh/soft/soft-body.ts';
import { throwProblem } from '../../../model/problem.ts';
import type { BodyDesc } from './fields.ts';

/** The body with what is painted on it; itself where nothing is. */
export function addMarks(body: SoftBody, { paint, suckers }: BodyDesc): SoftBody {
  if (paint.length === 0 && suckers.length === 0) return body;
  return {
    ...body,
    ...(paint.length === 0 ? {} : { paint: createPaint(body, paint) }),
    ...(suckers.length === 0 ? {} : { grips: createGrips(body, suckers) }),
  };
}

function createPaint(body: SoftBody, strokes: BodyDesc['paint']): SoftPaint {
  const brushes = strokes.map((stroke, i) => ({
    measure: createBrush(stroke.points, stroke.radius, `body.paint[${i}].points`),
    factors: { stiffness: stroke.stiffness, thickness: 'thickness' in stroke ? stroke.thickness : 1 },
  }));
  const fill = (elements: Int32Array, corners: number, key: 'stiffness' | 'thickness'): Float64Array => {
    const factors = new Float64Array(elements.length / corners).fill(1);
    forEachCentre(body.positions, elements, corners, (element, x, y, z) => {
      for (const brush of brushes) factors[element]! *= 1 + (brush.factors[key] - 1) * brush.measure(x, y, z);
    });
    return factors;
  };
  const { tets, plates, hinges } = body;
  const [stiff, thick] = [fill(hinges, 4, 'stiffness'), fill(hinges, 4, 'thickness')];
  return {
    tetStiffness: fill(tets, 4, 'stiffness'),
    plateStiffness: fill(plates, 3, 'stiffness'),
    plateThickness: fill(plates, 3, 'thickness'),
    // A plate resists folding with the cube of its thickness.
    hingeStiffness: stiff.map((factor, h) => factor * thick[h]! * thick[h]! * thick[h]!),
  };
}

/** N per node: pressure times the area of the skin that belongs to it. Of suckers that overlap the stronger one holds. */
function createGrips(body: SoftBody, suckers: BodyDesc['suckers']): Float64Array {
  const { positions } = body;
  const areas = new Float64Array(positions.length / 3);
  for (const triangles of [body.surface, body.plates])
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = [triangles[at]!, triangles[at + 1]!, triangles[at + 2]!];
      const share = computeTriangleArea(positions, 3 * a, 3 * b, 3 * c) / 3;
      for (const node of [a, b, c]) areas[node]! += share;
    }
  const grips = new Float64Array(areas.length);
  suckers.forEach(({ points, radius, grip }, i) => {
    const measure = createBrush(points, radius, `body.suckers[${i}].points`);
    let holds = false;
    for (let node = 0; node < grips.length; node++) {
      const most =
        grip * areas[node]! * measure(positions[3 * node]!, positions[3 * node + 1]!, positions[3 * node + 2]!);
      holds ||= most > 0;
      grips[node] = Math.max(grips[node]!, most);
    }
    if (holds || grip === 0) return;
    throwProblem(
      'inconsistent',
      `body.suckers[${i}]`,
      `suckers outside the body: no skin within ${radius} m of them`,
      'Lead them along the skin, or give them a larger radius.',
    );
  });
  return grips;
}

type Measure = (x: number, y: number, z: number) => number;

/** How much of a stroke a place gets: 1 within half of the radius, then less, 0 beyond it. */
function createBrush(points: readonly (readonly number[])[], radius: number, path: string): Measure {
  const measureDistance = points.length === 1 ? createDotDistance(points[0]!) : createLineDistance(points, path);
  return (x, y, z) => {
    const far = Math.min(1, Math.max(0, (2 * measureDistance(x, y, z)) / radius - 1));
    return 1 - far * far * (3 - 2 * far);
  };
}

function createDotDistance([px, py, pz]: readonly number[]): Measure {
  return (x, y, z) => {
    const [dx, dy, dz] = [x - px!, y - py!, z - pz!];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  };
}

function createLineDistance(points: readonly (readonly number[])[], path: string): Measure {
  const route: Route = createRoute(Float64Array.from(points.flat()), path);
  const nearest = createNearest();
  return (x, y, z) => {
    setNearest(nearest, route, x, y, z);
    return nearest.distance;
  };
}
