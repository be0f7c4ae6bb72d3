/**
 * Creature files of version 1, which had one flat list of fields for all kinds of a thing. Each family says what it called
 * otherwise; what belongs to another kind than the file's had no effect and is dropped.
 */
import { listNeeds } from './branches.ts';
import {
  chooseBranch,
  formatPath,
  getMember,
  isUnsafeKey,
  type JsonSchema,
  lookUp,
  type PathKey,
  parsePath,
  readAt,
  setAt,
} from './field-tree.ts';
import { isObject, ModelError, type Problem, printGot } from './problem.ts';

export type RawDocument = Record<string, unknown>;

/** A group, or an empty one in place of anything else. */
export function toGroup(value: unknown): RawDocument {
  return isObject(value) ? value : {};
}

/** A field of version 1 that has another name now, or other values. */
export interface RenamedField {
  /** Of a field, or of a group with all its members. */
  readonly from: string;
  readonly to: string;
  /** New values by old ones; all others stay as they are. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A field of version 1 that is gone. */
export interface RemovedField {
  readonly path: string;
  /** What it always is now; a file that says something else is refused. Left out: any value is accepted, since it was documentation. */
  readonly value?: unknown;
  /** A sentence for files that say something else. */
  readonly why: string;
}

/** Former names of a family's fields, in version 1. */
export interface Version1 {
  readonly renamed: readonly RenamedField[];
  readonly removed: readonly RemovedField[];
  /** What no list of names can say; gets a copy, and what the document extends. Before everything else. */
  readonly rewrite?: (document: RawDocument, base?: Readonly<RawDocument>) => RawDocument;
}

/** A path of version 1 as it is called now. */
export function renamePath({ renamed }: Version1, path: string): string {
  for (const { from, to } of renamed) {
    if (path === from) return to;
    if (path.startsWith(`${from}.`) || path.startsWith(`${from}[`)) return to + path.slice(from.length);
  }
  return path;
}

/** A value at a path of version 1 as it is written now. */
export function renameValue({ renamed }: Version1, path: string, value: unknown): unknown {
  const values = renamed.find(({ from }) => from === path)?.values;
  return values !== undefined && Object.hasOwn(values, String(value)) ? values[String(value)] : value;
}

/** Numbers stay as they are, also those that JSON could not write: the parser names them. */
function copyDocument(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyDocument);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyDocument(member)]));
}

/** Names and values of version 1 → those of version 2; also of a part of a document. Throws a ModelError for what is gone. */
export function renameFields(version1: Version1, document: RawDocument, base?: Readonly<RawDocument>): RawDocument {
  const copy = copyDocument(document) as RawDocument;
  const result = version1.rewrite?.(copy, base) ?? copy;
  const problems: Problem[] = [];
  for (const { path, value: only, why } of version1.removed) {
    const value = take(result, path);
    if (value === undefined || only === undefined || JSON.stringify(value) === JSON.stringify(only)) continue;
    problems.push({
      code: 'unknown-parameter',
      path,
      got: printGot(value),
      hint: `Version 2 has no such field. ${why}`,
    });
  }
  if (problems.length > 0) throw new ModelError(problems);
  for (const { from, to } of version1.renamed) {
    const value = take(result, from);
    if (value !== undefined) setAt(result, parsePath(to)!, renameValue(version1, from, value));
  }
  renameSchedule(version1, result);
  return result;
}

function renameSchedule(version1: Version1, document: RawDocument): void {
  const { schedule, tryFirst } = document;
  for (const entry of Array.isArray(schedule) ? (schedule as RawDocument[]) : []) {
    const set: unknown = entry['set'];
    if (typeof set !== 'object' || set === null) continue;
    entry['set'] = Object.fromEntries(
      Object.entries(set).map(([path, value]) => [renamePath(version1, path), value as unknown]),
    );
  }
  for (const suggestion of Array.isArray(tryFirst) ? (tryFirst as RawDocument[]) : []) {
    const set: unknown = suggestion['set'];
    if (Array.isArray(set)) suggestion['set'] = set.map((setting) => renameSetting(version1, String(setting)));
  }
}

/** `path=value` of version 1 as it is written now. */
export function renameSetting(version1: Version1, setting: string): string {
  const at = setting.indexOf('=');
  if (at < 1) return setting;
  const path = setting.slice(0, at).trim();
  const value = setting.slice(at + 1).trim();
  return `${renamePath(version1, path)}=${String(renameValue(version1, path, value))}`;
}

/**
 * Drops what belongs to another kind of a thing than the document has: it had no effect. A live control is part of the state,
 * and therefore of the hash of a run: one that says something is refused.
 */
export function dropOtherKinds(document: RawDocument, schema: JsonSchema): RawDocument {
  const problems: Problem[] = [];
  const result = drop(document, schema, [], { document, schema, problems }) as RawDocument;
  if (problems.length > 0) throw new ModelError(problems);
  return result;
}

interface Whole {
  readonly document: RawDocument;
  readonly schema: JsonSchema;
  readonly problems: Problem[];
}

function drop(value: unknown, schema: JsonSchema, path: readonly PathKey[], whole: Whole): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item, i) => drop(item, items, [...path, i], whole));
  }
  if (typeof value !== 'object' || value === null) return value;
  const branch = chooseBranch(schema, value) ?? schema;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
      const memberPath = [...path, key];
      const field = isUnsafeKey(key) ? undefined : getMember(branch, key);
      if (field !== undefined) return [[key, drop(member, field, memberPath, whole)]];
      const needs = listNeeds(whole.schema, whole.document, memberPath);
      if (needs.length === 0) return [[key, member]];
      refuseLive(member, getMember(schema, key) ?? lookUp(whole.schema, memberPath), memberPath, needs, whole.problems);
      return [];
    }),
  );
}

function refuseLive(
  value: unknown,
  field: JsonSchema | undefined,
  path: readonly PathKey[],
  needs: readonly string[],
  problems: Problem[],
): void {
  if (typeof value === 'object' && value !== null && field !== undefined) {
    for (const [key, member] of Object.entries(value)) {
      const next = getMember(field, Array.isArray(value) ? Number(key) : key);
      refuseLive(member, next, [...path, Array.isArray(value) ? Number(key) : key], needs, problems);
    }
    return;
  }
  if (field?.live !== true || value === field.default) return;
  problems.push({
    code: 'other-kind',
    path: formatPath(path),
    got: printGot(value),
    hint: `It needs ${needs.join(' or ')} and had no effect: remove it.`,
  });
}

function take(document: RawDocument, path: string): unknown {
  const keys = parsePath(path)!;
  const parent = readAt(document, keys.slice(0, -1));
  const last = keys.at(-1)!;
  if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, last)) return undefined;
  const value = (parent as RawDocument)[last];
  Reflect.deleteProperty(parent, last);
  return value;
}
