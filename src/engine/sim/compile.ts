/** Which solver runs which family. The only place in the engine that knows all of them. */
import { articulatedSpinalSolver } from '../bodies/articulated/solver.ts';
import type { AnimalDesc } from '../model/families.ts';
import type { Scratch, Solver, System } from './contract.ts';

const solvers: Readonly<Record<string, Solver<System, Scratch>>> = {
  'articulated/spinal': articulatedSpinalSolver,
};

export function findSolver(desc: AnimalDesc): Solver<System, Scratch> {
  return solvers[`${desc.body.kind}/${desc.controller.kind}`]!;
}
