/** Legs, brain and antennae of a description, in model units, with the numbers that are the same for all; and how the legs are moved. */
import type { AntennaeOptions } from '../../control/brain/antennae.ts';
import { brainModes, type BrainOptions, brainPlaces } from '../../control/brain/brain.ts';
import {
  createLegPlan,
  type GaitOptions,
  type LegArrays,
  type LegPlan,
  legStates,
} from '../../control/legs/leg-plan.ts';
import { advancePhaseLegs, type PhaseTiming, setTiming } from '../../control/legs/phase.ts';
import { advanceLegs } from '../../control/legs/switcher.ts';
import { atan2, cos } from '../../math/portable.ts';
import { unwrapAngle } from '../../math/space/geometry.ts';
import { chooseKind } from '../../model/conditions.ts';
import { readAt } from '../../model/field-tree.ts';
import { ModelError } from '../../model/problem.ts';
import { autoCoordinations, manySegments } from './fields/legs.ts';
import { type MyriapodDesc, unitsPerMetre } from './schema.ts';
import { type MyriapodArrays, type MyriapodSystem, setFrames, type Walker } from './system.ts';

const degree = Math.PI / 180;

/**
 * Share of a cycle for which a leg must have stood to be called; with many segments calls are not dropped.
 * measured: it helps where ground is rough or the way winds; in two hundred segments a disturbance of the start would run
 * down the body for more than 20 s.
 */
const usualDropShare = 0.25;
/** chosen: ridges of closed surfaces fall away beside the body, and legs must feel at least that deep for the ground. */
const closedPressAngle = 50 * degree;
const noAdjusting = { dropShare: 0, adjustAngle: 0, adjustLift: 0 };

function chooseCoordination(desc: MyriapodDesc): GaitOptions['coordination'] {
  const { coordination } = desc.controller.gait;
  return coordination === 'auto' ? chooseKind(autoCoordinations, (path) => readAt(desc, path)) : coordination;
}

/** `closed`: on a surface that can be walked around. */
export function toLegPlan(desc: MyriapodDesc, closed: boolean): LegPlan {
  const { body, controller, lesions } = desc;
  const { legs, gait } = controller;
  const perSegment = legs.pairsPerSegment;
  const link = unitsPerMetre * (body.rigidLength + body.softLength);
  const count = (body.segments - 1) * perSegment;
  const pairs = Array.from({ length: count }, (_, pair) => pair);
  const lost = lesions.legs.flatMap(({ pair, side }, i) => {
    if (pair > count)
      throw new ModelError([
        {
          code: 'out-of-range',
          path: `lesions.legs[${i}].pair`,
          got: String(pair),
          hint: `The animal has ${count} pairs of legs.`,
        },
      ]);
    const left = 2 * (pair - 1);
    return side === 'both' ? [left, left + 1] : [side === 'left' ? left : left + 1];
  });
  return createLegPlan({
    gait: toGait(gait, chooseCoordination(desc), closed, body.segments),
    pairBodies: pairs.map((pair) => 1 + Math.floor(pair / perSegment)),
    pairOffsets: pairs.map((pair) => (link / perSegment) * ((perSegment - 1) / 2 - (pair % perSegment))),
    rootSide: (unitsPerMetre * body.width) / 2,
    rootHeight: (-unitsPerMetre * body.height) / 2,
    pairLengths: pairs.map((pair) => {
      const scale = unitsPerMetre * (1 + ((legs.growth - 1) * pair) / Math.max(1, count - 1));
      return { upper: scale * legs.upper, lower: scale * legs.lower };
    }),
    maxTheta: gait.limitAngle,
    stretch: gait.stretch,
    lost,
  });
}

