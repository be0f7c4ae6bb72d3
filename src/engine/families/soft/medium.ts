/** Body, muscles, water and what there is to touch, solved together: for one animal or for as many as the tables have lanes. */
import type { Kernels } from '../../../kernels/functions.ts';
import type { Water } from '../../forces/face-water.ts';
import type { SoftSystem } from './system.ts';
import type { ExternalForces, IterationForce } from '../../bodies/projective/external-forces.ts';
import type { NodeMotion } from '../../bodies/projective/motion.ts';
import { createProjectiveScratch, type ProjectiveScratch } from '../../bodies/projective/scratch.ts';
import { stepProjective } from '../../bodies/projective/step.ts';
import { createSurroundings, type SurroundingArrays, type Surroundings } from './places/surroundings.ts';
import type { ProjectiveTables } from '../../bodies/projective/tables/tables.ts';
import { hasSelfContact } from './derived/solver-options.ts';
import { createSoftWater, setFlow, type SoftWater } from './places/water.ts';

export interface SoftMedium {
  readonly tables: ProjectiveTables;
  /** Live controls of every lane. */
  readonly controls: readonly Float64Array[];
  readonly projective: ProjectiveScratch;
  readonly acting: ExternalForces;
  readonly surroundings: Surroundings;
  /** undefined in empty space. */
  readonly water: SoftWater | undefined;
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
  const water = createSoftWater(system, tables, kernels);
  const surroundings = createSurroundings(
    {
      scene,
      body,
      rows: tables,
      stepTime: tables.settings.dt,
      frameTime: system.dt,
      friction: 'friction' in desc.scene ? desc.scene.friction : 0,
      selfContact: hasSelfContact(desc.scene),
      waterDensity: desc.water.model === 'none' ? 0 : desc.water.density,
      ballDensity: desc.scene.kind === 'grasp' ? desc.scene.ballDensity : 0,
      gravity: [0, 0, -desc.water.gravity],
      isMeasuring: kernels.arena.isMeasuring,
    },
    arrays,
  );
  const projective = createProjectiveScratch(tables, kernels);
  const acting = listActing(system, tables, controls, water, surroundings);
  return { tables, controls, projective, acting, surroundings, water };
}

/** What acts on the animal, in this order: water, the weight that buoyancy leaves, a finger, things to touch. */
function listActing(
  system: SoftSystem,
  tables: ProjectiveTables,
  controls: readonly Float64Array[],
  water: SoftWater | undefined,
  surroundings: Surroundings,
): ExternalForces {
  const { desc, controlIndex } = system;
  const { gravity } = desc.water;
  const [density, isExplicit] =
    desc.water.model === 'none' ? [0, false] : [desc.water.density, desc.water.coupling === 'explicit'];
  const sink = gravity * (1 - density / desc.body.material.density);
  const forces = [
    ...(water === undefined ? [] : [createWaterForce(water.force, isExplicit)]),
    ...(sink === 0 ? [] : [createWeight(tables, sink, isExplicit)]),
    createFinger(tables, controlIndex, controls, isExplicit),
  ];
  return { forces, contacts: surroundings.contacts };
}

function createWaterForce(water: Water, isExplicit: boolean): IterationForce {
  return {
    name: 'water',
    isExplicit,
    add({ forces, iterates, rates, origins }) {
      water.add(forces, iterates, rates, origins);
    },
  };
}

/** `sink` is the acceleration of a body in water, less what carries it, m/s² downward. */
function createWeight(
  { nodeCount, lanes, rowOf, rowNumbers, masses }: ProjectiveTables,
  sink: number,
  isExplicit: boolean,
): IterationForce {
  return {
    name: 'weight',
    isExplicit,
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
  isExplicit: boolean,
): IterationForce {
  const [nodeAt, ...axes] = ['node', 'x', 'y', 'z'].map((name) => controlIndex[`poke.${name}`]!) as [
    number,
    ...number[],
  ];
  return {
    name: 'poke',
    isExplicit,
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
export function stepMedium(
  system: SoftSystem,
  medium: SoftMedium,
  motion: NodeMotion,
  excitations: Float64Array,
): void {
  const { tables, projective, acting, surroundings, water, controls } = medium;
  if (water !== undefined)
    for (let lane = 0; lane < tables.lanes; lane++) setFlow(system, water, controls[lane]!, lane);
  surroundings.begin(motion.positions, water?.flow);
  stepProjective(tables, projective, motion, excitations, acting);
  surroundings.end();
}
