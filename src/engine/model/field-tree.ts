/**
 * The fields of a creature family as plain data, read from its JSON Schema: what forms, help texts, unit conversion and
 * error hints are made of. One walk, no knowledge of a particular animal.
 */
import type { Problem } from './problem.ts';
import { suggest } from './suggest.ts';
import { listUnits, parseQuantity } from './units.ts';

/** The part of JSON Schema 2020-12 that the generator writes for our builders. */
export interface JsonSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly unit?: string;
  readonly live?: boolean;
  readonly restart?: boolean;
  readonly appliesIf?: Condition;
  /** This value means that the engine chooses one. */
  readonly auto?: number;
}

/** When a field does something: the value at `path`, counted from the top of the file, is among these, or is not. */
export interface Condition {
  readonly path: string;
  readonly is?: readonly unknown[];
  readonly not?: readonly unknown[];
}

export type PathKey = string | number;

/** Keys that would reach into prototypes; no creature has them. */
export function isUnsafeKey(key: PathKey): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

/** `body.links[3].width` → ['body', 'links', 3, 'width']; undefined when it is not a path. */
export function parsePath(path: string): PathKey[] | undefined {
  if (path.startsWith('.')) return undefined;
  const keys: PathKey[] = [];
  const pattern = /(?:^|\.)([A-Za-z_][\w-]*)|\[(\d{1,6})\]/gy;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (match === null) return undefined;
    keys.push(match[1] ?? Number(match[2]));
  }
  return keys.length > 0 && typeof keys[0] === 'string' ? keys : undefined;
}

export function formatPath(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? String(key) : `${path}.${String(key)}`),
    '',
  );
}

/** The schema of one member, or undefined. */
function getMember(schema: JsonSchema, key: PathKey): JsonSchema | undefined {
  if (typeof key === 'number') return schema.items;
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

export function lookUp(schema: JsonSchema, keys: readonly PathKey[]): JsonSchema | undefined {
  return keys.reduce<JsonSchema | undefined>((at, key) => (at === undefined ? undefined : getMember(at, key)), schema);
}

/** All paths with a scalar or list value, list items left out: what a form shows and what a misspelt path is compared with. */
export function listPaths(schema: JsonSchema, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    return member.properties === undefined ? [path] : listPaths(member, path);
  });
}

/** All live controls: paths of numbers marked `live`. */
export function listLivePaths(schema: JsonSchema): string[] {
  return listPaths(schema).filter((path) => lookUp(schema, parsePath(path)!)?.live === true);
}

/** "0.0001 to 10 m", "fast, reference, dopri5", "10 to 100 in steps of 10": what is allowed at a field. */
export function describeAllowed(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.minimum !== undefined && schema.maximum !== undefined) {
    const unit = schema.unit === undefined || schema.unit === '1' ? '' : ` ${schema.unit}`;
    const step = schema.multipleOf === undefined ? '' : ` in steps of ${schema.multipleOf}`;
    return `${schema.type === 'integer' ? 'a whole number from ' : ''}${schema.minimum} to ${schema.maximum}${unit}${step}`;
  }
  if (schema.type === 'array')
    return `a list of ${schema.minItems ?? 0} to ${schema.maxItems ?? 'any number of'} items`;
  if (schema.properties !== undefined) return `an object with ${Object.keys(schema.properties).join(', ')}`;
  return schema.type ?? 'another value';
}

/** Replaces texts such as "12 mm" by SI numbers wherever the schema wants a number; unknown units become problems. */
export function convertQuantities(
  value: unknown,
  schema: JsonSchema | undefined,
  path: readonly PathKey[],
  problems: Problem[],
): unknown {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return convertList(value, schema, path, problems);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        convertQuantities(item, getMember(schema, key), [...path, key], problems),
      ]),
    );
  }
  if (typeof value !== 'string' || (schema.type !== 'number' && schema.type !== 'integer')) return value;
  const unit = schema.unit ?? '1';
  const parsed = parseQuantity(value, unit);
  if (parsed === undefined) return value;
  if ('value' in parsed) return parsed.value;
  const known = listUnits(unit);
  const near = suggest(parsed.unknownUnit, known);
  problems.push({
    code: 'unknown-unit',
    path: formatPath(path),
    got: JSON.stringify(parsed.unknownUnit),
    hint: `${near.length === 0 ? '' : `Did you mean '${near[0]!}'? `}Allowed units: ${known.join(', ')}.`,
  });
  return value;
}

/** A list longer than allowed is refused here and cut, so that no time goes into millions of items. */
function convertList(
  value: readonly unknown[],
  schema: JsonSchema,
  path: readonly PathKey[],
  problems: Problem[],
): unknown[] {
  const { maxItems = Infinity } = schema;
  if (value.length > maxItems)
    problems.push({
      code: 'out-of-range',
      path: formatPath(path),
      got: `a list of ${value.length} items`,
      hint: `Allowed: ${describeAllowed(schema)}.`,
    });
  return value.slice(0, maxItems).map((item, i) => convertQuantities(item, schema.items, [...path, i], problems));
}
