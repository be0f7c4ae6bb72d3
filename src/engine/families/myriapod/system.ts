/** A myriapod compiled: what never changes, the arrays of its State, and the memory of a step, which is never saved. Model units. */
import type { Kernels } from '../../../kernels/functions.ts';
import {
  createHybridBody,
  createHybridFields,
  type HybridBody,
  type HybridParameters,
} from '../../bodies/rigid-soft/body.ts';
import { type HybridEnvironment, tissueContact } from '../../bodies/rigid-soft/step.ts';
import {
  type ArrayField,
  type ArrayFields,
  type ArraysOf,
  f64,
  listSpecs,
  u32,
  viewArrays,
  viewPart,
} from '../../contract/arrays.ts';
import type { DefinedSystem } from '../../contract/define.ts';
import type { ArraySpec, Scratch, State, TypedArray } from '../../contract/types.ts';
import {
  type Antennae,
  type AntennaeOptions,
  createAntennae,
  createAntennaeField,
} from '../../control/brain/antennae.ts';
import {
  type Brain,
  type BrainInputs,
  type BrainOptions,
  createBrain,
  createBrainField,
} from '../../control/brain/brain.ts';
import { createLegFields, type LegPlan } from '../../control/legs/leg-plan.ts';
import type { PhaseTiming } from '../../control/legs/phase.ts';
import { createSwitcherScratch, type LegStep } from '../../control/legs/switcher.ts';
import { createTargeter, type Targeter, type TargeterOptions } from '../../control/legs/targeter.ts';
import {
  createUndulation,
  createUndulationField,
  type Undulation,
  type UndulationOptions,
} from '../../control/legs/undulation.ts';
import { setMat3FromQuat, setQuatNormalised } from '../../math/space/quat.ts';
import { createHerd, type Herd } from '../../world/herd.ts';
import type { Obstructions } from '../../world/obstructions.ts';
import { createSceneFields, type Scene, type SceneArrays } from '../../world/things.ts';
import { type Claws, type ContactOptions, createContactOptions } from './scene/contact.ts';
import type { Ground } from './scene/ground.ts';
import { createPondFields, createPondScratch, type Pond, type PondScratch } from './scene/pond.ts';
import type { StartPose } from './scene/setup.ts';
import type { MyriapodDesc } from './schema.ts';

export const controlNames = ['brain.speed', 'control.manual', 'control.turn', 'control.speed'] as const;

/** `fields` are those of one animal: the State holds them animal after animal. */
export interface MyriapodSystem extends DefinedSystem<MyriapodDesc, MyriapodFields, (typeof controlNames)[number]> {
  readonly parameters: HybridParameters;
  readonly plan: LegPlan;
  readonly legSteps: number;
  readonly targeter: TargeterOptions;
  readonly undulation: UndulationOptions;
  readonly brain: BrainOptions;
  readonly scene: Scene;
  readonly ground: Ground | null;
  readonly pond: Pond | null;
  /** One for each animal; all are alike. */
  readonly starts: readonly StartPose[];
  /** Which of them is steered and shown in the signals. */
  readonly chosen: number;
  /** Half the width, legs included in part, that other animals keep clear of. */
  readonly keepClear: number;
  readonly claws: Claws;
  readonly antennae: AntennaeOptions;
  /** Steps of the body between two thoughts. */
  readonly brainEvery: number;
  /** Swing rate of the legs per walking speed, its least value, and the least speed it is taken for; rad, s, units. */
  readonly swingPerSpeed: number;
  readonly restRate: number;
  readonly swingFloor: number;
  readonly gravity: readonly [number, number, number];
  /** Mass of each box with half of its soft neighbours, g. */
  readonly shares: Float64Array;
}

/** Arrays of one animal. */
export type MyriapodFields = ReturnType<typeof createMyriapodFields>;
export type MyriapodArrays = ArraysOf<MyriapodFields>;

