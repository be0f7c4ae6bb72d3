/** The creature families: one schema for each combination of body and controller the engine can run. */
import { z } from 'zod';
import { type ArticulatedSpinalDesc, articulatedSpinalSchema } from '../families/lamprey/schema.ts';
import { type FemWormDesc, femWormSchema } from '../families/worm/schema.ts';
import type { JsonSchema } from './field-tree.ts';
import { type HybridLegsDesc, hybridLegsSchema } from '../families/myriapod/schema.ts';
import { type SoftDesc, softSchema } from '../families/soft/schema.ts';

export type AnimalDesc = ArticulatedSpinalDesc | FemWormDesc | HybridLegsDesc | SoftDesc;

interface Family {
  readonly body: string;
  readonly controller: string;
  readonly schema: z.ZodType<AnimalDesc>;
  readonly jsonSchema: JsonSchema;
}

function createFamily(body: string, controller: string, schema: z.ZodType<AnimalDesc>): Family {
  return {
    body,
    controller,
    schema,
    jsonSchema: z.toJSONSchema(schema, { io: 'input', reused: 'inline' }) as JsonSchema,
  };
}

export const families: readonly Family[] = [
  createFamily('articulated', 'spinal', articulatedSpinalSchema),
  createFamily('fem', 'worm', femWormSchema),
  createFamily('hybrid', 'legs', hybridLegsSchema),
  createFamily('soft', 'excitation', softSchema),
];

export function findFamily(body: unknown, controller: unknown): Family | undefined {
  return families.find((family) => family.body === body && family.controller === controller);
}

/** The JSON Schema of a description's family: forms, help and hints are made from it. */
export function getJsonSchema(desc: AnimalDesc): JsonSchema {
  return findFamily(desc.body.kind, desc.controller.kind)!.jsonSchema;
}

/** The JSON Schema of creature files, for editors: any of the families. */
export function createCreatureFileSchema(): Record<string, unknown> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Bestiary creature file',
    anyOf: families.map((family) => family.jsonSchema),
  };
}
