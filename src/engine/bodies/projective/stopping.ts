/**
 * Stopping rules of the iterations of a step, for each lane.
 *
 * A lane stops when its residual falls below `tolerance`, or after `iterations`. Accelerated iterations that would leave more
 * than a tenth of the step unsolved may continue, up to `patience` times as many; a lane that has not converged even then is
 * stuck, and is solved again from the start of the step with the constant matrix, whose plain steps are short and never
 * overshoot.
 *
 * The residual is the change of one more solve relative to the motion of the step, less that of the body as a whole; a motion below
 * 3 µm counts as 3 µm, so that a body at rest is not iterated on rounding errors.
 */

/** The settings of a solver that the stopping rules use. */
export interface StoppingSettings {
  /** Limit on the iterations of a step that converges normally. */
  readonly iterations: number;
  /** Factor on `iterations` for a step of which more than a tenth is unsolved; 1 for a hard limit. */
  readonly patience: number;
  /** Residual at which a lane stops; 0 for never. */
  readonly tolerance: number;
  /** as-coded: at a mean change of 5e-7 m per coordinate, and the last solve is discarded. */
  readonly stopping: 'residual' | 'as-coded';
}

export interface Stopping {
  readonly settings: StoppingSettings;
  /** Whether iterations are accelerated, and may overshoot. */
  readonly isAccelerated: boolean;
  /** Numbers of one lane's motion. */
  readonly coordinates: number;
  /** Per lane: whether its iterations have ended in this step. */
  readonly isDone: Uint8Array;
  /** Per lane: whether they ended without convergence. */
  readonly isStuck: Uint8Array;
  /** Per lane: how often contact forces were renewed in this step. */
  readonly renewals: Uint8Array;
}

/** Mean change per coordinate, m, at which the authors' program stops. [softcon, code] */
const authorsMeanChange = 5e-7;
/** Share of a step that an accelerated solver may leave unsolved. Chosen: larger errors are visible in a run. */
const unsolvedShare = 0.1;
/** m, root mean square over coordinates. Chosen: an invisible change for animals that are decimetres long. */
const smallChange = 1e-6;
/** m, likewise: least motion that a residual is relative to. Chosen; at the usual 0.03 the rest is a tenth of a micrometre. */
const smallMotion = 3e-6;
/**
 * How often contact forces may be renewed in a step, and at what multiple of `tolerance`: a step that will be solved with other
 * forces need not be solved to the end. Measured on a comet in the bottle, 4 s: 5.5 iterations a step instead of 6.4 (with four
 * 4.9, but hard blows go deeper).
 */
const maxRenewals = 6;
const renewalResiduals = 2;
/** Iterations with the constant matrix for a step that the co-rotated matrix does not solve within `patience`. Chosen. */
export const rescueIterations = 60;

export function createStopping(
  settings: StoppingSettings,
  nodeCount: number,
  lanes: number,
  { capacity, isDone }: { readonly capacity: number; readonly isDone: Uint8Array },
): Stopping {
  return {
    settings,
    isAccelerated: capacity > 1,
    coordinates: 3 * nodeCount,
    isDone,
    isStuck: new Uint8Array(lanes),
    renewals: new Uint8Array(lanes),
  };
}

/** Before a step. */
export function startStopping({ isDone, isStuck, renewals }: Stopping): void {
  isDone.fill(0);
  isStuck.fill(0);
  renewals.fill(0);
}

/** |δ| as a share of |u − ū|, both of one lane, m. */
export function computeResidual({ coordinates }: Stopping, change: number, motion: number): number {
  return change > 0 ? change / Math.max(motion, change, smallMotion * Math.sqrt(coordinates)) : 0;
}

/** Whether the residuals are needed after this iteration, counted from 0. */
export function needsResiduals({ settings }: Stopping, iteration: number): boolean {
  return settings.tolerance > 0 || settings.stopping === 'as-coded' || iteration + 1 >= settings.iterations;
}

/** Before a solve's step is taken: `as-coded` lanes end here, and discard it. `change` is |δ| of the lane, m. */
export function stopAsCoded({ settings, coordinates, isDone }: Stopping, lane: number, change: number): void {
  if (settings.stopping === 'as-coded' && change / coordinates < authorsMeanChange) isDone[lane] = 1;
}

/** Marks the lanes whose iterations have ended; returns whether all have. `changes` are |δ|, m. */
export function markDone(
  stopping: Stopping,
  residuals: Float64Array,
  changes: Float64Array,
  iteration: number,
): boolean {
  const { settings, isAccelerated, isDone, isStuck } = stopping;
  const isOverIterations = iteration + 1 >= settings.iterations;
  const isOutOfPatience = iteration + 1 >= settings.patience * settings.iterations;
  const negligibleChange = smallChange * Math.sqrt(stopping.coordinates);
  // A tolerance looser than the final limit is useless, so clamp it.
  const tolerance = isAccelerated ? Math.min(settings.tolerance, unsolvedShare) : settings.tolerance;
  let isOver = true;
  for (let lane = 0; lane < isDone.length; lane++) {
    if (isDone[lane] === 1) continue;
    const isSolved = !isAccelerated || residuals[lane]! <= unsolvedShare || changes[lane]! <= negligibleChange;
    if (residuals[lane]! <= tolerance || (isOverIterations && (isSolved || isOutOfPatience))) {
      isDone[lane] = 1;
      isStuck[lane] = isSolved ? 0 : 1;
    } else isOver = false;
  }
  return isOver;
}

/** Whether a lane is solved well enough to continue with renewed forces of contact. */
export function mayRenew(
  { settings, isDone, isStuck, renewals }: Stopping,
  residuals: Float64Array,
  lane: number,
): boolean {
  const residual = residuals[lane]!;
  const isGivenUp = isDone[lane] === 1 && (isStuck[lane] === 1 || residual > settings.tolerance);
  return !isGivenUp && residual <= renewalResiduals * settings.tolerance && renewals[lane]! < maxRenewals;
}

/** Resumes a lane whose contact forces were renewed. */
export function resumeLane({ isDone, renewals }: Stopping, lane: number): void {
  isDone[lane] = 0;
  renewals[lane]! += 1;
}

/** Resumes stuck lanes; returns whether there are any. */
export function resumeStuckLanes({ isDone, isStuck }: Stopping): boolean {
  let any = false;
  for (let lane = 0; lane < isDone.length; lane++) {
    if (isStuck[lane] === 0) continue;
    isDone[lane] = 0;
    any = true;
  }
  return any;
}
