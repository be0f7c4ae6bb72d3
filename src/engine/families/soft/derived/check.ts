/** What only the whole of a description shows to be wrong. */
import type { DrivePlan } from '../../../control/excitation/drive.ts';
import type { Cord } from '../../../mesh/soft/soft-body.ts';
import { listPatternProblems } from '../../../model/pattern.ts';
import { ModelError, type Problem } from '../../../model/problem.ts';
import type { SoftDesc } from '../fields/desc.ts';
import { isOpen } from './solver-options.ts';

/**
 * Hz. Measured over 5 s: at 120 Hz explicit water is too much for seven of nine animals, which fly apart; at 240 Hz for one,
 * which the guard stops. No bound by drag and mass orders them.
 */
const explicitRate = 240;

export function checkSoftDesc(desc: SoftDesc, plan: DrivePlan, cords: readonly Pick<Cord, 'name'>[]): void {
  const names = cords.map((cord) => cord.name);
  const problems = [
    ...listPrecisionProblems(desc),
    ...listRateProblems(desc),
    ...listGraspProblems(desc, plan),
    ...listWaveProblems(desc, names),
  ];
  if (problems.length > 0) throw new ModelError(problems);
}

/** Where there is something to touch, newton is not used (solver-options.ts). */
function listPrecisionProblems({ scene, solver }: SoftDesc): Problem[] {
  if (solver.method !== 'newton' || solver.precision === 'f64' || !isOpen(scene)) return [];
  return [
    {
      code: 'inconsistent',
      path: 'solver.precision',
      got: `${solver.precision} with solver.method newton`,
      hint: 'Newton’s method needs f64: add solver.precision=f64.',
    },
  ];
}

function listRateProblems({ water, solver }: SoftDesc): Problem[] {
  if (water.model === 'none' || water.coupling !== 'explicit' || solver.rate >= explicitRate) return [];
  return [
    {
      code: 'inconsistent',
      path: 'solver.rate',
      got: `${solver.rate} Hz with water.coupling explicit`,
      hint: `Bodies fly apart in explicit water below ${explicitRate} Hz: give more, or water.coupling implicit.`,
    },
  ];
}

function listGraspProblems({ scene, controller }: SoftDesc, { graspers }: DrivePlan): Problem[] {
  if (scene.kind !== 'grasp' || graspers.includes(1)) return [];
  return [
    {
      code: 'inconsistent',
      path: 'scene.kind',
      got: `grasp${'grasp' in controller ? `, and no cord is called '${controller.grasp.cords}'` : ''}`,
      hint: 'This animal has no arms to close around a ball: choose another scene, or name its cords in controller.grasp.cords.',
    },
  ];
}

/** A wave for cords that are not there drives nothing, and nobody would see why. */
function listWaveProblems({ controller }: SoftDesc, names: readonly string[]): Problem[] {
  if (controller.pattern !== 'waves') return [];
  return controller.waves.flatMap(({ cords, height, tone }, i) => {
    if (cords === '' || (height === 0 && tone === 0)) return [];
    const path = `controller.waves[${i}].cords`;
    return listPatternProblems([cords], names, path, 'cord').map((problem) => ({ ...problem, path }));
  });
}
