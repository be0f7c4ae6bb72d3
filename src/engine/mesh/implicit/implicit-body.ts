/** A soft body of about so many tetrahedra from implicit shapes. Lengths in m. */
import type { SoftBody } from '../soft/soft-body.ts';
import { cbrt } from '../../math/portable.ts';
import { ModelError } from '../../model/problem.ts';
import { createField, type Field, type ImplicitShape, listMiddle } from './implicit.ts';
import { createLatticePart } from './lattice.ts';
import { dropCrumbs, separatePinches } from './manifold.ts';
import { computeSoftQuality, type SoftQuality } from '../soft/body-quality.ts';
import { createSoftBody, type SoftPart } from '../soft/soft-part.ts';

export interface ImplicitBodyOptions {
  readonly shapes: readonly ImplicitShape[];
  /** Length over which shapes flow into each other; 0 leaves creases. */
  readonly blend: number;
  /** How many tetrahedra to aim at. */
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

const leastImplicitTets = 30;
export const mostImplicitTets = 60_000;
const smallestDihedral = 10;
/** The search ends at a mesh this near to the wanted number. */
const nearEnough = 0.06;
/** A mesh farther from it is no answer. */
const farthest = 0.25;
const mostTries = 14;
/** Points at which the body's volume is guessed, and the share of it that a mesh must fill. */
const volumePoints = 20_000;
const leastFill = 0.75;
/** Parts this small (of all tetrahedra) that lie apart are tips too thin for the lattice. */
const crumb = 0.02;
/** Cones that may be looked at before the search ends with the best it has, and what a lattice node costs beside them. */
const mostWork = 2e7;
const nodeCost = 12;

export function createImplicitBody(options: ImplicitBodyOptions): ImplicitBody {
  const { shapes, blend, targetTets, symmetric = false, path = 'body' } = options;
  if (!(targetTets >= leastImplicitTets && targetTets <= mostImplicitTets))
    throw new ModelError([
      {
        code: targetTets > mostImplicitTets ? 'too-large' : 'out-of-range',
        path: `${path}.targetTets`,
        got: String(targetTets),
        hint: `Give ${leastImplicitTets} to ${mostImplicitTets} tetrahedra.`,
      },
    ]);
  const found = findMesh(limitWork(createField(shapes, blend, path)), targetTets, symmetric, path);
  if (found !== undefined) {
    checkPieces(shapes, found, path);
    return found;
  }
  throw new ModelError([
    {
      code: 'inconsistent',
      path,
      got: `shapes of which no sound mesh of about ${targetTets} tetrahedra was found`,
      hint: 'Parts thinner than the cells fall apart: ask for more tetrahedra, or make thin parts thicker.',
    },
  ]);
}

function findMesh(field: Field, targetTets: number, symmetric: boolean, path: string): ImplicitBody | undefined {
  try {
    if (symmetric) checkSymmetry(field, path);
    return searchMesh(field, targetTets, symmetric, path);
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}

/** Changes the cell size until the number fits, and returns the best sound mesh on the way. */
function searchMesh(field: Field, targetTets: number, symmetric: boolean, path: string): ImplicitBody | undefined {
  const { bounds } = field;
  const extents = [0, 1, 2].map((k) => bounds[3 + k]! - bounds[k]!) as [number, number, number];
  // From coarse to fine: a lattice of few cubes first. A cube holds twelve tetrahedra.
  let cellSize = cbrt((12 * extents[0] * extents[1] * extents[2]) / targetTets);
  let [tooFine, tooCoarse] = [0, Infinity];
  const leastVolume = leastFill * guessVolume(field);
  let best: ImplicitBody | undefined;
  let bestMiss = farthest;
  for (let turn = 0; turn < mostTries; turn++) {
    const part = createPart(field, cellSize, symmetric);
    if (part === undefined) break;
    const tets = part.tets.length / 4;
    const miss = Math.abs(tets / targetTets - 1);
    const mesh = miss < bestMiss ? createSound(part, cellSize, path) : undefined;
    if (mesh !== undefined && mesh.quality.volume >= leastVolume) {
      [best, bestMiss] = [mesh, miss];
      if (miss < nearEnough) break;
    }
    if (tets < targetTets) tooCoarse = Math.min(tooCoarse, cellSize);
    else tooFine = Math.max(tooFine, cellSize);
    // The number grows with about the cube of the fineness, in leaps.
    let next = cellSize * Math.max(0.4, Math.min(2, cbrt(tets / targetTets)));
    const settled = tooFine > 0 && tooCoarse < Infinity && tooFine < tooCoarse;
    if (settled && !(next > tooFine && next < tooCoarse)) next = Math.sqrt(tooFine * tooCoarse);
    // The same size again gives the same mesh: another one nearby may be sound.
    if (Math.abs(next / cellSize - 1) < 1e-3 || !settled) next *= 1.003;
    cellSize = next;
  }
  return best;
}

/** Counted and not timed: the same drawing gives the same mesh, or the same refusal, on every machine. */
class TooMuchWork extends Error {}

function limitWork(field: Field): Field {
  let left = mostWork;
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
function createPart(field: Field, cellSize: number, symmetric: boolean): SoftPart | undefined {
  try {
    return separatePinches(dropCrumbs(createLatticePart(field, cellSize, symmetric), crumb));
  } catch (error) {
    if (error instanceof TooMuchWork) return undefined;
    throw error;
  }
}

function createSound(part: SoftPart, cellSize: number, path: string): ImplicitBody | undefined {
  try {
    const body = createSoftBody([part], { path, weld: 1e-9 });
    const quality = computeSoftQuality(body);
    const sound = quality.manifold && quality.minDihedral >= smallestDihedral && quality.inverted === 0;
    return sound ? { body, quality, cellSize } : undefined;
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

/** Share of a shape's points that must have nodes of the mesh nearby, and how near, in cells. Chosen: tips may be blunt. */
const leastPresent = 0.5;
const nearby = 1.5;

/** A shape that the mesh does not have, because it lies apart or is thinner than the lattice, is no drawing of an animal. */
function checkPieces(shapes: readonly ImplicitShape[], { body, cellSize }: ImplicitBody, path: string): void {
  const { positions } = body;
  const isNear = ([x, y, z]: readonly [number, number, number]): boolean => {
    for (let at = 0; at < positions.length; at += 3) {
      const [dx, dy, dz] = [positions[at]! - x, positions[at + 1]! - y, positions[at + 2]! - z];
      if (dx * dx + dy * dy + dz * dz < nearby * nearby * cellSize * cellSize) return true;
    }
    return false;
  };
  shapes.forEach((shape, i) => {
    const points = listMiddle(shape);
    const present = points.filter(isNear).length / points.length;
    if (present >= leastPresent) return;
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

function guessVolume({ distance, bounds }: Field): number {
  let inside = 0;
  for (let k = 0; k < volumePoints; k++) {
    const [x, y, z] = spreadPoint(bounds, k);
    if (distance(x, y, z) < 0) inside += 1;
  }
  const extent = (k: number): number => bounds[3 + k]! - bounds[k]!;
  return (inside / volumePoints) * extent(0) * extent(1) * extent(2);
}

function checkSymmetry({ distance, bounds }: Field, path: string): void {
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
