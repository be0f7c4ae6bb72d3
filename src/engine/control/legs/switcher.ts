// The Switchers: the state machine of each leg, driven by its tip's contact and its neighbour. [myriapod §4.2, rules 1–5]
//
//   1  SF1 → SF2 → SB1 → SB2 → SF1, each toward its pose at |ω|, split over θ, α, β in proportion to what remains
//   2  a tip that meets the ground in SF2, SB1 or SB2 stands there: STANCE (a touch in SF1 or ADJUST is ignored), if the leg
//      will reach it from the height to which the segment rises; else it continues and comes down nearer
//   3  a root that the standing leg cannot reach any more: SF1, and its partner with it
//   4  the neighbour (toward the head; toward the tail for a direct wave) comes to stand: ADJUST, from any state
//   5  ADJUST → SF2
//
// Not in the paper, and each a parameter: a leg that has lifted by itself (rule 3) waits at the end of SF2 for its call, up to
// waitShare of a cycle, so that in a turn, where outer legs run out of reach before they are called, none steps twice in a
// cycle; a call to a leg that has stood for less than dropShare of a cycle is dropped, or, where that is 0, answered when the
// leg has stood for minStance. No leg waits where none near it stands (isCarried).
// search: a leg that has stepped into nothing reaches in SB2 for a foothold around it (foothold.ts).
// alternate: the second leg of the first pair is called so that it comes to stand half a cycle after the first one.
//
// Times inside a step count: what is left of a step when a pose is reached goes into the next state, a tip is swept along
// its way for the moment of touch, and the neighbour's ADJUST begins at that moment.
import { type SignedDistance, setDistance } from '../../world/distance/signed-distance.ts';
import { computeCycle, computePeriod, storeCycle, maxCycle } from './cycles.ts';
import { findFoothold } from './foothold.ts';
import { setLegAngles, setLegTip } from './leg-kinematics.ts';
import { isWithinReach, type SegmentFrames, setAnglesToTip, setFromRoot, toWorld } from './leg-places.ts';
import { type LegArrays, type LegPlan, legStates } from './leg-plan.ts';

const { SF1, SF2, SB1, SB2, STANCE, ADJUST } = legStates;
const nextStates = [SF2, SB1, SB2, SF1, STANCE, SF2] as const;
/** More pose changes in one step mean that the poses coincide. */
const maxChanges = 8;

/**
 * Swing speed that the brain requests of the first leg; start of the step and its length, s; share of it at which the leg is
 * called; what is left of it for swinging, s.
 */
const nowPlaces = { drive: 0, time: 1, h: 2, call: 3, left: 4 } as const;

export interface SwitcherScratch {
  /** Numbers of the step that all rules share, by `nowPlaces`: in an array they are not boxed on the heap. */
  readonly now: Float64Array;
  /** Share of the step at which a leg came to stand; −1 where it did not. */
  readonly entries: Float64Array;
  /** 1 for a leg that could not reach its anchor. */
  readonly failures: Uint8Array;
  readonly tip: Float64Array;
  readonly anchor: Float64Array;
  readonly sample: Float64Array;
  /** θ, α, β of a leg that reaches for its aim. */
  readonly aim: Float64Array;
  /** A tip seen from the root of its leg. */
  readonly local: Float64Array;
}

export function createSwitcherScratch(plan: LegPlan): SwitcherScratch {
  return {
    now: new Float64Array(5),
    entries: new Float64Array(plan.legCount),
    failures: new Uint8Array(plan.legCount),
    tip: new Float64Array(3),
    anchor: new Float64Array(3),
    sample: new Float64Array(4),
    aim: new Float64Array(3),
    local: new Float64Array(3),
  };
}

export interface LegStep {
  readonly plan: LegPlan;
  readonly arrays: LegArrays;
  readonly scratch: SwitcherScratch;
  readonly frames: SegmentFrames;
  readonly terrain: SignedDistance | null;
  /** Height above the ground to which a carried segment rises. */
  readonly height: number;
}

/**
 * Moves all legs by h seconds to the segments' frames at its end. `drive` is the swing speed that the brain requests of the
 * first.
 */
