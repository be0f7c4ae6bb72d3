/** Creature files in: text → document → safe, migrated, unit-free → valid description, or all problems at once. */
import type { z } from 'zod';
import { type AnimalDesc, type DescFamily, findFamily } from './desc-family.ts';
import { describeNeeds, listNeeds, mergeDocuments, resolveSchema } from './branches.ts';
import { schemaVersion } from './common.ts';
import {
  chooseBranch,
  convertQuantities,
  describeAllowed,
  describeMembers,
  formatPath,
  getValue,
  isGroup,
  isNumeric,
  isUnsafeKey,
  type JsonSchema,
  listLivePaths,
  lookUp,
  type PathKey,
  parsePath,
  readAt,
  takesScalar,
} from './field-tree.ts';
import { dropOtherKinds, type RawDocument, renameFields } from './version-1.ts';
import { ModelError, type Problem, type ProblemCode, printGot, shorten, throwProblem } from './problem.ts';
import { suggestSentence } from './suggest.ts';
import { adviseDecimalPoint } from './units.ts';

const maxDepth = 64;
/** More would not help. */
const maxProblems = 100;

/**
 * Validates a document and fills in defaults; `$schema` is for editors. What the document leaves out is taken from `base`, where
 * there is one. Throws a ModelError that lists every problem found.
 */
export function parseDescAs(families: readonly DescFamily[], document: unknown, base?: AnimalDesc): AnimalDesc {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throwProblem('wrong-type', '', printGot(document), 'A creature file is a JSON object.');
  }
  const written: RawDocument = { ...document };
  delete written['$schema'];
  const unsafe = findUnsafe(written, [], 0);
  if (unsafe !== undefined) throw new ModelError([unsafe]);
  const version = readVersion(written, base);
  const family = findFamilyOf(families, written, base);
  const current = bringUpToDate(written, version, family, base);
  const problems: Problem[] = [];
  const converted = convertQuantities(current, family.jsonSchema, [], problems);
  const flagged = new Set(problems.map((problem) => problem.path));
  const result = family.schema.safeParse(converted);
  if (!result.success) {
    for (const issue of result.error.issues.slice(0, maxProblems)) {
      for (const problem of toProblems(issue, converted, family.jsonSchema)) {
        if (!flagged.has(problem.path)) problems.push(problem);
        flagged.add(problem.path);
      }
    }
  }
  if (problems.length > 0 || !result.success) throw new ModelError(problems.slice(0, maxProblems));
  const inconsistent = checkSchedule(result.data, family.jsonSchema);
  if (inconsistent.length > 0) throw new ModelError(inconsistent.slice(0, maxProblems));
  return result.data;
}

/** A document of the present version, whole. */
function bringUpToDate(written: RawDocument, version: number, family: DescFamily, base?: AnimalDesc): RawDocument {
  const { jsonSchema, version1 } = family;
  const isOld = version < schemaVersion && version1 !== undefined;
  const renamed = isOld ? renameFields(version1, written, base) : written;
  const whole = (base === undefined ? renamed : mergeDocuments(jsonSchema, base, renamed)) as RawDocument;
  return { ...(isOld ? dropOtherKinds(whole, jsonSchema) : whole), schemaVersion };
}

function readVersion(document: RawDocument, base?: AnimalDesc): number {
  const version = document['schemaVersion'] ?? base?.schemaVersion;
  const isKnown = typeof version === 'number' && Number.isInteger(version) && version >= 1 && version <= schemaVersion;
  if (isKnown) return version;
  const hint =
    version === undefined
      ? `Add "schemaVersion": ${schemaVersion}.`
      : `This program reads versions 1 to ${schemaVersion}${Number(version) > schemaVersion ? '; use a newer one for this file' : ''}.`;
  throwProblem(version === undefined ? 'missing' : 'unknown-version', 'schemaVersion', printGot(version), hint);
}

/** Keys that would reach into prototypes, and nesting deeper than any creature. */
function findUnsafe(value: unknown, path: readonly PathKey[], depth: number): Problem | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > maxDepth)
    return {
      code: 'too-large',
      path: shorten(formatPath(path)),
      got: `nesting deeper than ${maxDepth}`,
      hint: 'Flatten the document.',
    };
  const isList = Array.isArray(value);
  const keys = isList ? value.keys() : Object.keys(value);
  for (const key of keys) {
    if (isUnsafeKey(key)) {
      return {
        code: 'unsafe-key',
        path: formatPath([...path, key]),
        got: `the key '${key}'`,
        hint: 'Remove it; it is not part of a creature file.',
      };
    }
    const item = (value as Record<PathKey, unknown>)[key];
    // Numbers and texts are most of a file: no path is built for them.
    if (typeof item !== 'object' || item === null) continue;
    // Checks of lists compare the length of anything that has one: an object there may have no value to compare.
    if (key === 'length')
      return {
        code: 'wrong-type',
        path: formatPath([...path, key]),
        got: printGot(item),
        hint: 'A length is a number.',
      };
    const unsafe = findUnsafe(item, [...path, key], depth + 1);
    if (unsafe !== undefined) return unsafe;
  }
  return undefined;
}

