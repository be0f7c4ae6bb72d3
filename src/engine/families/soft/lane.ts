/** What each animal of a batch has for itself: its state, its pose, and the excitation of every control step. */
import type { Kernels } from '../../../kernels/functions.ts';
import { createFramePose, type FramePose, setFramePose } from '../../bodies/projective/body-frame.ts';
import { isOrientation, setBallAt } from '../../bodies/projective/contact/ball.ts';
import type { ProjectiveScratch } from '../../bodies/projective/scratch.ts';
import { viewArrays } from '../../contract/arrays.ts';
import type { State } from '../../contract/types.ts';
import { createDrives, type DriveInputs, stepDrive } from '../../control/excitation/drive.ts';
import { maxWaves } from '../../control/excitation/fields.ts';
import type { CordDrive } from '../../control/excitation/models.ts';
import { createSpinalDrive, setSpinalStart, type SpinalDrive } from '../../control/excitation/spinal-drive.ts';
import { atan2, cos, sin } from '../../math/portable.ts';
import { unwrapAngle } from '../../math/space/geometry.ts';
import { computeReach } from '../../math/space/reach.ts';
import { type CurvedPath, setPathDirection } from '../../world/curved-path.ts';
import { getSpinalParameters, type SoftArrays, type SoftSystem, trackIndex } from './system.ts';

export interface SoftLane {
  /** After the last step: of the farthest node from the centre of mass, m, and of the fastest beyond its velocity, m/s. */
  reach: number;
  fastest: number;
  readonly state: State;
  readonly arrays: SoftArrays;
  readonly pose: FramePose;
  /** Unit vectors: forward, left and up of the body, at rest and now, and where it is told to go. */
  readonly restAxes: Float64Array;
  readonly axes: Float64Array;
  readonly target: Float64Array;
  /** The first of the axes. */
  readonly forward: Float64Array;
  readonly drives: CordDrive[];
  readonly inputs: DriveInputs;
  readonly places: ReturnType<typeof listControlPlaces>;
  readonly spinal: SpinalDrive | undefined;
  /** Excitations without those of paralysed cords. */
  readonly masked: Float64Array;
}

export function createSoftLane(
  { plan, segmentMask, controlIndex, fields, forward }: SoftSystem,
  state: State,
  kernels: Kernels,
): SoftLane {
  const axes = new Float64Array(9);
  return {
    reach: 0,
    fastest: 0,
    state,
    arrays: viewArrays(fields, state),
    pose: createFramePose(),
    restAxes: createAxes(forward),
    axes,
    target: new Float64Array(3),
    forward: axes.subarray(0, 3),
    drives: createDrives(plan),
    inputs: createInputs(),
    places: listControlPlaces(controlIndex),
    spinal:
      plan.pattern === 'spinal'
        ? createSpinalDrive(kernels, getSpinalParameters(), state, 1000 * plan.tick)
        : undefined,
    masked: new Float64Array(segmentMask.length),
  };
}

function createInputs(): DriveInputs {
  return {
    waves: Array.from({ length: maxWaves }, () => ({
      ...{ period: 1, width: 0, height: 0, tone: 0, phase: 0, alpha: 0, beta: 0, kappa: 0 },
    })),
    ...{ effort: 1, tempo: 1, direction: 1, turn: 0, climb: 0, grasp: 0, graspTone: 0 },
    ...{ tableAlpha: 0, tableKappa: 0, spinalLeft: 0, spinalRight: 0, spinalGain: 0 },
  };
}

/** Before a step: excitation where a control step begins, and what of it reaches the muscles. */
export function beginLane(system: SoftSystem, lane: SoftLane): void {
  const { arrays, state } = lane;
  const steps = state.clock[0]!;
  if (steps % system.stepsPerTick === 0) {
    setBodyPose(system, lane);
    setInputs(system, lane);
    arrays.excitationsBefore.set(arrays.excitations);
    stepDrive(arrays, system.plan, lane.inputs, lane.drives, lane.spinal, steps / system.stepsPerTick);
  }
  setMasked(system, lane, ((steps % system.stepsPerTick) + 1) / system.stepsPerTick);
  setStepStart(arrays);
}