/** Fields of body, legs and brain of one animal. */
function createBodyFields(parameters: HybridParameters, plan: LegPlan) {
  return {
    ...createHybridFields(parameters),
    ...createLegFields(plan),
    undulation: createUndulationField(parameters.rigidSizes.length),
    antennae: createAntennaeField(),
    brain: createBrainField(),
  };
}

function createOwnFields() {
  return {
    random: u32(4, '', (i) => `random stream, word ${i}`),
    heading: f64(1, 'rad', () => 'heading'),
  };
}

export function createMyriapodFields(parameters: HybridParameters, plan: LegPlan) {
  return { ...createBodyFields(parameters, plan), ...createOwnFields() };
}

/** Things stand before the random stream and the heading because hashes of states and recordings go by this order. */
export function listStateArrays(
  parameters: HybridParameters,
  plan: LegPlan,
  animals: number,
  scene: Scene,
  pond: Pond | null,
): ArraySpec[] {
  return listSpecs({
    ...repeatFields(createBodyFields(parameters, plan), animals),
    ...createSceneFields(scene),
    ...repeatFields(createOwnFields(), animals),
    ...(pond === null ? {} : createPondFields(pond)),
  });
}

/** The arrays of all animals. */
function repeatFields(fields: ArrayFields, animals: number): ArrayFields {
  if (animals === 1) return fields;
  const repeat = (field: ArrayField<TypedArray>): ArrayField<TypedArray> => ({
    ...field,
    length: animals * field.length,
    nameElement: (i) => `${field.nameElement(i % field.length)} of animal ${Math.floor(i / field.length) + 1}`,
  });
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field && repeat(field)]));
}

/** One animal of the scene. */
export interface Walker {
  /** Its part of the State. */
  readonly arrays: MyriapodArrays;
  readonly start: StartPose;
  readonly legs: LegStep;
  readonly antennae: Antennae;
  readonly brain: Brain;
  readonly obstructions: Obstructions;
  readonly inputs: BrainInputs;
  /** Rotation and position of every segment: twelve numbers. */
  readonly frames: Float64Array;
  /** Positions and quaternions at the start of the step. */
  readonly startPositions: Float64Array;
  readonly startQuaternions: Float64Array;
}

export interface MyriapodScratch extends Scratch {
  readonly walkers: readonly Walker[];
  /** The animal that is steered and shown in the signals. */
  readonly chosen: Walker;
  readonly sceneArrays: SceneArrays;
  /** All animals' arrays, one after the other. */
  readonly arrays: MyriapodArrays;
  /** null for an animal that is alone. */
  readonly herd: Herd | null;
  readonly pond: PondScratch | null;
  /** Memory of a step of the body: the animals are alike and take turns. */
  readonly body: HybridBody;
  readonly environment: HybridEnvironment;
  readonly targeter: Targeter;
  readonly timing: PhaseTiming;
  readonly undulation: Undulation | null;
  readonly contact: ContactOptions;
  /** x, y of every obstacle when it was last drawn, and the height of the ground there. */
  readonly bases: Float64Array;
  readonly sample: Float64Array;
  /** Angles of the chosen animal's legs, for its signals; those of standing ones lead to where they stand. */
  readonly legAngles: Float64Array;
}

export function createMyriapodScratch(system: MyriapodSystem, state: State, kernels: Kernels): MyriapodScratch {
  const { parameters, starts, dt } = system;
  const { scene } = system.desc;
  const arrays = viewArrays(system.fields, state);
  const sceneArrays = viewArrays(createSceneFields(system.scene), state);
  const terrain = system.ground?.terrain ?? null;
  const segments = parameters.rigidSizes.length;
  const herd = starts.length > 1 ? createHerd(starts.length, segments, arrays.bodyPositions, system.keepClear) : null;
  const walkers = starts.map((_, animal) => createWalker(system, state, sceneArrays, herd, animal));
  return {
    stage: 'start',
    walkers,
    chosen: walkers[system.chosen]!,
    sceneArrays,
    arrays,
    herd,
    pond:
      system.pond === null
        ? null
        : createPondScratch(system.pond, viewArrays(createPondFields(system.pond), state), dt),
    body: createHybridBody(kernels, parameters),
    environment: {
      gravity: system.gravity,
      terrain,
      friction: scene.terrain === 'none' ? 0 : scene.friction,
      forces: [tissueContact],
    },
    targeter: createTargeter(system.targeter),
    timing: { stride: 0, stance: 0, period: 0, swing: 0, speed: 0, lag: 0, lift: 0 },
    undulation: createUndulation(system.plan, segments, system.undulation),
    contact: createContactOptions(system.brain.halfWidth, dt),
    bases: new Float64Array(3 * system.scene.obstacles.length).fill(NaN),
    sample: new Float64Array(4),
    legAngles: new Float64Array(3 * system.plan.legCount),
  };
}

