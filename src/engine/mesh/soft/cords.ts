/**
 * Muscles in a body: which elements a cord acts on, in which direction and how strongly.
 *   e = u_i exp(−σ d)   activation of an element at distance d from the cord, u_i of the nearest segment  [softcon §3.2]
 * The cord is cut into segments of equal length along its route. Lengths in m, σ in 1/m.
 */
import type { Cord, SoftBody } from './soft-body.ts';
import { cos, exp, sin } from '../../math/portable.ts';
import { ModelError } from '../../model/problem.ts';
import { createNearest, createRoute, mayBeNear, setNearest, type Nearest, type Route } from './routes.ts';

export interface CordOptions {
  readonly name: string;
  /** Polyline, xyz per point. */
  readonly route: Float64Array;
  readonly segments?: number;
  /** Elements farther than this are not affected. */
  readonly radius: number;
  /** Decay of the activation with distance. */
  readonly sigma: number;
  /** Where the cord stands in the description, for messages. */
  readonly path?: string;
}

export interface FibreCordOptions extends CordOptions {
  /** longitudinal: along the cord. transverse: around the axis and towards it. oblique: winding around the axis. */
  readonly role: 'longitudinal' | 'transverse' | 'oblique';
  /**
   * Middle line of the limb. A longitudinal cord then pulls only on elements on its own side of it. Transverse and oblique
   * fibres wind around it and are found by their distance from it instead of from the route; without it the route serves as the
   * axis.
   */
  readonly axis?: Float64Array;
  /** Angle of oblique fibres to the axis, rad; positive turns like a right-handed screw. */
  readonly pitch?: number;
}

export const defaultSegments = 50;

/** Elements at this distance or nearer count as within the radius in spite of rounding. */
const withinTolerance = 1 + 1e-9;
/** A muscle below this share of its strength in every element has no visible effect. */
const minGain = 1e-3;

interface Entries {
  readonly elements: number[];
  readonly segmentOf: number[];
  readonly directions: number[];
  readonly gains: number[];
}

export function createFibreCord(body: SoftBody, options: FibreCordOptions): Cord {
  const path = options.path ?? `cords.${options.name}`;
  const segments = checkOptions(options, path);
  const route = createRoute(options.route, path);
  const axis = options.axis === undefined ? undefined : createRoute(options.axis, `${path}.axis`);
  const guide = options.role === 'longitudinal' ? route : (axis ?? route);
  const entries: Entries = { elements: [], segmentOf: [], directions: [], gains: [] };
  const nearest = createNearest();
  const beside = createNearest();
  const reach = options.radius * withinTolerance;
  const centres = getTetCentres(body);
  for (let tet = 0; 3 * tet < centres.length; tet++) {
    const x = centres[3 * tet]!;
    const y = centres[3 * tet + 1]!;
    const z = centres[3 * tet + 2]!;
    if (!mayBeNear(guide, reach, x, y, z)) continue;
    setNearest(nearest, guide, x, y, z);
    if (nearest.distance > reach) continue;
    const segment = findSegment(nearest, guide, segments);
    const tangent = guide.tangents.subarray(3 * nearest.leg, 3 * nearest.leg + 3);
    if (options.role === 'longitudinal') {
      if (axis !== undefined && !isOnSide(axis, nearest, beside, x, y, z)) continue;
      addEntry(entries, options, tet, segment, nearest.distance, tangent[0]!, tangent[1]!, tangent[2]!);
    } else addWoundEntries(entries, options, tet, segment, nearest, tangent, [x, y, z]);
  }
  if (entries.elements.length === 0) failOutside(path, 'tetrahedron', options.radius);
  checkGains(entries, options, path);
  return packCord(options, 'fibre', options.role, segments, route, entries);
}

/** Hinges between plate triangles that fold under the cord; the edge's angle to the fibre is taken by the solver. */
export function createBendingCord(body: SoftBody, options: CordOptions): Cord {
  const path = options.path ?? `cords.${options.name}`;
  const segments = checkOptions(options, path);
  const route = createRoute(options.route, path);
  const entries: Entries = { elements: [], segmentOf: [], directions: [], gains: [] };
  const nearest = createNearest();
  const p = body.positions;
  for (let hinge = 0; hinge < body.hinges.length / 4; hinge++) {
    const [a, b] = [3 * body.hinges[4 * hinge]!, 3 * body.hinges[4 * hinge + 1]!];
    setNearest(nearest, route, (p[a]! + p[b]!) / 2, (p[a + 1]! + p[b + 1]!) / 2, (p[a + 2]! + p[b + 2]!) / 2);
    if (nearest.distance > options.radius * withinTolerance) continue;
    const [tx, ty, tz] = route.tangents.subarray(3 * nearest.leg, 3 * nearest.leg + 3) as unknown as number[];
    addEntry(entries, options, hinge, findSegment(nearest, route, segments), nearest.distance, tx!, ty!, tz!);
  }
  if (entries.elements.length === 0) failOutside(path, 'hinge between plate triangles', options.radius);
  checkGains(entries, options, path);
  return packCord(options, 'bending', 'bending', segments, route, entries);
}

function checkOptions({ radius, sigma, segments = defaultSegments }: CordOptions, path: string): number {
  const problems = [];
  if (!(radius > 0 && radius < Infinity))
    problems.push({ path: `${path}.radius`, got: String(radius), hint: 'Give a radius over 0 m.' });
  if (!(sigma >= 0 && sigma < Infinity))
    problems.push({ path: `${path}.sigma`, got: String(sigma), hint: 'Give a decay of 0 or more per metre.' });
  if (!(Number.isInteger(segments) && segments >= 1 && segments <= 1000))
    problems.push({ path: `${path}.segments`, got: String(segments), hint: 'Give 1 to 1000 segments.' });
  if (problems.length > 0) throw new ModelError(problems.map((one) => ({ code: 'out-of-range' as const, ...one })));
  return segments;
}

