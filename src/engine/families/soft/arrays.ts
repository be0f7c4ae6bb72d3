/** The state of a soft animal: every array that changes, with its unit and the names of its elements. */
import { type ArraysOf, f64 } from '../../contract/arrays.ts';
import type { DrivePlan } from '../../control/excitation/drive.ts';
import { maxWaves } from '../../control/excitation/fields.ts';
import { createSpinalFields } from '../../control/excitation/spinal-drive.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import type { SoftScene } from './places/scene.ts';
import { computeSurroundingLengths } from './places/surroundings.ts';
import { getSpinalParameters } from './derived/plan.ts';
import type { SoftDesc } from './schema.ts';
import { isSecondOrder } from './derived/solver-options.ts';

/** Places of the numbers in the state's `track` array. */
export const trackPlaces = {
  ...{ heading: 0, iterations: 1, residual: 2 },
  /** Elements inside out; steps in a row with any; steps in a row that were not solved. */
  ...{ inverted: 3, invertedSteps: 4, unsolvedSteps: 5 },
} as const;

export function createSoftFields(desc: SoftDesc, body: SoftBody, plan: DrivePlan, scene: SoftScene) {
  const numbers = body.positions.length;
  const owner = body.cords.flatMap((cord) =>
    Array.from({ length: cord.segments }, (_, s) => `segment ${s + 1} of ${cord.name}`),
  );
  const lengths = computeSurroundingLengths(scene, body, 1);
  const ofNode = (what: string, unit: string) =>
    f64(numbers, unit, (i) => `${what} ${'xyz'[i % 3]!} of node ${Math.floor(i / 3)}`);
  const ofScene = (name: keyof typeof lengths, unit: string, what: string) =>
    f64(lengths[name], unit, (i) => `${what}, number ${i}`);
  const hasPast = isSecondOrder(desc);
  return {
    positions: ofNode('position', 'm'),
    velocities: ofNode('velocity', 'm/s'),
    excitations: f64(owner.length, '1', (i) => `excitation of ${owner[i]!}`),
    /** One control step ago. */
    excitationsBefore: f64(owner.length, '1', (i) => `excitation one control step ago of ${owner[i]!}`),
    actions: f64(plan.model.actionSize, '1', (i) => plan.model.nameAction(i)),
    phases: f64(maxWaves, '1', (i) => `turns of wave ${i + 1}`),
    track: f64(Object.keys(trackPlaces).length, '', (i) => Object.keys(trackPlaces)[i]!),
    contactPushes: ofScene('contactPushes', 'N', 'push of obstacles'),
    ballPushes: ofScene('ballPushes', 'N', 'push of the ball'),
    ball: ofScene('ball', '', 'ball'),
    /** One step ago, of BDF2. */
    positionsBefore: hasPast ? ofNode('position one step ago,', 'm') : undefined,
    velocitiesBefore: hasPast ? ofNode('velocity one step ago,', 'm/s') : undefined,
    ballBefore: hasPast ? ofScene('ball', '', 'ball one step ago') : undefined,
    ...(desc.controller.pattern === 'spinal' ? createSpinalFields(getSpinalParameters()) : {}),
  };
}

export type SoftFields = ReturnType<typeof createSoftFields>;
export type SoftArrays = ArraysOf<SoftFields>;
