/** A flat animal cut out of a plate along its outline, with bending muscles. */
import { ModelError } from '../../model/problem.ts';
import type { BarePlan, BodyDesc } from './from-desc-body.ts';

export function createPlateAnimal({ outline }: BodyDesc): BarePlan {
  throw new ModelError([
    { code: 'missing', path: 'body.outline', got: `${outline.length} points`, hint: 'Give an outline of points.' },
  ]);
}
