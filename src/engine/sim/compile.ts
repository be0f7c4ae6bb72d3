/** Which solver runs which family. The only place in the engine that knows all of them. */
import { articulatedSpinalSolver } from '../families/lamprey/solver.ts';
import { femWormSolver } from '../families/worm/solver.ts';
import { hybridLegsSolver } from '../families/myriapod/solver.ts';
import { softSolver } from '../families/soft/solver.ts';
import type { AnimalDesc } from '../model/families.ts';
import { ModelError } from '../model/problem.ts';
import type { Scratch, Solver, System } from '../contract/types.ts';

const solvers: Readonly<Record<string, Solver<System, Scratch>>> = {
  'articulated/spinal': articulatedSpinalSolver,
  'fem/worm': femWormSolver,
  'hybrid/legs': hybridLegsSolver,
  'soft/excitation': softSolver,
};

/** Throws a ModelError for a family that can be described but not yet run. */
export function findSolver(desc: AnimalDesc): Solver<System, Scratch> {
  const name = `${desc.body.kind}/${desc.controller.kind}`;
  const solver = solvers[name];
  if (solver === undefined)
    throw new ModelError([
      { code: 'unknown-kind', path: 'body.kind', got: name, hint: `Can be run: ${Object.keys(solvers).join(', ')}.` },
    ]);
  return solver;
}
