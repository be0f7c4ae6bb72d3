/** The cost of a body should rise in proportion to its length. */
import { replaceValue } from '../../engine/families/descriptions.ts';
import type { BenchVariants } from '../kinds/bench.ts';

const segmentCounts = [50, 100, 200] as const;

export const longBodies: BenchVariants = {
  applies: ({ animal }) => animal === 'centipede',
  list: (desc) =>
    segmentCounts.map((segments) => ({
      name: `${segments}-segments`,
      desc: replaceValue(desc, 'body.segments', segments),
    })),
};
