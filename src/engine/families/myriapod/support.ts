/** Which segments their legs carry. */
import { type LegArrays, type LegPlan, legStates } from '../../control/legs/leg-plan.ts';

const { STANCE } = legStates;

export interface SupportRule {
  readonly plan: LegPlan;
  readonly pairsPerSegment: number;
  /** any: one standing leg carries its segment; both: only a pair whose legs all stand does, as in the paper. */
  readonly rule: 'any' | 'both';
}

/** Whether a segment is carried: both legs of a pair stand (those that exist), or any leg. */
export function isSupported({ plan, pairsPerSegment, rule }: SupportRule, arrays: LegArrays, body: number): boolean {
  for (let pair = (body - 1) * pairsPerSegment; pair < body * pairsPerSegment; pair++) {
    let standing = 0;
    let there = 0;
    for (let leg = 2 * pair; leg < 2 * pair + 2; leg++) {
      if (plan.missing[leg] === 1) continue;
      there += 1;
      if (arrays.legStates[leg] === STANCE) standing += 1;
    }
    if (standing > 0 && (rule === 'any' || standing === there)) return true;
  }
  return false;
}

export function countStanding(plan: LegPlan, arrays: LegArrays): number {
  let standing = 0;
  for (let leg = 0; leg < plan.legCount; leg++)
    if (plan.missing[leg] === 0 && arrays.legStates[leg] === STANCE) standing += 1;
  return standing;
}
