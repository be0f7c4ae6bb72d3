/** The reduced model of a finite-element body at rest, and its kinetic and elastic energy. */
import { setBodyFrame } from '../engine/bodies/fem/reduced/frame.ts';
import type { ReducedModel } from '../engine/bodies/fem/reduced/reduced-model.ts';
import type { ReducedState, ReducedWork } from '../engine/bodies/fem/reduced/state.ts';
import type { ReducedTensors } from '../engine/bodies/fem/reduced/tensors.ts';
import { setMassMatrix } from '../engine/bodies/fem/reduced/terms.ts';

/** At rest where the mesh was. */
export function createReducedState(model: ReducedModel): ReducedState {
  return {
    position: model.centre.slice(),
    orientation: Float64Array.from([0, 0, 0, 1]),
    coordinates: new Float64Array(model.size),
    rates: new Float64Array(model.size),
    momentum: new Float64Array(3),
    angularMomentum: new Float64Array(3),
  };
}

/** W(q), from z of setMonomials. */
export function computeReducedElasticEnergy(tensors: ReducedTensors, z: Float64Array): number {
  const { size: r, pairCount, linear, quadratic, quartic } = tensors;
  let energy = 0;
  for (let i = 0; i < r; i++) {
    let sum = 0;
    for (let j = 0; j < r; j++) sum += linear[i * r + j]! * z[j]!;
    for (let p = 0; p < pairCount; p++) sum += quadratic[i * pairCount + p]! * z[r + p]!;
    energy += 0.5 * z[i]! * sum;
  }
  for (let p = 0; p < pairCount; p++) {
    let sum = 0;
    for (let s = 0; s < pairCount; s++) sum += quartic[p * pairCount + s]! * z[r + s]!;
    energy += 0.125 * z[r + p]! * sum;
  }
  return energy;
}

export interface ReducedEnergy {
  readonly kinetic: number;
  readonly elastic: number;
}

export function computeReducedEnergy(work: ReducedWork, model: ReducedModel, state: ReducedState): ReducedEnergy {
  setBodyFrame(work, model, state);
  setMassMatrix(work, model);
  const { matrix, speeds, monomials } = work;
  const n = speeds.length;
  let kinetic = 0;
  for (let i = 0; i < n; i++) {
    kinetic += 0.5 * matrix[i * n + i]! * speeds[i]! * speeds[i]!;
    for (let k = i + 1; k < n; k++) kinetic += matrix[i * n + k]! * speeds[i]! * speeds[k]!;
  }
  return { kinetic, elastic: computeReducedElasticEnergy(model.tensors, monomials) };
}
