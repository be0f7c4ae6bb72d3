/**
 * Recordings of worms in, as WCON: units, several animals and records, both forms of arrays (a list per time, or one number per
 * time), gaps (null, NaN or an empty list). Centre lines come out in metres, one row per time that is whole.
 */
import { findJsonFault } from '../../engine/model/json-fault.ts';
import { isObject, ModelError, printGot, type Problem, throwProblem } from '../../engine/model/problem.ts';

export interface WconRecording {
  readonly id: string;
  /** s, ascending. */
  readonly times: readonly number[];
  /** m, head first: one row per time, all of the same length. */
  readonly xs: readonly (readonly number[])[];
  readonly ys: readonly (readonly number[])[];
  /** Times left out because a point was missing. */
  readonly gaps: number;
}

/** Factors to SI, each with the names that are in use. */
const lengths = listUnits([
  [1, 'm metre metres meter meters'],
  [1e-2, 'cm centimetres centimeters'],
  [1e-3, 'mm millimetre millimetres millimeter millimeters'],
  [1e-6, 'um µm μm micron microns micrometre micrometres micrometer micrometers'],
]);
const durations = listUnits([
  [1, 's sec second seconds'],
  [1e-3, 'ms millisecond milliseconds'],
  [60, 'min minute minutes'],
  [3600, 'h hour hours'],
]);

function listUnits(rows: readonly (readonly [factor: number, names: string])[]): ReadonlyMap<string, number> {
  return new Map(rows.flatMap(([factor, names]) => names.split(' ').map((name) => [name, factor] as const)));
}

/** A centre line of fewer points has no curvature. */
const minPoints = 5;
const minTimes = 8;

type Fields = Readonly<Record<string, unknown>>;

/** Reads the text of a file; NaN, which is no JSON but is written all the same, counts as a gap. Throws a ModelError. */
export function readWcon(text: string): readonly WconRecording[] {
  if (typeof text !== 'string') throwProblem('wrong-type', '', printGot(text), 'Give the text of a WCON file.');
  let document: unknown;
  const json = text.replaceAll(/(?<=[[,:\s])-?(?:NaN|Infinity)(?=[\s,\]}])/gu, 'null');
  try {
    document = JSON.parse(json);
  } catch {
    const { line, got, hint } = findJsonFault(json)!;
    throw new ModelError([{ code: 'syntax', path: '', got: `${got} in line ${line}`, hint }]);
  }
  if (!isObject(document)) throw refuse('wrong-type', '', document, 'A WCON file is a JSON object.');
  const units = readUnits(document['units']);
  const { data } = document;
  if (data === undefined) throw refuse('missing', 'data', data, 'Give one record or a list of records.');
  const records = Array.isArray(data)
    ? data.map((record: unknown, i) => ({ record, path: `data[${i}]` }))
    : [{ record: data, path: 'data' }];
  const rows = records.flatMap(({ record, path }) => readRecord(record, path, units));
  return joinAnimals(rows);
}

interface Units {
  readonly t: number;
  readonly x: number;
  readonly y: number;
}

function readUnits(units: unknown): Units {
  if (!isObject(units))
    throw refuse(units === undefined ? 'missing' : 'wrong-type', 'units', units, 'Name the units of t, x and y.');
  const read = (name: 't' | 'x' | 'y', known: ReadonlyMap<string, number>): number => {
    const unit = units[name];
    const factor = typeof unit === 'string' ? known.get(unit.trim()) : undefined;
    if (factor === undefined)
      throw refuse(
        unit === undefined ? 'missing' : 'unknown-unit',
        `units.${name}`,
        unit,
        `Known are ${[...known.keys()].join(', ')}.`,
      );
    return factor;
  };
  return { t: read('t', durations), x: read('x', lengths), y: read('y', lengths) };
}

/** One animal at one time. */
interface Posture {
  readonly id: string;
  readonly t: number;
  /** null: a gap. */
  readonly points: { readonly x: number[]; readonly y: number[] } | null;
  readonly path: string;
}

