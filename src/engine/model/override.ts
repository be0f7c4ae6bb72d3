/** `--set path=value`: one change to a description, with errors that name the path, the range and the unit. */
import { changeKind, describeNeeds, findUnionAt, listNeeds, mergeDocuments, resolveSchema } from './branches.ts';
import type { AnimalDesc, DescFamily } from './desc-family.ts';
import {
  describeAllowed,
  isUnsafeKey,
  type JsonSchema,
  listPaths,
  lookUp,
  type PathKey,
  parsePath,
} from './field-tree.ts';
import { parseDescAs } from './parse.ts';
import { ModelError, type Problem } from './problem.ts';
import { suggestSentence } from './suggest.ts';
import { renamePath, renameSetting, renameValue } from './version-1.ts';

/** `path=value` in two parts. */
type Setting = readonly [path: string, text: string];

/**
 * Applies `path=value` texts and validates the result as a whole: first those that choose a kind, the outer things before what
 * is in them, then the others in order. Throws a ModelError.
 */
export function applySettingsTo(family: DescFamily, desc: AnimalDesc, settings: readonly string[]): AnimalDesc {
  const copy = structuredCopy(desc);
  const { jsonSchema, version1 } = family;
  const pairs = settings.map((setting) =>
    splitSetting(version1 === undefined ? setting : renameSetting(version1, setting)),
  );
  const kinds = pairs.filter(([path]) => isKind(jsonSchema, path));
  kinds.sort(([one], [other]) => parsePath(one)!.length - parsePath(other)!.length);
  for (const [path, text] of [...kinds, ...pairs.filter((pair) => !kinds.includes(pair))])
    setAt(copy, jsonSchema, path, text);
  return parseDescAs([family], copy);
}

/** Whether a path says which kind a thing is, in any of the branches. */
function isKind(schema: JsonSchema, path: string): boolean {
  const keys = parsePath(path) ?? [];
  const { discriminator } = lookUp(schema, keys.slice(0, -1)) ?? {};
  return discriminator !== undefined && discriminator === keys.at(-1);
}

function splitSetting(setting: string): Setting {
  const at = setting.indexOf('=');
  if (at < 1)
    throw fail({
      code: 'syntax',
      path: '',
      got: `'${setting}'`,
      hint: 'Write --set path=value, e.g. --set brainstem.left=0.5.',
    });
  return [setting.slice(0, at).trim(), setting.slice(at + 1).trim()];
}

/** A new description with one value replaced (already typed), validated as a whole. */
export function replaceValueIn(family: DescFamily, desc: AnimalDesc, path: string, value: unknown): AnimalDesc {
  const copy = structuredCopy(desc);
  const { jsonSchema, version1 } = family;
  const known = version1 === undefined ? path : renamePath(version1, path);
  const keys = resolvePath(jsonSchema, copy, known);
  assign(copy, jsonSchema, keys, version1 === undefined ? value : renameValue(version1, path, value));
  return parseDescAs([family], copy);
}

export function readValue(desc: AnimalDesc, path: string): unknown {
  return readPath(desc, parsePath(path) ?? []);
}

function readPath(document: unknown, keys: readonly PathKey[]): unknown {
  return keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PathKey, unknown>)[key] : undefined),
    document,
  );
}

function setAt(document: Record<string, unknown>, schema: JsonSchema, path: string, text: string): void {
  const keys = resolvePath(schema, document, path);
  const field = lookUp(resolveSchema(schema, document), keys)!;
  // A thing of several kinds may be named by its kind alone: scene=bottle.
  if (field.discriminator !== undefined && !text.startsWith('{'))
    assign(document, schema, [...keys, field.discriminator], text);
  else assign(document, schema, keys, readText(text, field, path));
}

/** Numbers and units are left as text for the parser, which converts them; lists and objects are JSON. */
function readText(text: string, field: JsonSchema, path: string): unknown {
  if (field.type === 'string' || field.enum !== undefined) return text;
  if (field.const === undefined && (field.type === 'number' || field.type === 'integer')) {
    if (/^[+-]?(?:nan|inf(?:inity)?)$/iu.test(text))
      throw fail({ code: 'not-finite', path, got: text, hint: `Allowed: ${describeAllowed(field)}.` });
    return text;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw fail({ code: 'syntax', path, got: `'${text}'`, hint: `Write JSON for ${describeAllowed(field)}.` });
  }
}

function resolvePath(family: JsonSchema, document: Record<string, unknown>, path: string): PathKey[] {
  const keys = parsePath(path);
  const schema = resolveSchema(family, document);
  const unknown = (got: string, known: readonly string[]): never => {
    const needs = keys === undefined ? [] : listNeeds(family, document, keys);
    if (needs.length > 0)
      throw fail({ code: 'other-kind', path, got: `'${got}'`, hint: describeNeeds(needs, document) });
    throw fail({ code: 'unknown-parameter', path, got: `'${got}'`, hint: suggestSentence(got, known) });
  };
  if (keys === undefined) return unknown(path, listPaths(schema));
  let at: unknown = document;
  for (const [i, key] of keys.entries()) {
    if (isUnsafeKey(key) || lookUp(schema, keys.slice(0, i + 1)) === undefined) return unknown(path, listPaths(schema));
    const length = Array.isArray(at) ? at.length : 0;
    // One more than there are: a new item of objects, with defaults for all that is not set.
    const list = typeof key === 'number' ? lookUp(schema, keys.slice(0, i)) : undefined;
    const isNew = key === length && list?.items?.properties !== undefined && length < (list.maxItems ?? 0);
    if (typeof key === 'number' && key >= length && !isNew) {
      throw fail({
        code: 'out-of-range',
        path,
        got: `index ${key}`,
        hint:
          length === 0
            ? 'The list is empty; set it whole as JSON.'
            : `The list has ${length} items, 0 to ${length - 1}.`,
      });
    }
    // A group that may be left out, and is, has no members yet.
    at = typeof at === 'object' && at !== null ? (at as Record<PathKey, unknown>)[key] : undefined;
  }
  return keys;
}

function assign(document: Record<string, unknown>, schema: JsonSchema, keys: readonly PathKey[], value: unknown): void {
  const union = findUnionAt(schema, document, keys);
  if (union !== undefined) {
    const thing = changeKind(union, readPath(document, keys.slice(0, -1)), value);
    if (keys.length > 1) put(document, keys.slice(0, -1), thing);
    return;
  }
  put(document, keys, replaceThing(document, schema, keys, value));
}

/** A thing that is set whole and as another kind keeps what both kinds have in the same sense, as if its kind alone were set. */
function replaceThing(
  document: Record<string, unknown>,
  schema: JsonSchema,
  keys: readonly PathKey[],
  value: unknown,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const before = readPath(document, keys);
  const discriminator = Object.keys(value).find((key) => findUnionAt(schema, document, [...keys, key]) !== undefined);
  if (discriminator === undefined || readPath(before, [discriminator]) === readPath(value, [discriminator]))
    return value;
  return mergeDocuments(findUnionAt(schema, document, [...keys, discriminator]), before, value);
}

function put(document: Record<string, unknown>, keys: readonly PathKey[], value: unknown): void {
  const parent = keys.slice(0, -1).reduce<Record<PathKey, unknown>>((at, key) => {
    at[key] ??= {};
    return at[key] as Record<PathKey, unknown>;
  }, document);
  parent[keys.at(-1)!] = value;
}

function structuredCopy(desc: AnimalDesc): Record<string, unknown> {
  return JSON.parse(JSON.stringify(desc)) as Record<string, unknown>;
}

function fail(problem: Problem): ModelError {
  return new ModelError([problem]);
}
