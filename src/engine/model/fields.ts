/**
 * Builders for the fields of a creature file. Every field carries its unit, range, default and one sentence, and the JSON
 * Schema generated from them is the only source for forms, help texts and range errors.
 */
import { z } from 'zod';
import type { Condition, KindChoice } from './field-tree.ts';
import type { Unit } from './units.ts';

/**
 * Makes the schema of a field, when it is first read: all families together have a thousand fields, and most programs read the
 * files of one family.
 */
export type Field<S extends z.ZodType = z.ZodType> = () => S;

type Fields = Readonly<Record<string, Field>>;

/** What the fields of an object make. */
export type Made<F extends Fields> = { [K in keyof F]: ReturnType<F[K]> };

/** A description is read once: to compile a reader for it first takes longer, and pages that forbid evaluation refuse it. */
z.config({ jitless: true });

interface FieldNotes {
  /** One sentence for people. */
  readonly about: string;
  /** Its name in forms, where the path does not say it in plain words. */
  readonly title?: string;
  /** Changing it needs a new start: the shape of the state depends on it. */
  readonly restart?: boolean;
  /** Without it, it always does something. */
  readonly appliesIf?: Condition | undefined;
}

interface NumberNotes extends FieldNotes {
  readonly unit: Unit;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  /** Allowed values are multiples of it above `min`. */
  readonly step?: number;
  /** A live control: changes between two steps without recompiling, may be scheduled, and is part of the state. */
  readonly live?: boolean;
  /** 0 stands for a value that the engine chooses by itself. */
  readonly zeroIsAuto?: boolean;
  /** 0 and 1 mean off and on: forms show a switch. */
  readonly isSwitch?: boolean;
  /** What the lower and the upper limit mean, in a few words. */
  readonly ends?: readonly [string, string];
}

function meta(notes: FieldNotes, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...(notes.title === undefined ? {} : { title: notes.title }),
    description: notes.about,
    ...(notes.restart === true ? { restart: true } : {}),
    ...(notes.appliesIf === undefined ? {} : { appliesIf: notes.appliesIf }),
    ...more,
  };
}

/** A description of its own for a new schema. `.meta` would copy it first, and a start makes a thousand of them. */
function describe<T extends z.ZodType>(schema: T, notes: Record<string, unknown>): T {
  z.globalRegistry.add(schema, notes);
  return schema;
}

/** Share of a limit by which a number may be beyond it, and then is the limit: limits are printed with few digits. */
const roundingShare = 1e-4;

/** Checks of a range, both ends included. */
function within({ min, max }: { readonly min: number; readonly max: number }): readonly z.core.$ZodCheck<number>[] {
  const isNear = (value: number, limit: number): boolean => Math.abs(value - limit) <= roundingShare * Math.abs(limit);
  const round = (value: number): number =>
    value > max && isNear(value, max) ? max : value < min && isNear(value, min) ? min : value;
  return [z.overwrite(round), z.gte(min), z.lte(max)];
}

/** A number with all its checks at once: each method that adds one would copy the schema. */
function createNumber(checks: readonly (z.core.$ZodCheck<number> | undefined)[]): z.ZodNumber {
  return z.number({ checks: checks.filter((check) => check !== undefined) });
}

export function quantity(notes: NumberNotes): Field<z.ZodDefault<z.ZodNumber>> {
  return () => {
    const number = createNumber(within(notes)).default(notes.default);
    return describe(number, meta(notes, { unit: notes.unit, ...listNumberMeta(notes) }));
  };
}

function listNumberMeta(notes: Omit<NumberNotes, 'unit'>): Record<string, unknown> {
  return {
    ...(notes.live === true ? { live: true } : {}),
    ...(notes.zeroIsAuto === true ? { auto: 0 } : {}),
    ...(notes.isSwitch === true ? { switch: true } : {}),
    ...(notes.ends === undefined ? {} : { ends: notes.ends }),
  };
}

/** A number that may be left out, and is then derived from others as `derivedAs` says. */
export function optionalQuantity(
  notes: Omit<NumberNotes, 'default' | 'live'> & { readonly derivedAs: string },
): Field<z.ZodOptional<z.ZodNumber>> {
  return () => {
    const about = `${notes.about} Left out: ${notes.derivedAs}.`;
    const step = notes.step === undefined ? undefined : z.multipleOf(notes.step);
    const number = createNumber([step, ...within(notes)]).optional();
    return describe(number, meta({ ...notes, about }, { unit: notes.unit }));
  };
}

export function count(notes: Omit<NumberNotes, 'unit'>): Field<z.ZodDefault<z.ZodNumber>> {
  return () => {
    const step = notes.step ?? 1;
    const parts = step === 1 ? undefined : z.multipleOf(step);
    const whole = createNumber([z.int(), z.gte(notes.min), z.lte(notes.max), parts]);
    return describe(whole.default(notes.default), meta(notes, { unit: '1', ...listNumberMeta(notes) }));
  };
}