function createWalker(
  system: MyriapodSystem,
  state: State,
  sceneArrays: SceneArrays,
  herd: Herd | null,
  animal: number,
): Walker {
  const { plan } = system;
  const arrays = viewPart(system.fields, state, animal);
  const count = system.parameters.rigidSizes.length;
  const frames = new Float64Array(12 * count);
  const antennae = createAntennae(system.antennae);
  const obstructions: Obstructions = {
    scene: system.scene,
    arrays: sceneArrays,
    herd,
    own: animal,
  };
  const start = system.starts[animal]!;
  const brain =
    start.path === null
      ? system.brain
      : { ...system.brain, path: { points: start.path, closed: system.desc.scene.pathEnd === 'loop' } };
  const terrain = system.ground?.terrain ?? null;
  return {
    arrays,
    start,
    legs: { plan, arrays, scratch: createSwitcherScratch(plan), frames, terrain, height: system.targeter.height },
    antennae,
    brain: createBrain(brain, obstructions, antennae),
    obstructions,
    inputs: {
      head: frames.subarray(0, 12),
      neck: frames.subarray(12, 24),
      standing: 0,
      legCount: plan.legCount - plan.missing.reduce((sum, lost) => sum + lost, 0),
      neckSupported: false,
      speed: 0,
      manual: 0,
      manualSpeed: 0,
      manualTurn: 0,
    },
    frames,
    startPositions: new Float64Array(3 * count),
    startQuaternions: new Float64Array(4 * count),
  };
}

const quaternion = new Float64Array(4);

/** Frames of all segments at a share of the step, from its start to now. */
export function setFrames(frames: Float64Array, walker: Walker, share: number): void {
  const { arrays, startPositions, startQuaternions } = walker;
  const { bodyQuaternions } = arrays;
  const count = frames.length / 12;
  const before = 1 - share;
  for (let body = 0; body < count; body++) {
    const at = 12 * body;
    if (share === 1) {
      setMat3FromQuat(frames, bodyQuaternions, at, 4 * body);
      for (let a = 0; a < 3; a++) frames[at + 9 + a] = arrays.bodyPositions[3 * body + a]!;
      continue;
    }
    const q = 4 * body;
    const x = startQuaternions[q]!;
    const y = startQuaternions[q + 1]!;
    const z = startQuaternions[q + 2]!;
    const w = startQuaternions[q + 3]!;
    const endX = bodyQuaternions[q]!;
    const endY = bodyQuaternions[q + 1]!;
    const endZ = bodyQuaternions[q + 2]!;
    const endW = bodyQuaternions[q + 3]!;
    const sign = x * endX + y * endY + z * endZ + w * endW < 0 ? -share : share;
    quaternion[0] = before * x + sign * endX;
    quaternion[1] = before * y + sign * endY;
    quaternion[2] = before * z + sign * endZ;
    quaternion[3] = before * w + sign * endW;
    setQuatNormalised(quaternion, quaternion);
    setMat3FromQuat(frames, quaternion, at);
    for (let a = 0; a < 3; a++) {
      const from = startPositions[3 * body + a]!;
      frames[at + 9 + a] = from + share * (arrays.bodyPositions[3 * body + a]! - from);
    }
  }
}
