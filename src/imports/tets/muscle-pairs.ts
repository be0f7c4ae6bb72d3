/**
 * Finds antagonistic muscles: pairs of long muscles nearest to each other along their routes, as on either side of an arm or a
 * trunk. All in phase, both sides of an arm would pull alike and nothing would bend.
 */
import type { ImportedMuscle } from './muscle-import.ts';

/** Places along two muscles at which they are compared. */
const sampleCount = 9;
/** Two muscles farther apart than this share of their length do not belong to one limb. Chosen. */
const maxPairDistanceShare = 0.5;

/** Names for all muscles, in order: agonist 1, antagonist 1, …; unpaired muscles keep theirs. */
export function namePairs(muscles: readonly ImportedMuscle[]): string[] {
  const names = muscles.map(({ name }) => name);
  const open = new Set(muscles.flatMap(({ role }, i) => (role === 'longitudinal' ? [i] : [])));
  let pair = 0;
  for (const first of [...open]) {
    if (!open.delete(first)) continue;
    let [nearest, gap] = [-1, maxPairDistanceShare * computeLength(muscles[first]!.route)];
    for (const other of open) {
      const distance = computeGap(muscles[first]!.route, muscles[other]!.route);
      if (distance < gap) [nearest, gap] = [other, distance];
    }
    if (nearest < 0) continue;
    open.delete(nearest);
    pair += 1;
    names[first] = `agonist ${pair}`;
    names[nearest] = `antagonist ${pair}`;
  }
  return names;
}

/** The point a share t of the way through a route's points. */
function readPoint(route: Float64Array, t: number, k: number): number {
  const last = route.length / 3 - 1;
  const i = Math.min(Math.max(0, last - 1), Math.floor(t * last));
  const rest = t * last - i;
  const next = Math.min(last, i + 1);
  return route[3 * i + k]! + rest * (route[3 * next + k]! - route[3 * i + k]!);
}

/** Mean distance of two routes, m. */
function computeGap(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let s = 0; s < sampleCount; s++) {
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const d = readPoint(a, s / (sampleCount - 1), k) - readPoint(b, s / (sampleCount - 1), k);
      square += d * d;
    }
    sum += Math.sqrt(square) / sampleCount;
  }
  return sum;
}

function computeLength(route: Float64Array): number {
  let sum = 0;
  for (let at = 3; at < route.length; at += 3) {
    let square = 0;
    for (let k = 0; k < 3; k++) square += (route[at + k]! - route[at + k - 3]!) * (route[at + k]! - route[at + k - 3]!);
    sum += Math.sqrt(square);
  }
  return sum;
}
