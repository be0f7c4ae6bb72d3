/**
 * Which branches of a schema a document has. Help, forms, sweeps and errors work with the schema of the present branches, an
 * ordinary tree of fields; a path outside of them is told what it needs.
 */
import {
  chooseBranch,
  createKindSchema,
  formatPath,
  getMember,
  getValue,
  type JsonSchema,
  lookUp,
  type PathKey,
  readAt,
} from './field-tree.ts';
import { isObject, printGot } from './problem.ts';

/** The schema with one branch of each union: that of the document, or the usual one. Items of lists stay as they are. */
export function resolveSchema(schema: JsonSchema, document: unknown): JsonSchema {
  const { oneOf, ...rest } = schema;
  const branch = oneOf === undefined ? schema : (chooseBranch(schema, document) ?? oneOf[0]!);
  if (branch.properties === undefined) return schema;
  const properties = Object.fromEntries(
    Object.entries(branch.properties).map(([key, member]) => [
      key,
      oneOf !== undefined && key === schema.discriminator
        ? createKindSchema(schema)
        : resolveSchema(member, getValue(document, key)),
    ]),
  );
  return { ...rest, type: 'object', properties };
}

/** The kinds that a document has, in the order of the schema: equal where resolved schemas are. */
export function computeBranchKey(schema: JsonSchema, document: unknown): string {
  const kinds: string[] = [];
  collectKinds(schema, document, kinds);
  return kinds.join(' ');
}

function collectKinds(schema: JsonSchema, document: unknown, kinds: string[]): void {
  const branch = chooseBranch(schema, document) ?? schema.oneOf![0]!;
  if (schema.oneOf !== undefined) kinds.push(String(branch.properties![schema.discriminator!]!.const));
  for (const [key, member] of Object.entries(branch.properties ?? {}))
    if (member.oneOf !== undefined || member.properties !== undefined)
      collectKinds(member, getValue(document, key), kinds);
}

/** The union whose kind a path decides, where it does: `scene` for `scene.kind`. */
export function findUnionAt(schema: JsonSchema, document: unknown, keys: readonly PathKey[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = schema;
  let value = document;
  for (const key of keys.slice(0, -1)) {
    at = at === undefined ? undefined : getMember(chooseBranch(at, value) ?? at, key);
    value = getValue(value, key);
  }
  return at?.oneOf !== undefined && at.discriminator === keys.at(-1) ? at : undefined;
}

/**
 * What a path needs and the document lacks: "scene.kind=bottle", with all kinds that have it. Empty where no branch has it,
 * or the present one does.
 */
export function listNeeds(schema: JsonSchema, document: unknown, keys: readonly PathKey[]): string[] {
  let at = schema;
  let value = document;
  for (const [i, key] of keys.entries()) {
    const here = chooseBranch(at, value);
    const rest = keys.slice(i);
    if (at.oneOf !== undefined && (here === undefined || lookUp(here, rest) === undefined)) {
      const kinds = at.oneOf.filter((branch) => lookUp(branch, rest) !== undefined);
      if (kinds.length > 0) {
        const path = formatPath([...keys.slice(0, i), at.discriminator!]);
        return kinds.map((branch) => `${path}=${String(branch.properties![at.discriminator!]!.const)}`);
      }
    }
    const next = getMember(here ?? at, key);
    if (next === undefined) return [];
    at = next;
    value = getValue(value, key);
  }
  return [];
}

/** "Needs scene.kind=bottle; it is open." */
export function describeNeeds(needs: readonly string[], document: unknown): string {
  const [path = ''] = (needs[0] ?? '').split('=');
  const kind = readAt(document, path);
  const kinds = needs.map((need) => need.slice(path.length + 1));
  const list = kinds.length < 2 ? kinds.join('') : `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)!}`;
  return `It needs ${path}=${list}${kind === undefined ? '' : `, and ${path} is ${printGot(kind).replaceAll('"', '')}`}.`;
}

/**
 * A thing of several kinds after a change of its kind: what both kinds have in the same sense stays, all else is as the new kind
 * has it by itself.
 */
export function changeKind(union: JsonSchema, value: unknown, kind: unknown): Record<string, unknown> {
  const { discriminator = '' } = union;
  const kept = keepShared(chooseBranch(union, value), chooseBranch(union, { [discriminator]: kind }), value);
  return { [discriminator]: kind, ...kept };
}

/** The members of a group that both schemas have in the same sense; of groups in it, what they share. */
function keepShared(
  from: JsonSchema | undefined,
  to: JsonSchema | undefined,
  value: unknown,
): Record<string, unknown> | undefined {
  if (from?.properties === undefined || to?.properties === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const kept: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value) as [string, unknown][]) {
    const [before, after] = [from.properties[key], to.properties[key]];
    if (before === undefined || after === undefined) continue;
    const isSame = printSense(before) === printSense(after);
    const shared = isSame ? member : keepShared(chooseBranch(before, member), chooseBranch(after, member), member);
    if (shared !== undefined) kept[key] = shared;
  }
  return kept;
}

/** Equal where two fields mean the same; they may apply under other conditions. */
function printSense(field: JsonSchema): string {
  return JSON.stringify({ ...field, appliesIf: undefined });
}

/** A document with all that another one says instead; lists are replaced whole. A change of kind is `changeKind`. */
export function mergeDocuments(schema: JsonSchema | undefined, base: unknown, changes: unknown): unknown {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) return changes;
  const kind = schema?.discriminator === undefined ? undefined : getValue(changes, schema.discriminator);
  const isOtherKind = kind !== undefined && kind !== getValue(base, schema!.discriminator!);
  const start = isOtherKind ? changeKind(schema!, base, kind) : base;
  const merged: Record<string, unknown> = isObject(start) ? { ...start } : {};
  const branch = schema === undefined ? undefined : (chooseBranch(schema, merged) ?? schema);
  for (const [key, value] of Object.entries(changes))
    merged[key] = mergeDocuments(branch === undefined ? undefined : getMember(branch, key), merged[key], value);
  return merged;
}
