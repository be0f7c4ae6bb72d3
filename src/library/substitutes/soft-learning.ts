/**
 * How a soft animal is trained, which a page that only shows one does not load: `bestiary/learn` brings it, and `bestiary` has it. The
 * build of the package puts this file in the place of `engine/families/soft/learning/learning.ts`.
 */
import type {
  createSoftLearning as Create,
  prepareSoftLearning as Prepare,
} from '../../engine/families/soft/learning/learning.ts';

let tables: { readonly create: typeof Create; readonly prepare: typeof Prepare } | undefined;

export function setSoftLearning(create: typeof Create, prepare: typeof Prepare): void {
  tables = { create, prepare };
}

export function createSoftLearning(parts: Parameters<typeof Create>[0]): ReturnType<typeof Create> | undefined {
  return tables?.create(parts);
}

/** Only `bestiary/learn` asks for it, which has brought the tables. */
export const prepareSoftLearning: typeof Prepare = (desc) => tables!.prepare(desc);
