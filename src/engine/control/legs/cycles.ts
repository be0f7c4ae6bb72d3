// Cycles of the legs, measured from their own times of touchdown.
//
// A period is the median of the last few cycles, so that a single short step or a long search does not count.
import { computeMedian } from '../../math/meters/median.ts';
import { keptPeriods, type LegArrays, type LegPlan } from './leg-plan.ts';

/** Longest time between two landings that is a cycle, s. */
export const maxCycle = 3;

const periods = new Float64Array(keptPeriods);

/** Stores the touchdown of a leg at `onset`. */
export function storeCycle({ legOnsets, legPeriods }: LegArrays, leg: number, onset: number): void {
  const before = legOnsets[leg]!;
  legOnsets[leg] = onset;
  const cycle = onset - before;
  if (before < 0 || !(cycle < maxCycle)) return;
  const at = keptPeriods * leg;
  legPeriods.copyWithin(at + 1, at, at + keptPeriods - 1);
  legPeriods[at] = cycle;
}

/** Median of a leg's last cycles, s; 0 before the first. */
export function computePeriod({ legPeriods }: LegArrays, leg: number): number {
  let count = 0;
  for (let i = keptPeriods * leg; i < keptPeriods * (leg + 1); i++) {
    const value = legPeriods[i]!;
    if (value !== 0) periods[count++] = value;
  }
  return count === 0 ? 0 : computeMedian(periods, count);
}

/** The shorter of a leg's period and that of the leg that triggers it: a leg with a bad start does not wait a whole cycle. */
export function computeCycle({ upstream }: LegPlan, arrays: LegArrays, leg: number): number {
  const own = computePeriod(arrays, leg);
  const other = upstream[leg]! < 0 ? 0 : computePeriod(arrays, upstream[leg]!);
  return own === 0 ? other : other === 0 ? own : Math.min(own, other);
}
