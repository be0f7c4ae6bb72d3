// Lateral bending that travels with the wave of the legs, as in fast centipedes; not in the paper.
//
//   ψ_i = A ρ_i sin(φ_i − δ),   y_i = −A ρ_i (l₀ / κ) cos(φ_i − δ),   λ_i = (y_{i−1} − y_i) / l₀
//
// ψ and y are yaw and sideways displacement of segment i against the way its Follower would take it, λ the turn of the
// link in front of it. φ_i is the phase of the segment's first left leg, 0 where it comes to stand, 2π at the next time:
// there is no clock, the bending follows the legs. κ is the mean difference of phase between neighbours, so that ψ is the slope
// of y. ρ rises from 0 at the head to 1 at the fifth segment and from 0 to 1 in the first second of walking. With δ at the
// middle of STANCE a left root is carried forward while its foot stands, which lengthens the stride if the legs of the other
// side stand in turn (GaitOptions.together: alternate). Model units, radians, seconds.
import { atan2, cos, exp, sin } from '../../math/portable.ts';
import { type ArrayField, f64 } from '../../contract/arrays.ts';
import { type LegArrays, type LegPlan, legStates } from './leg-plan.ts';

/** Numbers of a segment in the State: φ, its rate, the last onset, y, ψ. */
const segmentStride = 5;
const rateAt = 1;
const onsetAt = 2;
const swayAt = 3;
const yawAt = 4;

/** How fast a phase is drawn to that of its leg, 1/s. */
const lockRate = 15;
/** How fast the bending grows or dies when the animal starts or stops, 1/s. */
const growRate = 3;
/** Segments behind the head over which the bending reaches its full size. */
const neckSegments = 4;
/** Least |κ|: shorter waves than twenty segments. */
const minLag = 0.3;
/** Longest valid cycle, s. */
const maxCycle = 3;

export interface UndulationOptions {
  /** A, rad. */
  readonly amplitude: number;
  /** δ, rad. */
  readonly phase: number;
  readonly linkLength: number;
  readonly dt: number;
}

export interface Undulation {
  readonly options: UndulationOptions;
  /** First left leg of each segment that has one that is not lost; −1 without. */
  readonly legs: Int32Array;
  readonly lockShare: number;
  readonly growShare: number;
  /** For each segment at the start of the step: λ, ψ; and the changes of y and ψ in it. */
  readonly links: Float64Array;
  readonly yaws: Float64Array;
  readonly sways: Float64Array;
  readonly turns: Float64Array;
}

/** null without undulation. */
export function createUndulation(plan: LegPlan, segments: number, options: UndulationOptions): Undulation | null {
  if (options.amplitude === 0) return null;
  const legs = new Int32Array(segments).fill(-1);
  for (let pair = plan.pairCount - 1; pair >= 0; pair--)
    if (plan.missing[2 * pair] === 0) legs[plan.pairBodies[pair]!] = 2 * pair;
  return {
    options,
    legs,
    lockShare: 1 - exp(-lockRate * options.dt),
    growShare: 1 - exp(-growRate * options.dt),
    links: new Float64Array(segments),
    yaws: new Float64Array(segments),
    sways: new Float64Array(segments),
    turns: new Float64Array(segments),
  };
}

/** The array `undulation` of the State; its last number is how much the bending has grown. */
export function createUndulationField(segments: number): ArrayField<Float64Array> {
  const names = ['phase', 'rate of the phase', 'last onset', 'sway', 'yaw'];
  return f64(segmentStride * segments + 1, '', (i) =>
    i === segmentStride * segments
      ? 'growth of the undulation'
      : `${names[i % segmentStride]!} of the undulation at segment ${Math.floor(i / segmentStride)}`,
  );
}

/** Moves the phases on by dt and sets what the Targeters need for this step. */
export function advanceUndulation(
  undulation: Undulation,
  state: Float64Array,
  arrays: LegArrays,
  walking: boolean,
  time: number,
): void {
  const { options, legs, links, yaws, sways, turns, growShare } = undulation;
  const count = legs.length;
  const last = segmentStride * count;
  state[last] = state[last]! + growShare * ((walking ? 1 : 0) - state[last]!);
  for (let i = 1; i < count; i++) advancePhase(undulation, state, arrays, i, time);
  const reach = (options.amplitude * options.linkLength) / computeLag(state, legs);
  for (let i = 1; i < count; i++) {
    const at = segmentStride * i;
    const ahead = at - segmentStride;
    links[i] = (state[ahead + swayAt]! - sways[i - 1]! - state[at + swayAt]!) / options.linkLength;
    yaws[i] = state[at + yawAt]!;
    const share = state[last] * Math.min(1, i / neckSegments);
    const angle = state[at]! - options.phase;
    const sway = -share * reach * cos(angle);
    const yaw = share * options.amplitude * sin(angle);
    sways[i] = sway - state[at + swayAt]!;
    turns[i] = yaw - state[at + yawAt]!;
    state[at + swayAt] = sway;
    state[at + yawAt] = yaw;
  }
}

/** A phase runs at the pace of its leg's last cycle and is drawn to the time since the leg came to stand. */
function advancePhase(
  { options, legs, lockShare }: Undulation,
  state: Float64Array,
  arrays: LegArrays,
  body: number,
  time: number,
): void {
  const leg = legs[body]!;
  const at = segmentStride * body;
  if (leg < 0) {
    // Without a leg it bends with the segment in front.
    state[at] = state[at - segmentStride]!;
    return;
  }
  const onset = arrays.legOnsets[leg]!;
  if (onset !== state[at + onsetAt]) {
    const cycle = onset - state[at + onsetAt]!;
    if (cycle > 0 && cycle < maxCycle) state[at + rateAt] = (2 * Math.PI) / cycle;
    state[at + onsetAt] = onset;
  }
  state[at] = state[at]! + options.dt * state[at + rateAt]!;
  const told = state[at + rateAt]! * (time + options.dt - onset);
  // A leg that is late for its touchdown gives no new phase.
  if (told < 2 * Math.PI || arrays.legStates[leg] === legStates.STANCE)
    state[at] = state[at] + lockShare * sin(told - state[at]);
  if (state[at] > 2 * Math.PI) state[at] = state[at] - 2 * Math.PI;
}

/** κ: the mean difference of phase from a segment to the next behind. */
function computeLag(state: Float64Array, legs: Int32Array): number {
  let [x, y] = [0, 0];
  for (let i = 2; i < legs.length; i++) {
    if (legs[i]! < 0) continue;
    const difference = state[segmentStride * (i - 1)]! - state[segmentStride * i]!;
    x += cos(difference);
    y += sin(difference);
  }
  const lag = atan2(y, x);
  return lag < 0 ? Math.min(-minLag, lag) : Math.max(minLag, lag);
}
