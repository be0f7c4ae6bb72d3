/** Skin that is drawn in another shape than it has: limbs and wings that end in a point, fins of even width. */
import type { SurfaceSpec } from '../../../contract/frame.ts';
import { packReshaping, type VertexGroup } from '../../../contract/ornaments.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { matchesAny } from '../../../model/pattern.ts';
import { computeLifts, isOwnRidge } from './drapes.ts';
import type { Anatomy, AnatomyOf } from './fields.ts';

/** The skin with what the list says of its shape. */
export function reshapeSkin(
  spec: SurfaceSpec,
  list: readonly Anatomy[],
  body: SoftBody,
  thickness: number,
): SurfaceSpec {
  const groups = list.flatMap((piece) => {
    if (piece.kind === 'taper' && spec.name === 'body') return listTapers(piece, spec, body);
    if (spec.name !== 'sheet') return [];
    if (piece.kind === 'point') return listPoints(piece, spec);
    if (isOwnRidge(piece)) return listBulge(piece, spec, thickness);
    return piece.kind === 'skirt' ? listColumns(piece, spec) : [];
  });
  return groups.length === 0 ? spec : { ...spec, reshaped: packReshaping(groups) };
}

/** Where limbs begin to thin out, as a share of their length. */
const taperFrom = 0.25;
/** Rings of vertices along a limb, and how near one has to be to belong to it, in sizes. */
const rings = 26;
const nearness = 2.2;

/** Rings of vertices around each cord, drawn the narrower the farther out they are. */
function listTapers(
  { cords, size, end }: AnatomyOf<'taper'>,
  { restPositions: p, vertexCount }: SurfaceSpec,
  body: SoftBody,
): VertexGroup[] {
  return body.cords
    .filter(({ name }) => matchesAny([cords], name))
    .flatMap(({ route }) => {
      const found = Array.from({ length: rings + 1 }, (): { members: number[]; shares: number[] } => ({
        members: [],
        shares: [],
      }));
      for (let v = 0; v < vertexCount; v++) {
        const { along, distance } = findAlong(route, p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!);
        if (distance > nearness * size || along < taperFrom) continue;
        const ring = found[Math.round(rings * along)]!;
        const s = (along - taperFrom) / (1 - taperFrom);
        ring.members.push(v);
        ring.shares.push(1 - (1 - end) * s * s);
      }
      return found.flatMap(({ members, shares }) =>
        members.length < 3 ? [] : [{ anchors: members, members, shares }],
      );
    });
}

/** The nearest place on a polyline: how far along (0 … 1 by points) and how far away. */
function findAlong(route: Float64Array, x: number, y: number, z: number): { along: number; distance: number } {
  const last = route.length / 3 - 1;
  let [along, least] = [0, Infinity];
  for (let i = 0; i < last; i++) {
    const [ax, ay, az] = [route[3 * i]!, route[3 * i + 1]!, route[3 * i + 2]!];
    const [dx, dy, dz] = [route[3 * i + 3]! - ax, route[3 * i + 4]! - ay, route[3 * i + 5]! - az];
    const t = ((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / (dx * dx + dy * dy + dz * dz || 1);
    const s = Math.min(i === last - 1 ? 1.001 : 1, Math.max(0, t));
    const [ex, ey, ez] = [x - ax - s * dx, y - ay - s * dy, z - az - s * dz];
    const square = ex * ex + ey * ey + ez * ez;
    if (square < least) [along, least] = [Math.min(1, (i + s) / last), square];
  }
  return { along, distance: Math.sqrt(least) };
}

/** Metres from one place to the next at which a fin's width is read. */
const pitch = 0.03;

/** Vertices of fins, drawn nearer to the root beside them so that no fin is wider than `size`. */
function listColumns({ size }: AnatomyOf<'skirt'>, { restPositions: p, vertexCount }: SurfaceSpec): VertexGroup[] {
  return [1, -1].flatMap((side) => {
    const own = Array.from({ length: vertexCount }, (_, v) => v).filter((v) => side * p[3 * v + 1]! > 0);
    if (own.length === 0) return [];
    const front = Math.min(...own.map((v) => p[3 * v]!));
    const bins: number[][] = [];
    for (const v of own) (bins[Math.round((p[3 * v]! - front) / pitch)] ??= []).push(v);
    const widths = bins.map((members) => {
      const all = members.map((v) => Math.abs(p[3 * v + 1]!));
      return Math.max(...all) - Math.min(...all);
    });
    const roots = bins.flatMap((members) => {
      const inner = Math.min(...members.map((v) => Math.abs(p[3 * v + 1]!)));
      return members.filter((v) => Math.abs(p[3 * v + 1]!) < inner + 0.008);
    });
    return own.flatMap((v): VertexGroup[] => {
      const place = (p[3 * v]! - front) / pitch;
      const [before, t] = [Math.floor(place), place % 1];
      const width = (1 - t) * (widths[before] ?? size) + t * (widths[before + 1] ?? widths[before] ?? size);
      if (width <= size) return [];
      const nearest = [...roots].sort((a, b) => Math.abs(p[3 * a]! - p[3 * v]!) - Math.abs(p[3 * b]! - p[3 * v]!));
      return [{ anchors: nearest.slice(0, 4), members: [v], shares: [size / width] }];
    });
  });
}

/** Chosen: how near to the root, in reaches of the wing, vertices hold the others, and how many; along the root counts more. */
const rootWidth = 0.15;
const anchorCount = 4;
const acrossRoot = 25;

/** Vertices of each wing from `at` outward, drawn farther out the nearer they are to its tip, which comes to `to`. */
function listPoints({ at, to }: AnatomyOf<'point'>, { restPositions: p, vertexCount }: SurfaceSpec): VertexGroup[] {
  const root = at[1]!;
  const all = Array.from({ length: vertexCount }, (_, v) => v);
  return [1, -1].flatMap((side) => {
    const away = (v: number): number => side * p[3 * v + 1]! - root;
    const own = all.filter((v) => away(v) > 0);
    if (own.length === 0) return [];
    const tip = own.reduce((best, v) => (away(v) > away(best) ? v : best));
    const reach = away(tip);
    const [dx, dy] = [to[0]! - p[3 * tip]!, to[1]! - root - reach];
    const inner = all.filter((v) => Math.abs(away(v)) < rootWidth * reach);
    return own.map((v): VertexGroup => {
      // On the root, where the way from it to the vertex leads the way that the tip goes.
      const x = p[3 * v]! - (away(v) * dx) / dy;
      const square = (w: number): number => (p[3 * w]! - x) * (p[3 * w]! - x) + acrossRoot * away(w) * away(w);
      const anchors = inner.toSorted((a, b) => square(a) - square(b)).slice(0, anchorCount);
      const share = away(v) / reach;
      return { anchors, members: [v], shares: [1 + (share * share * share * dy) / reach] };
    });
  });
}

/** A ridge of the skin's own look is the skin itself, farther away from its other side. */
function listBulge(
  piece: AnatomyOf<'ridge'>,
  { restPositions, vertexCount }: SurfaceSpec,
  thickness: number,
): VertexGroup[] {
  const upper = vertexCount / 2;
  return [...computeLifts(piece, restPositions, upper)].flatMap((lift, v): VertexGroup[] => {
    if (lift <= 0) return [];
    // Without a crease where it begins.
    const smooth = lift * lift * (3 - 2 * lift);
    return [{ anchors: [v + upper], members: [v], shares: [1 + (smooth * piece.flat * piece.size) / thickness] }];
  });
}