export function advanceLegs(legs: LegStep, drive: number, time: number, h: number): void {
  const { plan, scratch } = legs;
  scratch.now[nowPlaces.drive] = drive;
  scratch.now[nowPlaces.time] = time;
  scratch.now[nowPlaces.h] = h;
  scratch.entries.fill(-1);
  scratch.failures.fill(0);
  for (let k = 0; k < plan.pairCount; k++) {
    const pair = plan.order[k]!;
    const left = 2 * pair;
    for (let leg = left; leg < left + 2; leg++) if (plan.missing[leg] === 0) advanceLeg(legs, leg);
    const { together } = plan.gait;
    const synchronous = together === 'all' || (together === 'first' && k === 0);
    const failed = scratch.failures[left]! + scratch.failures[left + 1]!;
    if (failed === 0) continue;
    for (let leg = left; leg < left + 2; leg++) {
      const lifts = scratch.failures[leg] === 1 || (synchronous && plan.missing[leg] === 0);
      if (lifts && legs.arrays.legStates[leg] !== SF1) {
        liftLeg(legs, leg);
        legs.arrays.legWaits[leg] = plan.upstream[leg]! < 0 ? 0 : computeWait(legs, leg);
        scratch.entries[leg] = -1;
      }
    }
  }
}

function advanceLeg(legs: LegStep, leg: number): void {
  const { plan, arrays, scratch } = legs;
  const { now } = scratch;
  const h = now[nowPlaces.h]!;
  const { legStates: states, legTimers: timers } = arrays;
  const { gait } = plan;
  if (gait.coordination === 'token') advanceToken(legs, leg);
  setCall(legs, leg);
  const share = now[nowPlaces.call]!;
  if (share >= 0) {
    if (states[leg] === STANCE) setStandingAngles(legs, leg);
    else {
      now[nowPlaces.left] = share * h;
      swing(legs, leg);
    }
    enter(legs, leg, ADJUST);
    timers[leg] = gait.adjustTime;
    arrays.legWaits[leg] = 0;
    now[nowPlaces.left] = (1 - share) * h;
    swing(legs, leg);
  } else if (states[leg] === STANCE) {
    timers[leg] = timers[leg]! + h;
    if (!canStand(legs, leg, arrays.legTips, 3 * leg)) scratch.failures[leg] = 1;
    return;
  } else {
    now[nowPlaces.left] = h;
    swing(legs, leg);
  }
  placeTip(legs, leg);
}

/** How long a leg that has lifted by itself waits for its call. */
function computeWait({ plan, arrays }: LegStep, leg: number): number {
  const { waitShare } = plan.gait;
  return waitShare > 0 ? waitShare * computeCycle(plan, arrays, leg) : 0;
}

/** Whether the call can come while the leg waits: not where its neighbour stands and will for longer. */
function canBeCalled({ plan, arrays }: LegStep, leg: number): boolean {
  const up = plan.upstream[leg]!;
  if (arrays.legStates[up] !== STANCE) return true;
  return computePeriod(arrays, up) - arrays.legTimers[up]! <= arrays.legWaits[leg]!;
}

/** Pairs to either side that help to carry a leg's segment. Chosen: in a steady walk one of so many always stands. */
const carryingPairs = 4;

/** Whether a leg stands that carries its segment: a stretch of body that hangs free would come down. */
function isCarried({ plan, arrays }: LegStep, leg: number): boolean {
  const pair = leg >> 1;
  const last = Math.min(plan.pairCount - 1, pair + carryingPairs);
  for (let near = 2 * Math.max(0, pair - carryingPairs); near <= 2 * last + 1; near++)
    if (arrays.legStates[near] === STANCE) return true;
  return false;
}

/** The share of the step at which the leg is called to ADJUST, or −1. One that has just come to stand is not, or later. */
function setCall({ plan, arrays, scratch }: LegStep, leg: number): void {
  const { gait, upstream } = plan;
  const { legTokens: pending } = arrays;
  const { now } = scratch;
  now[nowPlaces.call] = -1;
  if (gait.coordination === 'token') return;
  if (upstream[leg]! < 0) {
    if (leg === plan.alternating?.[1]) countDown(now, pending, leg);
    return;
  }
  const call = scratch.entries[upstream[leg]!]!;
  if (arrays.legStates[leg] !== STANCE) {
    pending[leg] = -1;
    now[nowPlaces.call] = call;
    return;
  }
  if (gait.dropShare > 0) {
    if (call < 0) return;
    const least = Math.max(gait.minStance, gait.dropShare * computeCycle(plan, arrays, leg));
    if (!(arrays.legTimers[leg]! < least)) now[nowPlaces.call] = call;
    return;
  }
  if (call >= 0) pending[leg] = 0;
  if (pending[leg]! < 0 || arrays.legTimers[leg]! < gait.minStance) return;
  pending[leg] = -1;
  now[nowPlaces.call] = Math.max(0, call);
}

/** A call at the share of the step at which the time runs out. */
function countDown(now: Float64Array, seconds: Float64Array, leg: number): void {
  const h = now[nowPlaces.h]!;
  const before = seconds[leg]!;
  if (before < 0) return;
  seconds[leg] = before > h ? before - h : -1;
  if (!(before > h)) now[nowPlaces.call] = before / h;
}

