/**
 * One step of the worm's preview: a floating frame with a few modes and modal derivatives, driven by the same muscles and
 * slowed by the same medium. It lies on level ground without touching it: no contact, no dry friction, but no tilt either; free to
 * roll, it would lie on its back after half a minute and beat up and down.
 * Units mm, g, s.
 */
import { sin, cos } from '../../math/portable.ts';
import type { State } from '../../contract/types.ts';
import { setCentreLine, setCentreLineAhead } from '../../mesh/tets/centre-line.ts';
import { addDrag } from '../../forces/section-drag.ts';
import type { WormSystem } from './system.ts';
import type { ReducedModel } from '../../bodies/fem/reduced/reduced-model.ts';
import {
  createReducedWork,
  type ReducedInputs,
  type ReducedState,
  type ReducedWork,
} from '../../bodies/fem/reduced/state.ts';
import { keepLevel, setReducedPoints, setReducedPositions } from '../../bodies/fem/reduced/frame.ts';
import { stepReduced } from '../../bodies/fem/reduced/step.ts';
import { clearNodeTerms } from '../../forces/node-terms.ts';
import { createWormBody, setMediumAndGait, trackHeading, type WormBody } from './body.ts';
import { driveMuscles } from './muscles.ts';
import type { FullWorm } from './scratch.ts';

/** The body that runs: all of it, or its preview. */
export type WormScratch = FullWorm | PreviewWorm;

export interface PreviewWorm extends WormBody {
  readonly kind: 'preview';
  readonly model: ReducedModel;
  readonly reduced: ReducedState;
  readonly work: ReducedWork;
  readonly inputs: ReducedInputs;
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
  const body = createWormBody(system, state, {
    masses,
    rest,
    positions: new Float64Array(4 * sections),
    velocities: new Float64Array(4 * sections),
  });
  const all = body.arrays.reduced!;
  let used = 0;
  const take = (length: number): Float64Array => {
    used += length;
    return all.subarray(used - length, used);
  };
  const stresses = new Float64Array(mesh.muscles.length);
  return {
    ...body,
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
    inputs: { terms: body.terms, muscleStresses: stresses, viscousTime: system.recipe.tissues[0]!.damping },
    stresses,
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

/**
 * Longest steps by the frequency of the drive, Hz and s: the faster it beats, the more a section turns in a step. Chosen:
 * steps of 20 ms suffice on agar; in water longer ones than a sixth of that feed energy into the bends.
 */
const longestSteps: readonly (readonly [frequency: number, step: number])[] = [
  [0.6, 0.02],
  [1.1, 0.01],
  [Infinity, 0.02 / 6],
];

function countSubsteps({ recipe }: WormSystem, { gait }: WormBody): number {
  if (recipe.substeps !== undefined) return recipe.substeps;
  let row = 0;
  while (gait.frequency > longestSteps[row]![0]) row += 1;
  return Math.max(1, Math.ceil(recipe.dt / longestSteps[row]![1] - 1e-9));
}

export function stepPreview(system: WormSystem, state: State, worm: PreviewWorm): void {
  const { terms, line, positions, velocities, stresses, arrays } = worm;
  setMediumAndGait(system, worm);
  const substeps = countSubsteps(system, worm);
  const dt = system.dt / substeps;
  worm.stage = 'reduced body';
  for (let i = 0; i < substeps; i++) {
    refreshPreview(worm);
    setCentreLine(line, positions);
    const stress = driveMuscles(system, worm, state.clock[1]! + i * dt, dt);
    for (let k = 0; k < stresses.length; k++) stresses[k] = stress * arrays.activations[k]!;
    clearNodeTerms(terms, dt);
    setCentreLineAhead(line, positions, velocities, dt / 2);
    addDrag(terms, line, velocities, worm.drag);
    const height = worm.reduced.position[2]!;
    stepReduced(worm.reduced, worm.work, worm.model, worm.inputs, dt);
    keepLevel(worm.reduced, height);
  }
  refreshPreview(worm);
  trackHeading(worm);
}
