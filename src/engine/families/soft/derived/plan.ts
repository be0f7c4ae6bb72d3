/** Who drives which cord of a soft animal: waves by name, places of the cords for steering, arms that grasp. */
import type { DrivePlan } from '../../../control/excitation/drive.ts';
import { createExcitationModel } from '../../../control/excitation/models.ts';
import type { CordRange } from '../../../control/excitation/propagation.ts';
import { createPaperNetwork, toSpinalParameters } from '../../../control/spinal/fields.ts';
import type { SpinalParameters } from '../../../control/spinal/tables.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { matchesPattern } from '../../../model/pattern.ts';
import type { SoftDesc } from '../fields/desc.ts';

/** Segments of the cord that drives a soft animal, and joints its motoneurons would feed: those of the lamprey's paper. */
const spinalSegments = 100;
const spinalLinks = 10;
let spinal: SpinalParameters | undefined;

/** Of the network that drives it, made when one is first asked for. */
export function getSpinalParameters(): SpinalParameters {
  spinal ??= toSpinalParameters(createPaperNetwork(), spinalSegments, spinalLinks);
  return spinal;
}

/** Cords that close arms under a pattern that says nothing of them; a policy may close them. */
const usualGraspers = '*inner';

/** `members` animals in the body have the same cords, and each cord is driven as that of the first. */
export function createPlan({ controller }: SoftDesc, { cords }: SoftBody, members: number): DrivePlan {
  const ownCords = cords.length / members;
  let first = 0;
  const ranges = cords.map((cord): CordRange => {
    first += cord.segments;
    return { first: first - cord.segments, segments: cord.segments, lowest: cord.kind === 'bending' ? -1 : 0 };
  });
  const names = cords.map((_, c) => cords[c % ownCords]!.name);
  const { waves } = controller;
  const grasping = 'grasp' in controller ? controller.grasp.cords : usualGraspers;
  const means = cords.map(
    (_, c) => [1, 2].map((axis) => computeRouteMean(cords[c % ownCords]!.route, axis)) as [number, number],
  );
  const widest = Math.max(1e-9, ...means.map(([y]) => Math.abs(y)));
  const highest = Math.max(1e-9, ...means.map(([, z]) => Math.abs(z)));
  return {
    pattern: controller.pattern,
    cords: ranges,
    waveOf: Int8Array.from(names, (name) => waves.findIndex((wave) => matchesPattern(wave.cords, name))),
    sides: Float64Array.from(means, ([y]) => y / widest),
    heights: Float64Array.from(means, ([, z]) => z / highest),
    turnGains: waves.map((wave) => wave.turn),
    backGains: waves.map((wave) => wave.back),
    climbGains: waves.map((wave) => wave.climb),
    graspers: Uint8Array.from(names, (name) => (matchesPattern(grasping, name) ? 1 : 0)),
    ramp: 'ramp' in controller ? controller.ramp : 0,
    tick: 1 / controller.rate,
    model: createExcitationModel(
      controller.model,
      ranges,
      cords.map((cord) => cord.name),
      controller.actions,
    ),
  };
}

function computeRouteMean(route: Float64Array, axis: number): number {
  let sum = 0;
  for (let at = axis; at < route.length; at += 3) sum += route[at]!;
  return sum / (route.length / 3);
}
