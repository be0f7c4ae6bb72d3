/** The body through a block of the network, by RK4. */
import { findNonFinite } from '../../integrate/ode.ts';
import { stepRk4 } from '../../integrate/rk4.ts';
import type { FastMethod } from './scratch.ts';

/** How much shorter the steps of a body may become that flies apart with those it was given. */
const mostRefinement = 64;

/** The body through one block; should it fly apart, again with shorter steps. */
export function moveBody(body: Float64Array, { bodySteps, blockTime, before, derivative, rk4 }: FastMethod): void {
  before.set(body);
  for (let steps = bodySteps; steps <= mostRefinement * bodySteps; steps *= 4) {
    const bodyStep = blockTime / steps;
    for (let step = 0; step < steps; step++) stepRk4(body, step * bodyStep, bodyStep, derivative, rk4);
    if (findNonFinite(body) < 0 || findNonFinite(before) >= 0) return;
    if (steps < mostRefinement * bodySteps) body.set(before);
  }
}
