/** Brain and antennae of a description, in model units, with the numbers that are the same for all myriapods. */
import type { AntennaeOptions } from '../../control/brain/antennae.ts';
import type { BrainOptions } from '../../control/brain/brain.ts';
import { cos } from '../../math/portable.ts';
import type { MyriapodDesc } from './schema.ts';
import { unitsPerMetre } from './units.ts';

const degree = Math.PI / 180;

/** Chosen by eye, for all animals; none of them has needed others. */
const habits = {
  /** s: the first pair has stood, some legs have stood, no leg stands. Long enough that a single touch does not count. */
  neckTime: 0.1,
  patience: 2,
  airTime: 0.3,
  /** rad, s: it turns on a little after an obstacle is no longer felt, and keeps the side, so that no corner traps it. */
  avoidAngle: 10 * degree,
  avoidMemory: 1,
  /** Half widths: how far ahead it looks for a way between obstacles, how wide that must be, where it is slowest. */
  lookOut: 3,
  openWay: 1.5,
  clearance: 1.2,
  /** Slowest walk at an obstacle as a share of that while avoiding: it must not stop in front of it. */
  slowest: 0.25,
} as const;
/** Least rate and angle of a random turn as shares of the greatest. The paper: 60 to 70°/s, 120 to 130°. */
const leastWanderRate = 0.8;
const leastWanderAngle = 0.5;
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

export function toBrain({ brain, body, scene }: MyriapodDesc): BrainOptions {
  const u = unitsPerMetre;
  const points = Float64Array.from(scene.path.flatMap(({ x, y }) => [u * x, u * y]));
  const link = body.rigidLength + body.softLength;
  return {
    startRule: brain.start,
    neckTime: habits.neckTime,
    patience: habits.patience,
    airTime: habits.airTime,
    wanderRate: [leastWanderRate * brain.wanderRate, brain.wanderRate],
    wanderAngle: [leastWanderAngle * brain.wanderAngle, brain.wanderAngle],
    avoidRate: brain.avoidRate,
    avoidSpeed: brain.avoidSpeed,
    avoidAngle: habits.avoidAngle,
    avoidMemory: habits.avoidMemory,
    lookOut: habits.lookOut,
    openWay: habits.openWay,
    clearance: habits.clearance,
    slowest: habits.slowest,
    foodRate: brain.foodRate,
    slowInTurns: brain.slowInTurns,
    smell: u * brain.smell,
    eatDistance: u * brain.eatDistance,
    foodOrder: brain.foodOrder,
    path: scene.path.length < 2 ? null : { points, closed: scene.pathEnd === 'loop' },
    pathEnd: scene.pathEnd === 'stay' ? 'stay' : 'leave',
    lookAhead: u * Math.min(lookAhead * body.segments * link, lookAheadWidths * body.width),
    halfWidth: (u * body.width) / 2,
    minRadius: turnRadius * u * body.width,
    neckCosine: cos(neckAngle),
  };
}

export function toAntennae({ antennae, body }: MyriapodDesc): AntennaeOptions {
  const u = unitsPerMetre;
  return {
    links: antennae.links,
    firstLength: u * antennae.firstLink,
    lastLength: u * antennae.lastLink,
    root: [(u * body.rigidLength) / 2, rootSide * u * body.width, rootHeight * u * body.height],
    touch: touchDistance * u * body.width,
  };
}