export function failOutside(path: string, what: string, radius: number): never {
  throw new ModelError([
    {
      code: 'inconsistent',
      path,
      got: `a muscle outside the body: no ${what} within ${radius} m of it`,
      hint: 'Lead the muscle through the body, or give it a larger radius.',
    },
  ]);
}

/** Refuses a muscle that has decayed to nothing at the distance of its nearest element. */
function checkGains({ gains }: Entries, { sigma }: CordOptions, path: string): void {
  const max = gains.reduce((largest, gain) => Math.max(largest, gain), 0);
  if (max >= minGain) return;
  throw new ModelError([
    {
      code: 'inconsistent',
      path: `${path}.sigma`,
      got: `a decay of ${sigma} per metre, which leaves ${max.toPrecision(1)} of the muscle where it is strongest`,
      hint: 'Give a smaller decay: the force falls to a third within a metre divided by it.',
    },
  ]);
}

function findSegment({ arc }: Nearest, { arcs }: Route, segments: number): number {
  return Math.min(segments - 1, Math.floor((arc / arcs[arcs.length - 1]!) * segments));
}

/** Whether a point lies on the same side of the axis as the point of the cord nearest to it. */
function isOnSide(axis: Route, cord: Nearest, beside: Nearest, x: number, y: number, z: number): boolean {
  setNearest(beside, axis, cord.x, cord.y, cord.z);
  const cx = cord.x - beside.x;
  const cy = cord.y - beside.y;
  const cz = cord.z - beside.z;
  setNearest(beside, axis, x, y, z);
  const side = (x - beside.x) * cx + (y - beside.y) * cy + (z - beside.z) * cz;
  return side > 1e-9 * (cx * cx + cy * cy + cz * cz);
}

function addEntry(
  out: Entries,
  { sigma }: CordOptions,
  element: number,
  segment: number,
  distance: number,
  x: number,
  y: number,
  z: number,
): void {
  out.elements.push(element);
  out.segmentOf.push(segment);
  out.directions.push(x, y, z);
  out.gains.push(exp(-sigma * distance));
}

/** Fibres of a tetrahedron beside its axis: one around it and one towards it, or one that winds around it. */
function addWoundEntries(
  out: Entries,
  options: FibreCordOptions,
  tet: number,
  segment: number,
  axis: Nearest,
  tangent: Float64Array,
  [x, y, z]: readonly [number, number, number],
): void {
  const [tx, ty, tz] = [tangent[0]!, tangent[1]!, tangent[2]!];
  let [rx, ry, rz] = [x - axis.x, y - axis.y, z - axis.z];
  const along = rx * tx + ry * ty + rz * tz;
  [rx, ry, rz] = [rx - along * tx, ry - along * ty, rz - along * tz];
  const radius = Math.sqrt(rx * rx + ry * ry + rz * rz);
  // On the axis itself the circumferential direction is undefined.
  if (!(radius > 1e-6 * options.radius)) return;
  [rx, ry, rz] = [rx / radius, ry / radius, rz / radius];
  const [ax, ay, az] = [ty * rz - tz * ry, tz * rx - tx * rz, tx * ry - ty * rx];
  if (options.role === 'transverse') {
    addEntry(out, options, tet, segment, axis.distance, ax, ay, az);
    addEntry(out, options, tet, segment, axis.distance, rx, ry, rz);
    return;
  }
  const { pitch = Math.PI / 4 } = options;
  const [c, s] = [cos(pitch), sin(pitch)];
  addEntry(out, options, tet, segment, axis.distance, c * tx + s * ax, c * ty + s * ay, c * tz + s * az);
}

function packCord(
  { name }: CordOptions,
  kind: Cord['kind'],
  role: Cord['role'],
  segments: number,
  route: Route,
  entries: Entries,
): Cord {
  return {
    name,
    kind,
    role,
    segments,
    route: route.points,
    elements: Int32Array.from(entries.elements),
    segmentOf: Int32Array.from(entries.segmentOf),
    directions: Float64Array.from(entries.directions),
    stiffness: new Float64Array(entries.elements.length).fill(1),
    gains: Float64Array.from(entries.gains),
  };
}

/** Of bodies that get one cord after the other. */
const tetCentres = new WeakMap<SoftBody, Float64Array>();

/** xyz of the mean of the corners of each tetrahedron. */
function getTetCentres(body: SoftBody): Float64Array {
  let centres = tetCentres.get(body);
  if (centres !== undefined) return centres;
  centres = new Float64Array(3 * (body.tets.length / 4));
  const { positions, tets } = body;
  for (let tet = 0; 4 * tet < tets.length; tet++) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += positions[3 * tets[4 * tet + k]! + axis]! / 4;
      centres[3 * tet + axis] = sum;
    }
  }
  tetCentres.set(body, centres);
  return centres;
}

/** Calls back with the mean of the corners of each element. */
export function forEachCentre(
  positions: Float64Array,
  elements: Int32Array,
  corners: number,
  visit: (element: number, x: number, y: number, z: number) => void,
): void {
  for (let at = 0; at < elements.length; at += corners) {
    let [x, y, z] = [0, 0, 0];
    for (let k = 0; k < corners; k++) {
      const node = 3 * elements[at + k]!;
      x += positions[node]! / corners;
      y += positions[node + 1]! / corners;
      z += positions[node + 2]! / corners;
    }
    visit(at / corners, x, y, z);
  }
}
