/** Fields that have an effect only in some situations of another part of the file: food controls without food. */
import { type Condition, formatPath, type JsonSchema, type KindChoice, type PathKey, parsePath } from './field-tree.ts';

type Read = (path: string) => unknown;

/** Whether what a condition says of its own path is so, by the values there are. */
function holds({ path, is, not, min, differsFrom }: Condition, read: Read): boolean {
  const own = read(path);
  const value = JSON.stringify(own);
  const includes = (values: readonly unknown[]): boolean => values.some((other) => JSON.stringify(other) === value);
  return (
    (is === undefined || includes(is)) &&
    (not === undefined || (own !== undefined && !includes(not))) &&
    (min === undefined || Number(own) >= min) &&
    (differsFrom === undefined || (own !== undefined && value !== JSON.stringify(read(differsFrom))))
  );
}

/** What of a condition is not so, or undefined. */
function findMissing(condition: Condition, read: Read): Condition | undefined {
  const { and, or } = condition;
  const own = holds(condition, read) ? and : condition;
  const missing = own === and && and !== undefined ? findMissing(and, read) : own;
  if (missing === undefined || or === undefined) return missing;
  return findMissing(or, read) === undefined ? undefined : missing;
}

function isMet(condition: Condition, read: Read): boolean {
  return findMissing(condition, read) === undefined;
}

/** The kind that `auto` stands for: the first whose condition is met. */
export function chooseKind<K extends string>(choices: readonly KindChoice<K>[], read: Read): K {
  return choices.find((choice) => choice.if === undefined || isMet(choice.if, read))!.kind;
}

/** The condition at a path that begins with a point: of a sibling of the field, in the same group or item. */
function resolveCondition(condition: Condition, group: readonly PathKey[]): Condition {
  const { path, and, or } = condition;
  return {
    ...condition,
    path: path.startsWith('.') ? `${formatPath(group)}${path}` : path,
    ...(and === undefined ? {} : { and: resolveCondition(and, group) }),
    ...(or === undefined ? {} : { or: resolveCondition(or, group) }),
  };
}

/** Conditions on the way to a path, from the top of the file. */
function listConditions(schema: JsonSchema, keys: readonly PathKey[]): Condition[] {
  const conditions: Condition[] = [];
  let at: JsonSchema | undefined = schema;
  for (const [i, key] of keys.entries()) {
    at = typeof key === 'number' ? at?.items : at?.properties?.[key];
    if (at?.appliesIf !== undefined) conditions.push(resolveCondition(at.appliesIf, keys.slice(0, i)));
  }
  return conditions;
}

/** What is missing of the first condition on the way to a path that is not met. */
export function findUnmet(schema: JsonSchema, keys: readonly PathKey[], read: Read): Condition | undefined {
  for (const condition of listConditions(schema, keys)) {
    const missing = findMissing(condition, read);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/** All paths that the conditions of a field read. */
export function listConditionPaths(schema: JsonSchema, keys: readonly PathKey[]): string[] {
  const list = ({ path, differsFrom, and, or }: Condition): string[] => [
    path,
    ...(differsFrom === undefined ? [] : [differsFrom]),
    ...[and, or].flatMap((part) => (part === undefined ? [] : list(part))),
  ];
  return listConditions(schema, keys).flatMap(list);
}

/** "scene.kind=grasp", "scene.foods other than none or scene.path other than none". */
export function describeCondition({ path, is, not, min, differsFrom, or, says }: Condition): string {
  if (says !== undefined) return says;
  const print = (value: unknown): string =>
    Array.isArray(value) && value.length === 0 ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
  const own = [
    ...(is === undefined ? [] : [`${path}=${is.map(print).join(' or ')}`]),
    ...(not === undefined ? [] : [`${path} other than ${not.map(print).join(' or ')}`]),
    ...(min === undefined ? [] : [`${path} of at least ${min}`]),
    ...(differsFrom === undefined ? [] : [`${path} other than ${differsFrom}`]),
  ];
  return [...own, ...(or === undefined ? [] : [describeCondition(or)])].join(' or ');
}

/** A field that is set to something and has no effect. */
export interface InertField {
  readonly path: string;
  readonly value: unknown;
  readonly needs: Condition;
}

/** All fields, those of items of lists too, whose condition is not met and that have another value than their default. */
export function listInert(schema: JsonSchema, read: Read): InertField[] {
  const inert: InertField[] = [];
  const walk = (at: JsonSchema, path: string, isConditional: boolean): void => {
    for (const [key, member] of Object.entries(at.properties ?? {})) {
      const memberPath = path === '' ? key : `${path}.${key}`;
      const applies = isConditional || member.appliesIf !== undefined;
      if (member.properties !== undefined) walk(member, memberPath, applies);
      else addField(member, memberPath, applies);
    }
  };
  const addField = (field: JsonSchema, path: string, isConditional: boolean): void => {
    const value = read(path);
    if (isConditional && value !== undefined && JSON.stringify(value) !== JSON.stringify(field.default)) {
      const needs = findUnmet(schema, parsePath(path)!, read);
      if (needs !== undefined) {
        inert.push({ path, value, needs });
        return;
      }
    }
    if (field.items?.properties !== undefined && Array.isArray(value))
      for (const i of value.keys()) walk(field.items, `${path}[${i}]`, isConditional);
  };
  walk(schema, '', false);
  return inert;
}
