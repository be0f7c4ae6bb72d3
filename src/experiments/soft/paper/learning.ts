/** [softcon §4, Fig. 10]: what needs a learned policy. The rows are there; they cannot be checked without one. */
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
      'softcon/fig-10/return',
      'Fig. 10',
      'AP-MEM has the highest average return of the four excitation models for the octopus',
      'AP-MEM first',
    ),
    createClaim('softcon/fig-10/time', 'Fig. 10', 'AP-MEM learns fastest', 'AP-MEM first'),
    createClaim('softcon/fig-10/simple', '§6', 'I-MEM achieves high returns for lamprey and starfish', 'high'),
    createClaim('softcon/fig-10/cpg', '§6', 'CPG-MEM for the octopus is not robust after two weeks', 'not robust'),
    createClaim('softcon/hours/stingray', '§5', 'Hours until the stingray’s policy is learned, one PC', 4),
    createClaim('softcon/hours/octopus', '§5', 'Hours until the octopus’s policy is learned, one PC', 48),
    createClaim(
      'softcon/table-2/learning',
      'Table 2',
      'γ 0.95, λ 0.95, ε 0.2, 512 tuples, batch 64, 10 iterations',
      'as printed',
    ),
    createClaim('softcon/perturbation', '§1', 'Policies are resilient to external perturbation', 'recovers'),
  ],
  cost: [0, 0],
};
