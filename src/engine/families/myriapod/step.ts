// One step of a myriapod: antennae and brain, Targeters from head to tail, the body, the legs. [myriapod §6]
//
// Carried segments and the head are moved by their Targeters, all others by the forces of their soft neighbours, gravity
// and the ground. The legs then move to where the body has come, in a few steps of their own, so that the moments at which
// they come to stand do not depend on the step of the body. Several animals take every stage together.
import { unwrapAngle } from '../../math/space/geometry.ts';
import { type Antennae, createAntennae, updateAntennae } from '../../control/brain/antennae.ts';
import {
  type Brain,
  type BrainInputs,
  brainModes,
  brainPlaces,
  createBrain,
  updateBrain,
} from '../../control/brain/brain.ts';
import type { Around } from '../../world/obstructions.ts';
import { createHerd, type Herd, updateHerd } from '../../world/herd.ts';
import type { SceneArrays } from '../../world/things.ts';
import { type LegArrays, legStates } from '../../control/legs/leg-plan.ts';
import { advanceLegs, createSwitcherScratch, type LegStep } from '../../control/legs/switcher.ts';
import { createTargeter, moveHead, moveSegment, rightSegment, type Targeter } from '../../control/legs/targeter.ts';
import { advanceUndulation, createUndulation, type Undulation } from '../../control/legs/undulation.ts';
import type { Kernels } from '../../../kernels/functions.ts';
import { atan2 } from '../../math/portable.ts';
import { setMat3FromQuat, setQuatNormalised } from '../../math/space/quat.ts';
import type { Scratch, State } from '../../contract/types.ts';
import { unitsPerMetre, type MyriapodSystem } from './compile.ts';
import {
  createHybridBody,
  type HybridBody,
  type HybridState,
  stepHybrid,
  type Surroundings,
} from '../../bodies/rigid-soft/step.ts';
import { type ContactOptions, createContactOptions, partAnimals, partFromObstacles } from './scene/contact.ts';
import type { StartPose } from './scene/starts.ts';
import { createPondScratch, type PondArrays, type PondScratch, stepPond } from './scene/pond.ts';
import { checkHold, holdToGround, keepHeight } from './claws.ts';

const { STANCE } = legStates;

/** Arrays of one animal. */
export type MyriapodArrays = HybridState &
  LegArrays & {
    readonly undulation: Float64Array;
    readonly antennae: Float64Array;
    readonly brain: Float64Array;
    readonly random: Uint32Array;
    readonly heading: Float64Array;
  };

/** One animal of the scene. */
export interface Walker {
  /** Its part of the State. */
  readonly arrays: MyriapodArrays;
  readonly start: StartPose;
  readonly legs: LegStep;
  readonly antennae: Antennae;
  readonly brain: Brain;
  readonly around: Around;
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
  readonly surroundings: Surroundings;
  readonly targeter: Targeter;
  readonly undulation: Undulation | null;
  readonly contact: ContactOptions;
  /** x, y of every obstacle when it was last drawn, and the height of the ground there. */
  readonly bases: Float64Array;
  readonly sample: Float64Array;
}

export function createMyriapodScratch(system: MyriapodSystem, state: State, kernels: Kernels): MyriapodScratch {
  const { parameters, starts, dt } = system;
  const arrays = state.arrays as unknown as MyriapodArrays & SceneArrays & PondArrays;
  const terrain = system.ground?.terrain ?? null;
  const segments = parameters.rigidSizes.length;
  const { halfWidth } = system.brain;
  const herd = starts.length > 1 ? createHerd(starts.length, segments, arrays.bodyPositions, system.keepClear) : null;
  const walkers = starts.map((_, animal) => createWalker(system, state, herd, animal));
  return {
    stage: 'start',
    walkers,
    chosen: walkers[system.chosen]!,
    sceneArrays: arrays,
    arrays,
    herd,
    pond: system.pond === null ? null : createPondScratch(system.pond, arrays, dt),
    body: createHybridBody(kernels, parameters),
    surroundings: { gravity: system.gravity, terrain, friction: system.desc.scene.friction },
    targeter: createTargeter(system.targeter),
    undulation: createUndulation(system.plan, segments, system.undulation),
    contact: createContactOptions(halfWidth, dt),
    bases: new Float64Array(3 * system.scene.obstacles.length).fill(NaN),
    sample: new Float64Array(4),
  };
}