/** After a step. */
export function endLane(
  system: SoftSystem,
  lane: SoftLane,
  { iterations, residuals, invertedCounts }: ProjectiveScratch,
  index: number,
): void {
  const { track, positions, velocities } = lane.arrays;
  const residual = residuals[index]!;
  lane.reach = computeReach(positions, system.tables.masses, system.members);
  lane.fastest = computeReach(velocities, system.tables.masses, system.members);
  countWrongSteps(system, lane, invertedCounts[index]!, residual);
  track[trackIndex.iterations] = iterations;
  track[trackIndex.residual] = residual;
  setBodyPose(system, lane);
  const heading = atan2(lane.forward[1]!, lane.forward[0]!);
  track[trackIndex.heading] = unwrapAngle(heading, track[trackIndex.heading]!);
}

/**
 * BDF2: 3x₊ − 4x + x₋ = 2h v₊ and 3v₊ − 4v + v₋ = 2h a₊ are implicit Euler over 2h/3 from x′ = (4x − x₋)/3 and
 * v′ = (4v − v₋)/3, which take the place of x and v here.
 */
function setStepStart(arrays: SoftArrays): void {
  const { positions, velocities, positionsBefore, velocitiesBefore, ball, ballBefore } = arrays;
  if (positionsBefore === undefined || velocitiesBefore === undefined || ballBefore === undefined) return;
  for (let i = 0; i < positions.length; i++) {
    const x = positions[i]!;
    const v = velocities[i]!;
    positions[i] = x + (x - positionsBefore[i]!) / 3;
    velocities[i] = v + (v - velocitiesBefore[i]!) / 3;
    positionsBefore[i] = x;
    velocitiesBefore[i] = v;
  }
  // The ball likewise: place, velocity and spin; nothing goes by how it is turned.
  for (let i = 0; i < ball.length; i++) {
    const value = ball[i]!;
    if (!isOrientation(i)) ball[i] = value + (value - ballBefore[i]!) / 3;
    ballBefore[i] = value;
  }
}

/** Excitations that reach the muscles a share of the way to the next control step. */
export function setMasked({ segmentMask, desc }: SoftSystem, { masked, arrays }: SoftLane, share: number): void {
  const { excitations, excitationsBefore } = arrays;
  const before = desc.controller.interpolation === 'held' ? 0 : 1 - share;
  for (let i = 0; i < masked.length; i++)
    masked[i] = segmentMask[i]! * (excitations[i]! + before * (excitationsBefore[i]! - excitations[i]!));
}

/** Pose and axes of the body. */
export function setBodyPose({ fit }: SoftSystem, lane: SoftLane): void {
  const { pose, axes, restAxes: rest } = lane;
  setFramePose(pose, fit, lane.arrays.positions, 3);
  const r = pose.rotation;
  for (let axis = 0; axis < 9; axis += 3)
    for (let k = 0; k < 3; k++)
      axes[axis + k] = r[k]! * rest[axis]! + r[3 + k]! * rest[axis + 1]! + r[6 + k]! * rest[axis + 2]!;
}

const waveFields = ['period', 'width', 'height', 'tone', 'phase', 'alpha', 'beta', 'kappa'] as const;

/** Inputs that are live controls as they stand. */
const inputControls = {
  effort: 'control.effort',
  tempo: 'control.tempo',
  direction: 'control.direction',
  graspTone: 'controller.grasp.tone',
  tableAlpha: 'controller.table.alpha',
  tableKappa: 'controller.table.kappa',
  spinalLeft: 'controller.spinal.left',
  spinalRight: 'controller.spinal.right',
  spinalGain: 'controller.spinal.gain',
} as const;
type InputName = keyof typeof inputControls;

/** Where the live controls of the drive are, so that no name is put together in a step. */
function listControlPlaces(index: SoftSystem['controlIndex']) {
  return {
    /** By wave, in the order of waveFields. */
    waves: Array.from({ length: maxWaves }, (_, w) =>
      Int32Array.from(waveFields, (field) => index[`controller.waves[${w}].${field}`]!),
    ),
    inputs: Object.entries(inputControls).map(([name, path]) => [name as InputName, index[path]!] as const),
    turn: index['control.turn']!,
    climb: index['control.climb']!,
    grasp: index['control.grasp']!,
    follow: index['target.follow']!,
    lead: index['scene.lead']!,
    heading: index['target.heading']!,
    elevation: index['target.elevation']!,
  };
}

/** rad. Chosen: steering is at its strongest when the target is half a radian off the body's axis, and in proportion below. */
const fullTurn = 0.5;

