/** What a page and its worker tell each other: a call by name, and its result or what went wrong. */
import type { FrameLayout } from '../../engine/contract/frame.ts';
import { SimulationError } from '../../engine/contract/guard.ts';
import type { ControlSpec, MetricSpec, SignalSpec } from '../../engine/contract/types.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';

/** What is known of an animal once it is compiled. */
export interface Opened {
  readonly desc: AnimalDesc;
  readonly dt: number;
  readonly bodyLength: number;
  readonly frame: FrameLayout;
  readonly frameLength: number;
  readonly signals: readonly SignalSpec[];
  readonly signalOffsets: Readonly<Record<string, number>>;
  readonly signalLength: number;
  readonly controls: readonly ControlSpec[];
  readonly metrics: readonly MetricSpec[];
}

export interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type Answer =
  | { readonly id: number; readonly result: unknown; readonly time: number; readonly stepCount: number }
  | { readonly id: number; readonly error: PackedError; readonly time: number; readonly stepCount: number }
  | { readonly id: number; readonly share: number };

/** Errors lose their class on the way. */
export interface PackedError {
  readonly name: string;
  readonly message: string;
  readonly problems?: readonly Problem[];
  readonly failure?: Readonly<Record<string, unknown>>;
}

export function packError(error: unknown): PackedError {
  if (error instanceof ModelError) return { name: error.name, message: error.message, problems: error.problems };
  if (error instanceof SimulationError) {
    const { code, time, step, array, index, element, stage, hint } = error;
    const failure = { code, time, step, array, index, element, stage, hint };
    return { name: error.name, message: error.message, failure };
  }
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: 'Error', message: String(error) };
}

export function unpackError({ name, message, problems, failure }: PackedError): Error {
  if (problems !== undefined) return new ModelError(problems);
  if (failure !== undefined) {
    const fields = failure as unknown as ConstructorParameters<typeof SimulationError>[0];
    const error = new SimulationError({ ...fields, detail: '' });
    // Its sentence is made already.
    error.message = message;
    return error;
  }
  return Object.assign(new Error(message), { name });
}

/** A worker, or what a worker has of its page: Node's and the browsers' are alike but for this. */
export interface Port {
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  listen(onMessage: (message: unknown) => void): void;
}
