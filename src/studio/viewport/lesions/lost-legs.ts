/** The list of lost legs in a description. */

export interface LostLeg {
  readonly pair: number;
  readonly side: 'left' | 'right' | 'both';
}

/** One entry for each leg that is lost. */
export function listLostLegs(legs: readonly LostLeg[]): { readonly pair: number; readonly side: 'left' | 'right' }[] {
  const single = legs.flatMap(({ pair, side }) =>
    (side === 'both' ? (['left', 'right'] as const) : [side]).map((one) => ({ pair, side: one })),
  );
  return single.filter(
    ({ pair, side }, i) => single.findIndex((other) => other.pair === pair && other.side === side) === i,
  );
}

/** Loses a leg, or has it back. */
export function toggleLeg(legs: readonly LostLeg[], pair: number, side: 'left' | 'right'): LostLeg[] {
  const lost = listLostLegs(legs);
  const kept = lost.filter((leg) => leg.pair !== pair || leg.side !== side);
  return kept.length < lost.length ? kept : [...lost, { pair, side }];
}
