/** How the settings of trainers are described, and how one is read from a text. */
import { z } from 'zod';
import { count, type Field, list, type Made, object, quantity } from '../../engine/model/fields.ts';
import { describeAllowed, type JsonSchema } from '../../engine/model/field-tree.ts';
import { failLearn } from '../learn-error.ts';

export type SettingFields = Readonly<Record<string, Field>>;
export type Settings<F extends SettingFields> = Readonly<z.output<z.ZodObject<Made<F>>>>;

export function real(about: string, min: number, max: number, usual = min): Field<z.ZodDefault<z.ZodNumber>> {
  return quantity({ about, unit: '1', min, max, default: usual });
}

export function whole(about: string, min: number, max: number, usual = min): Field<z.ZodDefault<z.ZodNumber>> {
  return count({ about, min, max, default: usual });
}

/** A number that may be missing: `none` as a text. */
export function orNone(
  number: Field<z.ZodDefault<z.ZodNumber>>,
  usual: number | null = null,
): Field<z.ZodDefault<z.ZodNullable<z.ZodNumber>>> {
  return () => number().unwrap().nullable().default(usual);
}

export function layers(about: string, usual: number[]): Field<z.ZodPrefault<z.ZodArray<z.ZodDefault<z.ZodNumber>>>> {
  return list(whole('Units of a layer.', 1, 4096), { about, default: usual, max: 8 });
}

export function createDefaults<F extends SettingFields>(fields: F): Settings<F> {
  return object('', fields)().parse({});
}

/** The value of a setting as it is written on a command line. Throws a LearnError that names the setting. */
export function parseSetting(name: string, text: string, field: Field): unknown {
  const schema = field();
  const isList = schema instanceof z.ZodPrefault;
  const words = new Map<string, unknown>([
    ['', NaN],
    ['true', true],
    ['false', false],
    ['none', isList ? [] : null],
  ]);
  const read = (word: string): unknown => (words.has(word) ? words.get(word) : Number(word));
  const parsed = schema.safeParse(isList && text !== 'none' ? text.split(',').map(read) : read(text));
  if (parsed.success) return parsed.data;
  const json = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema & { readonly anyOf?: readonly JsonSchema[] };
  const layerWords = isList ? 'sizes of hidden layers from 1 to 4096, as in 64,64' : undefined;
  const allowed = json.type === 'boolean' ? 'true or false' : describeNumber(json.anyOf?.[0] ?? json);
  const none = isList || json.anyOf !== undefined ? ', or none' : '';
  return failLearn('out-of-range', `setting ${name}`, `'${text}'`, `Write ${layerWords ?? allowed}${none}.`);
}

function describeNumber(schema: JsonSchema): string {
  return schema.type === 'number' ? `a number from ${describeAllowed(schema)}` : describeAllowed(schema);
}
