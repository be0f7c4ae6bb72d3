/**
 * How soft animals are trained. Numbers per shape are from runs of this engine: meshes and tolerances that train fast and still
 * swim alike, limits that keep the solver quick under noise, and gains of the proportional controller that steers without learning.
 */
import type { LearnHandle, LearnPreparation, LearnPush, LearnSettings, SceneTask } from '../../../contract/learning.ts';
import { excitationModelNames } from '../../../control/excitation/models.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { densityRange } from '../body/material-fields.ts';
import { canClimb, hasFreeForm } from '../options.ts';
import type { SoftDesc } from '../schema.ts';
import { createActionSets, type Steering } from './actions.ts';
import { createGraspTask, graspScene } from './grasp.ts';
import { createSoftSenses, type SoftParts } from './senses.ts';
import { bottleScene, createBottleTask, createValleyTask, valleyScene } from './walls.ts';

/** What differs between shapes. */
interface TrainingPlan extends Steering {
  /** Cells of the mesh to train on, by path; never more than the animal has. */
  readonly coarse: Readonly<Record<string, number>>;
  readonly advice: NonNullable<LearnPreparation['advice']>;
}

/** Noise on many cords cancels out: a network learns from a few numbers for the whole body. */
const fewActions = { actions: 'few' } as const;
/**
 * Chosen: half the decisions for an update, less noise and a shorter view than PPO's usual settings. Six trainings of the eel were at 10
 * to 17° after one CPU minute; the octopus, whose strokes are longer, was at 54° after 2.6 where the usual settings had come to 27°.
 */
const shortUpdates = { ...fewActions, ppo: { transitionsPerUpdate: 256, gamma: 0.93, logStd: -2 } } as const;

const arms: TrainingPlan = {
  coarse: {},
  space: 'sphere',
  reach: [0.5, 0.1, 0.05, 0.5, 0.6],
  gain: 0.8,
  advice: fewActions,
};
const plain: TrainingPlan = {
  coarse: {},
  space: 'sphere',
  reach: [0.25, 0.1, 0.05, 0.5, 0.6],
  gain: 0.4,
  advice: fewActions,
};
const trainingPlans: Readonly<Partial<Record<SoftDesc['body']['shape'], TrainingPlan>>> = {
  eel: { ...plain, coarse: { 'body.sizes.cells': 24 }, advice: shortUpdates },
  octopus: { ...arms, coarse: { 'body.sizes.armCells': 8 } },
  starfish: { ...arms, coarse: { 'body.sizes.armCells': 8 }, advice: shortUpdates },
  plate: { coarse: {}, space: 'plane', reach: [0.1, 0.4, 0.05, 3, 0.6], gain: 1.5, advice: fewActions },
  cuttlefish: {
    coarse: { 'body.sizes.armCells': 4 },
    space: 'plane',
    reach: [0.1, 0.1, 0.05, 0.5, 2],
    gain: 2,
    advice: fewActions,
  },
};

/** Chosen: tolerances below this one cost time in training, and above it too. */
const trainingTolerance = 0.02;

function getTrainingPlan({ body }: SoftDesc): TrainingPlan {
  return trainingPlans[body.shape] ?? plain;
}

export function prepareSoftLearning(desc: SoftDesc): LearnPreparation {
  const plan = getTrainingPlan(desc);
  return {
    settings: { 'controller.actions': 'bounded' },
    training: createTrainingSettings(desc, plan),
    variations: densityFactors.map((factor) => createDensitySettings(desc, factor)),
    models: { path: 'controller.model', names: excitationModelNames },
    scenes: { bottle: bottleScene, valley: valleyScene, grasp: graspScene },
    advice: plan.advice,
  };
}

/** Of the other bodies that it is trained with: what it weighs changes how it answers to its muscles and to a push. */
const densityFactors = [0.8, 1.2];

function createDensitySettings({ body: { material } }: SoftDesc, factor: number): LearnSettings {
  const { min, max } = densityRange;
  return {
    'body.material.density': Math.min(max, Math.max(min, factor * material.density)),
    ...(material.masses === 'equal' && { 'body.material.totalMass': factor * material.totalMass }),
  };
}

function createTrainingSettings({ body, solver }: SoftDesc, { coarse }: TrainingPlan): LearnSettings {
  const sizes: Readonly<Record<string, unknown>> = 'sizes' in body ? { ...body.sizes } : {};
  const coarser = Object.entries(coarse).filter(([path, cells]) => {
    const now = sizes[path.slice(path.lastIndexOf('.') + 1)];
    return typeof now === 'number' && now > cells;
  });
  return {
    ...Object.fromEntries(coarser),
    ...(solver.tolerance < trainingTolerance ? { 'solver.tolerance': trainingTolerance } : {}),
    'solver.patience': 1,
  };
}

export function createSoftLearning(parts: SoftParts): LearnHandle {
  const { desc, body, plan } = parts;
  const training = getTrainingPlan(desc);
  // What cannot climb is asked for headings alone.
  const space = canClimb(plan) ? training.space : 'plane';
  const driven = Array.from(plan.waveOf, (w) => w >= 0 && getWave(desc, w).height > 0);
  const first = plan.waveOf[driven.indexOf(true)] ?? -1;
  return {
    engage: { 'target.follow': 0 },
    space,
    period: first >= 0 ? getWave(desc, first).period : 0.5,
    window: 1,
    horizon: 10,
    runUp: 4,
    tick: plan.tick,
    // Noise in every tick would average out over a stroke.
    repeat: 4,
    // On the sphere all directions are alike.
    uprightWeight: space === 'plane' ? 0.2 : 0,
    actions: createActionSets(
      { ...training, space },
      plan,
      driven,
      body.cords.map((cord) => cord.name),
    ),
    ...(hasFreeForm(desc) && { measuresSteering: true }),
    senses: createSoftSenses(parts),
    ...(first >= 0 && { readStrokes: ({ arrays }) => arrays['phases']![first]! }),
    push: createPush(body, parts.mass),
    ...(desc.water.model !== 'none' &&
      desc.water.current.kind === 'uniform' && { setCurrent: createSetCurrent(desc.water.current) }),
    tasks: listTasks(parts),
  };
}

function getWave({ controller: { waves } }: SoftDesc, index: number) {
  return waves[index]!;
}

function createSetCurrent(own: Readonly<Record<'x' | 'y' | 'z', number>>): NonNullable<LearnHandle['setCurrent']> {
  return (animal, x, y, z) => {
    animal.setControl('water.current.x', own.x + x);
    animal.setControl('water.current.y', own.y + y);
    animal.setControl('water.current.z', own.z + z);
  };
}

const gravity = 9.81;
/** Chosen: the least turns most animals off their course, and the most none farther than it can turn back in 3 s. */
const pushShares = [0.25, 0.75] as const;

function createPush(body: SoftBody, mass: number): LearnPush {
  const head = findHead(body);
  return {
    weight: gravity * mass,
    shares: pushShares,
    seconds: 0.67,
    set(animal, x, y, z) {
      animal.setControl('poke.node', head);
      animal.setControl('poke.x', x);
      animal.setControl('poke.y', y);
      animal.setControl('poke.z', z);
    },
  };
}

/** The foremost node. */
function findHead({ positions }: SoftBody): number {
  let head = 0;
  for (let node = 1; 3 * node < positions.length; node++) if (positions[3 * node]! > positions[3 * head]!) head = node;
  return head;
}

function listTasks(parts: SoftParts): SceneTask[] {
  const walls = [createBottleTask(parts), createValleyTask(parts)];
  return parts.plan.graspers.includes(1) ? [...walls, createGraspTask(parts)] : walls;
}
