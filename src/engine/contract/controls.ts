/** The live controls of a description: every number its schema marks `live`. */
import { resolveSchema } from '../model/branches.ts';
import type { AnimalDesc, DescFamily } from '../model/desc-family.ts';
import { listLivePaths, lookUp, parsePath, readAt } from '../model/field-tree.ts';
import type { ControlSpec } from './types.ts';

/** Those of the branches that the description has. */
export function listControls(desc: AnimalDesc, family: DescFamily): ControlSpec[] {
  const schema = resolveSchema(family.jsonSchema, desc);
  const present = new Set(listLivePaths(schema, desc));
  return family.controlSlots.flatMap((slot, at) => {
    if (!present.has(slot.path)) return [];
    const field = lookUp(schema, parsePath(slot.path)!)!;
    return [
      {
        name: slot.path,
        slot: at,
        unit: field.unit!,
        min: field.minimum!,
        max: field.maximum!,
        initial: readAt(desc, slot.path) as number,
        about: field.description!,
      },
    ];
  });
}

/** Where in the controls of a state these are, by path. What belongs to another branch than the description's has its default there. */
export function indexControls<N extends string>(family: DescFamily, names: readonly N[]): Readonly<Record<N, number>> {
  const slots = new Map(family.controlSlots.map(({ path }, slot) => [path, slot]));
  return Object.fromEntries(names.map((name) => [name, slots.get(name)!])) as Record<N, number>;
}
