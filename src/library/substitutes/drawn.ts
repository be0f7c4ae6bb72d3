/**
 * Drawn bodies need a mesher of their own, which a page with an octopus does not load: `enableDrawnBodies` brings it, and `bestiary`
 * has it. The build of the package puts this file in the place of `engine/families/soft/body/drawn.ts`.
 */
import type { createDrawnAnimal as Create } from '../../engine/families/soft/body/drawn.ts';
import { throwProblem } from '../../engine/model/problem.ts';

let create: typeof Create | undefined;

export function setDrawnBodies(mesher: typeof Create): void {
  create = mesher;
}

export const createDrawnAnimal: typeof Create = (desc, segments) => {
  if (create === undefined)
    throwProblem(
      'not-allowed',
      'body.shape',
      '"drawn"',
      "Call enableDrawnBodies() of 'bestiary/soft' first, or import from 'bestiary'.",
    );
  return create(desc, segments);
};