function toGait(
  gait: MyriapodDesc['controller']['gait'],
  coordination: GaitOptions['coordination'],
  closed: boolean,
  segments: number,
): GaitOptions {
  const knee = gait.kneeAngle;
  const press = closed ? Math.max(gait.pressAngle, closedPressAngle) : gait.pressAngle;
  // What another coordination has is never read.
  const { dropShare, adjustAngle, adjustLift } = gait.coordination === 'token' ? noAdjusting : gait;
  const { lag, duty } = gait.coordination === 'auto' || gait.coordination === 'phase' ? gait : { lag: 0, duty: 1 };
  return {
    coordination,
    wave: gait.wave,
    adjustTime: gait.adjustTime,
    lift: gait.lift,
    together: gait.together,
    minStance: gait.minStance,
    waitShare: gait.waitShare,
    dropShare: dropShare ?? (segments < manySegments ? usualDropShare : 0),
    tokenDelay: gait.coordination === 'token' ? gait.tokenDelay : 0,
    lag,
    duty,
    timed: gait.coordination === 'phase' && gait.timing === 'free',
    search: gait.search,
    poses: Float64Array.of(
      ...[0, gait.liftAngle, knee],
      ...[gait.swingAngle, 0, knee],
      ...[0, -press, knee],
      ...[-gait.swingAngle, 0, knee],
      ...[0, 0, 0],
      ...[adjustAngle, adjustLift, knee],
    ),
  };
}

/** Least rate and angle of a random turn as shares of the greatest. The paper: 60 to 70°/s, 120 to 130°. */
const minWanderRateShare = 0.8;
const minWanderAngleShare = 0.5;
/** Tightest turn of its own choice, in widths. chosen: a body cannot follow its head around less. */
const turnRadius = 0.5;
/** Largest angle between head and neck. chosen, a cosine of 0.26: a head that looks back farther waits for the body. */
const neckAngle = 74.93 * degree;
/** How far ahead on a path it aims: a share of the body, and at most so many widths. chosen: farther on it cuts corners. */
const lookAhead = 0.25;
const lookAheadWidths = 2;
/** Roots of the antennae beside and above the middle of the head, in widths and heights. chosen: between eyes and front. */
const rootSide = 0.25;
const rootHeight = 0.15;
/** Distance at which antennae feel an obstacle, in widths. chosen: about a link. */
const touchDistance = 0.1;

/** Plain numbers are chosen by eye, for all animals; no animal has needed others. */
export function toBrain({ brain, body, scene }: MyriapodDesc): BrainOptions {
  const points = Float64Array.from(scene.path.flatMap(({ x, y }) => [unitsPerMetre * x, unitsPerMetre * y]));
  const link = body.rigidLength + body.softLength;
  return {
    startRule: brain.start,
    // s: the first pair has stood, some legs have stood, no leg stands. Long enough that a single touch does not count.
    neckTime: 0.1,
    patience: 2,
    airTime: 0.3,
    wanderRate: [minWanderRateShare * brain.wanderRate, brain.wanderRate],
    wanderAngle: [minWanderAngleShare * brain.wanderAngle, brain.wanderAngle],
    avoidRate: brain.avoidRate,
    avoidSpeed: brain.avoidSpeed,
    // rad, s: it turns on a little after an obstacle is no longer felt, and keeps the side, so that no corner traps it.
    avoidAngle: 10 * degree,
    avoidMemory: 1,
    // Half widths: how far ahead it looks for a way between obstacles, how wide that must be, where it is slowest.
    lookOut: 3,
    openWay: 1.5,
    clearance: 1.2,
    // Slowest walk at an obstacle as a share of that while avoiding: it must not stop in front of it.
    slowest: 0.25,
    foodRate: brain.foodRate,
    slowInTurns: brain.slowInTurns,
    smell: unitsPerMetre * brain.smell,
    eatDistance: unitsPerMetre * brain.eatDistance,
    foodOrder: brain.foodOrder,
    path: scene.path.length < 2 ? null : { points, closed: scene.pathEnd === 'loop' },
    pathEnd: scene.pathEnd === 'stay' ? 'stay' : 'leave',
    lookAhead: unitsPerMetre * Math.min(lookAhead * body.segments * link, lookAheadWidths * body.width),
    halfWidth: (unitsPerMetre * body.width) / 2,
    minRadius: turnRadius * unitsPerMetre * body.width,
    neckCosine: cos(neckAngle),
  };
}

