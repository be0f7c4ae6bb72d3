/**
 * The fields of a creature family as plain data, read from its JSON Schema: what forms, help texts, unit conversion and
 * error hints are made of. One walk, no knowledge of a particular animal.
 */
import type { Problem } from './problem.ts';
import { suggest } from './suggest.ts';
import { adviseDecimalPoint, listUnits, parseQuantity } from './units.ts';

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
  /** Kinds of a thing, each with `discriminator` as a constant; `branches.ts` chooses among them. */
  readonly oneOf?: readonly JsonSchema[];
  readonly discriminator?: string;
  /** Which kind its kind `auto` stands for: the first whose condition is met. */
  readonly chooses?: readonly KindChoice[];
  /** This choice is the discriminator of a union. */
  readonly kinds?: boolean;
  /** This value means that the engine chooses one. */
  readonly auto?: number;
  /** A number of which 0 and 1 mean off and on. */
  readonly switch?: boolean;
  /** What the lower and the upper limit mean. */
  readonly ends?: readonly [string, string];
}

/**
 * When a field does something, by the value at `path`: counted from the top of the file or, from a point on, from the group of the
 * field. All that is given must be so, `and` too; or else `or`.
 */
export interface Condition {
  readonly path: string;
  readonly is?: readonly unknown[];
  readonly not?: readonly unknown[];
  readonly min?: number;
  /** Path whose value must be another one. */
  readonly differsFrom?: string;
  readonly and?: Condition;
  readonly or?: Condition;
  /** The whole in words, where its parts would be a long sentence. */
  readonly says?: string;
}

/** A kind that `auto` stands for, where a condition is met. */
export interface KindChoice<K extends string = string> {
  readonly kind: K;
  /** Left out: in all other cases. */
  readonly if?: Condition;
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

/** A member of a value, where it has members. */
export function getValue(value: unknown, key: PathKey): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<PathKey, unknown>)[key] : undefined;
}

/** The value at a path; undefined where something on the way has no such member. */
export function readAt(document: unknown, path: string | readonly PathKey[]): unknown {
  const keys = typeof path === 'string' ? (parsePath(path) ?? []) : path;
  return keys.reduce<unknown>(getValue, document);
}

/** Sets the value at a path; groups on the way that are missing are made. */
export function setAt(document: object, keys: readonly PathKey[], value: unknown): void {
  const parent = keys.slice(0, -1).reduce<Record<PathKey, unknown>>(
    (at, key) => {
      if (typeof at[key] !== 'object' || at[key] === null) at[key] = {};
      return at[key] as Record<PathKey, unknown>;
    },
    document as Record<PathKey, unknown>,
  );
  parent[keys.at(-1)!] = value;
}

/** The schema of one member, or undefined; of a thing of several kinds that of the first kind that has it. */
export function getMember(schema: JsonSchema, key: PathKey): JsonSchema | undefined {
  if (typeof key === 'number') return schema.items;
  if (schema.oneOf !== undefined) {
    if (key === schema.discriminator) return createKindSchema(schema);
    return schema.oneOf.map((branch) => getMember(branch, key)).find((member) => member !== undefined);
  }
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** The field that says which kind a thing is, as a choice among all kinds with a sentence each. */
export function createKindSchema(schema: JsonSchema): JsonSchema {
  const { discriminator = '', oneOf = [] } = schema;
  const kinds = oneOf.map((branch) => branch.properties![discriminator]!.const);
  const sentences = oneOf.map((branch, i) => `${String(kinds[i])}: ${branch.description ?? ''}`);
  const chosen = (schema.default as Record<string, unknown> | undefined)?.[discriminator];
  return {
    type: 'string',
    enum: kinds,
    kinds: true,
    description: sentences.join(' '),
    ...(chosen === undefined ? {} : { default: chosen }),
    ...(schema.restart === true ? { restart: true } : {}),
    ...(schema.chooses === undefined ? {} : { chooses: schema.chooses }),
  };
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

/** All live controls of a document, in the order of its schema (with the branches it has): numbers marked `live`. */
export function listLivePaths(schema: JsonSchema, document: unknown, prefix = ''): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    const value = (document as Readonly<Record<string, unknown>> | undefined)?.[key];
    if (member.live === true) return [path];
    if (member.items?.properties !== undefined && Array.isArray(value))
      return value.flatMap((item, i) => listLivePaths(member.items!, item, `${path}[${i}]`));
    return listLivePaths(member, value, path);
  });
}

/** A place in the list of live controls, for a number that not every animal of the family has. */
export interface ControlSlot {
  readonly path: string;
  readonly default: number;
}

/**
 * All live controls that an animal of a family may have: those of every branch, and of as many items as a list may hold. Their
 * order is that of the controls in a state, so that another scene or another wave leaves the layout as it is.
 */
export function listControlSlots(schema: JsonSchema): ControlSlot[] {
  const slots = new Map<string, ControlSlot>();
  collectSlots(schema, '', slots);
  return [...slots.values()];
}

function collectSlots(schema: JsonSchema, path: string, slots: Map<string, ControlSlot>): void {
  if (schema.live === true && !slots.has(path)) slots.set(path, { path, default: schema.default as number });
  for (const branch of schema.oneOf ?? []) collectSlots(branch, path, slots);
  for (const [key, member] of Object.entries(schema.properties ?? {}))
    collectSlots(member, path === '' ? key : `${path}.${key}`, slots);
  const { items, maxItems = 0 } = schema;
  if (items === undefined || !Object.values(items.properties ?? {}).some(({ live }) => live === true)) return;
  for (let i = 0; i < maxItems; i++) collectSlots(items, `${path}[${i}]`, slots);
}

