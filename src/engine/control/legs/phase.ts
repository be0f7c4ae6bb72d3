// Coordination "phase", for rough ground: a leg lifts and comes down a share of a cycle after its neighbour. Not in the paper.
//
// The automaton of switcher.ts lets a leg lift when it loses its reach, which on rough ground is any time. Here the first pair
// alone does so; every other leg follows the timing of the one that triggers it:
//
//   lift  = lift of the neighbour + lag T,   landing = landing of the neighbour + lag T   (planned while it still swings)
//
// T is the median of the neighbour's last cycles, and between lift and landing the tip swings from where it stood to a spot
// that is planned for the whole stance (step-plan.ts), held above the ground. A leg that loses its reach before its time lifts
// early and comes down with its neighbour's next landing, if that is near, else after a swing of its own.
//
// Leg times are part of the State: legLifts, legLandings (0: no swing of this kind), legFroms. Model units, radians, seconds.
import { computePeriod, storeCycle } from './cycles.ts';
import { setLegAngles } from './leg-kinematics.ts';
import { isWithinReach, setAnglesToTip, setFromRoot, setWorldTip } from './leg-places.ts';
import { type LegPlan, legStates, timingPlaces } from './leg-plan.ts';
import { planStep } from './step-plan.ts';
import type { LegStep } from './switcher.ts';
import { setDistance } from '../../world/distance/signed-distance.ts';

const { SF1, SF2, SB1, STANCE } = legStates;

/** Half a stance over the level reach of the shortest leg. measured: steps taken from the measured period run away. */
const strideShare = 0.3;
/** Shares of a cycle: least stance, least time between steps, largest correction of a landing, longest wait. */
const minStance = 0.2;
const minStepSpacing = 0.5;
const maxCorrection = 0.3;
const maxWait = 0.5;
/** A period outside these shares of the nominal one is invalid. */
const minPeriodShare = 0.4;
const maxPeriodShare = 2.5;
/**
 * Shares of the swing: when the landing is replanned first and last, from when a touch counts, when the spot is reached, and by
 * how much a landing without a foothold is postponed.
 */
const replanShare = 0.6;
const lastPlanShare = 0.85;
const touchShare = 0.7;
const reachedShare = 0.9;
const postponeShare = 0.15;
/** Share of its reach beyond which a leg needs another spot. */
const maxReachShare = 0.985;
/** Height of the swing, and the least distance from the ground in it, over the height of the segment. */
const swingHeight = 0.35;
const clearance = 0.1;
const raiseRounds = 3;
const minUprightCosine = 0.4;

/** Timing that the legs of an animal share in this step. */
export interface PhaseTiming {
  /** Half a stance, its duration, a cycle and a swing, all as planned. */
  stride: number;
  stance: number;
  period: number;
  swing: number;
  speed: number;
  /** Share of a cycle after the neighbour; height of the swing over that of the segment. */
  lag: number;
  lift: number;
}

const target = new Float64Array(3);
const tip = new Float64Array(3);
const sample = new Float64Array(4);

/**
 * Least and greatest lag and duty that changes come to, and factors on the stride and the height of the swing. Chosen: beyond
 * these the wave of the legs breaks down.
 */
const lags = [0.02, 0.45] as const;
const duties = [0.4, 0.92] as const;
const factors = [0.4, 1.8] as const;

function clamp(value: number, [least, max]: readonly [number, number]): number {
  return Math.min(max, Math.max(least, value));
}

/** The nominal cycle at a walking speed, with changes of its timing (timingPlaces) where there are any. */
export function setTiming(
  out: PhaseTiming,
  plan: LegPlan,
  height: number,
  speed: number,
  changes?: Float64Array,
): void {
  let shortestLeg = Infinity;
  for (let pair = 0; pair < plan.pairCount; pair++)
    shortestLeg = Math.min(shortestLeg, plan.pairShapes[pair]!.maxLength);
  const below = height + plan.roots[2]!;
  out.stride =
    strideShare * Math.sqrt(Math.max(0.01 * shortestLeg * shortestLeg, shortestLeg * shortestLeg - below * below));
  out.lag = plan.gait.lag;
  out.lift = swingHeight;
  let { duty } = plan.gait;
  if (changes !== undefined) {
    out.lag = clamp(out.lag + changes[timingPlaces.lag]!, lags);
    duty = clamp(duty + changes[timingPlaces.duty]!, duties);
    out.stride *= clamp(1 + changes[timingPlaces.stride]!, factors);
    out.lift = swingHeight * clamp(1 + changes[timingPlaces.lift]! / swingHeight, factors);
  }
  out.speed = speed;
  out.stance = (2 * out.stride) / speed;
  out.period = out.stance / duty;
  out.swing = out.period - out.stance;
}

