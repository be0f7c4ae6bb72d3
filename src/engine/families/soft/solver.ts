/** Soft animals for the simulation contract. SI throughout. */
import { defineSolver } from '../../contract/define.ts';
import { createFamily, type Family } from '../../contract/types.ts';
import { compileSoft } from './compile.ts';
import { writeSoftFrame } from './frame.ts';
import { findSoftFailure } from './guard.ts';
import { setLaneStart } from './lane.ts';
import { createSoftLanes } from './lanes.ts';
import { prepareSoftLearning } from './learning/learning.ts';
import { createSoftMeters, type SoftMeters, softMetrics } from './metrics.ts';
import { type SoftDesc, softDescriptions } from './schema.ts';
import { prepareSoftSignals, writeSoftPose } from './signals.ts';
import { createSoftScratch, type SoftScratch, stepSoft } from './step.ts';
import type { SoftSystem } from './system.ts';
import { createTurning } from './turning.ts';

const solver = defineSolver<SoftDesc, SoftSystem, SoftScratch, SoftMeters>({
  compile: (desc) => compileSoft(desc, createTurning(desc)),
  createScratch: createSoftScratch,
  createLanes: createSoftLanes,
  init: (system, _state, scratch) => setLaneStart(system, scratch),
  step: stepSoft,
  findFailure: (system, _state, scratch) => findSoftFailure(system, scratch),
  prepareSignals: (system, _state, scratch) => prepareSoftSignals(system, scratch),
  writePose: writeSoftPose,
  writeFrame: writeSoftFrame,
  listMetrics: () => softMetrics,
  createMeters: createSoftMeters,
});

export const softFamily: Family = createFamily(softDescriptions, {
  solver,
  findField: findSoftField,
  prepareLearning: prepareSoftLearning,
});

/** Which field of a creature file to change when a part of a soft body is refused: meshes and tables have paths of their own. */
function findSoftField(path: string, desc: unknown): string | undefined {
  const { body } = desc as SoftDesc;
  if (/^(?:method|iterations|tolerance|precision)$/u.test(path)) return `solver.${path}`;
  if (path === 'totalMass' || path.startsWith('material.')) return `body.material.${path.replace('material.', '')}`;
  if (/^cords\b.*\.sigma$/u.test(path)) return 'body.reach.decay';
  // Elements and muscles of a mesh that the numbers of the body make.
  if (/^(?:tets|plates|nodes|positions|cords)\b/u.test(path))
    return body.jitter > 0 ? 'body.jitter' : findShape(body, path);
  return undefined;
}

function findShape({ shape }: SoftDesc['body'], path: string): string {
  if (path.startsWith('cords')) return 'body.reach.radius';
  if (shape === 'plate') return 'body.outline';
  return shape === 'mesh' || shape === 'drawn' ? `body.${shape}` : 'body.sizes';
}
