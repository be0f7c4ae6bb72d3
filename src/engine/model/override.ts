/** `--set path=value`: one change to a description, with errors that name the path, the range and the unit. */
import { changeKind, describeNeeds, findUnionAt, listNeeds, mergeDocuments, resolveSchema } from './branches.ts';
import type { AnimalDesc, DescFamily } from './desc-family.ts';
import {
  createKindSchema,
  describeAllowed,
  describeMembers,
  getValue,
  isGroup,
  isNumeric,
  isUnsafeKey,
  type JsonSchema,
  listPaths,
  lookUp,
  type PathKey,
  parsePath,
  readAt,
  setAt,
  takesScalar,
} from './field-tree.ts';
import { parseDescAs } from './parse.ts';
import { printGot, throwProblem } from './problem.ts';
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
    setText(copy, jsonSchema, path, text);
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
  if (at < 0) throwProblem('missing', setting.trim(), 'nothing', `Write ${setting.trim()}=VALUE.`);
  if (at === 0) throwProblem('missing', '', `'${setting}'`, 'Write PATH=VALUE, e.g. brainstem.left=0.5.');
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

function setText(document: Record<string, unknown>, schema: JsonSchema, path: string, text: string): void {
  const keys = resolvePath(schema, document, path);
  const field = lookUp(resolveSchema(schema, document), keys)!;
  const thing = lookUp(schema, keys)!;
  // A thing of several kinds may be named by its kind alone: scene=bottle.
  if (field.discriminator !== undefined && !text.startsWith('{')) {
    if (/^[\d.+-]/u.test(text)) throwGroup(field, thing, path, text);
    assign(document, schema, [...keys, field.discriminator], text);
  } else if (isGroup(field) && !text.startsWith('{')) throwGroup(field, thing, path, text);
  else assign(document, schema, keys, readText(text, field, path));
}

/** A value for a whole group, where only its members have values. */
function throwGroup(field: JsonSchema, thing: JsonSchema, path: string, text: string): never {
  const kinds = thing.oneOf === undefined ? '' : ` Or its kind: ${describeAllowed(createKindSchema(thing))}.`;
  throwProblem('wrong-type', path, printGot(text), `${describeMembers(field, path)}${kinds}`);
}

/** Numbers and units are left as text for the parser, which converts them; lists and objects are JSON. */
function readText(text: string, field: JsonSchema, path: string): unknown {
  if (field.type === 'string' || field.enum !== undefined) return text;
  if (isNumeric(field)) {
    if (/^[+-]?(?:nan|inf(?:inity)?)$/iu.test(text))
      throwProblem('not-finite', path, text, `Allowed: ${describeAllowed(field)}.`);
    return text;
  }
  // One value for a list of values is a list of one, which needs no brackets that a shell would read.
  if (field.type === 'array' && takesScalar(field.items) && !text.startsWith('[')) {
    if (!text.includes(',')) return [readText(text, field.items!, path)];
    throwProblem('syntax', path, `'${text}'`, `Write [${text}] for ${describeAllowed(field)}, in quotation marks.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throwProblem('syntax', path, `'${text}'`, `Write JSON for ${describeAllowed(field)}.`);
  }
}

function resolvePath(family: JsonSchema, document: Record<string, unknown>, path: string): PathKey[] {
  const keys = parsePath(path);
  const schema = resolveSchema(family, document);
  const unknown = (got: string, known: readonly string[]): never => {
    const needs = keys === undefined ? [] : listNeeds(family, document, keys);
    if (needs.length > 0) throwProblem('other-kind', path, `'${got}'`, describeNeeds(needs, document));
    throwProblem('unknown-parameter', path, `'${got}'`, suggestSentence(got, known));
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
      throwProblem(
        'out-of-range',
        path,
        `index ${key}`,
        length === 0 ? 'The list is empty; set it whole as JSON.' : `The list has ${length} items, 0 to ${length - 1}.`,
      );
    }
    // A group that may be left out, and is, has no members yet.
    at = getValue(at, key);
  }
  return keys;
}

function assign(document: Record<string, unknown>, schema: JsonSchema, keys: readonly PathKey[], value: unknown): void {
  const union = findUnionAt(schema, document, keys);
  if (union !== undefined) {
    const thing = changeKind(union, readAt(document, keys.slice(0, -1)), value);
    if (keys.length > 1) setAt(document, keys.slice(0, -1), thing);
    return;
  }
  setAt(document, keys, replaceThing(document, schema, keys, value));
}

/** A thing that is set whole and as another kind keeps what both kinds have in the same sense, as if its kind alone were set. */
function replaceThing(
  document: Record<string, unknown>,
  schema: JsonSchema,
  keys: readonly PathKey[],
  value: unknown,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const before = readAt(document, keys);
  const discriminator = Object.keys(value).find((key) => findUnionAt(schema, document, [...keys, key]) !== undefined);
  if (discriminator === undefined || getValue(before, discriminator) === getValue(value, discriminator)) return value;
  return mergeDocuments(findUnionAt(schema, document, [...keys, discriminator]), before, value);
}

function structuredCopy(desc: AnimalDesc): Record<string, unknown> {
  return JSON.parse(JSON.stringify(desc)) as Record<string, unknown>;
}