function findFamilyOf(families: readonly DescFamily[], document: RawDocument, base?: AnimalDesc): DescFamily {
  const kinds = (['body', 'controller'] as const).map((part) => {
    return getValue(document[part], 'kind') ?? base?.[part].kind;
  });
  const family = findFamily(families, kinds[0], kinds[1]);
  if (family !== undefined) return family;
  const bodyKnown = families.some((candidate) => candidate.body === kinds[0]);
  const path = bodyKnown ? 'controller.kind' : 'body.kind';
  const allowed = bodyKnown
    ? families.filter((candidate) => candidate.body === kinds[0]).map((candidate) => candidate.controller)
    : families.map((candidate) => candidate.body);
  throwProblem(
    'unknown-kind',
    path,
    printGot(bodyKnown ? kinds[1] : kinds[0]),
    `Known here: ${[...new Set(allowed)].join(', ')}.`,
  );
}

/** What zod found wrong at one place, as problems with the hints of the schema, all branches included. */
export function toProblems(issue: z.core.$ZodIssue, document: unknown, schema: JsonSchema): Problem[] {
  const keys = issue.path as PathKey[];
  const path = formatPath(keys);
  const value = readAt(document, keys);
  const found = lookUp(resolveSchema(schema, document), keys);
  const field = found === undefined ? undefined : (chooseBranch(found, value) ?? found);
  const about = field?.description === undefined ? '' : ` ${field.description}`;
  if (issue.code === 'unrecognized_keys') {
    const known = field === undefined ? [] : Object.keys(field.properties ?? {});
    return issue.keys.slice(0, maxProblems).map((key): Problem => {
      const needs = listNeeds(schema, document, [...keys, key]);
      return {
        code: needs.length > 0 ? 'other-kind' : 'unknown-parameter',
        path: formatPath([...keys, shorten(key)]),
        got: `the key '${shorten(key)}'`,
        hint: needs.length > 0 ? describeNeeds(needs, document) : suggestSentence(key, known),
      };
    });
  }
  const hint = field === undefined ? issue.message : `${advise(field, path, value)}${about}`;
  const unit = typeof value !== 'number' || field?.unit === undefined || field.unit === '1' ? '' : ` ${field.unit}`;
  return [{ code: classify(issue, value), path, got: `${printGot(value)}${unit}`, hint }];
}

/** What may stand at a field, or how this value would be written. */
function advise(field: JsonSchema, path: string, value: unknown): string {
  const isScalar = typeof value === 'number' || typeof value === 'string';
  if (field.type === 'array' && isScalar && takesScalar(field.items))
    return `Write [${JSON.stringify(value)}]. Allowed: ${describeAllowed(field)}.`;
  if (isGroup(field) && (isScalar || typeof value === 'boolean')) return describeMembers(field, path);
  const point = typeof value === 'string' && isNumeric(field) ? adviseDecimalPoint(value) : undefined;
  return `${point === undefined ? '' : `${point} `}Allowed: ${describeAllowed(field)}.`;
}

function classify(issue: z.core.$ZodIssue, value: unknown): ProblemCode {
  if (value === undefined) return 'missing';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'not-finite';
  if (issue.code === 'too_big' || issue.code === 'too_small' || issue.code === 'not_multiple_of') return 'out-of-range';
  if (issue.code === 'invalid_value' || (issue.code === 'invalid_union' && 'discriminator' in issue))
    return 'not-allowed';
  // zod reports whole numbers beyond 2^53, and fractions where a whole number is wanted, as a wrong type.
  const wantsNumber = issue.code === 'invalid_type' && (issue.expected === 'int' || issue.expected === 'number');
  if (wantsNumber && typeof value === 'number') return 'out-of-range';
  return 'wrong-type';
}

/** Schedules name live controls, in order of time, with values inside their ranges. */
function checkSchedule(desc: AnimalDesc, family: JsonSchema): Problem[] {
  if (desc.schedule.length === 0) return [];
  const problems: Problem[] = [];
  const schema = resolveSchema(family, desc);
  const live = listLivePaths(schema, desc);
  let last = 0;
  desc.schedule.forEach((entry, i) => {
    if (entry.at < last)
      problems.push({
        code: 'inconsistent',
        path: `schedule[${i}].at`,
        got: String(entry.at),
        hint: `Entries are in order of time; the one before is at ${last} s.`,
      });
    last = entry.at;
    for (const [control, value] of Object.entries(entry.set)) {
      if (problems.length >= maxProblems) return;
      const path = `schedule[${i}].set.${shorten(control)}`;
      const keys = parsePath(control) ?? [];
      const field = live.includes(control) ? lookUp(schema, keys) : undefined;
      const needs = field === undefined ? listNeeds(family, desc, keys) : [];
      if (field === undefined)
        problems.push({
          code: needs.length > 0 ? 'other-kind' : 'unknown-parameter',
          path,
          got: `'${shorten(control)}'`,
          hint: needs.length > 0 ? describeNeeds(needs, desc) : suggestSentence(control, live),
        });
      else if (value < field.minimum! || value > field.maximum!)
        problems.push({ code: 'out-of-range', path, got: String(value), hint: `Allowed: ${describeAllowed(field)}.` });
    }
  });
  return problems;
}
