/** What a creature file always has, and what reading one must know of the family it belongs to. */
import { z } from 'zod';
import type { JsonSchema } from './field-tree.ts';

/** A creature file, read and valid. Each family adds members of its own; nobody outside it looks at them by name. */
export interface AnimalDesc {
  readonly schemaVersion: 1;
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
  readonly jsonSchema: JsonSchema;
}

/** Both schemas are made when they are first asked for: most commands need those of one family only. */
export function createDescFamily(
  body: string,
  controller: string,
  makeSchema: () => z.ZodType<AnimalDesc>,
): DescFamily {
  let jsonSchema: JsonSchema | undefined;
  return {
    body,
    controller,
    get schema() {
      return makeSchema();
    },
    get jsonSchema() {
      jsonSchema ??= z.toJSONSchema(makeSchema(), { io: 'input', reused: 'inline' }) as JsonSchema;
      return jsonSchema;
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
