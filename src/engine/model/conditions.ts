/** Fields that have an effect only in some situations of another part of the file: food controls without food. */
import { type Condition, type JsonSchema, type PathKey, parsePath } from './field-tree.ts';

/** Whether a condition is met, by the values there are. */
function isMet(condition: Condition, read: (path: string) => unknown): boolean {
  const value = JSON.stringify(read(condition.path));
  const includes = (values: readonly unknown[]): boolean => values.some((other) => JSON.stringify(other) === value);
  return (
    (condition.is === undefined || includes(condition.is)) && (condition.not === undefined || !includes(condition.not))
  );
}

/** The first condition on the way to a path that is not met. */
export function findUnmet(
  schema: JsonSchema,
  keys: readonly PathKey[],
  read: (path: string) => unknown,
): Condition | undefined {
  let at: JsonSchema | undefined = schema;
  for (const key of keys) {
    at = typeof key === 'number' ? at?.items : at?.properties?.[key];
    if (at?.appliesIf !== undefined && !isMet(at.appliesIf, read)) return at.appliesIf;
  }
  return undefined;
}

/** "scene.kind=grasp", "scene.foods other than none". */
export function describeCondition({ path, is = [], not = [] }: Condition): string {
  const print = (value: unknown): string =>
    Array.isArray(value) && value.length === 0 ? 'none' : typeof value === 'string' ? value : JSON.stringify(value);
  return is.length > 0 ? `${path}=${is.map(print).join(' or ')}` : `${path} other than ${not.map(print).join(' or ')}`;
}

/** A field that is set to something and has no effect. */
export interface InertField {
  readonly path: string;
  readonly value: unknown;
  readonly needs: Condition;
}

/** All fields with another value than their default whose condition is not met; items of lists are not looked into. */
export function listInert(schema: JsonSchema, read: (path: string) => unknown): InertField[] {
  const walk = (at: JsonSchema, path: string): InertField[] => {
    if (at.properties !== undefined)
      return Object.entries(at.properties).flatMap(([key, member]) =>
        walk(member, path === '' ? key : `${path}.${key}`),
      );
    const value = read(path);
    if (value === undefined || JSON.stringify(value) === JSON.stringify(at.default)) return [];
    const needs = findUnmet(schema, parsePath(path)!, read);
    return needs === undefined ? [] : [{ path, value, needs }];
  };
  return walk(schema, '');
}
