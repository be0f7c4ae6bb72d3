/** A soft animal's declared anatomy → shapes on its skin at rest, which ride on it from then on. */
import type { DrapeSpec, Look, OrnamentSpec, SurfaceSpec } from '../../../contract/frame.ts';
import { createBallRings, createBentRings, fixToSurface, mirrorRings } from '../../../contract/ornaments.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { matchesAny } from '../../../model/pattern.ts';
import {
  createPoint,
  createSkin,
  findGrip,
  findSkin,
  findTriangle,
  listCorners,
  type SkinPoint,
  type Skin,
} from './carriers.ts';
import { createRibbon, createRidge, isOwnRidge } from './drapes.ts';
import type { Anatomy, AnatomyOf } from './fields.ts';
import { reshapeSkin } from './reshape.ts';

export interface DrawnAnatomy {
  /** The skin, some of it in another shape. */
  readonly surfaces: readonly SurfaceSpec[];
  readonly ornaments: readonly OrnamentSpec[];
  readonly drapes: readonly DrapeSpec[];
}

interface Wearer {
  readonly skins: readonly Skin[];
  readonly body: SoftBody;
  /** Look of the body. */
  readonly look: Look;
  /** Of plates: metres. */
  readonly thickness: number;
}

export function createAnatomy(
  list: readonly Anatomy[],
  surfaces: readonly SurfaceSpec[],
  { body, look, thickness }: Omit<Wearer, 'skins'>,
): DrawnAnatomy {
  if (list.length === 0 || surfaces.length === 0) return { surfaces, ornaments: [], drapes: [] };
  const shaped = surfaces.map((spec) => reshapeSkin(spec, list, body, thickness));
  const wearer: Wearer = { skins: shaped.map(createSkin), body, look, thickness };
  return {
    surfaces: shaped,
    ornaments: list.flatMap((piece) => createPiece(piece, wearer)),
    drapes: list.flatMap((piece) => createDrape(piece, wearer)),
  };
}

function createDrape(piece: Anatomy, wearer: Wearer): DrapeSpec[] {
  if (piece.kind === 'ribbon') return [createRibbon(wearer.skins[0]!.spec, piece, getLook(piece, wearer))];
  if (piece.kind !== 'ridge' || isOwnRidge(piece)) return [];
  return [createRidge(piece, wearer.skins, wearer.thickness, getLook(piece, wearer))];
}

function getLook({ look }: AnatomyOf<'lobe' | 'ridge' | 'ribbon'>, wearer: Wearer): Look {
  return look === 'own' ? wearer.look : look;
}

function createPiece(piece: Anatomy, wearer: Wearer): OrnamentSpec[] {
  if (piece.kind === 'suckers') return createSuckers(piece, wearer);
  if (piece.kind !== 'eye' && piece.kind !== 'lobe') return [];
  const at = piece.at as unknown as SkinPoint;
  const sides = at[1] === 0 ? [1] : [1, -1];
  return sides.flatMap((side) =>
    piece.kind === 'eye' ? createEye(piece, wearer, side) : [createLobe(piece, wearer, side)],
  );
}

function place([x, y, z]: SkinPoint, side: number): SkinPoint {
  return [x, side * y, z];
}

/** A ball in the skin, looking outward, above a lid of the skin's look. */
function createEye({ at, size }: AnatomyOf<'eye'>, wearer: Wearer, side: number): OrnamentSpec[] {
  const where = place(at as unknown as SkinPoint, side);
  const skin = findSkin(wearer.skins, where);
  const triangle = findTriangle(skin, where);
  const middle = createPoint((k) => skin.middles[triangle + k]!);
  const n = createPoint((k) => skin.normals[triangle + k]!);
  const raise = (by: number): SkinPoint => createPoint((k) => middle[k]! + by * size * n[k]!);
  const name = side > 0 ? 'left eye' : 'right eye';
  const fix = (what: string, look: Look, rings: Float32Array): OrnamentSpec =>
    fixToSurface({ name: what, look, rings }, skin.index, listCorners(skin, triangle), skin.spec.restPositions);
  return [
    fix(`${name}, lid`, wearer.look, createBallRings(raise(0), n, [1.1 * size, 1.5 * size, 1.35 * size], 9)),
    fix(name, 'eye', createBallRings(raise(0.45), n, [0.95 * size, size, size], 9)),
  ];
}