export function choice<const T extends readonly [string, ...string[]]>(
  values: T,
  notes: FieldNotes & { readonly default: T[number]; readonly chooses?: readonly KindChoice<T[number]>[] },
): Field<z.ZodDefault<z.ZodEnum<{ [K in T[number]]: K }>>> {
  const more = notes.chooses === undefined ? {} : { chooses: notes.chooses };
  return () => describe(z.enum(values).default(notes.default as never), meta(notes, more));
}

export function flag(notes: FieldNotes & { readonly default: boolean }): Field<z.ZodDefault<z.ZodBoolean>> {
  return () => describe(z.boolean().default(notes.default), meta(notes));
}

export function text(
  notes: FieldNotes & { readonly default: string; readonly maxLength?: number },
): Field<z.ZodDefault<z.ZodString>> {
  return () =>
    describe(
      z
        .string()
        .max(notes.maxLength ?? 2000)
        .default(notes.default),
      meta(notes),
    );
}

function makeAll<F extends Fields>(fields: F): Made<F> {
  return Object.fromEntries(Object.entries(fields).map(([key, make]) => [key, make()])) as Made<F>;
}

/** Members that belong together, none of them to be left out but those with a default: an item of a list. */
export function object<F extends Fields>(about: string, fields: F): Field<z.ZodObject<Made<F>, z.core.$strict>> {
  return () => describe(z.strictObject(makeAll(fields)), about === '' ? {} : { description: about });
}

/** A whole file; made once. */
export function wholeFile<F extends Fields>(title: string, fields: F): Field<z.ZodObject<Made<F>, z.core.$strict>> {
  let made: z.ZodObject<Made<F>, z.core.$strict> | undefined;
  return () => (made ??= describe(z.strictObject(makeAll(fields)), { title }));
}

/** A group whose members all have defaults, so that it may be left out. */
export function group<F extends Fields>(
  about: string,
  fields: F,
  more: Omit<FieldNotes, 'about'> = {},
): Field<z.ZodPrefault<z.ZodObject<Made<F>, z.core.$strict>>> {
  const notes = meta({ about, ...more });
  return () => describe(z.strictObject(makeAll(fields)).prefault({} as never), notes);
}

/** One kind of a thing: a sentence, and the fields that only this kind has, or shares with some. */
export interface Branch<F extends Fields = Fields> {
  readonly about: string;
  readonly fields: F;
}

type Branches = Readonly<Record<string, Branch>>;

type BranchOf<D extends string, K extends string, F extends Fields> = z.ZodObject<
  { [P in D]: z.ZodLiteral<K> } & Made<F>,
  z.core.$strict
>;

type Union<D extends string, B extends Branches> = z.ZodDiscriminatedUnion<
  { [K in keyof B & string]: BranchOf<D, K, B[K]['fields']> }[keyof B & string][],
  D
>;

function makeUnion<D extends string, B extends Branches>(discriminator: D, branches: B): Union<D, B> {
  const options = Object.entries(branches).map(([kind, { about, fields }]) =>
    describe(z.strictObject({ [discriminator]: z.literal(kind), ...makeAll(fields) }), { description: about }),
  );
  return z.discriminatedUnion(discriminator, options as never);
}

/**
 * A thing of several kinds, each with fields of its own: a tagged union. `discriminator` is the field that says which kind it is;
 * a field of another kind is refused. In JSON Schema: `oneOf` with `const`.
 */
export function oneOf<const D extends string, const B extends Branches>(
  discriminator: D,
  notes: FieldNotes & {
    readonly default: keyof B & string;
    /** Which kind the kind `auto` stands for. */
    readonly chooses?: readonly KindChoice<keyof B & string>[];
  },
  branches: B,
): Field<z.ZodPrefault<Union<D, B>>> {
  const more = { discriminator, ...(notes.chooses === undefined ? {} : { chooses: notes.chooses }) };
  return () =>
    describe(
      makeUnion(discriminator, branches).prefault({ [discriminator]: notes.default } as never),
      meta(notes, more),
    );
}

/** An item of a list that is of one of several kinds; it must say which. */
export function itemOf<const D extends string, const B extends Branches>(
  discriminator: D,
  about: string,
  branches: B,
): Field<Union<D, B>> {
  return () => describe(makeUnion(discriminator, branches), { description: about, discriminator });
}

export function list<T extends z.ZodType>(
  item: Field<T>,
  notes: FieldNotes & { readonly default: z.input<T>[]; readonly min?: number; readonly max: number },
): Field<z.ZodPrefault<z.ZodArray<T>>> {
  return () =>
    describe(
      z
        .array(item())
        .min(notes.min ?? 0)
        .max(notes.max)
        .prefault(notes.default as never),
      meta(notes),
    );
}