function createWalker(system: MyriapodSystem, state: State, herd: Herd | null, animal: number): Walker {
  const { plan, animalSpecs } = system;
  const arrays = Object.fromEntries(
    animalSpecs.map(({ name, length }) => [name, state.arrays[name]!.subarray(animal * length, (animal + 1) * length)]),
  ) as unknown as MyriapodArrays;
  const count = system.parameters.rigidSizes.length;
  const frames = new Float64Array(12 * count);
  const antennae = createAntennae(system.antennae);
  const around: Around = {
    scene: system.scene,
    arrays: state.arrays as unknown as SceneArrays,
    herd,
    own: animal,
  };
  const start = system.starts[animal]!;
  const path = start.path === null ? system.brain.path : { points: start.path, closed: system.desc.scene.pathClosed };
  const terrain = system.ground?.terrain ?? null;
  return {
    arrays,
    start,
    legs: { plan, arrays, scratch: createSwitcherScratch(plan), frames, terrain, height: system.targeter.height },
    antennae,
    brain: createBrain({ ...system.brain, path }, around, antennae),
    around,
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
  const count = frames.length / 12;
  for (let body = 0; body < count; body++) {
    const at = 12 * body;
    if (share === 1) {
      setMat3FromQuat(frames, arrays.bodyQuaternions, at, 4 * body);
      for (let a = 0; a < 3; a++) frames[at + 9 + a] = arrays.bodyPositions[3 * body + a]!;
      continue;
    }
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += startQuaternions[4 * body + k]! * arrays.bodyQuaternions[4 * body + k]!;
    const sign = dot < 0 ? -share : share;
    for (let k = 0; k < 4; k++)
      quaternion[k] = (1 - share) * startQuaternions[4 * body + k]! + sign * arrays.bodyQuaternions[4 * body + k]!;
    setQuatNormalised(quaternion, quaternion);
    setMat3FromQuat(frames, quaternion, at);
    for (let a = 0; a < 3; a++) {
      const from = startPositions[3 * body + a]!;
      frames[at + 9 + a] = from + share * (arrays.bodyPositions[3 * body + a]! - from);
    }
  }
}

/** Whether a segment is carried: both legs of a pair stand (those that exist), or any leg. */
function isSupported(system: MyriapodSystem, arrays: LegArrays, body: number): boolean {
  const { plan, desc } = system;
  const perSegment = desc.controller.legs.pairsPerSegment;
  const any = desc.controller.gait.support === 'any';
  for (let pair = (body - 1) * perSegment; pair < body * perSegment; pair++) {
    let standing = 0;
    let there = 0;
    for (let leg = 2 * pair; leg < 2 * pair + 2; leg++) {
      if (plan.missing[leg] === 1) continue;
      there += 1;
      if (arrays.legStates[leg] === STANCE) standing += 1;
    }
    if (standing > 0 && (any || standing === there)) return true;
  }
  return false;
}

export function countStanding(system: MyriapodSystem, arrays: LegArrays): number {
  let standing = 0;
  for (let leg = 0; leg < system.plan.legCount; leg++)
    if (system.plan.missing[leg] === 0 && arrays.legStates[leg] === STANCE) standing += 1;
  return standing;
}

export function stepMyriapod(system: MyriapodSystem, state: State, scratch: MyriapodScratch): void {
  const { walkers, herd, pond, contact, sample } = scratch;
  const { dt } = system;
  const [step, time] = [state.clock[0]!, state.clock[1]!];
  if (herd !== null) updateHerd(herd);
  if (step % system.brainEvery === 0) {
    scratch.stage = 'antennae and brain';
    for (const walker of walkers) think(system, state, scratch, walker);
  }
  scratch.stage = 'following and balance';
  for (const walker of walkers) {
    walker.startPositions.set(walker.arrays.bodyPositions);
    walker.startQuaternions.set(walker.arrays.bodyQuaternions);
    moveCarried(system, scratch, walker.arrays, time);
    if (system.scene.obstacles.length > 0) partFromObstacles(walker.arrays, walker.around, contact, sample, dt);
  }
  if (herd !== null) partAnimals(scratch.arrays, herd, contact, dt);
  scratch.stage = 'soft segments, rigid segments and contact';
  for (const { arrays } of walkers) stepHybrid(scratch.body, arrays, scratch.surroundings);
  scratch.stage = 'legs';
  for (const walker of walkers) {
    const drive = computeSwingRate(system, walker.arrays);
    for (let k = 1; k <= system.legSteps; k++) {
      setFrames(walker.frames, walker, k === system.legSteps ? 1 : k / system.legSteps);
      const h = dt / system.legSteps;
      advanceLegs(walker.legs, drive, time + (k - 1) * h, h);
    }
    trackHeading(walker.arrays, walker.frames);
  }
  if (pond === null || step % pond.every !== 0) return;
  scratch.stage = 'water';
  stepPond(pond, scratch.arrays.legTips, system.plan.missing);
}

/** Swing rate that the brain asks of the first legs. */
function computeSwingRate(system: MyriapodSystem, { brain }: MyriapodArrays): number {
  if (brain[brainPlaces.mode] === brainModes.ADJUSTMENT) return system.restRate;
  return Math.max(system.restRate, system.swingPerSpeed * Math.max(system.swingFloor, brain[brainPlaces.speed]!));
}

function think(system: MyriapodSystem, state: State, scratch: MyriapodScratch, walker: Walker): void {
  const { arrays, frames, inputs, antennae, around } = walker;
  const { terrain } = scratch.surroundings;
  const { controls } = state;
  const { controlIndex } = system;
  const seconds = system.brainEvery * system.dt;
  setFrames(frames, walker, 1);
  checkHold(system, arrays);
  updateAntennae(antennae, arrays.antennae, arrays.random, frames, terrain, around, seconds);
  inputs.standing = countStanding(system, arrays);
  inputs.neckSupported = isSupported(system, arrays, 1);
  inputs.speed = unitsPerMetre * controls[controlIndex['brain.speed']]!;
  inputs.manual = walker === scratch.chosen ? controls[controlIndex['control.manual']]! : 0;
  inputs.manualTurn = controls[controlIndex['control.turn']]!;
  inputs.manualSpeed = unitsPerMetre * controls[controlIndex['control.speed']]!;
  updateBrain(walker.brain, arrays.brain, arrays.random, inputs, seconds);
}

function moveCarried(
  system: MyriapodSystem,
  { targeter, surroundings, sample, undulation }: MyriapodScratch,
  arrays: MyriapodArrays,
  time: number,
): void {
  const { terrain } = surroundings;
  const count = system.parameters.rigidSizes.length;
  const walking = arrays.brain[brainPlaces.mode] !== brainModes.ADJUSTMENT;
  const speed = arrays.brain[brainPlaces.speed]!;
  if (undulation !== null) advanceUndulation(undulation, arrays.undulation, arrays, walking, time);
  setCarried(arrays, 0, walking);
  if (walking) moveHead(targeter, arrays, terrain, speed, arrays.brain[brainPlaces.turn]!);
  for (let body = 1; body < count; body++) {
    const carried = isSupported(system, arrays, body);
    setCarried(arrays, body, carried);
    if (carried) moveSegment(targeter, arrays, body, terrain, speed, undulation);
    else if (system.desc.controller.targeter.righting) rightSegment(targeter, arrays, body, terrain);
  }
  if (terrain === null) return;
  for (let body = 0; body < count; body++) {
    if (arrays.bodyKinematic[body] === 0) {
      if (system.grip > 0) holdToGround(system, arrays, body, terrain, sample);
    } else if (system.ground?.closed === true) keepHeight(system, arrays, body, terrain, sample);
  }
}

/** A segment that is let go keeps its velocity and stops turning. */
function setCarried(arrays: MyriapodArrays, body: number, carried: boolean): void {
  if (!carried && arrays.bodyKinematic[body] === 1) arrays.bodySpins.fill(0, 3 * body, 3 * body + 3);
  arrays.bodyKinematic[body] = carried ? 1 : 0;
}

/** Mean direction in which the segments face, unwrapped. */
function trackHeading({ heading }: MyriapodArrays, frames: Float64Array): void {
  let [x, y] = [0, 0];
  for (let at = 0; at < frames.length; at += 12) {
    x += frames[at]!;
    y += frames[at + 1]!;
  }
  heading[0] = unwrapAngle(atan2(y, x), heading[0]!);
}
