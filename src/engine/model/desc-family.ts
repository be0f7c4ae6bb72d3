/** What a creature file always has, and what reading one must know of the family it belongs to. */
import type { z } from 'zod';
import { type ControlSlot, type JsonSchema, listControlSlots } from './field-tree.ts';
import { createJsonSchema } from './json-schema.ts';
import type { Version1 } from './version-1.ts';

/** A creature file, read and valid. Each family adds members of its own; no code outside it reads them by name. */
export interface AnimalDesc {
  readonly schemaVersion: 2;
  readonly animal: string;
  readonly title: string;
  readonly about: string;
  readonly tryFirst: readonly Suggestion[];
  readonly group?: AnimalGroup | undefined;
  readonly paper: string;
  readonly view?: View | undefined;
  readonly schedule: readonly { readonly at: number; readonly set: Readonly<Record<string, number>> }[];
  readonly body: { readonly kind: string };
  readonly controller: { readonly kind: string };
  readonly [member: string]: unknown;
}

/** How it gets about, in the order in which animals are shown. */
export const animalGroups = ['swims', 'crawls', 'walks', 'never was'] as const;

export type AnimalGroup = (typeof animalGroups)[number];

/** Something worth trying: changes as after `--set`, or none where it is done by hand. */
export interface Suggestion {
  readonly label: string;
  readonly set: readonly string[];
  /** What it is called on the first page of the studio; undefined: it is not there. */
  readonly featured?: string | undefined;
}

/** The side from which an animal is best seen. Angles in rad. */
export interface View {
  /** Counter-clockwise from behind the animal. */
  readonly azimuth: number;
  readonly elevation: number;
  /** Up in the picture from above, counter-clockwise from +x. */
  readonly top: number;
  /** The camera does not turn with the animal. */
  readonly stays: boolean;
}

/** A combination of body and controller with its schema. */
export interface DescFamily {
  readonly body: string;
  readonly controller: string;
  readonly schema: z.ZodType<AnimalDesc>;
  /** With all branches; `resolveSchema` in `branches.ts` gives that of one description. */
  readonly jsonSchema: JsonSchema;
  /** Former names, in files of version 1. */
  readonly version1?: Version1;
  /** Places of live controls in a state, those of all branches. */
  readonly controlSlots: readonly ControlSlot[];
}

/** Both schemas are made when they are first asked for: most commands need those of one family only. */
export function createDescFamily(
  body: string,
  controller: string,
  makeSchema: () => z.ZodType<AnimalDesc>,
  version1?: Version1,
): DescFamily {
  let jsonSchema: JsonSchema | undefined;
  let controlSlots: readonly ControlSlot[] | undefined;
  return {
    body,
    controller,
    ...(version1 === undefined ? {} : { version1 }),
    get schema() {
      return makeSchema();
    },
    get jsonSchema() {
      jsonSchema ??= createJsonSchema(makeSchema());
      return jsonSchema;
    },
    get controlSlots() {
      controlSlots ??= listControlSlots(this.jsonSchema);
      return controlSlots;
    },
  };
}

export function findFamily<F extends DescFamily>(
  families: readonly F[],
  body: unknown,
  controller: unknown,
): F | undefined {
  return families.find((family) => family.body === body && family.controller === controller);
}