/** Moves all legs by h seconds to the segments' frames at its end. */
export function advancePhaseLegs(legs: LegStep, timing: PhaseTiming, time: number, h: number): void {
  const { plan, arrays } = legs;
  const now = time + h;
  for (let k = 0; k < plan.pairCount; k++) {
    const left = 2 * plan.order[k]!;
    for (let leg = left; leg < left + 2; leg++) {
      if (plan.missing[leg] === 1) continue;
      if (arrays.legStates[leg] === STANCE) advanceStance(legs, timing, leg, now, h);
      // A leg that was not moved by these rules begins with a swing.
      else if (arrays.legLandings[leg] === 0) lift(legs, timing, leg, now, now + timing.swing);
      if (arrays.legStates[leg] !== STANCE) advanceSwing(legs, timing, leg, now);
    }
  }
}

function advanceStance(legs: LegStep, timing: PhaseTiming, leg: number, now: number, h: number): void {
  const { plan, arrays } = legs;
  const up = plan.upstream[leg]!;
  arrays.legTimers[leg] = arrays.legTimers[leg]! + h;
  setTarget(legs, leg, arrays.legTips, 3 * leg);
  const isLost = !isWithinReach(plan, leg, target);
  if (up < 0) {
    if (!isLost && target[0]! >= -timing.stride) return;
    lift(legs, timing, leg, now, now + timing.swing);
    liftPartner(legs, timing, leg, now);
    return;
  }
  const cycle = computeSteadyPeriod(legs, timing, up);
  const due = arrays.legLifts[up]! + timing.lag * cycle;
  const isDue =
    now >= due &&
    arrays.legLifts[up]! > 0 &&
    arrays.legTimers[leg] > minStance * cycle &&
    due - arrays.legLifts[leg]! > minStepSpacing * cycle;
  if (!isDue && !isLost) return;
  lift(legs, timing, leg, isDue ? due : now, computeLanding(legs, timing, leg, now, cycle));
}

/** The other leg of a first pair moves with this one. */
function liftPartner(legs: LegStep, timing: PhaseTiming, leg: number, now: number): void {
  const { plan, arrays } = legs;
  const other = leg ^ 1;
  const { together } = plan.gait;
  if (together === 'none' || together === 'alternate' || plan.missing[other] === 1) return;
  if (arrays.legStates[other] === STANCE) lift(legs, timing, other, now, now + timing.swing);
}

/** Median of a leg's last cycles, or the nominal one if that is implausible. */
function computeSteadyPeriod({ arrays }: LegStep, timing: PhaseTiming, leg: number): number {
  const period = computePeriod(arrays, leg);
  return period > minPeriodShare * timing.period && period < maxPeriodShare * timing.period ? period : timing.period;
}

/** When a leg that lifts now comes down. */
function computeLanding(legs: LegStep, timing: PhaseTiming, leg: number, now: number, cycle: number): number {
  const { plan, arrays } = legs;
  const up = plan.upstream[leg]!;
  const lag = timing.lag * cycle;
  const swings = arrays.legStates[up] !== STANCE && arrays.legLandings[up]! > 0;
  const next = swings ? arrays.legLandings[up]! : arrays.legOnsets[up]! + cycle;
  const landing = next + lag;
  const wait = landing - now;
  return wait > 0.5 * timing.swing && wait <= timing.swing + maxWait * cycle ? landing : now + timing.swing;
}

function lift(legs: LegStep, timing: PhaseTiming, leg: number, from: number, landing: number): void {
  const { plan, arrays, frames } = legs;
  const at = 3 * leg;
  if (arrays.legStates[leg] === STANCE) setAnglesToTip(arrays.legAngles, at, plan, frames, arrays, leg);
  setTarget(legs, leg, arrays.legTips, at);
  for (let a = 0; a < 3; a++) arrays.legFroms[at + a] = target[a]!;
  arrays.legStates[leg] = SF1;
  arrays.legLifts[leg] = from;
  arrays.legLandings[leg] = landing;
  makePlan(legs, timing, leg, landing - from);
}

function makePlan(legs: LegStep, timing: PhaseTiming, leg: number, seconds: number): void {
  const { speed, stride, stance } = timing;
  planStep(legs.arrays.legAims, 3 * leg, legs, leg, stride, speed * Math.max(0, seconds), speed * stance);
}

/** A world point seen from the root of the leg, into `target`. */
function setTarget({ plan, frames }: LegStep, leg: number, points: Float64Array, at: number): void {
  setFromRoot(target, plan, frames, 12 * plan.pairBodies[leg >> 1]!, leg, points, at);
}

