// One step of a myriapod: antennae and brain, Targeters from head to tail, the body, the legs. [myriapod §6]
//
// Carried segments and the head are moved by their Targeters, all others by the forces of their soft neighbours, gravity
// and the ground. The legs then move to where the body has come, in a few steps of their own, so that the moments at which
// they come to stand do not depend on the step of the body.
import {
  type Antennae,
  createAntennae,
  setAntennaeStart,
  setPoints,
  updateAntennae,
} from '../../control/brain/antennae.ts';
import {
  type Brain,
  type BrainInputs,
  brainModes,
  brainPlaces,
  createBrain,
  updateBrain,
} from '../../control/brain/brain.ts';
import { placeScene, type SceneArrays } from '../../control/brain/scene.ts';
import { type LegArrays, legStates } from '../../control/legs/leg-plan.ts';
import { advanceLegs, createSwitcherScratch, type LegStep, setWorldTip } from '../../control/legs/switcher.ts';
import { createTargeter, moveHead, moveSegment, rightSegment, type Targeter } from '../../control/legs/targeter.ts';
import type { Kernels } from '../../../kernels/functions.ts';
import { atan2, cos, sin } from '../../math/portable.ts';
import { setMat3FromQuat, setQuatNormalised } from '../../math/quat.ts';
import { nextFloat, setRngState } from '../../math/rng.ts';
import type { Scratch, State } from '../../sim/contract.ts';
import { unitsPerMetre, type MyriapodSystem } from './from-desc.ts';
import {
  createHybridBody,
  type HybridBody,
  type HybridState,
  setStraightStart,
  stepHybrid,
  type Surroundings,
} from './integrate.ts';

const { SF1, SF2, SB1, SB2, STANCE } = legStates;

export type MyriapodArrays = HybridState &
  LegArrays &
  SceneArrays & {
    readonly antennae: Float64Array;
    readonly brain: Float64Array;
    readonly random: Uint32Array;
    readonly heading: Float64Array;
  };

export interface MyriapodScratch extends Scratch {
  readonly arrays: MyriapodArrays;
  readonly body: HybridBody;
  readonly surroundings: Surroundings;
  readonly targeter: Targeter;
  readonly legs: LegStep;
  readonly antennae: Antennae;
  readonly brain: Brain;
  readonly inputs: BrainInputs;
  /** Rotation and position of every segment: twelve numbers. */
  readonly frames: Float64Array;
  /** Positions and quaternions at the start of the step. */
  readonly startPositions: Float64Array;
  readonly startQuaternions: Float64Array;
  readonly quaternion: Float64Array;
  readonly sample: Float64Array;
}

export function createMyriapodScratch(system: MyriapodSystem, state: State, kernels: Kernels): MyriapodScratch {
  const { parameters, plan } = system;
  const count = parameters.rigidSizes.length;
  const arrays = state.arrays as unknown as MyriapodArrays;
  const terrain = system.ground?.terrain ?? null;
  const frames = new Float64Array(12 * count);
  const antennae = createAntennae(system.antennae);
  return {
    lastForce: 'start',
    arrays,
    body: createHybridBody(kernels, parameters),
    surroundings: { gravity: system.gravity, terrain, friction: system.desc.scene.friction },
    targeter: createTargeter(system.targeter),
    legs: { plan, arrays, scratch: createSwitcherScratch(plan), frames, terrain, height: system.targeter.height },
    antennae,
    brain: createBrain(system.brain, system.scene, antennae),
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
    quaternion: new Float64Array(4),
    sample: new Float64Array(4),
  };
}

export function setMyriapodStart(system: MyriapodSystem, _state: State, scratch: MyriapodScratch, seed: number): void {
  const { arrays, body, surroundings, frames } = scratch;
  setRngState(arrays.random, seed, 'myriapod');
  placeScene(arrays, system.scene, surroundings.terrain, arrays.random);
  setStraightStart(arrays, body, 0, 0, computeStartHeight(system, scratch));
  setAntennaeStart(arrays.antennae, arrays.random);
  setFrames(frames, scratch, 1);
  setLegStart(system, scratch);
  for (let side = 0; side < 2; side++) setPoints(scratch.antennae, arrays.antennae, frames, side);
}

/** The height asked for, above the highest ground under the body. */
function computeStartHeight(system: MyriapodSystem, { surroundings, sample }: MyriapodScratch): number {
  const { terrain } = surroundings;
  const wanted = unitsPerMetre * system.desc.scene.startHeight;
  if (terrain === null) return wanted;
  const { linkLength } = system.targeter;
  const count = system.parameters.rigidSizes.length;
  let height = wanted;
  for (let round = 0; round < 50; round++) {
    let least = Infinity;
    for (let body = 0; body < count; body++) {
      terrain.sample(sample, -body * linkLength, 0, height);
      least = Math.min(least, sample[0]!);
    }
    if (least >= wanted - 1e-9) break;
    height += wanted - least;
  }
  return height;
}

