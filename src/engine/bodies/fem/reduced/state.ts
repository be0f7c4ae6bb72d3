/** What the reduced model keeps from step to step, what a step works with, and what acts on it. */
import type { NodeTerms } from '../../../forces/node-terms.ts';
import type { ReducedModel } from './reduced-model.ts';

export interface ReducedState {
  /** Centre of mass. */
  readonly position: Float64Array;
  /** x, y, z, w. */
  readonly orientation: Float64Array;
  readonly coordinates: Float64Array;
  readonly rates: Float64Array;
  /** In the world. */
  readonly momentum: Float64Array;
  readonly angularMomentum: Float64Array;
}

/** Arrays of one step, made once. */
export interface ReducedWork {
  readonly monomials: Float64Array;
  readonly geometric: Float64Array;
  readonly material: Float64Array;
  readonly rotation: Float64Array;
  readonly inertia: Float64Array;
  /** A, 3 × r. */
  readonly coupling: Float64Array;
  /** ċ, ω, q̇ in the body. */
  readonly speeds: Float64Array;
  readonly matrix: Float64Array;
  readonly right: Float64Array;
  /** y per point, xyz. */
  readonly pointOffsets: Float64Array;
  readonly jacobian: Float64Array;
  readonly weighted: Float64Array;
  readonly block: Float64Array;
  readonly impulse: Float64Array;
  /** Angular momentum of the body about its centre, in the body. */
  readonly spin: Float64Array;
  /** ω in the world. */
  readonly turn: Float64Array;
}

export interface ReducedInputs {
  /** Forces at the points, as the full model gathers them at its nodes; none when absent. */
  readonly terms?: NodeTerms;
  /** Muscle stress per cell; none when absent. */
  readonly muscleStresses?: Float64Array;
  /** Generalised force per coordinate, such as that of a modal drive; none when absent. */
  readonly coordinateForces?: Float64Array;
  /** r, s. */
  readonly viscousTime: number;
}

export function createReducedWork(model: ReducedModel): ReducedWork {
  const { size: r, tensors, points } = model;
  const unknowns = 6 + r;
  return {
    monomials: new Float64Array(r + tensors.pairCount),
    geometric: new Float64Array(tensors.pairCount),
    material: new Float64Array(tensors.pairCount),
    rotation: new Float64Array(9),
    inertia: new Float64Array(6),
    coupling: new Float64Array(3 * r),
    speeds: new Float64Array(unknowns),
    matrix: new Float64Array(unknowns * unknowns),
    right: new Float64Array(unknowns),
    pointOffsets: new Float64Array(3 * points.count),
    jacobian: new Float64Array(3 * unknowns),
    weighted: new Float64Array(3 * unknowns),
    block: new Float64Array(9),
    impulse: new Float64Array(3),
    spin: new Float64Array(3),
    turn: new Float64Array(3),
  };
}
