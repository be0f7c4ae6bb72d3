/** The state registry: create, hash, snapshot, restore and compare without knowing the animal. */
import type { Arena } from '../../kernels/memory/arena.ts';
import { addToHash, createHasher, finishHash } from '../math/hash.ts';
import type { ControlSlot } from '../model/field-tree.ts';
import type { ArraySpec, State, TypedArray } from './types.ts';
import { expectObject, throwProblem } from '../model/problem.ts';

const bytesPer = { f64: 8, f32: 4, i32: 4, u32: 4, u8: 1 } as const;

function commonSpecs(controls: readonly ControlSlot[]): ArraySpec[] {
  return [
    { name: 'clock', type: 'f64', length: 2, unit: '', nameElement: (i) => (i === 0 ? 'step count' : 'time') },
    {
      name: 'controls',
      type: 'f64',
      length: controls.length,
      unit: '',
      nameElement: (i) => `control ${controls[i]!.path}`,
    },
    { name: 'schedule', type: 'i32', length: 1, unit: '', nameElement: () => 'entries of the schedule done' },
  ];
}

/** Allocates all arrays in the arena, zeroed, the common ones first. */
export function createState(specs: readonly ArraySpec[], controls: readonly ControlSlot[], arena: Arena): State {
  const all = [...commonSpecs(controls), ...specs];
  const start = arena.usedBytes();
  const arrays = Object.fromEntries(all.map((spec) => [spec.name, allocate(arena, spec)]));
  const bytes = new Uint8Array(arena.buffer, start, arena.usedBytes() - start);
  const [clock, controlValues] = [arrays['clock'] as Float64Array, arrays['controls'] as Float64Array];
  return { specs: all, arrays, bytes, clock, controls: controlValues };
}

function allocate(arena: Arena, spec: ArraySpec): TypedArray {
  if (spec.type === 'f64') return arena.allocF64(spec.length);
  if (spec.type === 'f32') return arena.allocF32(spec.length);
  if (spec.type === 'i32') return arena.allocI32(spec.length);
  if (spec.type === 'u32') {
    const words = arena.allocI32(spec.length);
    return new Uint32Array(words.buffer, words.byteOffset, words.length);
  }
  return arena.allocU8(spec.length);
}

/** 64-bit hash of every array, as 16 hex digits: equal hashes mean equal runs. */
export function hashState(state: State): string {
  const hasher = createHasher();
  for (const spec of state.specs) addToHash(hasher, state.arrays[spec.name]!);
  return finishHash(hasher);
}

/** A copy of all arrays, end to end, in the order of the specs. */
export type Snapshot = Uint8Array;

function computeSnapshotBytes(state: State): number {
  return state.specs.reduce((sum, spec) => sum + spec.length * bytesPer[spec.type], 0);
}

export function takeSnapshot(state: State): Snapshot {
  const snapshot = new Uint8Array(computeSnapshotBytes(state));
  setSnapshot(snapshot, state);
  return snapshot;
}

export function setSnapshot(out: Snapshot, state: State): void {
  let at = 0;
  for (const spec of state.specs) {
    const array = state.arrays[spec.name]!;
    out.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += array.byteLength;
  }
}

export function restoreSnapshot(state: State, snapshot: Snapshot): void {
  const expected = computeSnapshotBytes(state);
  if (snapshot.byteLength !== expected)
    throwProblem(
      'inconsistent',
      'snapshot',
      `${snapshot.byteLength} bytes`,
      `This state has ${expected}: it was taken of another animal or other settings.`,
    );
  let at = 0;
  for (const spec of state.specs) {
    const array = state.arrays[spec.name]!;
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(snapshot.subarray(at, at + array.byteLength));
    at += array.byteLength;
  }
}

/** Whether a run can continue in another state: same arrays, and the same shapes where they must not change. */
export function canTakeOver(next: State, before: State): boolean {
  return (
    next.specs.length === before.specs.length &&
    next.specs.every(({ name, type, length, resizable }, i) => {
      const other = before.specs[i]!;
      return name === other.name && type === other.type && (length === other.length || resizable === true);
    })
  );
}

/** Copies every array of the same length; the others stay as they are. */
export function takeOverState(next: State, before: State): void {
  for (const { name, length } of next.specs) {
    const array = before.arrays[name]!;
    if (array.length === length) next.arrays[name]!.set(array);
  }
}

export interface Difference {
  readonly array: string;
  readonly index: number;
  readonly element: string;
  readonly a: number;
  readonly b: number;
}

/** The first `most` elements in which two states differ, bit for bit. */
export function diffStates(a: State, b: State, most = 20): Difference[] {
  for (const [name, state] of Object.entries({ a, b }))
    expectObject(state, name, 'Give the state of a simulation: simulation.state.', ['specs', 'arrays']);
  const differences: Difference[] = [];
  for (const spec of a.specs) {
    const left = a.arrays[spec.name]!;
    const right = b.arrays[spec.name];
    if (right?.length !== left.length)
      throwProblem('inconsistent', 'b', `a state with another ${spec.name}`, 'Give two states of one animal.');
    for (let i = 0; i < spec.length && differences.length < most; i++) {
      if (!Object.is(left[i], right[i]))
        differences.push({ array: spec.name, index: i, element: spec.nameElement(i), a: left[i]!, b: right[i]! });
    }
  }
  return differences;
}