function readRecord(record: unknown, path: string, units: Units): Posture[] {
  if (!isObject(record)) throw refuse('wrong-type', path, record, 'A record is an object with id, t, x and y.');
  const { id, head } = record;
  if (typeof id !== 'string' && typeof id !== 'number')
    throw refuse(id === undefined ? 'missing' : 'wrong-type', `${path}.id`, id, 'Give the animal a name.');
  const times: unknown[] = Array.isArray(record['t']) ? record['t'] : [record['t']];
  const isScalar = !Array.isArray(record['t']);
  const bad = times.findIndex((t) => typeof t !== 'number' || !Number.isFinite(t));
  if (bad >= 0) throw refuse('wrong-type', `${path}.t${isScalar ? '' : `[${bad}]`}`, times[bad], 'Times are numbers.');
  const [xs, ys] = (['x', 'y'] as const).map((name) => listRows(record, name, path, times.length, isScalar));
  const [ox, oy] = (['ox', 'oy'] as const).map((name) => listOffsets(record[name], times.length));
  return times.map((t, i) => {
    const at = isScalar ? path : `${path}.x[${i}]`;
    const [x, y] = [xs![i]!, ys![i]!];
    if (x.length !== y.length)
      throw refuse('inconsistent', at.replace('.x[', '.y['), `${y.length} points`, `There are ${x.length} in x.`);
    const isWhole = x.length > 0 && [...x, ...y].every((value) => typeof value === 'number');
    const scale = (values: readonly unknown[], offset: number, unit: number): number[] =>
      values.map((value) => unit * ((value as number) + offset));
    const points = isWhole ? { x: scale(x, ox![i]!, units.x), y: scale(y, oy![i]!, units.y) } : null;
    // R: the head is at the end of the list.
    if (points !== null && (head === 'R' || (Array.isArray(head) && head[i] === 'R'))) {
      points.x.reverse();
      points.y.reverse();
    }
    return { id: String(id), t: units.t * (t as number), points, path: at };
  });
}

/** Rows of a coordinate: a list of lists, or a list of numbers where each time has one point or the record one time. */
function listRows(record: Fields, name: string, path: string, times: number, isScalar: boolean): unknown[][] {
  const value = record[name];
  if (value === undefined) throw refuse('missing', `${path}.${name}`, value, 'Give one entry per time.');
  const list: unknown[] = isScalar ? [value] : Array.isArray(value) ? value : [value];
  const isOneRow = times === 1 && !isScalar && list.length > 1 && !list.some((row) => Array.isArray(row));
  const rows = isOneRow ? [list] : list;
  if (rows.length !== times)
    throw refuse('inconsistent', `${path}.${name}`, `${rows.length} entries`, `There are ${times} times.`);
  return rows.map((row, i) => {
    const values: unknown[] = Array.isArray(row) ? row : [row];
    const bad = values.findIndex((entry) => entry !== null && !(typeof entry === 'number' && Number.isFinite(entry)));
    if (bad >= 0)
      throw refuse('wrong-type', `${path}.${name}[${i}][${bad}]`, values[bad], 'Write numbers, or null for a gap.');
    return values;
  });
}

/** `ox`, `oy`: an origin for each time, or one for all, that is added to every point. */
function listOffsets(value: unknown, times: number): number[] {
  const list: unknown[] = Array.isArray(value) ? value : new Array<unknown>(times).fill(value);
  return Array.from({ length: times }, (_, i) => (typeof list[i] === 'number' ? list[i] : 0));
}

/** Records of the same animal are one recording, in order of time. */
function joinAnimals(postures: readonly Posture[]): WconRecording[] {
  const ids = [...new Set(postures.map(({ id }) => id))];
  return ids.map((id) => {
    const mine = postures.filter((posture) => posture.id === id).sort((a, b) => a.t - b.t);
    const whole = mine.flatMap(({ points, ...rest }) => (points === null ? [] : [{ ...rest, points }]));
    const count = whole[0]?.points.x.length ?? 0;
    const odd = whole.find(({ points }) => points.x.length !== count);
    if (odd !== undefined)
      throw refuse(
        'inconsistent',
        odd.path,
        `${odd.points.x.length} points`,
        `The first posture of ${id} has ${count}.`,
      );
    if (whole.length < minTimes || count < minPoints)
      throw refuse(
        'out-of-range',
        mine[0]?.path ?? 'data',
        `${whole.length} whole postures of ${count} points`,
        `Measuring needs ${minTimes} postures of ${minPoints} points.`,
      );
    return {
      id,
      times: whole.map(({ t }) => t),
      xs: whole.map(({ points }) => points.x),
      ys: whole.map(({ points }) => points.y),
      gaps: mine.length - whole.length,
    };
  });
}

function refuse(code: Problem['code'], path: string, got: unknown, hint: string): ModelError {
  return new ModelError([{ code, path, got: printGot(got), hint }]);
}
