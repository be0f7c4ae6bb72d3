/** The live controls of a description: every number its schema marks `live`. */
import { type AnimalDesc, getJsonSchema } from '../model/families.ts';
import { listLivePaths, lookUp } from '../model/field-tree.ts';
import { readValue } from '../model/override.ts';
import type { ControlSpec } from './types.ts';

export function listControls(desc: AnimalDesc): ControlSpec[] {
  const schema = getJsonSchema(desc);
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
