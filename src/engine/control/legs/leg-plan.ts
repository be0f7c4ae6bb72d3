// Tables of the leg controller, and its arrays in the State. [myriapod §4.2]
//
// Leg 2p is the left and 2p + 1 the right leg of pair p, pairs counted from the head. Model units, radians, seconds.
import { f64, u8 } from '../../contract/arrays.ts';
import { tan } from '../../math/portable.ts';
import type { LegShape } from './leg-kinematics.ts';

/** The six states of a leg. */
export const legStates = { SF1: 0, SF2: 1, SB1: 2, SB2: 3, STANCE: 4, ADJUST: 5 } as const;

export interface GaitOptions {
  /**
   * Coordination of neighbouring legs. speed: ADJUST at the leg's own speed, as in the paper; time: ADJUST in a fixed time;
   * token: no ADJUST, a lift-off travels down the body; phase: lift-off and landing in the time of the neighbour (phase.ts).
   */
  readonly coordination: 'speed' | 'time' | 'token' | 'phase';
  /** retrograde: from head to tail; direct: from tail to head. */
  readonly wave: 'retrograde' | 'direct';
  readonly adjustTime: number;
  /** in-place: SF1 lifts the leg where it is; middle: it swings to θ = 0. */
  readonly lift: 'in-place' | 'middle';
  /** Pairs whose legs leave the ground together; alternate: none, and those of the first pair come down in turn. */
  readonly together: 'all' | 'first' | 'none' | 'alternate';
  /** A leg that a neighbour calls off the ground stands for that long first. */
  readonly minStance: number;
  /** Share of a cycle for which a leg that has lifted by itself waits in the air for its call. */
  readonly waitShare: number;
  /** A call to a leg that has stood for less than this share of a cycle is dropped; 0: it is answered after minStance. */
  readonly dropShare: number;
  readonly tokenDelay: number;
  /** phase: share of a cycle after the neighbour, and share of a cycle for which legs stand. */
  readonly lag: number;
  readonly duty: number;
  /** phase: whether the State holds changes of that timing, for those who set it while it walks (timingPlaces). */
  readonly timed: boolean;
  /** Whether a leg that finds no ground searches for a foothold. */
  readonly search: boolean;
  /** θ, α, β at the end of SF1 (θ only where lift is middle), SF2, SB1, SB2, unused, ADJUST. */
  readonly poses: Float64Array;
}

/**
 * Places in legTiming, each a change that is 0 at first: of the lag and the duty, shares of a cycle; of the stride, as a share of it; of the
 * height of the swing, in heights of a segment.
 */
export const timingPlaces = { lag: 0, duty: 1, stride: 2, lift: 3 } as const;

/** Stored cycles of each leg: their median is its period, so that single steps do not matter. */
export const keptPeriods = 5;

export interface LegPlan {
  readonly gait: GaitOptions;
  readonly pairCount: number;
  readonly legCount: number;
  /** Rigid segment of each pair. */
  readonly pairBodies: Int32Array;
  readonly pairShapes: readonly LegShape[];
  /** xyz in the frame of the segment. */
  readonly roots: Float64Array;
  /** 1 where a leg is lost. */
  readonly missing: Uint8Array;
  /** Pairs in the order in which the wave reaches them. */
  readonly order: Int32Array;
  /** The leg of the same side that triggers this one, the one that this one triggers, and the one in front; −1 without. */
  readonly upstream: Int32Array;
  readonly downstream: Int32Array;
  readonly ahead: Int32Array;
  /** together alternate: the legs of the first pair, of which the second comes down half a cycle after the first; else null. */
  readonly alternating: readonly [number, number] | null;
}

export interface LegPlanOptions {
  readonly gait: GaitOptions;
  readonly pairBodies: readonly number[];
  /** Place of each pair's roots along the segment, and half the distance and height of them. */
  readonly pairOffsets: readonly number[];
  readonly rootSide: number;
  readonly rootHeight: number;
  readonly pairLengths: readonly { readonly upper: number; readonly lower: number }[];
  readonly maxTheta: number;
  /** Largest length of a standing leg over its full length. */
  readonly stretch: number;
  /** Legs that are lost. */
  readonly lost: readonly number[];
}

