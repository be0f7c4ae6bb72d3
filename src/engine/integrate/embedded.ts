/**
 * Embedded explicit Runge–Kutta methods with step-size control.
 *
 * One trial step of size h:  kᵢ = f(t + cᵢ h, y + h Σⱼ aᵢⱼ kⱼ),  y₁ = y + h Σ bᵢ kᵢ,  eₘ = Σ eₘᵢ kᵢ.
 * Error ratio, in the largest component of e / (absolute + relative · max(|y|, |y₁|)):
 *   one estimate:  |h| ‖e‖;  two estimates (8(5,3) pair):  |h| ‖e₅‖² / √(‖e₅‖² + 0.01 ‖e₃‖²).
 * A step is accepted when the ratio is at most 1; the next size is h · 0.9 · ratio^(−1/order), within [0.2, 6] h.
 * The largest component counts, not the mean: a few stiff or heavy components must not hide among thousands.
 *
 * What passes from one interval to the next is the states and one step size, so saving these two saves the run.
 */
import { pow } from '../math/portable.ts';
import { type Allocate, allocatePlain, type Derivative, findNonFinite, type IntegrationFailure } from './ode.ts';

/** A sum over stages; `stages[m]` is weighted by `weights[m]`. */
export interface StageSum {
  stages: readonly number[];
  weights: readonly number[];
}

export interface EmbeddedMethod {
  name: string;
  /** Order of the solution that the next step starts from. */
  order: number;
  /** cᵢ and aᵢⱼ of stages 1, 2, …; stage 0 is f(t, y). */
  nodes: readonly number[];
  rows: readonly StageSum[];
  solution: StageSum;
  /** Stage number `rows.length + 1` stands for f(t + h, y₁). */
  errors: readonly StageSum[];
  /** Whether an error sum uses f(t + h, y₁), which then serves as stage 0 of the next step too. */
  errorNeedsEnd: boolean;
}

/** Builds a StageSum from a dense row of coefficients by dropping the zeros. */
export function createStageSum(dense: readonly number[]): StageSum {
  const stages = dense.flatMap((weight, stage) => (weight === 0 ? [] : [stage]));
  return { stages, weights: stages.map((stage) => dense[stage]!) };
}

export interface Tolerance {
  absolute: number;
  relative: number;
}

/** Trial steps allowed in one interval before giving up. */
const MAX_TRIALS = 1_000_000;
const SAFETY = 0.9;
const SHRINK_LIMIT = 0.2;
const GROWTH_LIMIT = 6;
/** A step below this share of the interval cannot reach its end in MAX_TRIALS steps. */
const SMALLEST_SHARE = 1e-12;

export interface EmbeddedScratch {
  stageDerivatives: Float64Array[];
  trial: Float64Array;
  errors: Float64Array[];
  /** [accepted steps, rejected steps, evaluations] since creation: for reports, never read by the integrator. */
  counts: Float64Array;
}

export function createEmbeddedScratch(
  method: EmbeddedMethod,
  length: number,
  allocate: Allocate = allocatePlain,
): EmbeddedScratch {
  return {
    stageDerivatives: Array.from({ length: method.rows.length + 2 }, () => allocate(length)),
    trial: allocate(length),
    errors: method.errors.map(() => allocate(length)),
    counts: new Float64Array(3),
  };
}

/** out += scale · Σ weights[m] · derivatives[stages[m]]. */
function addStageSum(out: Float64Array, slopes: readonly Float64Array[], sum: StageSum, scale: number): void {
  const { stages, weights } = sum;
  const count = stages.length;
  let m = 0;
  for (; m + 4 <= count; m += 4) {
    const a = slopes[stages[m]!]!;
    const b = slopes[stages[m + 1]!]!;
    const c = slopes[stages[m + 2]!]!;
    const d = slopes[stages[m + 3]!]!;
    const wa = scale * weights[m]!;
    const wb = scale * weights[m + 1]!;
    const wc = scale * weights[m + 2]!;
    const wd = scale * weights[m + 3]!;
    for (let i = 0; i < out.length; i++) out[i] = out[i]! + (wa * a[i]! + wb * b[i]! + (wc * c[i]! + wd * d[i]!));
  }
  for (; m < count; m++) {
    const a = slopes[stages[m]!]!;
    const wa = scale * weights[m]!;
    for (let i = 0; i < out.length; i++) out[i] = out[i]! + wa * a[i]!;
  }
}

/**
 * Sets `scratch.trial` to the solution after one step of size `step`; stage 0 must already be in `scratch.stageDerivatives[0]`.
 */
export function setTrialStep(
  method: EmbeddedMethod,
  states: Float64Array,
  time: number,
  step: number,
  derivative: Derivative,
  scratch: EmbeddedScratch,
): void {
  const { stageDerivatives, trial } = scratch;
  for (let stage = 0; stage < method.rows.length; stage++) {
    trial.set(states);
    addStageSum(trial, stageDerivatives, method.rows[stage]!, step);
    derivative(stageDerivatives[stage + 1]!, time + method.nodes[stage]! * step, trial);
  }
  trial.set(states);
  addStageSum(trial, stageDerivatives, method.solution, step);
  scratch.counts[2] = scratch.counts[2]! + method.rows.length;
}

