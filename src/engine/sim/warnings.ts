/**
 * Why a run that came to its end may still not be what was wanted: numbers that are not sound (elements inside out, steps not
 * solved, a torn body), settings outside of the validated range, and settings without effect. Scheduled ones count too.
 */
import type { MetricSpec, System, ValidatedRange } from '../contract/types.ts';
import { getJsonSchema } from '../families/descriptions.ts';
import { describeCondition, findUnmet, listConditionPaths, listInert } from '../model/conditions.ts';
import { lookUp, parsePath, readAt } from '../model/field-tree.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { expectObject } from '../model/problem.ts';

interface Limits {
  readonly min?: number;
  readonly max?: number;
}

export interface WarningContext {
  /** The animal's own file, whose values need no warning; asked for where there is something to warn of. Otherwise defaults need none. */
  readonly describeOwn?: () => AnimalDesc | undefined;
  /** A policy drives it, and may use any live number. */
  readonly isDriven?: boolean;
}

/** A sentence or two for each. `metrics` are those of a run of this system. */
export function listWarnings(
  system: Pick<System, 'desc' | 'metrics' | 'validated'>,
  metrics: Readonly<Record<string, number | null>>,
  context: WarningContext = {},
): readonly string[] {
  expectObject(system, 'system', 'Give the system of a simulation: simulation.system.', [
    'desc',
    'metrics',
    'validated',
  ]);
  expectObject(metrics, 'metrics', 'Give the metrics that it ended with.');
  const { desc, metrics: specs, validated } = system;
  return [
    ...listUnsound(specs, metrics),
    ...validated.flatMap((range) => listBeyond(range, desc)),
    ...listWithoutEffect(desc, context),
  ];
}

/** Settings that are allowed and change nothing in this run. */
function listWithoutEffect(desc: AnimalDesc, { describeOwn, isDriven = false }: WarningContext): string[] {
  const schema = getJsonSchema(desc);
  const read = (path: string): unknown => readAt(desc, path);
  const scheduled = new Set(desc.schedule.flatMap(({ set }) => Object.keys(set)));
  const isLive = (path: string): boolean => lookUp(schema, parsePath(path)!)?.live === true;
  const mayChange = (path: string): boolean => scheduled.has(path) || (isDriven && isLive(path));
  const isSettled = (path: string): boolean => !listConditionPaths(schema, parsePath(path)!).some(mayChange);
  const inert = listInert(schema, read).filter(({ path }) => isSettled(path) && !(isDriven && isLive(path)));
  const own = inert.length > 0 ? describeOwn?.() : undefined;
  const isOwn = (path: string, value: unknown): boolean =>
    own !== undefined && JSON.stringify(readAt(own, path)) === JSON.stringify(value);
  const set = inert.flatMap(({ path, value, needs }) => {
    scheduled.delete(path);
    return isOwn(path, value)
      ? []
      : [`${path} is ${print(value)} and has no effect: it needs ${describeCondition(needs)}.`];
  });
  const later = [...scheduled].flatMap((path) => {
    const needs = isSettled(path) ? findUnmet(schema, parsePath(path)!, read) : undefined;
    return needs === undefined ? [] : [`${path} is scheduled and has no effect: it needs ${describeCondition(needs)}.`];
  });
  return [...set, ...later];
}

/**
 * The same of paths that a study varies, before anything runs. What needs another of them is left out: some of the runs may have
 * it.
 */
export function listVariedWithoutEffect(
  { desc, validated }: Pick<System, 'desc' | 'validated'>,
  paths: readonly string[],
): string[] {
  const schema = getJsonSchema(desc);
  const changing = [...paths, ...desc.schedule.flatMap(({ set }) => Object.keys(set))];
  return paths.flatMap((path) => {
    const keys = parsePath(path) ?? [];
    const limit = validated.find((range) => range.path === path && range.isInert === true);
    if (limit !== undefined) return [`${path} is varied. ${limit.otherwise}`];
    if (listConditionPaths(schema, keys).some((other) => changing.some((one) => isWithin(other, one)))) return [];
    const needs = findUnmet(schema, keys, (at) => readAt(desc, at));
    return needs === undefined
      ? []
      : [
          `${path} is varied and has no effect: it needs ${describeCondition(needs)}. All its values give the same run.`,
        ];
  });
}

/** Whether a path is another one, or below it. */
function isWithin(path: string, other: string): boolean {
  return path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`) || other.startsWith(`${path}[`);
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
  const beyond = [readAt(desc, path), ...scheduled].find((value) => isBeyond(value, range));
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