export function createLegPlan(options: LegPlanOptions): LegPlan {
  const pairCount = options.pairBodies.length;
  const legCount = 2 * pairCount;
  const roots = new Float64Array(3 * legCount);
  const missing = new Uint8Array(legCount);
  for (const leg of options.lost) missing[leg] = 1;
  for (let leg = 0; leg < legCount; leg++) {
    const pair = leg >> 1;
    roots[3 * leg] = options.pairOffsets[pair]!;
    roots[3 * leg + 1] = (leg & 1 ? -1 : 1) * options.rootSide;
    roots[3 * leg + 2] = options.rootHeight;
  }
  const direct = options.gait.wave === 'direct';
  const upstream = createNeighbours(missing, direct ? 2 : -2);
  const leader = direct ? legCount - 2 : 0;
  const alternates = options.gait.together === 'alternate' && missing[leader] === 0 && missing[leader + 1] === 0;
  return {
    gait: options.gait,
    pairCount,
    legCount,
    pairBodies: Int32Array.from(options.pairBodies),
    pairShapes: options.pairLengths.map(({ upper, lower }) => ({
      upper,
      lower,
      maxTheta: options.maxTheta,
      maxSlope: tan(options.maxTheta),
      maxLength: options.stretch * (upper + lower),
    })),
    roots,
    missing,
    order: Int32Array.from({ length: pairCount }, (_, k) => (direct ? pairCount - 1 - k : k)),
    upstream,
    downstream: createNeighbours(missing, direct ? -2 : 2),
    ahead: createNeighbours(missing, -2),
    alternating: alternates ? [leader, leader + 1] : null,
  };
}

/** The nearest leg that exists, `stride` legs on; a lost leg passes the wave to the next. */
function createNeighbours(missing: Uint8Array, stride: number): Int32Array {
  return Int32Array.from(missing, (_, leg) => {
    let other = leg + stride;
    while (other >= 0 && other < missing.length && missing[other] === 1) other += stride;
    return other >= 0 && other < missing.length ? other : -1;
  });
}

/** Arrays of the State. */
export interface LegArrays {
  readonly legStates: Uint8Array;
  /** θ, α, β of swinging legs; those of a standing leg follow from its tip and are set when it lifts. */
  readonly legAngles: Float64Array;
  /** World position of the tip; the anchor of a standing leg. */
  readonly legTips: Float64Array;
  /** rad/s of the swing. */
  readonly legSpeeds: Float64Array;
  /** STANCE: seconds stood; ADJUST in a fixed time: seconds left. */
  readonly legTimers: Float64Array;
  /** Token: seconds until it lifts the leg; else 0 where a call waits, seconds until a call in alternation; −1 without. */
  readonly legTokens: Float64Array;
  /** Time at which the leg last came to stand; −1 before. */
  readonly legOnsets: Float64Array;
  /** The last cycles of each leg, s, newest first; 0 if missing. */
  readonly legPeriods: Float64Array;
  /** Seconds for which a leg would still wait in the air for its call. */
  readonly legWaits: Float64Array;
  /** phase: when the leg lifted, when it is to come down (0: moved by other rules), and its tip then, seen from its root. */
  readonly legLifts: Float64Array;
  readonly legLandings: Float64Array;
  readonly legFroms: Float64Array;
  /** 1 for a leg in SB2 that reaches for the foothold in legAims, a world point. */
  readonly legSearches: Uint8Array;
  readonly legAims: Float64Array;
  /** Where the gait is timed: changes of its timing. */
  readonly legTiming?: Float64Array | undefined;
}

/** The arrays by the names of LegArrays. */
export function createLegFields({ legCount: n, gait }: LegPlan) {
  const nameLeg = (what: string, size: number) => (i: number) => {
    const leg = Math.floor(i / size);
    return `${what} of the ${leg & 1 ? 'right' : 'left'} leg of pair ${(leg >> 1) + 1}`;
  };
  return {
    legStates: u8(n, '', nameLeg('state', 1)),
    legAngles: f64(3 * n, 'rad', nameLeg('angle', 3)),
    legTips: f64(3 * n, 'unit', nameLeg('tip', 3)),
    legSpeeds: f64(n, 'rad/s', nameLeg('swing speed', 1)),
    legTimers: f64(n, 's', nameLeg('timer', 1)),
    legTokens: f64(n, 's', nameLeg('token', 1)),
    legSearches: u8(n, '', nameLeg('search', 1)),
    legAims: f64(3 * n, 'unit', nameLeg('aim', 3)),
    legOnsets: f64(n, 's', nameLeg('last onset of stance', 1)),
    legPeriods: f64(keptPeriods * n, 's', nameLeg('past cycle', keptPeriods)),
    legWaits: f64(n, 's', nameLeg('wait', 1)),
    legLifts: f64(n, 's', nameLeg('lift-off', 1)),
    legLandings: f64(n, 's', nameLeg('planned landing', 1)),
    legFroms: f64(3 * n, 'unit', nameLeg('place of lift-off', 3)),
    legTiming: gait.timed
      ? f64(Object.keys(timingPlaces).length, '1', (i) => `change of the ${Object.keys(timingPlaces)[i]!}`)
      : undefined,
  };
}
