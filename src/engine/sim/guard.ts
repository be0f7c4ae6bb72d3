/** Stops a run in the step in which a number stops being finite, and says where. */
import type { ArraySpec, State } from './contract.ts';

export class SimulationError extends Error {
  readonly code: 'non-finite' | 'solver-failed';
  /** Simulated seconds and step in which it happened. */
  readonly time: number;
  readonly step: number;
  /** Array of the state, index in it and its name; empty when a solver gave up before writing a state. */
  readonly array: string;
  readonly index: number;
  readonly element: string;
  /** The force or stage that ran last. */
  readonly lastForce: string;
  readonly hint: string;

  constructor(
    fields: Pick<SimulationError, 'code' | 'time' | 'step' | 'array' | 'index' | 'element' | 'lastForce' | 'hint'> & {
      cause?: unknown;
      detail: string;
    },
  ) {
    super(
      `${fields.detail} at t = ${fields.time.toFixed(4)} s (step ${fields.step}), last stage: ${fields.lastForce}. ${fields.hint}`,
      { cause: fields.cause },
    );
    this.name = 'SimulationError';
    this.code = fields.code;
    this.time = fields.time;
    this.step = fields.step;
    this.array = fields.array;
    this.index = fields.index;
    this.element = fields.element;
    this.lastForce = fields.lastForce;
    this.hint = fields.hint;
  }
}

export interface NonFinite {
  readonly spec: ArraySpec;
  readonly index: number;
  readonly value: number;
}

/** The first non-finite number of the state. One sum over each array decides; only a bad array is searched. */
export function findNonFinite(state: State): NonFinite | undefined {
  for (const spec of state.specs) {
    if (spec.type !== 'f64' && spec.type !== 'f32') continue;
    const array = state.arrays[spec.name]!;
    const isFinite = array instanceof Float64Array ? areFiniteF64(array) : areFiniteF32(array as Float32Array);
    if (isFinite) continue;
    const index = (array as Float64Array).findIndex((value) => !Number.isFinite(value));
    return { spec, index, value: array[index]! };
  }
  return undefined;
}

// x · 0 is 0 for a finite x and NaN for any other. Four sums at once, because one would wait for itself; one function for
// each element type, because a loop that sees both is compiled for neither.

function areFiniteF64(array: Float64Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = array.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    a += array[i]! * 0;
    b += array[i + 1]! * 0;
    c += array[i + 2]! * 0;
    d += array[i + 3]! * 0;
  }
  for (let i = whole; i < array.length; i++) a += array[i]! * 0;
  return a + b + c + d === 0;
}

function areFiniteF32(array: Float32Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = array.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    a += array[i]! * 0;
    b += array[i + 1]! * 0;
    c += array[i + 2]! * 0;
    d += array[i + 3]! * 0;
  }
  for (let i = whole; i < array.length; i++) a += array[i]! * 0;
  return a + b + c + d === 0;
}

export function createNonFiniteError(found: NonFinite, state: State, lastForce: string): SimulationError {
  const element = found.spec.nameElement(found.index);
  return new SimulationError({
    code: 'non-finite',
    time: state.clock[1]!,
    step: state.clock[0]!,
    array: found.spec.name,
    index: found.index,
    element,
    lastForce,
    detail: `The simulation became non-finite (${found.value}): ${element} (array ${found.spec.name}, index ${found.index})`,
    hint: 'The last finite state is kept: restore it, then try a smaller step or weaker forces.',
  });
}
