/** `--set path=value`: one change to a description, with errors that name the path, the range and the unit. */
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

/** Applies `path=value` texts in order and validates the result as a whole. Throws a ModelError. */
export function applySettingsTo(family: DescFamily, desc: AnimalDesc, settings: readonly string[]): AnimalDesc {
  const copy = structuredCopy(desc) as Record<string, unknown>;
  const schema = family.jsonSchema;
  for (const setting of settings) {
    const at = setting.indexOf('=');
    if (at < 1)
      throw fail({
        code: 'syntax',
        path: '',
        got: `'${setting}'`,
        hint: 'Write --set path=value, e.g. --set brainstem.left=0.5.',
      });
    setAt(copy, schema, setting.slice(0, at).trim(), setting.slice(at + 1).trim());
  }
  return parseDescAs([family], copy);
}

/** A new description with one value replaced (already typed), validated as a whole. */
export function replaceValueIn(family: DescFamily, desc: AnimalDesc, path: string, value: unknown): AnimalDesc {
  const copy = structuredCopy(desc) as Record<string, unknown>;
  const keys = resolvePath(family.jsonSchema, copy, path);
  assign(copy, keys, value);
  return parseDescAs([family], copy);
}

export function readValue(desc: AnimalDesc, path: string): unknown {
  return (parsePath(path) ?? []).reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PathKey, unknown>)[key] : undefined),
    desc,
  );
}

function setAt(document: Record<string, unknown>, schema: JsonSchema, path: string, text: string): void {
  const keys = resolvePath(schema, document, path);
  const field = lookUp(schema, keys)!;
  assign(document, keys, readText(text, field, path));
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

function resolvePath(schema: JsonSchema, document: Record<string, unknown>, path: string): PathKey[] {
  const keys = parsePath(path);
  const unknown = (got: string, known: readonly string[]): never => {
    throw fail({ code: 'unknown-parameter', path, got: `'${got}'`, hint: suggestSentence(got, known) });
  };
  if (keys === undefined) return unknown(path, listPaths(schema));
  let at: unknown = document;
  for (const [i, key] of keys.entries()) {
    if (isUnsafeKey(key) || lookUp(schema, keys.slice(0, i + 1)) === undefined) return unknown(path, listPaths(schema));
    if (typeof key === 'number' && (!Array.isArray(at) || key >= at.length)) {
      const length = Array.isArray(at) ? at.length : 0;
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

function assign(document: Record<string, unknown>, keys: readonly PathKey[], value: unknown): void {
  const parent = keys.slice(0, -1).reduce<Record<PathKey, unknown>>((at, key) => {
    at[key] ??= {};
    return at[key] as Record<PathKey, unknown>;
  }, document);
  parent[keys.at(-1)!] = value;
}

function structuredCopy(desc: AnimalDesc): unknown {
  return JSON.parse(JSON.stringify(desc)) as unknown;
}

function fail(problem: Problem): ModelError {
  return new ModelError([problem]);
}
