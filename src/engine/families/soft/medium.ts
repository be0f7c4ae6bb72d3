/** Body, muscles, water and what there is to touch, solved together: for one animal or for as many as the tables have lanes. */
import type { Kernels } from '../../../kernels/functions.ts';
import type { Current } from '../../world/current.ts';
import { createWater, type Water } from '../../forces/face-water.ts';
import type { SoftSystem } from './system.ts';
import type { Acting, IterationForce } from '../../bodies/projective/acting.ts';
import type { Motion } from '../../bodies/projective/motion.ts';
import { createProjectiveScratch, type ProjectiveScratch } from '../../bodies/projective/scratch.ts';
import { stepProjective } from '../../bodies/projective/step.ts';
import { createSurroundings, type SurroundingArrays, type Surroundings } from './places/surroundings.ts';
import type { ProjectiveTables } from '../../bodies/projective/tables/tables.ts';

export interface SoftMedium {
  readonly tables: ProjectiveTables;
  /** Live controls of every lane. */
  readonly controls: readonly Float64Array[];
  readonly projective: ProjectiveScratch;
  readonly acting: Acting;
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
  const acting = listActing(system, tables, controls, water, surroundings);
  return { tables, controls, projective, acting, surroundings, water, flow: new Float64Array(3 * tables.lanes) };
}

/** What acts on the animal, in this order: water, the weight that buoyancy leaves, a finger, things to touch. */
function listActing(
  system: SoftSystem,
  tables: ProjectiveTables,
  controls: readonly Float64Array[],
  water: Water | undefined,
  surroundings: Surroundings,
): Acting {
  const { desc, controlIndex } = system;
  const { gravity, density } = desc.water;
  const sink = gravity * (1 - density / desc.body.material.density);
  return {
    forces: [
      ...(water === undefined ? [] : [createWaterForce(water)]),
      ...(sink === 0 ? [] : [createWeight(tables, sink)]),
      createFinger(tables, controlIndex, controls),
      ...surroundings.forces,
    ],
    limits: surroundings.limits,
  };
}

function createWaterForce(water: Water): IterationForce {
  return {
    name: 'water',
    add({ forces, iterates, rates, origins }) {
      water.add(forces, iterates, rates, origins);
    },
  };
}

/** `sink` is the acceleration of a body in water, less what carries it, m/s² downward. */
function createWeight({ nodeCount, lanes, rowOf, rowNumbers, masses }: ProjectiveTables, sink: number): IterationForce {
  return {
    name: 'weight',
    add({ forces }) {
      for (let node = 0; node < nodeCount; node++) {
        const to = rowOf[node]! * rowNumbers + 2 * lanes;
        for (let lane = 0; lane < lanes; lane++) forces[to + lane] = forces[to + lane]! - sink * masses[node]!;
      }
    },
  };
}

/** The force on one node that the live controls `poke` tell. */
function createFinger(
  { nodeCount, lanes, rowOf, rowNumbers }: ProjectiveTables,
  controlIndex: SoftSystem['controlIndex'],
  controls: readonly Float64Array[],
): IterationForce {
  const [nodeAt, ...axes] = ['node', 'x', 'y', 'z'].map((name) => controlIndex[`poke.${name}`]!) as [
    number,
    ...number[],
  ];
  return {
    name: 'poke',
    add({ forces }) {
      for (let lane = 0; lane < lanes; lane++) {
        const own = controls[lane]!;
        const node = Math.min(nodeCount - 1, Math.floor(own[nodeAt]!));
        const to = rowOf[node]! * rowNumbers + lane;
        for (let k = 0; k < 3; k++) forces[to + k * lanes] = forces[to + k * lanes]! + own[axes[k]!]!;
      }
    },
  };
}

/** One step of all lanes; excitations as stepProjective takes them. */
export function stepMedium(system: SoftSystem, medium: SoftMedium, motion: Motion, excitations: Float64Array): void {
  const { tables, projective, acting, surroundings, flow } = medium;
  for (let lane = 0; lane < tables.lanes; lane++) setFlow(system, medium, lane);
  surroundings.begin(motion.positions, flow);
  stepProjective(tables, projective, motion, excitations, acting);
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
