/**
 * Creatures anywhere in the ranges of their schema, and broken ones: for tests of what holds of every file. Seeded, so that a
 * failure can be had again.
 */
import { nextFloat, nextInt } from '../../engine/math/rng.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { formatPath, type JsonSchema, type PathKey } from '../../engine/model/field-tree.ts';

export type JsonDocument = Record<string, unknown>;

interface Place {
  readonly keys: readonly PathKey[];
  readonly field: JsonSchema;
}

/** A changed creature file, and the changes in words. */
export interface ChangedCreature {
  readonly document: JsonDocument;
  readonly changes: string;
}

/**
 * Fields with a range or a choice, by their path with indices left out, so that a list counts as one place however long it is.
 * `leaveOut` are beginnings of paths.
 */
export function listPlaces(desc: AnimalDesc, schema: JsonSchema, leaveOut: readonly string[] = []): Place[][] {
  const groups = new Map<string, Place[]>();
  const visit = (field: JsonSchema, value: unknown, keys: readonly PathKey[]): void => {
    const get = (key: PathKey): unknown => (value as Record<PathKey, unknown> | undefined)?.[key];
    if (leaveOut.some((beginning) => formatPath(keys).startsWith(beginning))) return;
    if (field.properties !== undefined)
      for (const [key, member] of Object.entries(field.properties)) visit(member, get(key), [...keys, key]);
    else if (field.items !== undefined && Array.isArray(value))
      for (const [i, item] of value.entries()) visit(field.items, item, [...keys, i]);
    else if (field.minimum !== undefined || field.enum !== undefined || field.type === 'boolean') {
      const name = formatPath(keys.filter((key) => typeof key === 'string'));
      groups.set(name, [...(groups.get(name) ?? []), { keys, field }]);
    }
  };
  visit(schema, desc, []);
  return [...groups.values()];
}

/** The creature with `count` fields anywhere in their ranges. */
export function changeAtRandom(
  desc: AnimalDesc,
  groups: readonly (readonly Place[])[],
  count: number,
  rng: Uint32Array,
): ChangedCreature {
  const document = copy(desc);
  const changes = Array.from({ length: count }, () => {
    const { keys, field } = choose(choose(groups, rng), rng);
    const value = chooseValue(field, rng);
    assign(document, keys, value);
    return `${formatPath(keys)}=${String(value)}`;
  });
  return { document, changes: changes.join(' ') };
}

/** A value of the field: uniform, uniform in its logarithm where it spans powers of ten, or at an end. */
function chooseValue({ enum: values, type, minimum, maximum, multipleOf }: JsonSchema, rng: Uint32Array): unknown {
  if (values !== undefined) return choose(values, rng);
  if (type === 'boolean') return nextFloat(rng) < 0.5;
  const [least, max] = [minimum!, maximum!];
  const [share, kind] = [nextFloat(rng), nextFloat(rng)];
  if (kind < 0.1) return share < 0.5 ? least : max;
  const isWide = least > 0 && max / least > 100 && kind < 0.6;
  const value = isWide ? least * Math.exp(share * Math.log(max / least)) : least + share * (max - least);
  const step = multipleOf ?? (type === 'integer' ? 1 : 0);
  return step === 0 ? value : Math.min(max, Math.max(least, Math.round(value / step) * step));
}

/** What people and programs write by mistake in place of a value. */
const mistakes: readonly ((field: JsonSchema) => unknown)[] = [
  ({ maximum = 1 }) => 2 * Math.abs(maximum) + 1,
  ({ minimum = 0 }) => -2 * Math.abs(minimum) - 1,
  ({ minimum = 0 }) => minimum + 0.123456,
  () => '12 parsecs',
  () => 'a word',
  () => null,
  () => [],
  () => ({ value: 1 }),
  () => [1, 2, 3],
  () => true,
  () => 1e308,
];

/** The creature with one field that holds something else than it may, a member too many, or a list where none belongs. */
export function breakAtRandom(
  desc: AnimalDesc,
  groups: readonly (readonly Place[])[],
  rng: Uint32Array,
): ChangedCreature {
  const document = copy(desc);
  const { keys, field } = choose(choose(groups, rng), rng);
  const kind = nextFloat(rng);
  if (kind > 0.9) {
    const named = keys.findLastIndex((key) => typeof key === 'string');
    const extra = [...keys.slice(0, named), `${keys[named]!}s`];
    assign(document, extra, 1);
    return { document, changes: `${formatPath(extra)} too many` };
  }
  // Now and then a group, a list or an item of one in place of the field itself.
  const at = kind < 0.2 ? keys.slice(0, 1 + nextInt(rng, keys.length)) : keys;
  const value = choose(mistakes, rng)(field);
  assign(document, at, value);
  return { document, changes: `${formatPath(at)}=${JSON.stringify(value)}` };
}

function choose<T>(items: readonly T[], rng: Uint32Array): T {
  return items[nextInt(rng, items.length)]!;
}

function copy(desc: AnimalDesc): JsonDocument {
  return JSON.parse(JSON.stringify(desc)) as JsonDocument;
}

/** Sets it; a group that was left out, such as the view, comes with its first member. */
function assign(document: JsonDocument, keys: readonly PathKey[], value: unknown): void {
  const parent = keys.slice(0, -1).reduce<Record<PathKey, unknown>>((at, key) => {
    at[key] ??= {};
    return at[key] as Record<PathKey, unknown>;
  }, document);
  parent[keys.at(-1)!] = value;
}
