/** Copies that symmetry makes of shapes and muscles. In m. */
import { findFreeName } from '../engine/model/free-name.ts';
import { cos, sin } from '../engine/math/portable.ts';
import type { Drawing, Fin, Muscle, Part, Place, Shape, Symmetry } from './drawing.ts';

type Move = (place: Place) => Place;

export interface Copy {
  readonly move: Move;
  /** Suffix of the name of a copied muscle; empty for a single one. */
  readonly suffix: string;
}

function listCopies({ kind, count }: Symmetry): Copy[] {
  if (kind === 'none') return [{ move: (place) => place, suffix: '' }];
  if (kind === 'mirror')
    return [
      { move: (place) => place, suffix: 'left' },
      { move: ([x, y, z]) => [x, y === 0 ? 0 : -y, z], suffix: 'right' },
    ];
  return Array.from({ length: count }, (_, k) => ({ move: createTurn(k, count), suffix: String(k + 1) }));
}

/**
 * Around the x axis, from +z toward +y. Copies k and n − k are exact mirror images in y = 0, so that the mesh can be one too.
 */
function createTurn(k: number, count: number): Move {
  if (k === 0) return (place) => place;
  const isSecond = 2 * k > count;
  const angle = (2 * Math.PI * (isSecond ? count - k : k)) / count;
  const [c, s] = [2 * k === count ? -1 : cos(angle), 2 * k === count ? 0 : sin(angle) * (isSecond ? -1 : 1)];
  return ([x, y, z]) => [x, c * y + s * z, c * z - s * y];
}

/** Whether something lies on the plane or axis of symmetry itself, so that its copies would coincide with it. */
function liesOnMiddle(places: readonly Place[], kind: Symmetry['kind']): boolean {
  return places.every(([, y, z]) => y === 0 && (kind === 'mirror' || z === 0));
}

/** All shapes of a volume, copies included. */
export function expandShapes({ shapes, symmetry }: Pick<Drawing, 'shapes' | 'symmetry'>): Shape[] {
  return shapes.flatMap((part): Shape[] => {
    const shape = getShape(part);
    return listPartCopies(part, symmetry).map(({ move, suffix }) =>
      suffix === '' ? shape : moveShape(shape, move, symmetry.kind),
    );
  });
}

/** Of a part alone: itself where it is not copied. */
export function listPartCopies(part: Part, symmetry: Symmetry): Copy[] {
  return listCopiesOf(part.kind === 'stroke' ? part.points : [part.centre], part.copied, symmetry);
}

/** Of what goes through these places. */
export function listCopiesOf(places: readonly Place[], copied: boolean, symmetry: Symmetry): Copy[] {
  if (!copied || liesOnMiddle(places, symmetry.kind)) return listCopies({ kind: 'none', count: 1 });
  return listCopies(symmetry);
}

function getShape(part: Part): Shape {
  if (part.kind === 'ellipsoid') return { kind: part.kind, centre: part.centre, radii: part.radii };
  return { kind: part.kind, points: part.points, radii: part.radii, straight: part.straight };
}

/** All fins, copies included. */
export function expandFins({ fins, symmetry }: Pick<Drawing, 'fins' | 'symmetry'>): Fin[] {
  return fins.flatMap((fin) =>
    listCopiesOf([...fin.root, ...fin.rim], fin.copied, symmetry).map(({ move, suffix }) => ({
      ...fin,
      name: suffix === '' ? fin.name : `${fin.name} ${suffix}`,
      root: fin.root.map(move),
      rim: fin.rim.map(move),
    })),
  );
}

function moveShape(shape: Shape, move: Move, kind: Symmetry['kind']): Shape {
  if (shape.kind === 'stroke') return { ...shape, points: shape.points.map(move) };
  const [x, y, z] = shape.radii;
  // Ellipsoids keep their axes along y and z: turned around x they must be round there.
  const across = kind === 'radial' ? (y + z) / 2 : undefined;
  return { ...shape, centre: move(shape.centre), radii: [x, across ?? y, across ?? z] };
}

/** All muscles, copies included, each with a name of its own. */
export function expandMuscles({ muscles, symmetry }: Pick<Drawing, 'muscles' | 'symmetry'>): Muscle[] {
  const all = muscles.flatMap((muscle): Muscle[] => {
    if (!muscle.copied || symmetry.kind === 'none' || liesOnMiddle(muscle.points, symmetry.kind)) return [muscle];
    const first = muscle.points.reduce((sum, [, y]) => sum + y, 0);
    return listCopies(symmetry).map(({ move, suffix }) => ({
      ...muscle,
      name: `${muscle.name} ${symmetry.kind === 'mirror' && first < 0 ? swapSide(suffix) : suffix}`,
      points: muscle.points.map(move),
      axis: muscle.axis.map(move),
    }));
  });
  const taken = new Set<string>();
  return all.map((muscle) => {
    const name = findFreeName(muscle.name, taken);
    taken.add(name);
    return name === muscle.name ? muscle : { ...muscle, name };
  });
}

function swapSide(suffix: string): string {
  return suffix === 'left' ? 'right' : 'left';
}

/** Whether shapes come in pairs of exact mirror images in y = 0, or are their own. */
export function areMirrored(shapes: readonly Shape[]): boolean {
  const print = (shape: Shape, sign: number): string => {
    const flip = ([x, y, z]: Place): Place => [x, y === 0 ? 0 : sign * y, z];
    return JSON.stringify(
      shape.kind === 'stroke'
        ? [shape.points.map(flip), shape.radii, shape.straight]
        : [flip(shape.centre), shape.radii],
    );
  };
  const known = new Set(shapes.map((shape) => print(shape, 1)));
  return shapes.every((shape) => known.has(print(shape, -1)));
}
