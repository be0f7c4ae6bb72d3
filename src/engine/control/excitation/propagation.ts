/**
 * Propagation of a signal down a nerve cord. [softcon eq. 13–14]
 *
 *   u₀ ← μ,  uᵢ ← α uᵢ₋₁ + β uᵢ  (old values on the right), κ times in every control step
 *
 * α → delivery, β → retention, κ → passes. κ may be any number: the part after the point is a pass taken by that share,
 * so that the speed of a wave changes smoothly. `runCodedCord` is the authors' variant: ⌈κ⌉ whole passes, β = 1 − α, and
 * without any pass the whole cord is set to rest.
 */

/** The segments of one cord inside the array of all excitations. */
export interface CordRange {
  readonly first: number;
  readonly segments: number;
  /** −1 where the signal may have either sign (bending), 0 where it only contracts. */
  readonly lowest: -1 | 0;
}

/** One control step of a cord. `fromTip` sends the signal the other way, from the last segment to the first. */
export function runCord(
  excitations: Float64Array,
  cord: CordRange,
  central: number,
  delivery: number,
  retention: number,
  passes: number,
  fromTip: boolean,
): void {
  const whole = Math.floor(passes);
  for (let pass = 0; pass < whole; pass++) propagate(excitations, cord, central, delivery, retention, fromTip);
  const share = passes - whole;
  // A share s of a pass: u ← (1 − s) u + s (α u₋ + β u).
  if (share > 0) {
    const from = excitations[fromTip ? cord.first + cord.segments - 1 : cord.first]!;
    const held = (1 - share) * from + share * central;
    propagate(excitations, cord, held, share * delivery, 1 - share + share * retention, fromTip);
  }
  clampCord(excitations, cord);
}

function propagate(
  excitations: Float64Array,
  { first, segments }: CordRange,
  central: number,
  delivery: number,
  retention: number,
  fromTip: boolean,
): void {
  const last = first + segments - 1;
  // Away from the source last, so that every segment still sees its neighbour's old value.
  if (fromTip) {
    for (let i = first; i < last; i++) excitations[i] = delivery * excitations[i + 1]! + retention * excitations[i]!;
    excitations[last] = central;
  } else {
    for (let i = last; i > first; i--) excitations[i] = delivery * excitations[i - 1]! + retention * excitations[i]!;
    excitations[first] = central;
  }
}

/** The authors' control step: what eq. 13 became in their code. */
export function runCodedCord(
  excitations: Float64Array,
  cord: CordRange,
  central: number,
  delivery: number,
  passes: number,
): void {
  if (!(passes > 0)) {
    excitations.fill(0, cord.first, cord.first + cord.segments);
    return;
  }
  for (let pass = 0; pass < passes; pass++) propagate(excitations, cord, central, delivery, 1 - delivery, false);
  clampCord(excitations, cord);
}

/** Sets every segment of a cord to one value. */
export function fillCord(excitations: Float64Array, cord: CordRange, value: number): void {
  const { first, segments, lowest } = cord;
  excitations.fill(Math.min(1, Math.max(lowest, value)), first, first + segments);
}

export function clampCord(excitations: Float64Array, { first, segments, lowest }: CordRange): void {
  for (let i = first; i < first + segments; i++) excitations[i] = Math.min(1, Math.max(lowest, excitations[i]!));
}
