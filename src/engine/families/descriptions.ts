/** Family-independent access to descriptions: read, change, look up. */
import type { Family } from '../contract/types.ts';
import { computeBranchKey, listNeeds, resolveSchema } from '../model/branches.ts';
import { type AnimalDesc, findFamily } from '../model/desc-family.ts';
import { type JsonSchema, listLivePaths, type PathKey } from '../model/field-tree.ts';
import { applySettingsTo, replaceValueIn } from '../model/override.ts';
import { parseDescAs } from '../model/parse.ts';
import { isObject, printGot, shorten, throwProblem } from '../model/problem.ts';
import { renamePath, renameSetting, renameValue } from '../model/version-1.ts';
import { families } from './registry.ts';

/**
 * Validates a document and fills in defaults, or what `base` has. Throws a ModelError that lists every problem found.
 */
export function parseDesc(document: unknown, base?: AnimalDesc): AnimalDesc {
  return parseDescAs(families, document, base);
}

/**
 * Applies `path=value` texts in order and validates the result as a whole. Throws a ModelError. `onRenamed` hears of settings that
 * version 1 wrote otherwise.
 */
export function applySettings(
  desc: AnimalDesc,
  settings: readonly string[],
  onRenamed?: (from: string, to: string) => void,
): AnimalDesc {
  const family = getFamily(desc);
  const given: unknown = settings;
  if (!Array.isArray(given) || given.some((setting) => typeof setting !== 'string'))
    throwProblem('wrong-type', 'settings', printGot(settings), "Give a list of 'path=value'.");
  if (onRenamed !== undefined && family.version1 !== undefined) {
    for (const setting of settings) {
      const from = setting.replace(/\s*=\s*/u, '=').trim();
      const to = renameSetting(family.version1, from);
      if (to !== from) onRenamed(from, to);
    }
  }
  return applySettingsTo(family, desc, settings);
}

/** A new description with one value replaced (already typed), validated as a whole. */
export function replaceValue(desc: AnimalDesc, path: string, value: unknown): AnimalDesc {
  const family = getFamily(desc);
  expectPath(path);
  return replaceValueIn(family, desc, path, value);
}

/** Refuses what is no text where a path is wanted. */
export function expectPath(path: unknown): void {
  if (typeof path !== 'string')
    throwProblem('wrong-type', 'path', printGot(path), "Give the path of a parameter: 'brainstem.right'.");
}

/** The family of a description that was read here. Throws a ModelError for anything else. */
export function getFamily(desc: AnimalDesc): Family {
  // From a program of others anything may come.
  const { body, controller } = (isObject(desc) ? desc : {}) as Partial<AnimalDesc>;
  return findFamily(families, body?.kind, controller?.kind) ?? refuseDesc(desc);
}

function refuseDesc(desc: unknown): never {
  const { body, controller } = (isObject(desc) ? desc : {}) as Partial<AnimalDesc>;
  if (typeof body?.kind !== 'string' || typeof controller?.kind !== 'string')
    throwProblem(
      'wrong-type',
      '',
      typeof desc === 'string' ? `the text ${printGot(desc)}` : printGot(desc),
      'A description is wanted here: what describeAnimal(name) or parseCreature(text) returns.',
    );
  throwProblem(
    'unknown-kind',
    '',
    `a ${shorten(body.kind)} body with a ${shorten(controller.kind)} controller`,
    `Known here: ${families.map((family) => `${family.body} with ${family.controller}`).join(', ')}.`,
  );
}

const schemasOfDescs = new WeakMap<AnimalDesc, JsonSchema>();
/** By family and branches: descriptions with the same branches share one. */
const schemasOfBranches = new Map<string, JsonSchema>();

/** The JSON Schema of a description, with the branches that it has: forms, help and hints are made from it. */
export function getJsonSchema(desc: AnimalDesc): JsonSchema {
  const known = schemasOfDescs.get(desc);
  if (known !== undefined) return known;
  const { jsonSchema, body, controller } = getFamily(desc);
  const key = `${body} ${controller} ${computeBranchKey(jsonSchema, desc)}`;
  const schema = schemasOfBranches.get(key) ?? resolveSchema(jsonSchema, desc);
  schemasOfBranches.set(key, schema);
  schemasOfDescs.set(desc, schema);
  return schema;
}

/** Kinds that a path needs and the description has not: "scene.kind=bottle"; empty where it has them, or no kind would do. */
export function listMissingKinds(desc: AnimalDesc, keys: readonly PathKey[]): string[] {
  return listNeeds(getFamily(desc).jsonSchema, desc, keys);
}

/** Paths of the live controls that a description has. */
export function listLiveControls(desc: AnimalDesc): string[] {
  return listLivePaths(getJsonSchema(desc), desc);
}

/** A path that version 1 of creature files called otherwise, as it is called now; any other as it is. */
export function renameParameter(desc: AnimalDesc, path: string): string {
  const { version1 } = getFamily(desc);
  expectPath(path);
  return version1 === undefined ? path : renamePath(version1, path);
}

/** A value at a path of version 1, as it is written now. */
export function renameParameterValue(desc: AnimalDesc, path: string, value: unknown): unknown {
  const { version1 } = getFamily(desc);
  return version1 === undefined ? value : renameValue(version1, path, value);
}

/** What a file may have besides a description. */
const fileMembers = {
  $schema: { type: 'string', description: 'Where an editor finds the schema of creature files.' },
  extends: { type: 'string', description: 'An animal to take everything from that is not written here.' },
};

/** The JSON Schema of creature files, for editors: any of the families. */
export function createCreatureFileSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Bestiary creature file',
    anyOf: families.map(({ jsonSchema }) => ({
      ...jsonSchema,
      properties: { ...fileMembers, ...jsonSchema.properties },
    })),
  };
}
