/** The gradient g of a step's objective at the iterate, and how much of it is left. */
import { setProducts } from './accelerate/iterate.ts';
import { computeSpread } from './motion.ts';
import { addElasticForces } from './local/pack.ts';
import type { ProjectiveScratch } from './scratch.ts';
import { computeResidual, stopAsCoded } from './stopping.ts';
import type { ProjectiveTables } from './tables/tables.ts';

/** r = −g = f − M/h² (u − h v_n) − ∇E at the iterate; nothing on fixed nodes. */
export function setNegativeGradient(tables: ProjectiveTables, scratch: ProjectiveScratch): void {
  const { kernels, forces, iterates, work } = scratch;
  const { settings, lanes, rowOf, rowNumbers, nodeCount } = tables;
  const { iterate, starts, inertias, elements } = work;
  const { negativeGradient, u } = iterate;
  const run = settings.precision === 'f32' ? kernels.projectiveInertiaF32 : kernels.projectiveInertiaF64;
  run(
    negativeGradient.byteOffset,
    forces.byteOffset,
    u.byteOffset,
    starts.byteOffset,
    inertias.byteOffset,
    nodeCount,
    iterate.vectorBytes / nodeCount,
  );
  addElasticForces(kernels, elements, tables, negativeGradient.byteOffset, iterates.byteOffset);
  for (let f = 0; f < settings.fixedNodes.length; f++) {
    const row = rowOf[settings.fixedNodes[f]!]! * rowNumbers;
    negativeGradient.fill(0, row, row + 3 * lanes);
  }
}

/**
 * Residuals |δ|/|u − ū| of all lanes that are not done yet: a share of the motion in the frame that moves with the body, so that
 * one in a current is solved as well as one in still water.
 */
export function setResiduals(tables: ProjectiveTables, { residuals, work }: ProjectiveScratch): void {
  const { changes, iterate, stopping } = work;
  const { nodeCount, rowNumbers, lanes } = tables;
  const single = tables.settings.precision === 'f32';
  setProducts(changes, iterate, single, iterate.delta, iterate.delta);
  for (let lane = 0; lane < lanes; lane++) {
    if (iterate.isDone[lane] === 1) continue;
    const change = Math.sqrt(changes[lane]!);
    changes[lane] = change;
    residuals[lane] = computeResidual(
      stopping,
      change,
      Math.sqrt(computeSpread(iterate.u, nodeCount, rowNumbers, lanes, lane)),
    );
    stopAsCoded(stopping, lane, change);
  }
}

/** Elements that are inside out at the last iterate. */
export function countInverted(tables: ProjectiveTables, { invertedCounts, work }: ProjectiveScratch): void {
  const { inverted } = work.elements;
  if (tables.lanes > 1) {
    for (let lane = 0; lane < tables.lanes; lane++) invertedCounts[lane] = inverted[lane]!;
    return;
  }
  let count = 0;
  for (let i = 0; i < inverted.length; i++) count += inverted[i]!;
  invertedCounts[0] = count;
}
