/**
 * Postures as WCON, the Worm tracker Commons Object Notation: JSON with units and, per animal, times and centre lines.
 * The checker follows the format's own text: required members, matching lengths, and non-numbers.
 */
import { isObject, printGot, type Problem } from '../engine/model/problem.ts';

export interface WconPostures {
  readonly id: string;
  /** s */
  readonly times: readonly number[];
  /** Centre lines from head to tail, m: one row per time. */
  readonly xs: readonly ArrayLike<number>[];
  readonly ys: readonly ArrayLike<number>[];
  /** Name and version of the program. */
  readonly software: string;
}

/** Millimetres with a tenth of a nanometre. */
function toMillimetres(row: ArrayLike<number>): number[] {
  return Array.from(row, (value) => Number((1e3 * value).toFixed(7)));
}

export function createWcon({ id, times, xs, ys, software }: WconPostures): Record<string, unknown> {
  const [name, version] = software.split(' ');
  return {
    units: { t: 's', x: 'mm', y: 'mm' },
    metadata: {
      id,
      species: 'Caenorhabditis elegans',
      stage: 'adult',
      sex: 'hermaphrodite',
      software: { name, version: version ?? '' },
    },
    data: [
      {
        id,
        t: times.map((t) => Number(t.toFixed(6))),
        x: xs.map(toMillimetres),
        y: ys.map(toMillimetres),
        head: 'L',
        ventral: 'CW',
      },
    ],
  };
}

const ends = ['L', 'R', '?'];
const sides = ['CW', 'CCW', '?'];

/** Everything wrong with a WCON document; an empty list for a valid one. */
export function checkWcon(document: unknown): Problem[] {
  const problems: Problem[] = [];
  if (!isObject(document)) {
    add(problems, 'wrong-type', '', document, 'A WCON file is a JSON object.');
    return problems;
  }
  checkUnits(problems, document['units']);
  const { data } = document;
  if (data === undefined) add(problems, 'missing', 'data', data, 'Give one record or a list of records.');
  else if (Array.isArray(data)) data.forEach((record, i) => checkRecord(problems, record, `data[${i}]`));
  else checkRecord(problems, data, 'data');
  return problems;
}

function add(problems: Problem[], code: Problem['code'], path: string, got: unknown, hint: string): void {
  problems.push({ code, path, got: printGot(got), hint });
}

function checkUnits(problems: Problem[], units: unknown): void {
  if (!isObject(units)) {
    add(problems, units === undefined ? 'missing' : 'wrong-type', 'units', units, 'Name the units of t, x and y.');
    return;
  }
  for (const name of ['t', 'x', 'y']) {
    if (typeof units[name] !== 'string')
      add(
        problems,
        units[name] === undefined ? 'missing' : 'wrong-type',
        `units.${name}`,
        units[name],
        'Name a unit, such as "s" or "mm".',
      );
  }
}

function checkRecord(problems: Problem[], record: unknown, path: string): void {
  if (!isObject(record)) {
    add(problems, 'wrong-type', path, record, 'A record is an object with id, t, x and y.');
    return;
  }
  if (typeof record['id'] !== 'string')
    add(
      problems,
      record['id'] === undefined ? 'missing' : 'wrong-type',
      `${path}.id`,
      record['id'],
      'Give the animal a name.',
    );
  const t = record['t'];
  if (!Array.isArray(t) || !t.every((value) => typeof value === 'number' && Number.isFinite(value))) {
    add(problems, t === undefined ? 'missing' : 'wrong-type', `${path}.t`, t, 'Give a list of finite numbers.');
    return;
  }
  for (const name of ['x', 'y']) checkRows(problems, record[name], t.length, `${path}.${name}`);
  checkPairs(problems, record, path);
  if (record['head'] !== undefined && !ends.includes(record['head'] as string))
    add(problems, 'not-allowed', `${path}.head`, record['head'], `Allowed: ${ends.join(', ')}.`);
  if (record['ventral'] !== undefined && !sides.includes(record['ventral'] as string))
    add(problems, 'not-allowed', `${path}.ventral`, record['ventral'], `Allowed: ${sides.join(', ')}.`);
}

/** One number or one list of numbers per time; null stands for a value that is not known. */
function checkRows(problems: Problem[], rows: unknown, times: number, path: string): void {
  if (!Array.isArray(rows)) {
    add(problems, rows === undefined ? 'missing' : 'wrong-type', path, rows, 'Give one entry per time.');
    return;
  }
  if (rows.length !== times)
    add(problems, 'inconsistent', path, rows, `Give as many entries as there are times, ${times}.`);
  rows.forEach((row: unknown, i) => {
    const values: unknown[] = Array.isArray(row) ? row : [row];
    const bad = values.findIndex((value) => value !== null && !(typeof value === 'number' && Number.isFinite(value)));
    if (bad >= 0)
      add(
        problems,
        'not-finite',
        `${path}[${i}]`,
        values[bad],
        'Numbers are finite; write null for a value that is not known.',
      );
  });
}

function checkPairs(problems: Problem[], record: Record<string, unknown>, path: string): void {
  const [xs, ys] = [record['x'], record['y']];
  if (Array.isArray(xs) && Array.isArray(ys)) {
    const size = (row: unknown): number => (Array.isArray(row) ? row.length : 1);
    const differing = xs.findIndex((row, i) => i < ys.length && size(row) !== size(ys[i]));
    if (differing >= 0)
      add(
        problems,
        'inconsistent',
        `${path}.y[${differing}]`,
        ys[differing],
        `Give as many points as in ${path}.x[${differing}].`,
      );
  }
  for (const [a, b] of [
    ['ox', 'oy'],
    ['cx', 'cy'],
  ] as const) {
    if ((record[a] === undefined) !== (record[b] === undefined))
      add(problems, 'missing', `${path}.${record[a] === undefined ? a : b}`, undefined, `${a} and ${b} come together.`);
  }
}
