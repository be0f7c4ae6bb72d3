/** A soft body from implicit shapes, with about a given number of tetrahedra. Lengths in m. */
import type { SoftBody } from '../soft/soft-body.ts';
import { cbrt } from '../../math/portable.ts';
import { ModelError } from '../../model/problem.ts';
import { createField, type DistanceField, type ImplicitShape, listMiddle } from './implicit.ts';
import { createLatticePart } from './lattice.ts';
import { dropSmallPieces, separatePinches } from './manifold.ts';
import { computeSoftQuality, isManifold, type SoftQuality } from '../soft/body-quality.ts';
import { countPieces } from '../soft/surface.ts';
import { computeMeshQuality, type MeshQuality } from '../tets/quality.ts';
import { createSoftBody, type SoftPart } from '../soft/soft-part.ts';

export interface ImplicitBodyOptions {
  readonly shapes: readonly ImplicitShape[];
  /** Length over which shapes flow into each other; 0 leaves creases. */
  readonly blend: number;
  /** Target number of tetrahedra. */
  readonly targetTets: number;
  /** Makes the mesh its own mirror image in y = 0; the shapes must be so too. */
  readonly symmetric?: boolean;
  readonly path?: string;
}

export interface ImplicitBody {
  readonly body: SoftBody;
  readonly quality: SoftQuality;
  /** Side of the lattice's cubes: about the length of the longest edges. */
  readonly cellSize: number;
}

const minImplicitTets = 30;
export const maxImplicitTets = 60_000;
const smallestDihedral = 10;
/** Relative deviation from the target number at which the search ends. */
const closeDeviation = 0.06;
/**
 * Deviation beyond which a mesh is used only if no other is closer, as for a straight limb, whose number of tetrahedra jumps;
 * and beyond which it is never used.
 */
const acceptableDeviation = 0.25;
const maxDeviation = 0.6;
const maxTries = 14;
/** Relative offsets tried around a cell size that fits: mostly finer, since coarse lattices lose thin parts. */
const cellSizeOffsets = [-0.012, -0.024, 0.01, -0.04, -0.056, 0.02, -0.074, 0.035];
/** Points for the estimate of the body's volume, and the share of it that a mesh must fill. */
const volumePoints = 3000;
const minFillShare = 0.75;
/** Least share of its bounds that a body is assumed to fill, so that the search starts with an affordable lattice. */
const minBoundsShare = 0.005;
/** Unconnected pieces below this share of all tetrahedra are tips too thin for the lattice. */
const smallPieceShare = 0.02;
/** Limit on the cones evaluated before the search returns its best mesh, and the cost of a lattice node in cones. */
const maxConeVisits = 2e7;
const nodeCost = 12;

export function createImplicitBody(options: ImplicitBodyOptions): ImplicitBody {
  const { shapes, blend, targetTets, symmetric = false, path = 'body' } = options;
  if (!(targetTets >= minImplicitTets && targetTets <= maxImplicitTets))
    throw new ModelError([
      {
        code: targetTets > maxImplicitTets ? 'too-large' : 'out-of-range',
        path: `${path}.targetTets`,
        got: String(targetTets),
        hint: `Give ${minImplicitTets} to ${maxImplicitTets} tetrahedra.`,
      },
    ]);
  const found = findMesh(limitWork(createField(shapes, blend, path)), targetTets, symmetric, path);
  if (found !== undefined) {
    checkPieces(shapes, found, path);
    return { ...found, quality: computeSoftQuality(found.body) };
  }
  throw new ModelError([
    {
      code: 'inconsistent',
      path,
      got: `shapes of which no valid mesh of about ${targetTets} tetrahedra was found`,
      hint: 'Parts thinner than the cells fall apart: ask for more tetrahedra, or make thin parts thicker.',
    },
  ]);
}

/** A valid mesh, before its quality is measured. */
interface Found {
  readonly body: SoftBody;
  readonly volume: number;
  readonly cellSize: number;
}

