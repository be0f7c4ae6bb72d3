/** Descriptions of all families: read, changed, looked up. Who has a description asks here and never which family it is. */
import type { Family } from '../contract/types.ts';
import { type AnimalDesc, findFamily } from '../model/desc-family.ts';
import type { JsonSchema } from '../model/field-tree.ts';
import { applySettingsTo, replaceValueIn } from '../model/override.ts';
import { parseDescAs } from '../model/parse.ts';
import { families } from './registry.ts';

/** Validates a document and fills in defaults. Throws a ModelError that lists every problem found. */
export function parseDesc(document: unknown): AnimalDesc {
  return parseDescAs(families, document);
}

/** Applies `path=value` texts in order and validates the result as a whole. Throws a ModelError. */
export function applySettings(desc: AnimalDesc, settings: readonly string[]): AnimalDesc {
  return applySettingsTo(getFamily(desc), desc, settings);
}

/** A new description with one value replaced (already typed), validated as a whole. */
export function replaceValue(desc: AnimalDesc, path: string, value: unknown): AnimalDesc {
  return replaceValueIn(getFamily(desc), desc, path, value);
}

/** The family of a description that was read here. */
export function getFamily(desc: AnimalDesc): Family {
  return findFamily(families, desc.body.kind, desc.controller.kind)!;
}

/** The JSON Schema of a description's family: forms, help and hints are made from it. */
export function getJsonSchema(desc: AnimalDesc): JsonSchema {
  return getFamily(desc).jsonSchema;
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
