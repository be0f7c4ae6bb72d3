/**
 * A fixed-step multistep method made for leaky neurons with a threshold, one evaluation per step H.
 *
 * Every state obeys y′ = (input − y) / τ, where the input is a weighted sum of outputs u = max(0, p). The potentials p are
 * smooth, but u has a kink at every onset and end of a burst; a method that extrapolates u or y′ makes errors of order H²
 * there, which differ between left and right and make the animal drift off its course. So p is extrapolated, not u:
 * - input: mean of max(0, p) over the step, p the cubic through the last four potentials (Adams–Bashforth 4), with the
 *   kink placed where the cubic's chord crosses zero;
 * - leak: Adams–Moulton 3, y₁ = y₀ + k (input − (5 y₁ + 8 y₀ − y₋₁) / 12), k = H / τ, which is linear in y₁ and so
 *   solved at once: y₁ = [(1 − 8k/12) y₀ + (k/12) y₋₁ + k input] / (1 + 5k/12).
 * The first three steps after a start or a jump of the inputs are RK4. Order 3. Times in ms.
 */
import { createRk4Scratch, type Rk4Scratch, stepRk4 } from '../../integrate/rk4.ts';
import type { Allocate, Derivative } from '../../integrate/ode.ts';
import { printGot, throwProblem } from '../../model/problem.ts';
import { type SpinalNetwork, setNeuralDerivatives } from './network.ts';
import { neuronTypes } from './tables.ts';

/** Steps whose potentials are kept. */
export const POTENTIAL_DEPTH = 3;
/** Above this share of a time constant a step is not accurate any more. */
const LARGEST_SHARE = 1;

/** The past that the method needs: part of the state of a run. All but the cursor lie in the kernels' memory. */
export interface NeuralHistory {
  /** States one step ago. */
  previous: Float64Array;
  /** Potentials one, two and three steps ago; a ring. */
  potentials: readonly Float64Array[];
  /** [steps since the restart, at most 3; ring slot of the oldest potentials]. */
  cursor: Int32Array;
}

/** The past in arrays of a state: states one step ago, `POTENTIAL_DEPTH` rows of potentials one after the other, cursor. */
export function createHistory(previous: Float64Array, potentials: Float64Array, cursor: Int32Array): NeuralHistory {
  const count = potentials.length / POTENTIAL_DEPTH;
  return {
    previous,
    potentials: Array.from({ length: POTENTIAL_DEPTH }, (_, slot) =>
      potentials.subarray(slot * count, (slot + 1) * count),
    ),
    cursor,
  };
}

export interface AdvanceScratch {
  step: number;
  rk4: Rk4Scratch;
  derivative: Derivative;
}

/** Prepares the network for steps of `step` ms. */
export function createAdvanceScratch(network: SpinalNetwork, step: number, allocate: Allocate): AdvanceScratch {
  neuronTypes.forEach((type, t) => {
    const { delay, adaptation, adaptationTime } = network.parameters.neurons[type];
    setWeights(network.advances.subarray(6 * t), step, delay, `neurons.${type}.delay`);
    if (adaptation !== 0) {
      setWeights(network.advances.subarray(6 * t + 3), step, adaptationTime, `neurons.${type}.adaptationTime`);
    }
  });
  return {
    step,
    rk4: createRk4Scratch(network.stateCount, allocate),
    derivative: (slopes, _time, states) => {
      setNeuralDerivatives(slopes, network, states);
    },
  };
}

function setWeights(weights: Float64Array, step: number, time: number, path: string): void {
  const k = step / time;
  if (!(k <= LARGEST_SHARE)) {
    const hint = `Give at least ${step / LARGEST_SHARE} ms, or take smaller network steps.`;
    throwProblem('out-of-range', path, printGot(time), hint);
  }
  const scale = 1 / (1 + (5 / 12) * k);
  weights[0] = (1 - (8 / 12) * k) * scale;
  weights[1] = (k / 12) * scale;
  weights[2] = k * scale;
}

/** Clears the history: for a start, and whenever inputs or lesions jump. */
export function restartHistory(history: NeuralHistory): void {
  history.cursor[0] = 0;
}

/** Advances `states` by one step. They must lie in the kernels' memory. */
export function stepNetwork(
  states: Float64Array,
  history: NeuralHistory,
  network: SpinalNetwork,
  scratch: AdvanceScratch,
): void {
  const { previous, potentials, cursor } = history;
  const slot = cursor[1]!;
  const oldest = potentials[slot]!;
  if (cursor[0]! < POTENTIAL_DEPTH) {
    setPotentials(oldest, network, states);
    previous.set(states);
    stepRk4(states, 0, scratch.step, scratch.derivative, scratch.rk4);
    cursor[0] = cursor[0]! + 1;
  } else {
    network.kernels.spinalAdvance(
      network.table.byteOffset,
      states.byteOffset,
      previous.byteOffset,
      potentials[(slot + 2) % POTENTIAL_DEPTH]!.byteOffset,
      potentials[(slot + 1) % POTENTIAL_DEPTH]!.byteOffset,
      oldest.byteOffset,
    );
  }
  cursor[1] = (slot + 1) % POTENTIAL_DEPTH;
}

function setPotentials(potentials: Float64Array, network: SpinalNetwork, states: Float64Array): void {
  let at = potentials.byteOffset;
  network.kinds.forEach(({ isNeeded }, type) => {
    if (!isNeeded) return;
    network.kernels.spinalPotentials(at, network.table.byteOffset, states.byteOffset, type);
    at += 16 * network.segments;
  });
}