function findMesh(field: DistanceField, targetTets: number, symmetric: boolean, path: string): Found | undefined {
  try {
    if (symmetric) checkSymmetry(field, path);
    return searchMesh(field, targetTets, symmetric, path);
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}

/** Changes the cell size until the number fits, and returns the best sound mesh on the way. */
function searchMesh(field: DistanceField, targetTets: number, symmetric: boolean, path: string): Found | undefined {
  const volume = guessVolume(field);
  const minVolume = minFillShare * volume;
  // A cube holds twelve tetrahedra; those cut at the surface are more and smaller, so that a body has almost half as many again.
  let cellSize = cbrt((17 * Math.max(volume, minBoundsShare * computeBoxVolume(field))) / targetTets);
  let [tooFine, tooCoarse] = [0, Infinity];
  let best: Found | undefined;
  let bestMiss = acceptableDeviation;
  let spare: { readonly part: SoftPart; readonly cellSize: number } | undefined;
  let spareMiss = maxDeviation;
  // A cell size whose number fits but whose mesh is invalid; nearby sizes may work.
  let fitting: number | undefined;
  let offsetsTried = 0;
  for (let turn = 0; turn < maxTries; turn++) {
    const part = createPart(field, cellSize, symmetric);
    if (part === undefined) break;
    const tets = part.tets.length / 4;
    const miss = Math.abs(tets / targetTets - 1);
    const mesh = miss < bestMiss ? createSound(part, cellSize, path) : undefined;
    if (miss >= acceptableDeviation && miss < spareMiss) [spare, spareMiss] = [{ part, cellSize }, miss];
    if (mesh !== undefined && mesh.volume >= minVolume) {
      [best, bestMiss] = [mesh, miss];
      if (miss < closeDeviation || fitting !== undefined) break;
    }
    if (miss < closeDeviation) fitting ??= cellSize;
    if (fitting !== undefined) {
      const shift = cellSizeOffsets[offsetsTried++];
      if (shift === undefined) break;
      cellSize = fitting * (1 + shift);
      continue;
    }
    if (tets < targetTets) tooCoarse = Math.min(tooCoarse, cellSize);
    else tooFine = Math.max(tooFine, cellSize);
    // The number grows about with the inverse cube of the cell size, in jumps.
    let next = cellSize * Math.max(0.4, Math.min(2, cbrt(tets / targetTets)));
    const settled = tooFine > 0 && tooCoarse < Infinity && tooFine < tooCoarse;
    if (settled && !(next > tooFine && next < tooCoarse)) next = Math.sqrt(tooFine * tooCoarse);
    // The same size again gives the same mesh.
    if (Math.abs(next / cellSize - 1) < 1e-3 || !settled) next *= 1.003;
    cellSize = next;
  }
  if (best !== undefined || spare === undefined) return best;
  const mesh = createSound(spare.part, spare.cellSize, path);
  return mesh !== undefined && mesh.volume >= minVolume ? mesh : undefined;
}

/** Counted and not timed: the same drawing gives the same mesh, or the same refusal, on every machine. */
class TooMuchWork extends Error {}

function limitWork(field: DistanceField): DistanceField {
  let left = maxConeVisits;
  return {
    ...field,
    distance: (x, y, z) => {
      left -= field.cost + nodeCost;
      if (left < 0) throw new TooMuchWork();
      return field.distance(x, y, z);
    },
  };
}

/** undefined when there is no work left for it. */
function createPart(field: DistanceField, cellSize: number, symmetric: boolean): SoftPart | undefined {
  try {
    return separatePinches(dropSmallPieces(createLatticePart(field, cellSize, symmetric), smallPieceShare));
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}

function measure({ positions, tets }: Pick<SoftPart, 'positions' | 'tets'>): MeshQuality {
  return computeMeshQuality({
    nodeCount: positions.length / 3,
    tetCount: tets.length / 4,
    positions,
    tetNodes: tets,
  });
}

function createSound(part: SoftPart, cellSize: number, path: string): Found | undefined {
  // What costs least comes first; angles do not depend on the order of the corners.
  const { positions, tets, plates } = part;
  if (countPieces(positions.length / 3, tets, plates) !== 1) return undefined;
  if (measure(part).minDihedral < smallestDihedral) return undefined;
  try {
    const body = createSoftBody([part], { path, weld: 1e-9 });
    const quality = measure(body);
    const sound = quality.minDihedral >= smallestDihedral && quality.inverted === 0 && isManifold(body.surface);
    return sound ? { body, volume: quality.totalVolume, cellSize } : undefined;
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

/** Share of a shape's points that must have nodes of the mesh nearby, and how near, in cells. Chosen: tips may be blunt. */
const minPresentShare = 0.5;
const nearbyCells = 1.5;

/** Refuses a shape that the mesh lacks because it is unconnected or thinner than the lattice. */
function checkPieces(shapes: readonly ImplicitShape[], { body, cellSize }: Found, path: string): void {
  const { positions } = body;
  const isNear = ([x, y, z]: readonly [number, number, number]): boolean => {
    for (let at = 0; at < positions.length; at += 3) {
      const [dx, dy, dz] = [positions[at]! - x, positions[at + 1]! - y, positions[at + 2]! - z];
      if (dx * dx + dy * dy + dz * dz < nearbyCells * nearbyCells * cellSize * cellSize) return true;
    }
    return false;
  };
  shapes.forEach((shape, i) => {
    const points = listMiddle(shape);
    const present = points.filter(isNear).length / points.length;
    if (present >= minPresentShare) return;
    throw new ModelError([
      {
        code: 'inconsistent',
        path: `${path}.shapes[${i}]`,
        got: `a piece of which the mesh has ${Math.round(100 * present)} %`,
        hint: `It lies apart from the rest, or is thinner than the cells of ${cellSize.toPrecision(2)} m: join it to the body, make it thicker, or ask for more tetrahedra.`,
      },
    ]);
  });
}

/** Points spread evenly over the bounds by three irrational steps. */
function spreadPoint(bounds: Float64Array, k: number): [number, number, number] {
  const place = (step: number, axis: number): number =>
    bounds[axis]! + ((k * step) % 1) * (bounds[3 + axis]! - bounds[axis]!);
  return [place(0.819172513396164, 0), place(0.671043606703789, 1), place(0.54970047790197, 2)];
}

function computeBoxVolume({ bounds }: DistanceField): number {
  const extent = (k: number): number => bounds[3 + k]! - bounds[k]!;
  return extent(0) * extent(1) * extent(2);
}

function guessVolume(field: DistanceField): number {
  const { distance, bounds } = field;
  let inside = 0;
  for (let k = 0; k < volumePoints; k++) {
    const [x, y, z] = spreadPoint(bounds, k);
    if (distance(x, y, z) < 0) inside += 1;
  }
  return (inside / volumePoints) * computeBoxVolume(field);
}

function checkSymmetry({ distance, bounds }: DistanceField, path: string): void {
  const extent = Math.max(...[0, 1, 2].map((k) => bounds[3 + k]! - bounds[k]!));
  for (let k = 0; k < 500; k++) {
    const place = spreadPoint(bounds, k);
    const [here, there] = [distance(place[0], place[1], place[2]), distance(place[0], -place[1], place[2])];
    if (Math.abs(here - there) <= 1e-6 * extent) continue;
    throw new ModelError([
      {
        code: 'inconsistent',
        path,
        got: `different shapes left and right, as near (${place.map((value) => value.toPrecision(3)).join(', ')})`,
        hint: 'Mirror every shape in y = 0, or do not ask for a symmetric mesh.',
      },
    ]);
  }
}