function setLegStart(system: MyriapodSystem, { arrays, frames, legs }: MyriapodScratch): void {
  const { plan } = system;
  const { start, swingAngle, pressAngle, kneeAngle } = system.desc.controller.gait;
  const tip = legs.scratch.tip;
  for (let leg = 0; leg < plan.legCount; leg++) {
    const phase =
      start === 'random'
        ? 2 * Math.PI * nextFloat(arrays.random)
        : start === 'equal'
          ? Math.PI / 6
          : (Math.PI / 6) * ((leg >> 1) + 1);
    const [c, s] = [cos(phase), sin(phase)];
    arrays.legAngles.set([swingAngle * c, pressAngle * s, kneeAngle], 3 * leg);
    arrays.legStates[leg] = s >= 0 ? (c < 0 ? SF1 : SF2) : c >= 0 ? SB1 : SB2;
    arrays.legSpeeds[leg] = system.restRate;
    arrays.legTokens[leg] = -1;
    arrays.legOnsets[leg] = -1;
    setWorldTip(tip, plan, frames, leg, arrays.legAngles, 3 * leg);
    arrays.legTips.set(tip, 3 * leg);
  }
}

/** Frames of all segments at a share of the step, from its start to now. */
export function setFrames(frames: Float64Array, scratch: MyriapodScratch, share: number): void {
  const { arrays, startPositions, startQuaternions, quaternion } = scratch;
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
  const { arrays, frames } = scratch;
  const { dt } = system;
  const [step, time] = [state.clock[0]!, state.clock[1]!];
  if (step % system.brainEvery === 0) {
    scratch.lastForce = 'antennae and brain';
    think(system, state, scratch);
  }
  scratch.startPositions.set(arrays.bodyPositions);
  scratch.startQuaternions.set(arrays.bodyQuaternions);
  scratch.lastForce = 'following and balance';
  moveCarried(system, scratch);
  scratch.lastForce = 'soft segments, rigid segments and contact';
  stepHybrid(scratch.body, arrays, scratch.surroundings);
  scratch.lastForce = 'legs';
  const drive = computeSwingRate(system, arrays);
  for (let k = 1; k <= system.legSteps; k++) {
    setFrames(frames, scratch, k === system.legSteps ? 1 : k / system.legSteps);
    const h = dt / system.legSteps;
    advanceLegs(scratch.legs, drive, time + (k - 1) * h, h);
  }
  trackHeading(arrays, frames);
}

/** Swing rate that the brain asks of the first legs. */
function computeSwingRate(system: MyriapodSystem, { brain }: MyriapodArrays): number {
  if (brain[brainPlaces.mode] === brainModes.ADJUSTMENT) return system.restRate;
  return Math.max(system.restRate, system.swingPerSpeed * Math.max(system.swingFloor, brain[brainPlaces.speed]!));
}

function think(system: MyriapodSystem, state: State, scratch: MyriapodScratch): void {
  const { arrays, frames, inputs, antennae } = scratch;
  const { controls } = state;
  const { controlIndex } = system;
  const seconds = system.brainEvery * system.dt;
  setFrames(frames, scratch, 1);
  updateAntennae(
    antennae,
    arrays.antennae,
    arrays.random,
    frames,
    scratch.surroundings.terrain,
    system.scene,
    arrays,
    seconds,
  );
  inputs.standing = countStanding(system, arrays);
  inputs.neckSupported = isSupported(system, arrays, 1);
  inputs.speed = unitsPerMetre * controls[controlIndex['brain.speed']]!;
  inputs.manual = controls[controlIndex['control.manual']]!;
  inputs.manualTurn = controls[controlIndex['control.turn']]!;
  inputs.manualSpeed = unitsPerMetre * controls[controlIndex['control.speed']]!;
  updateBrain(scratch.brain, arrays.brain, arrays.random, arrays, inputs, seconds);
}

function moveCarried(system: MyriapodSystem, { arrays, targeter, surroundings }: MyriapodScratch): void {
  const { terrain } = surroundings;
  const count = system.parameters.rigidSizes.length;
  const walking = arrays.brain[brainPlaces.mode] !== brainModes.ADJUSTMENT;
  const speed = arrays.brain[brainPlaces.speed]!;
  setCarried(arrays, 0, walking);
  if (walking) moveHead(targeter, arrays, terrain, speed, arrays.brain[brainPlaces.turn]!);
  for (let body = 1; body < count; body++) {
    const carried = isSupported(system, arrays, body);
    setCarried(arrays, body, carried);
    if (carried) moveSegment(targeter, arrays, body, terrain, speed);
    else if (system.desc.controller.targeter.righting) rightSegment(targeter, arrays, body, terrain);
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
  const before = heading[0]!;
  const now = atan2(y, x);
  heading[0] = now + 2 * Math.PI * Math.round((before - now) / (2 * Math.PI));
}
