/** Body, muscles, water and what there is to touch, solved together: for one animal or for as many as the tables have lanes. */
import type { Kernels } from '../../../kernels/functions.ts';
import type { ExternalForces, IterationForce } from '../../bodies/projective/external-forces.ts';
import type { NodeMotion } from '../../bodies/projective/motion.ts';
import { createProjectiveScratch, type ProjectiveScratch } from '../../bodies/projective/scratch.ts';
import { stepProjective } from '../../bodies/projective/step.ts';
import type { ProjectiveTables } from '../../bodies/projective/tables/tables.ts';
import { createWater, type Water } from '../../forces/face-water.ts';
import { createReactiveWater } from '../../forces/reactive-water.ts';
import type { Current } from '../../world/current.ts';
import { isExplicitWater } from './options.ts';
import { createSceneContact, type SceneContact } from './scene/contact.ts';
import type { ContactArrays } from './scene/scene.ts';
import type { SoftDesc } from './schema.ts';
import type { SoftSystem } from './system.ts';

export interface SoftMedium {
  readonly tables: ProjectiveTables;
  /** Live controls of every lane. */
  readonly controls: readonly Float64Array[];
  readonly projective: ProjectiveScratch;
  readonly externalForces: ExternalForces;
  readonly contact: SceneContact;
  /** undefined in empty space. */
  readonly water: SoftWater | undefined;
}

/** `tables` has as many lanes as there are `controls`; `arrays` are laid out for them. */
export function createSoftMedium(
  system: SoftSystem,
  tables: ProjectiveTables,
  controls: readonly Float64Array[],
  arrays: ContactArrays,
  kernels: Kernels,
): SoftMedium {
  const water = createSoftWater(system, tables, kernels);
  const contact = createSceneContact(system, tables, arrays, kernels.arena.isMeasuring);
  const projective = createProjectiveScratch(tables, kernels);
  const externalForces = { forces: listForces(system, tables, controls, water), contacts: contact.contacts };
  return { tables, controls, projective, externalForces, contact, water };
}

/** In this order: water, the weight that buoyancy leaves, a finger. */
function listForces(
  system: SoftSystem,
  tables: ProjectiveTables,
  controls: readonly Float64Array[],
  water: SoftWater | undefined,
): IterationForce[] {
  const { desc, controlIndex } = system;
  const { gravity } = desc.water;
  const density = desc.water.model === 'none' ? 0 : desc.water.density;
  const isExplicit = isExplicitWater(desc.water);
  const sink = gravity * (1 - density / desc.body.material.density);
  return [
    ...(water === undefined ? [] : [createWaterForce(water.force, isExplicit)]),
    ...(sink === 0 ? [] : [createWeight(tables, sink, isExplicit)]),
    createFinger(tables, controlIndex, controls, isExplicit),
  ];
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
  const { tables, projective, externalForces, contact, water, controls } = medium;
  if (water !== undefined)
    for (let lane = 0; lane < tables.lanes; lane++) setFlow(system, water, controls[lane]!, lane);
  water?.force.begin(motion);
  contact.begin(motion.positions, water?.flow);
  stepProjective(tables, projective, motion, excitations, externalForces);
  contact.end();
}

/** The water around the animals, moving as their live controls say. */
export interface SoftWater {
  readonly force: Water;
  readonly lanes: number;
  /** What the water was told, number axis · lanes + lane, m/s. */
  readonly flow: Float64Array;
  /** By lane; undefined where the water is still. */
  readonly currents: (Current | undefined)[];
}

/** undefined in empty space. */
export function createSoftWater(
  { body, desc, waterTables }: SoftSystem,
  { lanes, nodeCount, rowOf, settings }: ProjectiveTables,
  kernels: Kernels,
): SoftWater | undefined {
  const { water } = desc;
  if (water.model === 'none') return undefined;
  const { precision } = desc.solver;
  const { surface, plates, positions } = body;
  const common = { kernels, precision, lanes, nodeCount, rowOf, surface, plates, density: water.density };
  const force =
    water.model === 'reactive'
      ? createReactiveWater({
          ...common,
          positions,
          tables: waterTables!,
          viscosity: water.viscosity,
          dt: settings.dt,
        })
      : createWater({ ...common, law: water.model === 'paper' ? 'angle-of-attack' : 'coded' });
  return { force, lanes, flow: new Float64Array(3 * lanes), currents: new Array<undefined>(lanes).fill(undefined) };
}

const flowNames = ['water.current.x', 'water.current.y', 'water.current.z'] as const;

/** Copies what the live controls tell of the current; returns whether anything changed. */
export function setFlowNumbers(
  out: Float64Array,
  { controlIndex }: SoftSystem,
  controls: Float64Array,
  lanes: number,
  lane: number,
): boolean {
  let isChanged = false;
  for (let k = 0; k < 3; k++) {
    const value = controls[controlIndex[flowNames[k]!]!]!;
    const at = k * lanes + lane;
    if (out[at] !== value) isChanged = true;
    out[at] = value;
  }
  return isChanged;
}

/** Tells the water how it moves, where that has changed. */
export function setFlow(
  system: SoftSystem,
  { force, flow, lanes, currents }: SoftWater,
  controls: Float64Array,
  lane: number,
): void {
  const { water } = system.desc;
  if (!setFlowNumbers(flow, system, controls, lanes, lane) || water.model === 'none') return;
  currents[lane] = createCurrent(water.current, flow, lanes, lane);
  force.setCurrent(currents[lane], lane);
}

type WaterCurrent = Exclude<SoftDesc['water'], { model: 'none' }>['current'];

/** `flow` is numbered axis · lanes + lane. */
export function createCurrent(
  current: WaterCurrent,
  flow: Float64Array,
  lanes: number,
  lane: number,
): Current | undefined {
  const [x, y, z] = [flow[lane]!, flow[lanes + lane]!, flow[2 * lanes + lane]!];
  if (x === 0 && y === 0 && z === 0) return undefined;
  if (current.kind === 'uniform') return { stream: [x, y, z] };
  const speed = Math.sqrt(x * x + y * y + z * z);
  if (current.kind === 'shear')
    return { shear: { rate: speed, along: [x, y, z], across: [0, 0, 1], centre: [0, 0, 0] } };
  const { core } = current;
  // Fastest at r = core, where the speed is circulation / (4π core).
  return {
    vortices: [{ centre: [0, 0, 0], axis: [0, 0, 1], circulation: 4 * Math.PI * core * x, core }],
  };
}