const lobeRings = 9;

/** From a place to another: narrow at the root, where it comes out of the skin, and `end` times as wide at its end. */
function createLobe(piece: AnatomyOf<'lobe'>, wearer: Wearer, side: number): OrnamentSpec {
  const { size, end, flat } = piece;
  const [at, to] = [piece.at, piece.to].map((point) => place(point as unknown as SkinPoint, 1)) as [
    SkinPoint,
    SkinPoint,
  ];
  const rings = createBentRings(
    Array.from({ length: lobeRings }, (_, i) => {
      const s = i / (lobeRings - 1);
      const round =
        end > 0 ? Math.sqrt(Math.max(0.02, 1 - (2 * s - 1) * (2 * s - 1))) : Math.min(1.06 - s, 0.2 + 3.2 * s, 1);
      const half = size * round * (1 + (end > 0 ? end - 1 : 0) * s);
      const [x, y, z] = [0, 1, 2].map((k) => at[k]! + s * (to[k]! - at[k]!)) as [number, number, number];
      return [x, y, z, half, flat * half] as const;
    }),
  );
  const root = place(at, side);
  const skin = findSkin(wearer.skins, root);
  const reach = Math.sqrt([0, 1, 2].reduce((sum, k) => sum + (to[k]! - at[k]!) * (to[k]! - at[k]!), 0));
  const grip = findGrip(skin, root, Math.max(0.04, 2 * size, 0.3 * reach));
  return fixToSurface(
    { name: 'lobe', look: getLook(piece, wearer), rings: side > 0 ? rings : mirrorRings(rings) },
    skin.index,
    grip,
    skin.spec.restPositions,
  );
}

/** A cup that stands on its carrier. */
function createCup(size: number): Float32Array {
  return createBentRings([
    [0, 0, 0.18 * size, 0.2 * size, 0.2 * size],
    [0, 0, 0.5 * size, 0.8 * size, 0.8 * size],
    [0, 0, 0.35 * size, size, size],
    [0, 0, -0.4 * size, 0.8 * size, 0.8 * size],
  ]);
}

/** Two rows of cups on the skin beside each cord, smaller toward its end. */
function createSuckers(piece: AnatomyOf<'suckers'>, { skins, body }: Wearer): OrnamentSpec[] {
  const skin = skins[0]!;
  return listCords(piece, body).flatMap(({ name, route }) => {
    const taken = new Set<number>();
    const count = route.length / 3;
    const read = (i: number): SkinPoint => [route[3 * i]!, route[3 * i + 1]!, route[3 * i + 2]!];
    return Array.from({ length: count - 1 }, (_, i) => i).flatMap((i) => {
      const [here, next] = [read(i), read(i + 1)];
      const under = findTriangle(skin, here);
      const n = [0, 1, 2].map((k) => skin.normals[under + k]!);
      const d = [0, 1, 2].map((k) => next[k]! - here[k]!);
      const across = [d[1]! * n[2]! - d[2]! * n[1]!, d[2]! * n[0]! - d[0]! * n[2]!, d[0]! * n[1]! - d[1]! * n[0]!];
      const length = Math.sqrt(across.reduce((sum, value) => sum + value * value, 0)) || 1;
      const size = piece.size * (1 - 0.6 * (i / count));
      return [1, -1].flatMap((side) => {
        const aside = (1.15 * side * size) / length;
        const point = createPoint((k) => here[k]! + 0.6 * size * n[k]! + aside * across[k]!);
        const triangle = findTriangle(skin, point);
        if (taken.has(triangle)) return [];
        taken.add(triangle);
        const carrier = { surface: skin.index, vertices: listCorners(skin, triangle) };
        return [{ name: `${name} sucker`, look: 'sucker' as const, carrier, rings: createCup(size) }];
      });
    });
  });
}

function listCords({ cords }: AnatomyOf<'suckers'>, body: SoftBody): SoftBody['cords'] {
  return body.cords.filter(({ name }) => matchesAny([cords], name));
}
