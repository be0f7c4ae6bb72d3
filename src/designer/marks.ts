/** Additions to parts of a drawing: membranes between limbs, suckers, painted stiffness, fins. In m; copies included. */
import type { Document, Drawing, Part, Place } from './drawing.ts';
import { expandFins, listCopiesOf, listPartCopies } from './symmetry.ts';

/** Pa: holding pressure of a sucker. Chosen: a tenth of an atmosphere, far below what real ones reach. */
const suckerGrip = 1e4;
/** How far toward the next limb the edge of a membrane lies, in radii, and from where to where it spans along them. */
const webSide = 0.9;
const webFrom = 0.15;
const webTo = 0.9;

/** All fins and membranes in the format of a creature file. */
export function listSheets(drawing: Drawing): Document[] {
  const fins = expandFins(drawing).map(({ name, root, rim, held }) => ({
    name,
    root,
    rim,
    held: held ? 'both' : 'root',
  }));
  return [...fins, ...drawing.shapes.flatMap((part, i) => listWebs(drawing, part, i))];
}

/** From each copy of a limb to the next; two copies, as left and right, have one between them. */
function listWebs({ symmetry }: Drawing, part: Part, index: number): Document[] {
  if (part.web !== true || part.kind !== 'stroke' || part.points.length < 2) return [];
  const copies = listPartCopies(part, symmetry);
  if (copies.length < 2) return [];
  const limbs = copies.map(({ move }) => part.points.map(move));
  const count = limbs.length === 2 ? 1 : limbs.length;
  return limbs.slice(0, count).map((limb, k) => {
    const next = limbs[(k + 1) % limbs.length]!;
    return {
      name: `web ${index + 1}.${k + 1}`,
      root: leanToward(limb, next, part.radii),
      rim: leanToward(next, limb, part.radii),
      held: 'both',
    };
  });
}

/** The stretch of a limb that a membrane takes, on its side toward the other. */
function leanToward(limb: readonly Place[], other: readonly Place[], radii: readonly number[]): Place[] {
  const steps = 8;
  return Array.from({ length: steps + 1 }, (_, k): Place => {
    const share = webFrom + ((webTo - webFrom) * k) / steps;
    const [a, b] = [readAlong(limb, share), readAlong(other, share)];
    const way: Place = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    const length = Math.max(1e-300, Math.sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]));
    const reach = Math.min(0.4 * length, webSide * readRadius(radii, share)) / length;
    return [a[0] + reach * way[0], a[1] + reach * way[1], a[2] + reach * way[2]];
  });
}

function readAlong(points: readonly Place[], share: number): Place {
  const at = share * (points.length - 1);
  const k = Math.min(points.length - 2, Math.floor(at));
  const [a, b, t] = [points[k]!, points[k + 1]!, at - k];
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
}

function readRadius(radii: readonly number[], share: number): number {
  const at = share * (radii.length - 1);
  const k = Math.min(radii.length - 2, Math.floor(at));
  return radii[k]! + (at - k) * (radii[k + 1]! - radii[k]!);
}

/** Rows of suckers along the inner side of limbs: the side toward the x axis, or the lower one. */
export function listSuckers({ shapes, symmetry }: Drawing): Document[] {
  return shapes.flatMap((part): Document[] => {
    if (part.suckers !== true) return [];
    const places = part.kind === 'stroke' ? part.points : [part.centre];
    const radii = part.kind === 'stroke' ? part.radii : [Math.max(...part.radii)];
    const inner = places.map(([x, y, z], k): Place => {
      const off = Math.sqrt(y * y + z * z);
      const reach = Math.min(1, radii[k]! / Math.max(1e-300, off));
      return off > 0 ? [x, y - reach * y, z - reach * z] : [x, y, z - radii[k]!];
    });
    return listPartCopies(part, symmetry).map(({ move }) => ({
      points: inner.map(move),
      radius: 2 * Math.max(...radii),
      grip: suckerGrip,
    }));
  });
}

/** Strokes of the brush and stiffness of single parts, copies included. */
export function listPaint({ paint, shapes, symmetry }: Drawing): Document[] {
  const strokes = paint.flatMap(({ points, ...rest }) =>
    listCopiesOf(points, true, symmetry).map(({ move }) => ({ points: points.map(move), ...rest })),
  );
  const parts = shapes.flatMap((part): Document[] => {
    if (part.stiffness === undefined || part.stiffness === 1) return [];
    const places = part.kind === 'stroke' ? part.points : [part.centre];
    const radius = 2.2 * Math.max(...part.radii);
    return listPartCopies(part, symmetry).map(({ move }) => ({
      points: places.map(move),
      radius,
      stiffness: part.stiffness,
    }));
  });
  return [...strokes, ...parts];
}