function advanceSwing(legs: LegStep, timing: PhaseTiming, leg: number, now: number): void {
  const { plan, arrays } = legs;
  const { legLifts: lifts, legLandings: landings, legStates: states } = arrays;
  followNeighbour(legs, timing, leg, now);
  const duration = Math.max(1e-6, landings[leg]! - lifts[leg]!);
  const share = Math.min(1, (now - lifts[leg]!) / duration);
  const left = landings[leg]! - now;
  setTarget(legs, leg, arrays.legAims, 3 * leg);
  if (states[leg] === SF1 && share >= replanShare) {
    states[leg] = SF2;
    makePlan(legs, timing, leg, left);
    setTarget(legs, leg, arrays.legAims, 3 * leg);
  } else if (states[leg] === SF2 && share >= lastPlanShare) {
    states[leg] = SB1;
    const { maxLength } = plan.pairShapes[leg >> 1]!;
    const square = target[0]! * target[0]! + target[1]! * target[1]! + target[2]! * target[2]!;
    if (square > maxReachShare * maxReachShare * maxLength * maxLength) {
      makePlan(legs, timing, leg, left);
      setTarget(legs, leg, arrays.legAims, 3 * leg);
    }
  }
  moveTip(legs, timing, leg, share);
  if (share >= 1) {
    if (stand(legs, leg, arrays.legAims, 3 * leg, landings[leg]!, now)) return;
    makePlan(legs, timing, leg, postponeShare * timing.swing);
    landings[leg] = now + postponeShare * timing.swing;
  } else if (share > touchShare && legs.terrain !== null) {
    setDistance(
      sample,
      legs.terrain,
      arrays.legTips[3 * leg]!,
      arrays.legTips[3 * leg + 1]!,
      arrays.legTips[3 * leg + 2]!,
    );
    if (sample[0]! <= 0) stand(legs, leg, arrays.legTips, 3 * leg, now, now);
  }
}

/** The landing follows that of the neighbour, planned or done, where it is near the own plan. */
function followNeighbour(legs: LegStep, timing: PhaseTiming, leg: number, now: number): void {
  const { plan, arrays } = legs;
  const up = plan.upstream[leg]!;
  if (up < 0) return;
  const cycle = computeSteadyPeriod(legs, timing, up);
  const swings = arrays.legStates[up] !== STANCE && arrays.legLandings[up]! > 0;
  const landing = (swings ? arrays.legLandings[up]! : arrays.legOnsets[up]!) + timing.lag * cycle;
  if (Math.abs(landing - arrays.legLandings[leg]!) < maxCorrection * cycle && landing > now - 1e-9)
    arrays.legLandings[leg] = landing;
}

/** Moves the tip on its path from where it stood to `target`, at a share of the swing, and clear of the ground. */
function moveTip(legs: LegStep, timing: PhaseTiming, leg: number, share: number): void {
  const { plan, arrays, frames, terrain, height } = legs;
  const at = 3 * leg;
  const along = Math.min(1, share / reachedShare);
  const smooth = along * along * (3 - 2 * along);
  const hump = 4 * share * (1 - share);
  for (let a = 0; a < 3; a++) {
    const from = arrays.legFroms[at + a]!;
    target[a] = from + smooth * (target[a]! - from);
  }
  target[2] = target[2]! + timing.lift * height * hump;
  const side = leg & 1 ? -1 : 1;
  const shape = plan.pairShapes[leg >> 1]!;
  const up = 12 * plan.pairBodies[leg >> 1]! + 6;
  for (let round = 0; ; round++) {
    setLegAngles(arrays.legAngles, at, shape, side, target[0]!, target[1]!, target[2]);
    setWorldTip(tip, plan, frames, leg, arrays.legAngles, at);
    if (terrain === null || round === raiseRounds) break;
    setDistance(sample, terrain, tip[0]!, tip[1]!, tip[2]!);
    const missing = clearance * height * hump - sample[0]!;
    if (!(missing > 0)) break;
    const upright = frames[up]! * sample[1]! + frames[up + 1]! * sample[2]! + frames[up + 2]! * sample[3]!;
    target[2] = target[2] + missing / Math.max(minUprightCosine, upright);
  }
  for (let a = 0; a < 3; a++) arrays.legTips[at + a] = tip[a]!;
}

/** Puts the leg down at a world point, laid on the ground; false where it could not stand there. */
function stand(legs: LegStep, leg: number, points: Float64Array, from: number, onset: number, now: number): boolean {
  const { plan, arrays, terrain } = legs;
  if (terrain === null) return false;
  for (let a = 0; a < 3; a++) tip[a] = points[from + a]!;
  for (let round = 0; round < 2; round++) {
    setDistance(sample, terrain, tip[0]!, tip[1]!, tip[2]!);
    for (let a = 0; a < 3; a++) tip[a] = tip[a]! - sample[0]! * sample[a + 1]!;
  }
  setDistance(sample, terrain, tip[0]!, tip[1]!, tip[2]!);
  setTarget(legs, leg, tip, 0);
  if (Math.abs(sample[0]!) > 0.01 * legs.height || !isWithinReach(plan, leg, target)) return false;
  for (let a = 0; a < 3; a++) arrays.legTips[3 * leg + a] = tip[a]!;
  arrays.legStates[leg] = STANCE;
  arrays.legTimers[leg] = now - onset;
  storeCycle(arrays, leg, onset);
  return true;
}
