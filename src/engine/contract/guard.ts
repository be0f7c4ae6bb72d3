/** Stops a run in the step in which a number stops being finite, and says where. */
import type { Kernels } from '../../kernels/functions.ts';
import type { ArraySpec, Failure, State } from './types.ts';

export class SimulationError extends Error {
  readonly code: 'non-finite' | 'solver-failed' | 'unphysical';
  /** Simulated seconds and step in which it happened. */
  readonly time: number;
  readonly step: number;
  /** Array of the state, index in it and its name; empty when a solver gave up before writing a state. */
  readonly array: string;
  readonly index: number;
  readonly element: string;
  /** What ran last. */
  readonly stage: string;
  readonly hint: string;

  constructor(
    fields: Pick<SimulationError, 'code' | 'time' | 'step' | 'array' | 'index' | 'element' | 'stage' | 'hint'> & {
      cause?: unknown;
      detail: string;
    },
  ) {
    super(
      `${fields.detail.replace(/\.$/u, '')} at t = ${fields.time.toFixed(4)} s (step ${fields.step}), last stage: ${fields.stage}. ${fields.hint}`,
      { cause: fields.cause },
    );
    this.name = 'SimulationError';
    this.code = fields.code;
    this.time = fields.time;
    this.step = fields.step;
    this.array = fields.array;
    this.index = fields.index;
    this.element = fields.element;
    this.stage = fields.stage;
    this.hint = fields.hint;
  }
}

export interface NonFinite {
  readonly spec: ArraySpec;
  readonly index: number;
  readonly value: number;
}

/** The first non-finite number of the state. A kernel judges each array; only a bad one is searched. */
export function findNonFinite(state: State, kernels: Kernels): NonFinite | undefined {
  for (const spec of state.specs) {
    if (spec.type !== 'f64' && spec.type !== 'f32') continue;
    const array = state.arrays[spec.name] as Float64Array;
    const { byteOffset, length } = array;
    const isFinite =
      spec.type === 'f64' ? kernels.areFiniteF64(byteOffset, length) : kernels.areFiniteF32(byteOffset, length);
    if (isFinite === 1) continue;
    const index = array.findIndex((value) => !Number.isFinite(value));
    return { spec, index, value: array[index]! };
  }
  return undefined;
}

export function createNonFiniteError(found: NonFinite, state: State, stage: string): SimulationError {
  const element = found.spec.nameElement(found.index);
  return new SimulationError({
    code: 'non-finite',
    time: state.clock[1]!,
    step: state.clock[0]!,
    array: found.spec.name,
    index: found.index,
    element,
    stage,
    detail: `The simulation became non-finite (${found.value}): ${element} (array ${found.spec.name}, index ${found.index})`,
    hint: 'The last finite state is kept: restore it, then try a smaller step or weaker forces.',
  });
}

/** A state that is finite, and wrong. */
export function createFailureError({ detail, hint }: Failure, state: State, stage: string): SimulationError {
  return new SimulationError({
    ...{ code: 'unphysical', time: state.clock[1]!, step: state.clock[0]!, array: '', index: -1, element: '' },
    ...{ stage, detail, hint: `The last good state is kept. ${hint}` },
  });
}
