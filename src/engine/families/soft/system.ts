/** A soft animal compiled, which never changes, and the arrays of its state, which do. */
import type { FrameFit } from '../../bodies/projective/body-frame.ts';
import type { ProjectiveTables } from '../../bodies/projective/tables/tables.ts';
import { type ArraysOf, f64 } from '../../contract/arrays.ts';
import type { DefinedSystem } from '../../contract/define.ts';
import type { DrivePlan, Turning } from '../../control/excitation/drive.ts';
import { maxWaves } from '../../control/excitation/fields.ts';
import { createSpinalFields } from '../../control/excitation/spinal-drive.ts';
import { createPaperNetwork, toSpinalParameters } from '../../control/spinal/fields.ts';
import type { SpinalParameters } from '../../control/spinal/tables.ts';
import type { ReactiveTables } from '../../forces/reactive-tables.ts';
import type { Lazy } from '../../math/memo.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import { isSecondOrder } from './options.ts';
import { computeContactLengths, type SoftScene } from './scene/scene.ts';
import type { SoftDesc } from './schema.ts';
import type { SkinSet } from './skin/cord-lines.ts';

export interface SoftSystem extends DefinedSystem<SoftDesc, SoftFields, string> {
  readonly body: SoftBody;
  readonly tables: ProjectiveTables;
  readonly plan: DrivePlan;
  readonly scene: SoftScene;
  /** 1 per segment, 0 where a cord is paralysed. */
  readonly segmentMask: Float64Array;
  /** Steps between two control steps. */
  readonly stepsPerTick: number;
  readonly fit: FrameFit;
  /** At rest: the direction the animal swims in. */
  readonly forward: readonly [number, number, number];
  /** Animals of the same build in the body, one after the other; signals tell of the first. */
  readonly members: number;
  /** Of the farthest node from the centre of mass of its animal at rest, m. */
  readonly restReach: number;
  /** m³ per tetrahedron at rest. */
  readonly restVolumes: Float64Array;
  /** Made for the first frame. */
  readonly drawing: Lazy<SkinSet>;
  readonly turning: Turning;
  /** Coefficients of the reactive law of water; undefined with another. */
  readonly waterTables: ReactiveTables | undefined;
}

/** Where the numbers are in the state's `track` array. */
export const trackIndex = {
  ...{ heading: 0, iterations: 1, residual: 2 },
  /** Elements inside out; steps in a row with any; steps in a row that were not solved. */
  ...{ inverted: 3, invertedSteps: 4, unsolvedSteps: 5 },
} as const;

/** Segments of the cord that drives a soft animal, and joints its motoneurons would feed: those of the lamprey's paper. */
const spinalSegments = 100;
const spinalLinks = 10;
let spinal: SpinalParameters | undefined;

/** Of the network that drives it, made when one is first asked for. */
export function getSpinalParameters(): SpinalParameters {
  spinal ??= toSpinalParameters(createPaperNetwork(), spinalSegments, spinalLinks);
  return spinal;
}

/** The state: every array that changes, with its unit and the names of its elements. */
export function createSoftFields(desc: SoftDesc, body: SoftBody, plan: DrivePlan, scene: SoftScene) {
  const numbers = body.positions.length;
  const owner = body.cords.flatMap((cord) =>
    Array.from({ length: cord.segments }, (_, s) => `segment ${s + 1} of ${cord.name}`),
  );
  const lengths = computeContactLengths(scene, body, 1);
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
    track: f64(Object.keys(trackIndex).length, '', (i) => Object.keys(trackIndex)[i]!),
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
