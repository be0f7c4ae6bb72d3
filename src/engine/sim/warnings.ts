/**
 * Why a run that came to its end may still not be what was wanted: numbers that are not sound (elements inside out, steps not
 * solved, a torn body), settings outside of the validated range, and settings without effect. Scheduled ones count too.
 */
import type { MetricSpec, System, ValidatedRange } from '../contract/types.ts';
import { getJsonSchema } from '../families/descriptions.ts';
import { describeCondition, findUnmet, listInert } from '../model/conditions.ts';
import { parsePath } from '../model/field-tree.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { readValue } from '../model/override.ts';

interface Limits {
  readonly min?: number;
  readonly max?: number;
}

/** A sentence or two for each. `metrics` are those of a run of this system. */
export function listWarnings(
  { desc, metrics: specs, validated }: Pick<System, 'desc' | 'metrics' | 'validated'>,
  metrics: Readonly<Record<string, number | null>>,
): readonly string[] {
  return [
    ...listUnsound(specs, metrics),
    ...validated.flatMap((range) => listBeyond(range, desc)),
    ...listWithoutEffect(desc),
  ];
}

/** Settings that are allowed and change nothing in this run. */
function listWithoutEffect(desc: AnimalDesc): string[] {
  const schema = getJsonSchema(desc);
  const read = (path: string): unknown => readValue(desc, path);
  const scheduled = new Set(desc.schedule.flatMap(({ set }) => Object.keys(set)));
  const set = listInert(schema, read).map(({ path, value, needs }) => {
    scheduled.delete(path);
    return `${path} is ${print(value)} and has no effect: it needs ${describeCondition(needs)}.`;
  });
  const later = [...scheduled].flatMap((path) => {
    const needs = findUnmet(schema, parsePath(path)!, read);
    return needs === undefined ? [] : [`${path} is scheduled and has no effect: it needs ${describeCondition(needs)}.`];
  });
  return [...set, ...later];
}

function listUnsound(specs: readonly MetricSpec[], metrics: Readonly<Record<string, number | null>>): string[] {
  return specs.flatMap(({ name, unit, sound }) => {
    const value = metrics[name] ?? null;
    if (sound === undefined || value === null || isInside(value, sound)) return [];
    return [
      `${name} is ${print(value)}${unit === '' ? '' : ` ${unit}`}; reliable is ${sayLimit(value, sound)}. ${sound.otherwise}`,
    ];
  });
}

function listBeyond(range: ValidatedRange, desc: AnimalDesc): string[] {
  const { path, only, otherwise } = range;
  const scheduled = desc.schedule.flatMap(({ set }) => (path in set ? [set[path]!] : []));
  const beyond = [readValue(desc, path), ...scheduled].find((value) => isBeyond(value, range));
  if (beyond === undefined) return [];
  const limit = only === undefined ? sayLimit(beyond as number, range) : only.map(print).join(' or ');
  return [`${path} is ${print(beyond)}; validated is ${limit}. ${otherwise}`];
}

/** What is left out has a value that was chosen here. */
function isBeyond(value: unknown, { only, ...limits }: ValidatedRange): boolean {
  if (value === undefined) return false;
  if (only !== undefined) return !only.some((allowed) => allowed === value);
  return typeof value === 'number' && !isInside(value, limits);
}

function isInside(value: number, { min = -Infinity, max = Infinity }: Limits): boolean {
  return value >= min && value <= max;
}

function sayLimit(value: number, { min = -Infinity, max = Infinity }: Limits): string {
  return value < min ? `at least ${print(min)}` : `at most ${print(max)}`;
}

function print(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : String(value);
}