function computeNorm(values: Float64Array, states: Float64Array, trial: Float64Array, tolerance: Tolerance): number {
  const { absolute, relative } = tolerance;
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.max(Math.abs(states[i]!), Math.abs(trial[i]!));
    const ratio = Math.abs(values[i]!) / (absolute + relative * size);
    // Written so that a NaN ratio wins: it must reach the caller.
    if (!(ratio <= largest)) largest = ratio;
    if (largest !== largest) return largest;
  }
  return largest;
}

function computeErrorRatio(
  method: EmbeddedMethod,
  states: Float64Array,
  step: number,
  tolerance: Tolerance,
  scratch: EmbeddedScratch,
): number {
  const { stageDerivatives, trial, errors } = scratch;
  let main = 0;
  let other = 0;
  for (let m = 0; m < errors.length; m++) {
    const error = errors[m]!;
    error.fill(0);
    addStageSum(error, stageDerivatives, method.errors[m]!, 1);
    const norm = computeNorm(error, states, trial, tolerance);
    if (m === 0) main = norm;
    else other = norm;
  }
  if (errors.length === 1) return Math.abs(step) * main;
  const denominator = main * main + 0.01 * other * other;
  return denominator === 0 ? 0 : (Math.abs(step) * main * main) / Math.sqrt(denominator);
}

/** A first step size: the state may change by about a hundredth of itself. Stage 0 must be in `scratch.stageDerivatives[0]`. */
function computeFirstStep(
  states: Float64Array,
  interval: number,
  tolerance: Tolerance,
  scratch: EmbeddedScratch,
): number {
  const size = computeNorm(states, states, states, tolerance);
  const rate = computeNorm(scratch.stageDerivatives[0]!, states, states, tolerance);
  const guess = size > 1e-5 && rate > 1e-5 ? (0.01 * size) / rate : 1e-3 * interval;
  return Math.min(guess, interval);
}

/**
 * Advances `states` from `start` to exactly `end` > `start`. `stepSizes[0]` is the size to try first (0: choose one)
 * and is left holding the size to try next. Returns null when the end was reached.
 */
export function integrateAdaptive(
  method: EmbeddedMethod,
  states: Float64Array,
  stepSizes: Float64Array,
  start: number,
  end: number,
  derivative: Derivative,
  tolerance: Tolerance,
  scratch: EmbeddedScratch,
): IntegrationFailure | null {
  const { stageDerivatives, trial, counts } = scratch;
  const lastSlope = method.rows.length + 1;
  let time = start;
  derivative(stageDerivatives[0]!, time, states);
  counts[2] = counts[2]! + 1;
  const broken = findNonFinite(stageDerivatives[0]!);
  if (broken >= 0) return { code: 'not-finite', time, stepSize: stepSizes[0]!, index: broken };
  if (stepSizes[0] === 0) stepSizes[0] = computeFirstStep(states, end - start, tolerance, scratch);

  for (let trials = 0; trials < MAX_TRIALS; trials++) {
    const wanted = stepSizes[0]!;
    const left = end - time;
    // Land on the end, and rather in two even steps than in a long and a tiny one.
    const lands = wanted * 1.01 >= left;
    const step = lands ? left : 2 * wanted > left ? 0.5 * left : wanted;
    if (!(step > SMALLEST_SHARE * (end - start)) && !lands) {
      return { code: 'step-underflow', time, stepSize: step, index: findNonFinite(trial) };
    }
    setTrialStep(method, states, time, step, derivative, scratch);
    if (method.errorNeedsEnd) {
      derivative(stageDerivatives[lastSlope]!, time + step, trial);
      counts[2] = counts[2] + 1;
    }
    const ratio = computeErrorRatio(method, states, step, tolerance, scratch);
    const factor = computeStepFactor(ratio, method.order);
    if (!(ratio <= 1)) {
      counts[1] = counts[1]! + 1;
      stepSizes[0] = step * Math.min(factor, 1);
      continue;
    }
    counts[0] = counts[0]! + 1;
    states.set(trial);
    // A step shortened to land says nothing against the size that was wanted.
    stepSizes[0] = factor >= 1 ? Math.max(wanted, step * factor) : step * factor;
    if (lands) return null;
    time += step;
    if (!method.errorNeedsEnd) {
      derivative(stageDerivatives[lastSlope]!, time, states);
      counts[2] = counts[2] + 1;
    }
    const first = stageDerivatives[0]!;
    stageDerivatives[0] = stageDerivatives[lastSlope]!;
    stageDerivatives[lastSlope] = first;
  }
  return { code: 'too-many-steps', time, stepSize: stepSizes[0]!, index: -1 };
}

function computeStepFactor(ratio: number, order: number): number {
  if (!Number.isFinite(ratio)) return SHRINK_LIMIT;
  if (ratio === 0) return GROWTH_LIMIT;
  return Math.min(GROWTH_LIMIT, Math.max(SHRINK_LIMIT, SAFETY * pow(ratio, -1 / order)));
}
