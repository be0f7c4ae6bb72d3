/** Memory of a step: what every animal works with, and what they share. Never saved. */
import { createHybridBody, type HybridBody } from '../../bodies/rigid-soft/body.ts';
import type { HybridEnvironment } from '../../bodies/rigid-soft/step.ts';
import { type Antennae, createAntennae } from '../../control/brain/antennae.ts';
import { type Brain, type BrainInputs, createBrain } from '../../control/brain/brain.ts';
import type { PhaseTiming } from '../../control/legs/phase.ts';
import { createSwitcherScratch, type LegStep } from '../../control/legs/switcher.ts';
import { createTargeter, type Targeter } from '../../control/legs/targeter.ts';
import { createUndulation, type Undulation } from '../../control/legs/undulation.ts';
import { viewArrays, viewPart } from '../../contract/arrays.ts';
import type { Scratch, State } from '../../contract/types.ts';
import type { Kernels } from '../../../kernels/functions.ts';
import { createHerd, type Herd } from '../../world/herd.ts';
import type { Obstructions } from '../../world/obstructions.ts';
import { createSceneFields, type SceneArrays } from '../../world/things.ts';
import type { MyriapodArrays } from './arrays.ts';
import type { MyriapodSystem } from './system.ts';
import { type ContactOptions, createContactOptions } from './scene/contact.ts';
import { createPondFields, createPondScratch, type PondScratch } from './scene/pond.ts';
import type { StartPose } from './scene/starts.ts';

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
  readonly surroundings: HybridEnvironment;
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
    surroundings: { gravity: system.gravity, terrain, friction: scene.terrain === 'none' ? 0 : scene.friction },
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