/** Limits such as π/2 with five digits; what is printed is accepted (`fields.ts`). */
function printLimit(limit: number): string {
  const text = String(limit);
  return Number.isInteger(limit) || text.length <= 8 ? text : String(Number(limit.toPrecision(5)));
}

/** "0.0001 to 10 m", "fast, reference", "10 to 100 in steps of 10": what is allowed at a field. */
export function describeAllowed(schema: JsonSchema): string {
  if (schema.enum !== undefined) return schema.enum.join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.minimum !== undefined && schema.maximum !== undefined) {
    const unit = schema.unit === undefined || schema.unit === '1' ? '' : ` ${schema.unit}`;
    const step = schema.multipleOf === undefined ? '' : ` in steps of ${schema.multipleOf}`;
    const range = `${printLimit(schema.minimum)} to ${printLimit(schema.maximum)}`;
    return `${schema.type === 'integer' ? 'a whole number from ' : ''}${range}${unit}${step}`;
  }
  if (schema.type === 'array') return describeLength(schema);
  if (schema.properties !== undefined) return `an object with ${Object.keys(schema.properties).join(', ')}`;
  return schema.type ?? 'another value';
}

export function isNumeric(schema: JsonSchema | undefined): boolean {
  return schema?.const === undefined && (schema?.type === 'number' || schema?.type === 'integer');
}

/** Whether one number or one text can stand at a field. */
export function takesScalar(schema: JsonSchema | undefined): boolean {
  return isNumeric(schema) || schema?.type === 'string' || schema?.enum !== undefined;
}

/** Whether a field has members: an object, or a thing of several kinds. */
export function isGroup(schema: JsonSchema): boolean {
  return schema.oneOf !== undefined || schema.properties !== undefined;
}

/** How many members a hint names. */
const membersNamed = 8;

/** "It is a group: set a member of it, such as brainstem.left." Of a thing of several kinds, `schema` is the present one. */
export function describeMembers(schema: JsonSchema, path: string): string {
  const names = Object.keys(schema.properties ?? schema.oneOf?.[0]?.properties ?? {});
  const shown = names.slice(0, membersNamed).map((name) => (path === '' ? name : `${path}.${name}`));
  return `It is a group; set a member of it: ${shown.join(', ')}${names.length > membersNamed ? ', …' : ''}.`;
}

function describeLength({ minItems = 0, maxItems = Infinity }: JsonSchema): string {
  const range =
    minItems === maxItems ? minItems : `${minItems} to ${maxItems === Infinity ? 'any number of' : maxItems}`;
  return `a list of ${range} ${maxItems === 1 ? 'item' : 'items'}`;
}

/**
 * Replaces texts such as "12 mm" by SI numbers wherever the schema wants a number; unknown units become problems. A thing that
 * does not say its kind gets the usual one.
 */
export function convertQuantities(
  value: unknown,
  schema: JsonSchema | undefined,
  path: readonly PathKey[],
  problems: Problem[],
): unknown {
  if (schema === undefined) return value;
  if (schema.oneOf !== undefined && typeof value === 'object' && value !== null && !Array.isArray(value))
    return convertQuantities(withKind(schema, value), chooseBranch(schema, value), path, problems);
  if (Array.isArray(value)) return convertList(value, schema, path, problems);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        convertQuantities(item, getMember(schema, key), [...path, key], problems),
      ]),
    );
  }
  if (typeof value !== 'string' || !isNumeric(schema)) return value;
  const unit = schema.unit ?? '1';
  const parsed = parseQuantity(value, unit);
  if (parsed === undefined) return value;
  if ('value' in parsed) return parsed.value;
  problems.push({ path: formatPath(path), ...explainUnit(value, parsed.unknownUnit, unit) });
  return value;
}

/** What is wrong with a number that is followed by something that is not a unit of the field. */
function explainUnit(text: string, written: string, unit: string): Omit<Problem, 'path'> {
  const advice = adviseDecimalPoint(text);
  if (advice !== undefined) return { code: 'wrong-type', got: JSON.stringify(text), hint: advice };
  const known = listUnits(unit);
  const near = suggest(written, known);
  const hint = `${near.length === 0 ? '' : `Did you mean '${near[0]!}'? `}Allowed units: ${known.join(', ')}.`;
  return { code: 'unknown-unit', got: JSON.stringify(written), hint };
}

/** The kind of a thing that this value is, by its discriminator or else the usual one; undefined for an unknown kind. */
export function chooseBranch(schema: JsonSchema, value: unknown): JsonSchema | undefined {
  if (schema.oneOf === undefined) return schema;
  const { discriminator = '' } = schema;
  const kind = readKind(schema, value);
  return schema.oneOf.find((branch) => branch.properties![discriminator]!.const === kind);
}

function readKind({ discriminator = '', default: usual }: JsonSchema, value: unknown): unknown {
  const read = (from: unknown): unknown =>
    typeof from === 'object' && from !== null ? (from as Record<string, unknown>)[discriminator] : undefined;
  return read(value) ?? read(usual);
}

function withKind(schema: JsonSchema, value: object): object {
  const { discriminator = '' } = schema;
  const kind = readKind(schema, value);
  return Object.hasOwn(value, discriminator) || kind === undefined ? value : { [discriminator]: kind, ...value };
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