/** The first leg of the first pair has come to stand at `onset`: the second is to do so half a cycle later. */
function callOther({ plan, arrays }: LegStep, leg: number, other: number, onset: number): void {
  const before = arrays.legOnsets[leg]!;
  const cycle = onset - before;
  if (before < 0 || !(cycle < maxCycle)) return;
  // From a call to standing it takes as long as the next leg has just taken.
  const next = plan.downstream[leg]!;
  const taken = next < 0 ? 0 : arrays.legOnsets[next]! - before;
  const delay = taken > 0 && taken < cycle ? taken : plan.gait.adjustTime;
  arrays.legTokens[other] = Math.max(0, 0.5 * cycle - delay);
}

/** A token that has waited its time goes to the next leg and lifts this one. */
function advanceToken(legs: LegStep, leg: number): void {
  const { plan, arrays, scratch } = legs;
  const h = scratch.now[nowPlaces.h]!;
  const { legTokens: tokens } = arrays;
  if (tokens[leg]! < 0) return;
  tokens[leg] = tokens[leg]! - h;
  if (tokens[leg] > 0) return;
  const next = plan.downstream[leg]!;
  if (next >= 0) tokens[next] = plan.gait.tokenDelay + tokens[leg] + h;
  tokens[leg] = -1;
  if (arrays.legStates[leg] === STANCE && arrays.legTimers[leg]! > plan.gait.minStance) liftLeg(legs, leg);
}

function liftLeg(legs: LegStep, leg: number): void {
  const { plan, arrays } = legs;
  if (arrays.legStates[leg] === STANCE) setStandingAngles(legs, leg);
  enter(legs, leg, SF1);
  const next = plan.downstream[leg]!;
  if (plan.gait.coordination === 'token' && plan.upstream[leg]! < 0 && next >= 0)
    arrays.legTokens[next] = plan.gait.tokenDelay;
}

/** The swing speed passes from leg to leg in the direction of the wave, whenever a state begins. */
function enter(legs: LegStep, leg: number, state: number): void {
  const { plan, arrays, scratch } = legs;
  arrays.legStates[leg] = state;
  arrays.legSearches[leg] = state === SB2 && canSearch(legs, leg) ? 1 : 0;
  const from = plan.upstream[leg]!;
  arrays.legSpeeds[leg] = from >= 0 ? arrays.legSpeeds[from]! : scratch.now[nowPlaces.drive]!;
}

/** Searches a foothold for a leg that found none in its swing; sets its aim and returns whether there is one. */
function canSearch({ plan, arrays, frames, terrain, height }: LegStep, leg: number): boolean {
  if (!plan.gait.search || terrain === null) return false;
  const { roots } = plan;
  const f = 12 * plan.pairBodies[leg >> 1]!;
  const above = height + roots[3 * leg + 2]!;
  const side = leg & 1 ? -1 : 1;
  return findFoothold(
    arrays.legAims,
    3 * leg,
    plan.pairShapes[leg >> 1]!,
    side,
    terrain,
    frames,
    f,
    roots,
    3 * leg,
    above,
  );
}

/** Rule 1 and 5: moves θ, α, β for what is left of the step, through as many states as that takes. */
function swing(legs: LegStep, leg: number): void {
  const { plan, arrays } = legs;
  const { legStates: states, legAngles: angles, legSpeeds: speeds, legTimers: timers } = arrays;
  const { gait } = plan;
  const at = 3 * leg;
  let left = legs.scratch.now[nowPlaces.left]!;
  for (let change = 0; change < maxChanges; change++) {
    const state = states[leg]!;
    const pose = 3 * state;
    const held = state === SF1 && gait.lift === 'in-place';
    const reaching = state === SB2 && arrays.legSearches[leg] === 1;
    if (reaching) setAimAngles(legs, leg);
    const goals = reaching ? legs.scratch.aim : gait.poses;
    const goal = reaching ? 0 : pose;
    const dTheta = held ? 0 : goals[goal]! - angles[at]!;
    const dAlpha = goals[goal + 1]! - angles[at + 1]!;
    const dBeta = goals[goal + 2]! - angles[at + 2]!;
    const distance = Math.sqrt(dTheta * dTheta + dAlpha * dAlpha + dBeta * dBeta);
    const timed = state === ADJUST && gait.coordination !== 'speed';
    const needed = timed ? timers[leg]! : distance / speeds[leg]!;
    const share = needed > left ? left / needed : 1;
    angles[at] = angles[at]! + share * dTheta;
    angles[at + 1] = angles[at + 1]! + share * dAlpha;
    angles[at + 2] = angles[at + 2]! + share * dBeta;
    if (needed > left) {
      if (timed) timers[leg] = timers[leg]! - left;
      return;
    }
    left -= needed;
    if (state === SF2 && arrays.legWaits[leg]! > 0) {
      const waited = isCarried(legs, leg) && canBeCalled(legs, leg) ? Math.min(left, arrays.legWaits[leg]!) : 0;
      arrays.legWaits[leg] = waited > 0 ? arrays.legWaits[leg]! - waited : 0;
      left -= waited;
      if (arrays.legWaits[leg] > 0) return;
    }
    enter(legs, leg, nextStates[state]!);
  }
}

