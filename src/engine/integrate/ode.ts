/**
 * What every integrator here knows of the equations: y′ = f(t, y).
 * Units are the caller's; time and step only have to agree with each other.
 */

/** Writes f(time, states) into `derivs`. Must not keep or change `states`. */
export type Derivative = (derivs: Float64Array, time: number, states: Float64Array) => void;

/** Makes a zeroed array of `length` numbers; lets callers place vectors in kernel memory. */
export type Allocate = (length: number) => Float64Array;

export const allocatePlain: Allocate = (length) => new Float64Array(length);

/** Why an integration stopped before its end time. The states are those of the last accepted step. */
export interface IntegrationFailure {
  code: 'not-finite' | 'step-underflow' | 'too-many-steps';
  /** Time reached. */
  time: number;
  /** Step size that was about to be tried. */
  stepSize: number;
  /** First component whose derivative or trial value is not finite, or -1. */
  index: number;
}

const reasons: Readonly<Record<IntegrationFailure['code'], string>> = {
  'not-finite': 'a derivative is not finite',
  'step-underflow': 'the step size fell to nothing',
  'too-many-steps': 'too many small steps were needed',
};

/** In words; `unit` is that of time. */
export function describeFailure({ code, stepSize }: IntegrationFailure, unit: string): string {
  return `${reasons[code]} (step size ${stepSize.toExponential(2)} ${unit})`;
}

/** Index of the first number that is NaN or infinite, or -1. */
export function findNonFinite(values: Float64Array): number {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i]!)) return i;
  }
  return -1;
}
