import { expect, expectTypeOf, it } from 'vitest';
import { createTwinInstance } from '../../kernels/twin.ts';
import { f32, f64, i32, listSpecs, u32, u8, viewArrays, viewPart } from './arrays.ts';
import { createState } from './state.ts';

const nameElement = (i: number): string => `thing ${i}`;
const createFields = (hasPast: boolean) => ({
  positions: f64(6, 'm', nameElement),
  weights: f32(3, 'kg', nameElement),
  ids: i32(2, '', nameElement, { resizable: true }),
  random: u32(4, '', nameElement),
  flags: u8(5, '', nameElement),
  past: hasPast ? f64(6, 'm', nameElement) : undefined,
});
const fields = createFields(false);

it('lists what the registry needs, in order, without what is left out', () => {
  const specs = listSpecs(fields);
  expect(specs.map(({ name, type, length, unit }) => `${name} ${type} ${length} ${unit}`)).toEqual([
    'positions f64 6 m',
    'weights f32 3 kg',
    'ids i32 2 ',
    'random u32 4 ',
    'flags u8 5 ',
  ]);
  expect(specs[2]!.resizable).toBe(true);
  expect(specs[0]!.nameElement(3)).toBe('thing 3');
});

it('gives typed views of a state', () => {
  const state = createState(listSpecs(fields), [], createTwinInstance(1000).arena);
  const views = viewArrays(fields, state);
  views.positions[5] = 7;
  expect(state.arrays['positions']![5]).toBe(7);
  expect(views.random).toBeInstanceOf(Uint32Array);
  expect(views.past).toBeUndefined();
  expectTypeOf(views.ids).toEqualTypeOf<Int32Array>();
  expectTypeOf(views.past).toEqualTypeOf<Float64Array | undefined>();
});

it('gives the part of one animal of several', () => {
  const doubled = listSpecs(fields).map((spec) => ({ ...spec, length: 2 * spec.length }));
  const state = createState(doubled, [], createTwinInstance(1000).arena);
  state.arrays['weights']!.set([1, 2, 3, 4, 5, 6]);
  expect([...viewPart(fields, state, 1).weights]).toEqual([4, 5, 6]);
});
