/** [softcon Fig. 9]: what needs a learned policy. The rows are there; they cannot be checked without one. */
import type { Claim, Experiment } from '../../kinds/claim.ts';

const needs = 'Cannot be checked yet: needs a policy.';

const createClaim = (id: string, where: string, claim: string, theirs: number | string): Claim => ({
  id,
  where,
  claim,
  theirs,
  tolerance: 'needs a policy',
  kind: 'predicted',
  needs,
});

export const learning: Experiment = {
  id: 'softcon/learning',
  title: 'Learned controllers',
  claims: [
    createClaim(
      'softcon/fig-9/outer',
      'Fig. 9',
      'In a turn the arms outside of it make the strong thrusts',
      'outer arms thrust more',
    ),
    createClaim('softcon/fig-9/inner', 'Fig. 9', 'The arms inside of the turn brake', 'inner arms brake'),
  ],
  cost: [0, 0],
};