/** The tip of a swinging leg, and rule 2. */
function placeTip(legs: LegStep, leg: number): void {
  const { plan, arrays, scratch, frames, terrain } = legs;
  const { legTips: tips } = arrays;
  const { tip, sample } = scratch;
  const at = 3 * leg;
  setLegTip(tip, plan.pairShapes[leg >> 1]!, leg & 1 ? -1 : 1, arrays.legAngles, at);
  toWorld(tip, frames, plan.pairBodies[leg >> 1]!, plan.roots, at);
  const state = arrays.legStates[leg]!;
  if (terrain !== null && (state === SF2 || state === SB1 || state === SB2)) {
    setDistance(sample, terrain, tip[0]!, tip[1]!, tip[2]!);
    if (sample[0]! <= 0 && stand(legs, leg)) return;
  }
  for (let axis = 0; axis < 3; axis++) tips[at + axis] = tip[axis]!;
}

/** Puts the leg down where its way met the ground, which `sample` has at its new tip; false where it could not stand there. */
function stand(legs: LegStep, leg: number): boolean {
  const { arrays, scratch, terrain } = legs;
  const { legTips: tips } = arrays;
  const { tip, anchor, sample } = scratch;
  const at = 3 * leg;
  const h = scratch.now[nowPlaces.h]!;
  const depth = sample[0]!;
  setDistance(sample, terrain!, tips[at]!, tips[at + 1]!, tips[at + 2]!);
  const before = sample[0]!;
  const share = before > 0 ? before / (before - depth) : 0;
  const from = before > 0 ? share : 1;
  for (let axis = 0; axis < 3; axis++) anchor[axis] = tips[at + axis]! + from * (tip[axis]! - tips[at + axis]!);
  // Curved ground, or a tip that was inside all along: onto the surface.
  for (let round = 0; round < 2; round++) {
    setDistance(sample, terrain!, anchor[0]!, anchor[1]!, anchor[2]!);
    for (let axis = 0; axis < 3; axis++) anchor[axis] = anchor[axis]! - sample[0]! * sample[axis + 1]!;
  }
  if (!canStand(legs, leg, anchor, 0) || !canRise(legs, leg)) return false;
  for (let axis = 0; axis < 3; axis++) tips[at + axis] = anchor[axis]!;
  arrays.legStates[leg] = STANCE;
  arrays.legTimers[leg] = (1 - share) * h;
  const onset = scratch.now[nowPlaces.time]! + share * h;
  const { alternating } = legs.plan;
  if (leg === alternating?.[0]) callOther(legs, leg, alternating[1], onset);
  storeCycle(arrays, leg, onset);
  arrays.legWaits[leg] = 0;
  scratch.entries[leg] = share;
  return true;
}

function canStand(legs: LegStep, leg: number, points: Float64Array, at: number): boolean {
  const { plan, frames, scratch } = legs;
  setFromRoot(scratch.local, plan, frames, 12 * plan.pairBodies[leg >> 1]!, leg, points, at);
  return isWithinReach(plan, leg, scratch.local);
}

/** Whether the leg, whose tip is at `scratch.local`, still reaches it when its segment has risen to its height. */
function canRise({ plan, frames, scratch, terrain, height }: LegStep, leg: number): boolean {
  const { sample } = scratch;
  const f = 12 * plan.pairBodies[leg >> 1]!;
  setDistance(sample, terrain!, frames[f + 9]!, frames[f + 10]!, frames[f + 11]!);
  const rise = height - sample[0]!;
  if (!(rise > 0)) return true;
  return isWithinReach(plan, leg, scratch.local, rise);
}

function setAimAngles({ plan, frames, arrays, scratch }: LegStep, leg: number): void {
  const { local } = scratch;
  setFromRoot(local, plan, frames, 12 * plan.pairBodies[leg >> 1]!, leg, arrays.legAims, 3 * leg);
  setLegAngles(scratch.aim, 0, plan.pairShapes[leg >> 1]!, leg & 1 ? -1 : 1, local[0]!, local[1]!, local[2]!);
}

function setStandingAngles({ plan, frames, arrays }: LegStep, leg: number): void {
  setAnglesToTip(arrays.legAngles, 3 * leg, plan, frames, arrays, leg);
}
