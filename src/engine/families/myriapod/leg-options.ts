/** The legs of a description as the leg controller has them, in model units. */
import { createLegPlan, type GaitOptions, type LegPlan } from '../../control/legs/leg-plan.ts';
import { ModelError } from '../../model/problem.ts';
import type { MyriapodDesc } from './schema.ts';
import { unitsPerMetre } from './units.ts';

/**
 * Share of a cycle for which a leg must have stood to be called, and the segments from which on calls are not dropped.
 * measured: it helps where ground is rough or the way winds; in two hundred segments a disturbance of the start would run
 * down the body for more than 20 s.
 */
const usualDropShare = 0.25;
const manySegments = 100;
/** chosen: ridges of closed surfaces fall away beside the body, and legs must feel at least that deep for the ground. */
const closedPressAngle = 50 * (Math.PI / 180);
const noAdjusting = { dropShare: 0, adjustAngle: 0, adjustLift: 0 };

/** Grounds on which a leg may lose its reach at any time. measured: on pebbles and blocks the time of their own does as well. */
const roughGrounds: readonly string[] = ['bumps', 'gaps', 'field', 'sphere', 'skull', 'mesh'];

/** Legs that alternate or bend the body have only been tried in the time of their own. */
function chooseCoordination({ body, controller, scene }: MyriapodDesc): GaitOptions['coordination'] {
  const { coordination, together } = controller.gait;
  if (coordination !== 'auto') return coordination;
  if (together === 'alternate' || controller.undulation.amplitude > 0) return 'time';
  return roughGrounds.includes(scene.terrain) || body.segments >= manySegments ? 'phase' : 'time';
}

/** `closed`: on a surface that can be walked around. */
export function toLegPlan(desc: MyriapodDesc, closed: boolean): LegPlan {
  const { body, controller, lesions } = desc;
  const u = unitsPerMetre;
  const { legs, gait } = controller;
  const perSegment = legs.pairsPerSegment;
  const link = u * (body.rigidLength + body.softLength);
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
    rootSide: (u * body.width) / 2,
    rootHeight: (-u * body.height) / 2,
    pairLengths: pairs.map((pair) => {
      const scale = u * (1 + ((legs.growth - 1) * pair) / Math.max(1, count - 1));
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
