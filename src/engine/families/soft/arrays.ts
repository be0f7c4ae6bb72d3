/** The state of a soft animal: every array that changes, with its unit and the names of its elements. */
import type { ArraySpec } from '../../contract/types.ts';
import type { DrivePlan, DriveState } from '../../control/excitation/drive.ts';
import { listSpinalArrays } from '../../control/excitation/spinal-drive.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import { computeSurroundingLengths, type SurroundingArrays } from './places/surroundings.ts';
import type { SoftScene } from './places/scene.ts';
import { spinalParameters, waveNames } from './plan.ts';
import type { SoftDesc } from './schema.ts';
import { isSecondOrder } from './solver-options.ts';

export interface SoftArrays extends DriveState, SurroundingArrays {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** One control step ago. */
  readonly excitationsBefore: Float64Array;
  readonly track: Float64Array;
  /** One step ago, of BDF2. */
  readonly positionsBefore?: Float64Array;
  readonly velocitiesBefore?: Float64Array;
}

/** Places of the numbers in the state's `track` array. */
export const trackPlaces = { heading: 0, iterations: 1, residual: 2 } as const;
const trackLength = 3;

export function listStateArrays(desc: SoftDesc, body: SoftBody, plan: DrivePlan, scene: SoftScene): ArraySpec[] {
  const numbers = body.positions.length;
  const nameNode = (what: string) => (i: number) => `${what} ${'xyz'[i % 3]!} of node ${Math.floor(i / 3)}`;
  const owner = body.cords.flatMap((cord) =>
    Array.from({ length: cord.segments }, (_, s) => `segment ${s + 1} of ${cord.name}`),
  );
  return [
    { name: 'positions', type: 'f64', length: numbers, unit: 'm', nameElement: nameNode('position') },
    { name: 'velocities', type: 'f64', length: numbers, unit: 'm/s', nameElement: nameNode('velocity') },
    {
      name: 'excitations',
      type: 'f64',
      length: owner.length,
      unit: '1',
      nameElement: (i) => `excitation of ${owner[i]!}`,
    },
    {
      name: 'excitationsBefore',
      type: 'f64',
      length: owner.length,
      unit: '1',
      nameElement: (i) => `excitation one control step ago of ${owner[i]!}`,
    },
    {
      name: 'actions',
      type: 'f64',
      length: plan.model.actionSize,
      unit: '1',
      nameElement: (i) => plan.model.nameAction(i),
    },
    {
      name: 'phases',
      type: 'f64',
      length: waveNames.length,
      unit: '1',
      nameElement: (i) => `turns of the ${waveNames[i]!} wave`,
    },
    {
      name: 'track',
      type: 'f64',
      length: trackLength,
      unit: '',
      nameElement: (i) => Object.keys(trackPlaces)[i]!,
    },
    ...listSceneArrays(scene, body),
    ...(isSecondOrder(desc)
      ? [
          {
            name: 'positionsBefore',
            type: 'f64' as const,
            length: numbers,
            unit: 'm',
            nameElement: nameNode('position one step ago,'),
          },
          {
            name: 'velocitiesBefore',
            type: 'f64' as const,
            length: numbers,
            unit: 'm/s',
            nameElement: nameNode('velocity one step ago,'),
          },
        ]
      : []),
    ...(desc.controller.pattern === 'spinal' ? listSpinalArrays(spinalParameters) : []),
  ];
}

function listSceneArrays(scene: SoftScene, body: SoftBody): ArraySpec[] {
  const lengths = computeSurroundingLengths(scene, body, 1);
  const about = {
    contactPushes: { unit: 'N', what: 'push of obstacles' },
    ballPushes: { unit: 'N', what: 'push of the ball' },
    ball: { unit: '', what: 'ball' },
  } as const;
  return (['contactPushes', 'ballPushes', 'ball'] as const).map((name) => ({
    name,
    type: 'f64',
    length: lengths[name],
    unit: about[name].unit,
    nameElement: (i) => `${about[name].what}, number ${i}`,
  }));
}
