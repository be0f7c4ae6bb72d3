/** The live controls of a description: every number its schema marks `live`. */
import type { AnimalDesc } from '../model/desc-family.ts';
import { type JsonSchema, listLivePaths, lookUp } from '../model/field-tree.ts';
import { readValue } from '../model/override.ts';
import type { ControlSpec } from './types.ts';

export function listControls(desc: AnimalDesc, schema: JsonSchema): ControlSpec[] {
  return listLivePaths(schema).map((name) => {
    const field = lookUp(schema, name.split('.'))!;
    return {
      name,
      unit: field.unit!,
      min: field.minimum!,
      max: field.maximum!,
      initial: readValue(desc, name) as number,
      about: field.description!,
    };
  });
}
