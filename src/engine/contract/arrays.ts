/**
 * The state arrays of a family, said once with their types: names, lengths, units and what an element is called. From one
 * record of fields come the specs that the registry needs and the typed views that a step works on.
 *
 *   const fields = { positions: f64(3 * nodes, 'm', nameNode), flags: u8(nodes, '', nameNode) };
 *   system.stateSpecs = listSpecs(fields);   const { positions, flags } = viewArrays(fields, state);
 */
import type { ArraySpec, State, TypedArray } from './types.ts';

/** One array; `T` is what a view of it is. */
export interface ArrayField<T extends TypedArray> extends Omit<ArraySpec, 'name'> {
  /** Only a type. */
  readonly view?: T;
}

/** Fields by name, in the order of the state. What is left out of a System stays undefined. */
export type ArrayFields = Readonly<Record<string, ArrayField<TypedArray> | undefined>>;

/** The arrays that a record of fields stands for. */
export type ArraysOf<F extends ArrayFields> = {
  readonly [K in keyof F]: F[K] extends ArrayField<infer T>
    ? T
    : F[K] extends ArrayField<infer T> | undefined
      ? T | undefined
      : never;
};

type Namer = ArraySpec['nameElement'];

function createField<T extends TypedArray>(type: ArraySpec['type']) {
  return (length: number, unit: string, nameElement: Namer, options: { resizable?: true } = {}): ArrayField<T> => ({
    type,
    length,
    unit,
    nameElement,
    ...options,
  });
}

export const f64 = createField<Float64Array>('f64');
export const f32 = createField<Float32Array>('f32');
export const i32 = createField<Int32Array>('i32');
export const u32 = createField<Uint32Array>('u32');
export const u8 = createField<Uint8Array>('u8');

/** What `System.stateSpecs` says of the fields. */
export function listSpecs(fields: ArrayFields): ArraySpec[] {
  return Object.entries(fields).flatMap(([name, field]) => (field === undefined ? [] : [{ name, ...field }]));
}

/** The arrays of a state that was made from the fields. */
export function viewArrays<F extends ArrayFields>(fields: F, state: Pick<State, 'arrays'>): ArraysOf<F> {
  return mapFields(fields, (name) => state.arrays[name]!);
}

/** The same of animal `index`, where a state holds several animals with these fields one after the other. */
export function viewPart<F extends ArrayFields>(fields: F, state: State, index: number): ArraysOf<F> {
  return mapFields(fields, (name, { length }) => state.arrays[name]!.subarray(index * length, (index + 1) * length));
}

function mapFields<F extends ArrayFields>(
  fields: F,
  view: (name: string, field: ArrayField<TypedArray>) => TypedArray,
): ArraysOf<F> {
  const views = Object.entries(fields).map(([name, field]) => [
    name,
    field === undefined ? undefined : view(name, field),
  ]);
  return Object.fromEntries(views) as ArraysOf<F>;
}
