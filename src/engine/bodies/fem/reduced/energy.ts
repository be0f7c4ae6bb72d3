/** Kinetic and elastic energy of the reduced model. */
import { setBodyFrame } from './frame.ts';
import type { ReducedModel } from './reduced-model.ts';
import type { ReducedState, ReducedWork } from './state.ts';
import { computeReducedElasticEnergy } from './tensors.ts';
import { setMassMatrix } from './terms.ts';

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