function setInputs({ scene, bodyLength, turning }: SoftSystem, lane: SoftLane): void {
  const { inputs, state, target, places } = lane;
  const { controls } = state;
  for (let w = 0; w < places.waves.length; w++)
    for (let f = 0; f < waveFields.length; f++) inputs.waves[w]![waveFields[f]!] = controls[places.waves[w]![f]!]!;
  for (let i = 0; i < places.inputs.length; i++) inputs[places.inputs[i]![0]] = controls[places.inputs[i]![1]]!;
  inputs.grasp = scene.ball === undefined ? 0 : controls[places.grasp]!;
  setTarget(target, controls[places.heading]!, controls[places.elevation]!);
  if (scene.path !== undefined) setPathTarget(lane, scene.path, bodyLength);
  const follow = Math.max(controls[places.follow]!, scene.path === undefined ? 0 : controls[places.lead]!);
  const ahead = computeAlong(target, lane, 0);
  const left = computeAlong(target, lane, 1);
  const up = computeAlong(target, lane, 2);
  const turn = clampSteer(controls[places.turn]! + (follow * atan2(left, ahead)) / fullTurn);
  // Which side that is takes seconds to measure: only for those who turn.
  inputs.turn = turn === 0 ? turn : turn * turning.sign;
  const level = Math.sqrt(ahead * ahead + left * left);
  inputs.climb = clampSteer(controls[places.climb]! + (follow * atan2(up, level)) / fullTurn);
}

/**
 * Part of a direction along the animal's own forward, left or up: muscles know no other, and an animal that has rolled over
 * steers as well as before.
 */
function computeAlong(direction: Float64Array, { axes }: SoftLane, axis: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += axes[3 * axis + k]! * direction[k]!;
  return sum;
}

/** At rest: forward, left and up, each perpendicular to the others; up is +z as far as it can be. */
function createAxes([x, y, z]: readonly [number, number, number]): Float64Array {
  const level = Math.sqrt(x * x + y * y);
  const [lx, ly] = level > 1e-6 ? [-y / level, x / level] : [0, 1];
  return Float64Array.of(x, y, z, lx, ly, 0, -z * ly, z * lx, x * ly - y * lx);
}

/** A scene with a way through it says itself where to go: to a point of the way half a body length ahead. */
export function setPathTarget({ target, pose }: SoftLane, path: CurvedPath, bodyLength: number): void {
  setPathDirection(target, path, pose.centre[0]!, pose.centre[1]!, pose.centre[2]!, bodyLength / 2);
}

function clampSteer(value: number): number {
  return Math.min(1, Math.max(-1, value));
}

export function setTarget(out: Float64Array, heading: number, elevation: number): void {
  out[0] = cos(heading) * cos(elevation);
  out[1] = sin(heading) * cos(elevation);
  out[2] = sin(elevation);
}

/** Residual, and m of the fastest node in a step below which it says nothing. */
const unsolvedResidual = 0.1;
const minMotion = 1e-5;

/** Counts how long something has been wrong; part of the state, so that a restored run fails in the same step (guard.ts). */
function countWrongSteps(
  { tables, dt }: SoftSystem,
  { arrays, fastest }: { readonly arrays: SoftArrays; readonly fastest: number },
  inverted: number,
  residual: number,
): void {
  const { track } = arrays;
  track[trackIndex.inverted] = inverted;
  track[trackIndex.invertedSteps] = inverted > 0 ? track[trackIndex.invertedSteps]! + 1 : 0;
  const isUnsolved = residual > unsolvedResidual && fastest * dt > minMotion && tables.settings.method === 'anderson';
  track[trackIndex.unsolvedSteps] = isUnsolved ? track[trackIndex.unsolvedSteps]! + 1 : 0;
}

/** The start of a run: the animal at rest in its scene. Every array that is not set here is zero. */
export function setLaneStart(system: SoftSystem, lane: SoftLane): void {
  const { arrays, spinal, forward } = lane;
  arrays.positions.set(system.body.positions);
  arrays.positionsBefore?.set(system.body.positions);
  if (system.scene.ball !== undefined) setBallAt(arrays.ball, 1, system.scene.ball.centre);
  arrays.ballBefore?.set(arrays.ball);
  if (spinal !== undefined) setSpinalStart(spinal);
  setBodyPose(system, lane);
  arrays.track[trackIndex.heading] = atan2(forward[1]!, forward[0]!);
}