export function toAntennae({ antennae, body }: MyriapodDesc): AntennaeOptions {
  return {
    links: antennae.links,
    firstLength: unitsPerMetre * antennae.firstLink,
    lastLength: unitsPerMetre * antennae.lastLink,
    root: [
      (unitsPerMetre * body.rigidLength) / 2,
      rootSide * unitsPerMetre * body.width,
      rootHeight * unitsPerMetre * body.height,
    ],
    touch: touchDistance * unitsPerMetre * body.width,
  };
}

interface SupportRule {
  readonly legs: { readonly pairsPerSegment: number };
  /** any: one standing leg carries its segment; both: only a pair whose legs all stand does, as in the paper. */
  readonly gait: { readonly support: 'any' | 'both' };
}

/** Whether a segment is carried: both legs of a pair stand (those that exist), or any leg. */
export function isSupported(plan: LegPlan, { legs, gait }: SupportRule, arrays: LegArrays, body: number): boolean {
  const { pairsPerSegment } = legs;
  for (let pair = (body - 1) * pairsPerSegment; pair < body * pairsPerSegment; pair++) {
    let standing = 0;
    let there = 0;
    for (let leg = 2 * pair; leg < 2 * pair + 2; leg++) {
      if (plan.missing[leg] === 1) continue;
      there += 1;
      if (isStanding(plan, arrays, leg)) standing += 1;
    }
    if (standing > 0 && (gait.support === 'any' || standing === there)) return true;
  }
  return false;
}

export function isStanding({ missing }: LegPlan, { legStates: states }: LegArrays, leg: number): boolean {
  return missing[leg] === 0 && states[leg] === legStates.STANCE;
}

export function countStanding(plan: LegPlan, arrays: LegArrays): number {
  let standing = 0;
  for (let leg = 0; leg < plan.legCount; leg++) if (isStanding(plan, arrays, leg)) standing += 1;
  return standing;
}

/** A few steps of the legs to where the body has come. */
export function moveLegs(system: MyriapodSystem, timing: PhaseTiming, walker: Walker, time: number): void {
  const { arrays, frames, legs } = walker;
  const { brain } = arrays;
  const h = system.dt / system.legSteps;
  const inPhase = system.plan.gait.coordination === 'phase' && brain[brainPlaces.mode] !== brainModes.ADJUSTMENT;
  const drive = computeSwingRate(system, arrays);
  const speed = Math.max(system.swingFloor, brain[brainPlaces.speed]!);
  if (inPhase) setTiming(timing, system.plan, legs.height, speed, arrays.legTiming);
  else arrays.legLandings.fill(0);
  for (let k = 1; k <= system.legSteps; k++) {
    setFrames(frames, walker, k === system.legSteps ? 1 : k / system.legSteps);
    if (inPhase) advancePhaseLegs(legs, timing, time + (k - 1) * h, h);
    else advanceLegs(legs, drive, time + (k - 1) * h, h);
  }
  trackHeading(arrays.heading, frames);
}

/** Swing rate that the brain asks of the first legs. */
function computeSwingRate(system: MyriapodSystem, { brain }: MyriapodArrays): number {
  if (brain[brainPlaces.mode] === brainModes.ADJUSTMENT) return system.restRate;
  return Math.max(system.restRate, system.swingPerSpeed * Math.max(system.swingFloor, brain[brainPlaces.speed]!));
}

/** Mean direction in which the segments face, unwrapped. */
function trackHeading(heading: Float64Array, frames: Float64Array): void {
  let [x, y] = [0, 0];
  for (let at = 0; at < frames.length; at += 12) {
    x += frames[at]!;
    y += frames[at + 1]!;
  }
  heading[0] = unwrapAngle(atan2(y, x), heading[0]!);
}
