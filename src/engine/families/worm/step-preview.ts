/**
 * One step of the worm's preview: a floating frame with a few modes and modal derivatives, driven by the same muscles and
 * slowed by the same medium. It lies on level ground without touching it: no contact, no dry friction.
 * Units mm, g, s.
 */
import { sin, cos } from '../../math/portable.ts';
import type { State } from '../../contract/types.ts';
import { setCentreLine, setCentreLineAhead } from '../../mesh/tets/centre-line.ts';
import { addDrag } from '../../forces/section-drag.ts';
import type { WormSystem } from './compile.ts';
import type { ReducedModel } from '../../bodies/fem/reduced/reduced-model.ts';
import {
  createReducedWork,
  type ReducedState,
  type ReducedWork,
  setReducedPoints,
  setReducedPositions,
  stepReduced,
} from '../../bodies/fem/reduced/step.ts';
import { clearNodeTerms } from '../../forces/node-terms.ts';
import { createWormBody, driveMuscles, setMediumAndGait, trackHeading, type WormBody } from './body.ts';

export interface PreviewWorm extends WormBody {
  readonly kind: 'preview';
  readonly model: ReducedModel;
  readonly reduced: ReducedState;
  readonly work: ReducedWork;
  readonly stresses: Float64Array;
  /** Of all nodes, for frames: xyz, and xyz_. */
  readonly packed: Float64Array;
  readonly nodes: Float64Array;
}

export function createPreviewWorm(system: WormSystem, state: State): PreviewWorm {
  const model = system.preview!;
  const { mesh } = system;
  const [sections, per] = [mesh.sectionCount, mesh.nodesPerSection];
  const masses = new Float64Array(sections);
  system.masses.forEach((mass, node) => (masses[Math.floor(node / per)]! += mass));
  const rest = new Float64Array(4 * sections);
  for (let i = 0; i < 3 * mesh.nodeCount; i++)
    rest[4 * Math.floor(i / (3 * per)) + (i % 3)]! += mesh.positions[i]! / per;
  const all = state.arrays['reduced'] as Float64Array;
  let used = 0;
  const take = (length: number): Float64Array => {
    used += length;
    return all.subarray(used - length, used);
  };
  return {
    ...createWormBody(system, state, {
      masses,
      rest,
      positions: new Float64Array(4 * sections),
      velocities: new Float64Array(4 * sections),
    }),
    kind: 'preview',
    model,
    reduced: {
      position: take(3),
      orientation: take(4),
      coordinates: take(model.size),
      rates: take(model.size),
      momentum: take(3),
      angularMomentum: take(3),
    },
    work: createReducedWork(model),
    stresses: new Float64Array(mesh.muscles.length),
    packed: new Float64Array(3 * mesh.nodeCount),
    nodes: new Float64Array(4 * mesh.nodeCount),
  };
}

/** At rest where the mesh starts, turned to its heading. */
export function setPreviewStart(system: WormSystem, { reduced }: PreviewWorm): void {
  const { masses, startPositions } = system;
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  reduced.position.fill(0);
  masses.forEach((mass, node) => {
    for (let k = 0; k < 3; k++) reduced.position[k]! += (mass * startPositions[4 * node + k]!) / total;
  });
  const half = system.desc.mesh.heading / 2;
  reduced.orientation.set([0, 0, sin(half), cos(half)]);
}

/** Points of the sections from the state; call before reading positions. */
export function refreshPreview({ positions, velocities, work, model, reduced }: PreviewWorm): void {
  setReducedPoints(positions, velocities, work, model, reduced);
}

/** Positions of all nodes, xyz_. */
export function setPreviewNodes({ packed, nodes, model, reduced }: PreviewWorm): Float64Array {
  setReducedPositions(packed, model, reduced);
  for (let i = 0; i < packed.length; i++) nodes[4 * Math.floor(i / 3) + (i % 3)] = packed[i]!;
  return nodes;
}

/** The faster it beats, the more a section turns in a step: 20 ms suffice on agar, a sixth of that is needed in water. */
function computeSubsteps({ recipe }: WormSystem, { gait }: WormBody): number {
  if (recipe.substeps !== undefined) return recipe.substeps;
  const longest = gait.frequency <= 0.6 ? 0.02 : gait.frequency <= 1.1 ? 0.01 : 0.02 / 6;
  return Math.max(1, Math.ceil(recipe.dt / longest - 1e-9));
}

export function stepPreview(system: WormSystem, state: State, worm: PreviewWorm): void {
  const { terms, line, positions, velocities, stresses, arrays, reduced, work, model, drag } = worm;
  setMediumAndGait(system, worm);
  const substeps = computeSubsteps(system, worm);
  const dt = system.dt / substeps;
  const viscousTime = system.recipe.tissues[0]!.damping;
  worm.stage = 'reduced body';
  for (let i = 0; i < substeps; i++) {
    refreshPreview(worm);
    setCentreLine(line, positions);
    const stress = driveMuscles(system, worm, state.clock[1]! + i * dt, dt);
    for (let k = 0; k < stresses.length; k++) stresses[k] = stress * arrays.activations[k]!;
    clearNodeTerms(terms, dt);
    setCentreLineAhead(line, positions, velocities, dt / 2);
    const { vertical } = system.recipe.drag!;
    addDrag(terms, line, system.sectionShares, drag[0]!, drag[1]!, worm.contact.patches, velocities, vertical);
    stepReduced(reduced, work, model, { terms, muscleStresses: stresses, viscousTime }, dt);
  }
  refreshPreview(worm);
  trackHeading(worm);
}
