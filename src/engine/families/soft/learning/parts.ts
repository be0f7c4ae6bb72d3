/** The parts of a compiled soft animal that its senses and tasks are made of. */
import { viewArrays } from '../../../contract/arrays.ts';
import type { LearnAnimal } from '../../../contract/learning.ts';
import type { DrivePlan } from '../../../control/excitation/drive.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import type { SoftArrays, SoftFields } from '../arrays.ts';
import type { SoftScene } from '../places/scene.ts';

export interface SoftParts {
  readonly body: SoftBody;
  readonly plan: DrivePlan;
  readonly scene: SoftScene;
  readonly fields: SoftFields;
  /** m. */
  readonly bodyLength: number;
}

export function viewSoftArrays({ fields }: SoftParts, { state }: LearnAnimal): SoftArrays {
  return viewArrays(fields, state);
}

/** Whether walls or a ball push any node. */
export function isPushed(pushes: Float64Array): boolean {
  return pushes.some((push) => push !== 0);
}
