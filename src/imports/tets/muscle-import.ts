/**
 * Muscles as polylines from a text file: a line `fibre index x y z` per point, or with a letter in front.
 *   L  longitudinal: points along the muscle
 *   T  transverse: rings of points around a limb, the index numbering the rings; the muscle runs along their middles
 *   S  oblique: points along a helix around a limb
 */
import { shorten } from '../../engine/model/problem.ts';
import { checkFile, checkFinite, failImport } from '../text/import-problem.ts';
import { parseDecimal, parseWhole } from './tet-builder.ts';
import { forEachLine } from '../text/text-lines.ts';

export interface ImportedMuscle {
  readonly name: string;
  readonly role: 'longitudinal' | 'transverse' | 'oblique';
  /** xyz per point, m. */
  readonly route: Float64Array;
  /** Of a transverse muscle the largest radius of its rings, m; 0 for others. */
  readonly radius: number;
}

export interface MuscleFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Metres per unit of the file, 1 unless given. */
  readonly scale?: number;
}

const roles = { L: 'longitudinal', T: 'transverse', S: 'oblique' } as const;
type Letter = keyof typeof roles;

const maxMuscles = 500;
const maxPoints = 200_000;

interface Points {
  readonly letter: Letter;
  readonly fibre: number;
  /** Line, index and place of each point. */
  readonly lines: number[];
  readonly indices: number[];
  readonly places: number[];
}

export function importMuscles({ name, bytes, scale = 1 }: MuscleFile): ImportedMuscle[] {
  checkFile({ name, bytes }, scale);
  const muscles = listMuscles(name, bytes, scale);
  if (muscles.length === 0)
    failImport('missing', name, 'no muscles', 'Give a line "fibre index x y z" for each point of a muscle.');
  return muscles.map((points) => createMuscle(name, points));
}

function listMuscles(name: string, bytes: Uint8Array, scale: number): Points[] {
  const muscles: Points[] = [];
  const seen = new Set<string>();
  let count = 0;
  forEachLine(name, bytes, (words, line) => {
    if (words[0]!.startsWith('#')) return;
    const path = `${name}, line ${line}`;
    const hasLetter = Object.hasOwn(roles, words[0]!);
    const letter = hasLetter ? (words[0] as Letter) : 'L';
    const rest = hasLetter ? words.slice(1) : words;
    const [fibre, index] = [parseWhole(rest[0]), parseWhole(rest[1])];
    if (rest.length !== 5 || !(fibre >= 0) || !(index >= 0))
      failImport(
        'inconsistent',
        path,
        shorten(words.join(' ')),
        'A point is "fibre index x y z", with L, T or S in front or without.',
      );
    const place = [2, 3, 4].map((k) => checkFinite(path, scale * parseDecimal(rest[k]), rest[k]));
    let muscle = muscles[muscles.length - 1];
    if (muscle?.letter !== letter || muscle.fibre !== fibre) {
      if (seen.has(`${letter} ${fibre}`))
        failImport('inconsistent', path, `fibre ${fibre} again`, 'All points of a fibre must follow each other.');
      seen.add(`${letter} ${fibre}`);
      muscle = { letter, fibre, lines: [], indices: [], places: [] };
      muscles.push(muscle);
      if (muscles.length > maxMuscles)
        failImport('too-large', path, `more than ${maxMuscles} muscles`, 'Give fewer muscles.');
    }
    checkIndex(path, muscle, index);
    if (++count > maxPoints) failImport('too-large', path, `more than ${maxPoints} points`, 'Give fewer points.');
    muscle.lines.push(line);
    muscle.indices.push(index);
    muscle.places.push(...place);
  });
  return muscles;
}

/** Indices go up by one; those of a transverse muscle stay the same within a ring. */
function checkIndex(path: string, { letter, indices }: Points, index: number): void {
  const last = indices[indices.length - 1];
  if (last === undefined || index === last + 1 || (letter === 'T' && index === last)) return;
  failImport(
    'inconsistent',
    path,
    `point ${index} after point ${last}`,
    'Points must be numbered one after another: the file is damaged, or lines are missing.',
  );
}

function createMuscle(name: string, { letter, fibre, lines, indices, places }: Points): ImportedMuscle {
  const role = roles[letter];
  const rings = letter === 'T' ? createRings(name, lines, indices, places) : { route: places, radius: 0 };
  if (rings.route.every((value, at) => value === rings.route[at % 3]))
    failImport(
      'inconsistent',
      `${name}, line ${lines[0]}`,
      `fibre ${fibre} of no length`,
      'A muscle needs two points or more.',
    );
  return { name: `${role} ${fibre}`, role, route: Float64Array.from(rings.route), radius: rings.radius };
}

function createRings(
  name: string,
  lines: readonly number[],
  indices: readonly number[],
  places: readonly number[],
): { route: number[]; radius: number } {
  const route: number[] = [];
  let radius = 0;
  for (let from = 0; from < indices.length; ) {
    let to = from;
    while (to < indices.length && indices[to] === indices[from]) to++;
    if (to - from < 3)
      failImport(
        'inconsistent',
        `${name}, line ${lines[from]}`,
        `a ring of ${to - from} points`,
        'A transverse muscle is made of rings of three points or more with the same index.',
      );
    const middle = [0, 1, 2].map((k) => {
      let sum = 0;
      for (let p = from; p < to; p++) sum += places[3 * p + k]!;
      return sum / (to - from);
    });
    for (let p = from; p < to; p++) {
      const [x, y, z] = [0, 1, 2].map((k) => places[3 * p + k]! - middle[k]!) as [number, number, number];
      radius = Math.max(radius, Math.sqrt(x * x + y * y + z * z));
    }
    route.push(...middle);
    from = to;
  }
  return { route, radius };
}
