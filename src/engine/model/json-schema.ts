/**
 * The JSON Schema of a field tree, as `z.toJSONSchema` writes it for the builders of `fields.ts`, in a fraction of its time: every
 * program that reads one creature file needs it. A test compares the two, field by field.
 */
import { z } from 'zod';
import type { JsonSchema } from './field-tree.ts';

type Draft = Record<string, unknown>;

/** What zod holds of a schema that is one of ours. */
interface Definition {
  readonly type: string;
  readonly innerType: z.ZodType;
  readonly defaultValue: unknown;
  readonly shape: Readonly<Record<string, z.ZodType>>;
  readonly options: readonly z.ZodType[];
  readonly element: z.ZodType;
  readonly keyType: z.ZodType;
  readonly valueType: z.ZodType;
  readonly entries: Readonly<Record<string, string>>;
  readonly values: readonly unknown[];
  readonly checks?: readonly { readonly _zod: { readonly def: unknown } }[];
}

interface Check {
  readonly check: string;
  readonly value?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly length?: number;
}

/** What the checks of a number, a text or a list leave. */
interface Limits {
  least?: number;
  most?: number;
  step?: number;
  isWhole: boolean;
}

export function createJsonSchema(schema: z.ZodType): JsonSchema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...draft(schema) } as JsonSchema;
}

function draft(schema: z.ZodType): Draft {
  const definition = schema._zod.def as unknown as Definition;
  const notes = z.globalRegistry.get(schema);
  // What is said of a field comes before what it holds.
  switch (definition.type) {
    case 'default':
      return addInner({ default: copy(definition.defaultValue), ...notes }, definition);
    case 'prefault':
      return addInner({ ...notes, default: copy(definition.defaultValue) }, definition);
    case 'optional':
      return addInner({ ...notes }, definition);
    default:
      return Object.assign(draftType(definition), notes);
  }
}

function addInner(out: Draft, { innerType }: Definition): Draft {
  const inner = draft(innerType);
  for (const key of Object.keys(inner)) if (!Object.hasOwn(out, key)) out[key] = inner[key];
  return out;
}

function draftType(definition: Definition): Draft {
  switch (definition.type) {
    case 'object':
      return draftObject(definition.shape);
    case 'number':
      return draftNumber(collectLimits(definition));
    case 'string': {
      const { most } = collectLimits(definition);
      return { type: 'string', ...(most === undefined ? {} : { maxLength: most }) };
    }
    case 'boolean':
      return { type: 'boolean' };
    case 'enum':
      return { type: 'string', enum: Object.values(definition.entries) };
    case 'literal':
      return { type: typeof definition.values[0], const: definition.values[0] };
    case 'union':
      return { oneOf: definition.options.map(draft) };
    case 'array':
      return draftList(definition);
    case 'record':
      return {
        type: 'object',
        propertyNames: draft(definition.keyType),
        additionalProperties: draft(definition.valueType),
      };
    default:
      throw new Error(`No field of a creature file is a ${definition.type}.`);
  }
}

function draftObject(shape: Definition['shape']): Draft {
  const properties: Draft = {};
  const required: string[] = [];
  for (const key of Object.keys(shape)) {
    const member = shape[key]!;
    properties[key] = draft(member);
    if (member._zod.optin === undefined) required.push(key);
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

function draftList(definition: Definition): Draft {
  const { least, most } = collectLimits(definition);
  return {
    ...(least === undefined ? {} : { minItems: least }),
    ...(most === undefined ? {} : { maxItems: most }),
    type: 'array',
    items: draft(definition.element),
  };
}

function draftNumber({ least, most, step, isWhole }: Limits): Draft {
  return {
    type: isWhole ? 'integer' : 'number',
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined ? {} : { maximum: most }),
    ...(step === undefined ? {} : { multipleOf: step }),
  };
}

function collectLimits({ checks = [] }: Definition): Limits {
  const limits: Limits = { isWhole: false };
  for (const { _zod } of checks) addLimit(limits, _zod.def as Check);
  return limits;
}

function addLimit(limits: Limits, { check, value, minimum, maximum, length }: Check): void {
  if (check === 'number_format') limits.isWhole = true;
  else if (check === 'multiple_of') limits.step = value!;
  else if (check === 'greater_than') limits.least = value!;
  else if (check === 'less_than') limits.most = value!;
  else if (check === 'min_length') limits.least = minimum!;
  else if (check === 'max_length') limits.most = maximum!;
  else if (check === 'length_equals') limits.least = limits.most = length!;
  else if (check !== 'overwrite') throw new Error(`No field of a creature file is checked for ${check}.`);
}

function copy(value: unknown): unknown {
  return typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value;
}
