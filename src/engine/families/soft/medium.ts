/** Body, muscles, water and what there is to touch, solved together: for one animal or for as many as the tables have lanes. */
import type { Kernels } from '../../../kernels/functions.ts';
import type { Current } from '../../world/current.ts';
import { createWater, type Water } from '../../forces/face-water.ts';
import type { SoftSystem } from './compile.ts';
import {
  createProjectiveScratch,
  type ProjectiveHooks,
  type ProjectiveScratch,
  stepProjective,
} from '../../bodies/projective/step.ts';
import { createSurroundings, type SurroundingArrays, type Surroundings } from './places/surroundings.ts';
import type { ProjectiveTables } from '../../bodies/projective/tables/tables.ts';

export interface SoftMedium {
  readonly tables: ProjectiveTables;
  /** Live controls of every lane. */
  readonly controls: readonly Float64Array[];
  readonly projective: ProjectiveScratch;
  readonly hooks: ProjectiveHooks;
  readonly surroundings: Surroundings;
  /** undefined in empty space. */
  readonly water: Water | undefined;
  /** Of the water, number axis · lanes + lane, m/s. */
  readonly flow: Float64Array;
}

/** `tables` has as many lanes as there are `controls`; `arrays` are laid out for them. */
export function createSoftMedium(
  system: SoftSystem,
  tables: ProjectiveTables,
  controls: readonly Float64Array[],
  arrays: SurroundingArrays,
  kernels: Kernels,
): SoftMedium {
  const { body, desc, scene } = system;
  const hasWater = desc.water.model !== 'none';
  const water = hasWater
    ? createWater({
        kernels,
        precision: desc.solver.precision,
        lanes: tables.lanes,
        nodeCount: tables.nodeCount,
        rowOf: tables.rowOf,
        surface: body.surface,
        plates: body.plates,
        law: desc.water.model === 'paper' ? 'angle-of-attack' : 'coded',
        density: desc.water.density,
      })
    : undefined;
  const surroundings = createSurroundings(
    {
      scene,
      body,
      rows: tables,
      dt: system.dt,
      friction: desc.scene.friction,
      selfContact: desc.scene.selfContact === 'on',
      waterDensity: hasWater ? desc.water.density : 0,
      ballDensity: desc.scene.ballDensity,
      gravity: [0, 0, -desc.water.gravity],
    },
    arrays,
  );
  const projective = createProjectiveScratch(tables, kernels);
  const hooks = createHooks(system, tables, controls, water, surroundings);
  return { tables, controls, projective, hooks, surroundings, water, flow: new Float64Array(3 * tables.lanes) };
}

/** Forces of the water, the weight that buoyancy leaves, and the finger. */
function createHooks(
  { desc, scene, controlIndex }: SoftSystem,
  { nodeCount, lanes, rowOf, rowNumbers, masses }: ProjectiveTables,
  controls: readonly Float64Array[],
  water: Water | undefined,
  surroundings: Surroundings,
): ProjectiveHooks {
  const isOpen = scene.kind === 'none' && desc.scene.selfContact === 'off';
  const { gravity, density } = desc.water;
  const sink = gravity * (1 - density / desc.body.material.density);
  const poke = ['node', 'x', 'y', 'z'].map((name) => controlIndex[`poke.${name}`]!) as [number, number, number, number];
  return {
    force({ iterates, rates, forces, origins }) {
      water?.add(forces, undefined, iterates, rates, origins);
      if (sink !== 0) {
        for (let node = 0; node < nodeCount; node++) {
          const to = rowOf[node]! * rowNumbers + 2 * lanes;
          for (let lane = 0; lane < lanes; lane++) forces[to + lane] = forces[to + lane]! - sink * masses[node]!;
        }
      }
      for (let lane = 0; lane < lanes; lane++) {
        const own = controls[lane]!;
        const node = Math.min(nodeCount - 1, Math.floor(own[poke[0]]!));
        const to = rowOf[node]! * rowNumbers + lane;
        for (let k = 0; k < 3; k++) forces[to + k * lanes] = forces[to + k * lanes]! + own[poke[k + 1]!]!;
      }
      if (!isOpen) surroundings.addForces(forces, iterates);
    },
    ...(isOpen
      ? {}
      : {
          project: ({ iterates, origins, isMoved }: ProjectiveScratch) =>
            surroundings.project(iterates, origins, isMoved),
        }),
  };
}

/** One step; arrays as stepProjective takes them. */
export function stepMedium(
  system: SoftSystem,
  medium: SoftMedium,
  positions: Float64Array,
  velocities: Float64Array,
  excitations: Float64Array,
  velocitiesBefore: Float64Array | undefined,
): void {
  const { tables, projective, hooks, surroundings, flow } = medium;
  for (let lane = 0; lane < tables.lanes; lane++) setFlow(system, medium, lane);
  surroundings.begin(positions, flow);
  stepProjective(tables, projective, positions, velocities, excitations, hooks, velocitiesBefore);
  surroundings.end();
}

const flowNames = ['water.flowX', 'water.flowY', 'water.flowZ'] as const;

/** Tells the water how it moves, where that has changed. */
function setFlow({ desc, controlIndex }: SoftSystem, medium: SoftMedium, lane: number): void {
  const { water, flow, tables, controls } = medium;
  if (water === undefined) return;
  let isChanged = false;
  for (let k = 0; k < 3; k++) {
    const value = controls[lane]![controlIndex[flowNames[k]!]!]!;
    const at = k * tables.lanes + lane;
    if (flow[at] !== value) isChanged = true;
    flow[at] = value;
  }
  if (!isChanged) return;
  const [x, y, z] = [flow[lane]!, flow[tables.lanes + lane]!, flow[2 * tables.lanes + lane]!];
  water.setCurrent(createCurrent(desc.water, [x, y, z]), lane);
}

function createCurrent(
  { flow: kind, core }: SoftSystem['desc']['water'],
  [x, y, z]: readonly [number, number, number],
): Current | undefined {
  if (x === 0 && y === 0 && z === 0) return undefined;
  if (kind === 'uniform') return { stream: [x, y, z] };
  const speed = Math.sqrt(x * x + y * y + z * z);
  if (kind === 'shear') return { shear: { rate: speed, along: [x, y, z], across: [0, 0, 1], centre: [0, 0, 0] } };
  // Fastest at r = core, where the speed is circulation / (4π core).
  return {
    vortices: [{ centre: [0, 0, 0], axis: [0, 0, 1], circulation: 4 * Math.PI * core * x, core }],
  };
}
