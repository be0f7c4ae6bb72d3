/** One step of a soft animal: excitation in every control step, then body, muscles and water together. */
import type { Kernels } from '../../../kernels/functions.ts';
import { allocNumbers } from '../../../kernels/layout.ts';
import { createDrives, type DriveInputs, type DriveState, stepDrive } from '../../control/excitation/drive.ts';
import type { CordDrive } from '../../control/excitation/models.ts';
import { createSpinalDrive, type SpinalDrive } from '../../control/excitation/spinal-drive.ts';
import type { Current } from '../../forces/water/current.ts';
import { createWater, type Water } from '../../forces/water/water.ts';
import { atan2, cos, sin } from '../../math/portable.ts';
import type { Scratch, State } from '../../sim/contract.ts';
import { type ScenePath, setPathDirection } from './scenes/path.ts';
import { createSurroundings, type SurroundingArrays, type Surroundings } from './scenes/surroundings.ts';
import { createFramePose, type FramePose, setFramePose } from './frame-fit.ts';
import { type SoftSystem, trackPlaces, waveNames } from './from-desc.ts';
import { createProjectiveScratch, type ProjectiveHooks, type ProjectiveScratch, stepProjective } from './projective.ts';

type Numbers = Float32Array | Float64Array;

export interface SoftScratch extends Scratch {
  readonly projective: ProjectiveScratch;
  readonly hooks: ProjectiveHooks;
  readonly surroundings: Surroundings;
  /** undefined in empty space. */
  readonly water: Water | undefined;
  /** In the kernels' memory, rows as the water takes them: for outputs. */
  readonly rowPositions: Numbers;
  readonly rowVelocities: Numbers;
  readonly rowForces: Numbers;
  readonly arrays: SoftArrays;
  readonly pose: FramePose;
  /** Unit vectors: the body's axis now, and where it is told to go. */
  readonly forward: Float64Array;
  readonly target: Float64Array;
  readonly drives: CordDrive[];
  readonly inputs: DriveInputs;
  readonly spinal: SpinalDrive | undefined;
  /** Excitations without those of paralysed cords. */
  readonly masked: Float64Array;
  readonly flow: [number, number, number];
  /** Working space of outputs. */
  readonly volumes: Float64Array;
  readonly faceAngles: Float64Array;
  readonly nodeValues: Float64Array;
  readonly nodeNormals: Float64Array;
}

export interface SoftArrays extends DriveState, SurroundingArrays {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** One control step ago. */
  readonly excitationsBefore: Float64Array;
  readonly track: Float64Array;
  /** One step ago, of BDF2. */
  readonly positionsBefore?: Float64Array;
  readonly velocitiesBefore?: Float64Array;
}

export function createSoftScratch(system: SoftSystem, state: State, kernels: Kernels): SoftScratch {
  const { body, tables, desc, plan } = system;
  const nodeCount = body.positions.length / 3;
  const { precision } = desc.solver;
  const alloc = (): Numbers => allocNumbers(kernels.arena, precision, tables.rowNumbers * nodeCount);
  const water =
    desc.water.model === 'none'
      ? undefined
      : createWater({
          kernels,
          precision,
          lanes: 1,
          nodeCount,
          rowOf: tables.rowOf,
          surface: body.surface,
          plates: body.plates,
          law: desc.water.model === 'paper' ? 'angle-of-attack' : 'coded',
          density: desc.water.density,
        });
  const scratch: Omit<SoftScratch, 'hooks'> = {
    lastForce: '',
    projective: createProjectiveScratch(tables, kernels),
    surroundings: createSurroundings(
      {
        scene: system.scene,
        body,
        rows: tables,
        dt: system.dt,
        friction: desc.scene.friction,
        selfContact: desc.scene.selfContact === 'on',
        waterDensity: desc.water.model === 'none' ? 0 : desc.water.density,
        ballDensity: desc.scene.ballDensity,
        gravity: [0, 0, -desc.water.gravity],
      },
      state.arrays as unknown as SurroundingArrays,
    ),
    water,
    rowPositions: alloc(),
    rowVelocities: alloc(),
    rowForces: alloc(),
    arrays: state.arrays as unknown as SoftArrays,
    pose: createFramePose(),
    forward: new Float64Array(3),
    target: new Float64Array(3),
    drives: createDrives(plan),
    inputs: createInputs(),
    spinal: plan.pattern === 'spinal' ? createSpinalDrive(kernels, state.arrays, 1000 * plan.tick) : undefined,
    masked: new Float64Array(system.segmentMask.length),
    flow: [0, 0, 0],
    volumes: new Float64Array(body.tets.length / 4),
    faceAngles: new Float64Array((body.surface.length + body.plates.length) / 3),
    nodeValues: new Float64Array(nodeCount),
    nodeNormals: new Float64Array(3 * nodeCount),
  };
  return { ...scratch, hooks: createHooks(system, state, scratch) };
}

function createInputs(): DriveInputs {
  return {
    waves: waveNames.map(() => ({
      ...{ period: 1, width: 0, height: 0, tone: 0, phase: 0, alpha: 0, beta: 0, kappa: 0 },
    })),
    ...{ effort: 1, tempo: 1, direction: 1, turn: 0, climb: 0, grasp: 0, graspTone: 0 },
    ...{ tableAlpha: 0, tableKappa: 0, spinalLeft: 0, spinalRight: 0, spinalGain: 0 },
  };
}

/** Forces of the water, the weight that buoyancy leaves, and the finger. */
function createHooks(system: SoftSystem, state: State, scratch: Omit<SoftScratch, 'hooks'>): ProjectiveHooks {
  const { tables, desc, controlIndex } = system;
  const { nodeCount, rowOf, rowNumbers, masses } = tables;
  const { water, surroundings } = scratch;
  const isOpen = system.scene.kind === 'none' && desc.scene.selfContact === 'off';
  const { gravity, density } = desc.water;
  const sink = gravity * (1 - density / desc.body.material.density);
  const poke = ['node', 'x', 'y', 'z'].map((name) => controlIndex[`poke.${name}`]!) as [number, number, number, number];
  return {
    force({ iterates, rates, forces, origins }) {
      water?.add(forces, undefined, iterates, rates, origins);
      if (sink !== 0) {
        for (let node = 0; node < nodeCount; node++) {
          const to = rowOf[node]! * rowNumbers + 2;
          forces[to] = forces[to]! - sink * masses[node]!;
        }
      }
      const { controls } = state;
      const node = Math.min(nodeCount - 1, Math.floor(controls[poke[0]]!));
      const to = rowOf[node]! * rowNumbers;
      forces[to] = forces[to]! + controls[poke[1]]!;
      forces[to + 1] = forces[to + 1]! + controls[poke[2]]!;
      forces[to + 2] = forces[to + 2]! + controls[poke[3]]!;
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

export function stepSoft(system: SoftSystem, state: State, scratch: SoftScratch): void {
  const { arrays } = scratch;
  const { track } = arrays;
  const steps = state.clock[0]!;
  if (steps % system.stepsPerTick === 0) {
    scratch.lastForce = 'excitation';
    setPose(system, scratch);
    setInputs(system, state, scratch);
    arrays.excitationsBefore.set(arrays.excitations);
    stepDrive(arrays, system.plan, scratch.inputs, scratch.drives, scratch.spinal, steps / system.stepsPerTick);
  }
  setMasked(system, scratch, ((steps % system.stepsPerTick) + 1) / system.stepsPerTick);
  scratch.lastForce = 'body, muscles and water';
  setFlow(system, state, scratch);
  setStepStart(arrays);
  scratch.surroundings.begin(arrays.positions, scratch.flow);
  stepProjective(system.tables, scratch.projective, arrays.positions, arrays.velocities, scratch.masked, scratch.hooks);
  scratch.surroundings.end();
  track[trackPlaces.iterations] = scratch.projective.iterations;
  track[trackPlaces.residual] = scratch.projective.residuals[0]!;
  setPose(system, scratch);
  const heading = atan2(scratch.forward[1]!, scratch.forward[0]!);
  track[trackPlaces.heading] = unwrap(heading, track[trackPlaces.heading]!);
}

/**
 * BDF2: 3x₊ − 4x + x₋ = 2h v₊ and 3v₊ − 4v + v₋ = 2h a₊ are implicit Euler over 2h/3 from x′ = (4x − x₋)/3 and
 * v′ = (4v − v₋)/3, which take the place of x and v here.
 */
function setStepStart({ positions, velocities, positionsBefore, velocitiesBefore }: SoftArrays): void {
  if (positionsBefore === undefined || velocitiesBefore === undefined) return;
  for (let i = 0; i < positions.length; i++) {
    const [x, v] = [positions[i]!, velocities[i]!];
    positions[i] = x + (x - positionsBefore[i]!) / 3;
    velocities[i] = v + (v - velocitiesBefore[i]!) / 3;
    positionsBefore[i] = x;
    velocitiesBefore[i] = v;
  }
}

/** Excitations that reach the muscles a share of the way to the next control step. */
export function setMasked({ segmentMask, desc }: SoftSystem, { masked, arrays }: SoftScratch, share: number): void {
  const { excitations, excitationsBefore } = arrays;
  const before = desc.controller.between === 'held' ? 0 : 1 - share;
  for (let i = 0; i < masked.length; i++)
    masked[i] = segmentMask[i]! * (excitations[i]! + before * (excitationsBefore[i]! - excitations[i]!));
}

/** The angle equal to `angle` but for whole turns that is nearest to `before`. */
function unwrap(angle: number, before: number): number {
  return angle + 2 * Math.PI * Math.round((before - angle) / (2 * Math.PI));
}

/** Pose and axis of the body. */
export function setPose({ fit, forward: rest }: SoftSystem, scratch: SoftScratch): void {
  const { pose, forward } = scratch;
  setFramePose(pose, fit, scratch.arrays.positions, 3);
  const r = pose.rotation;
  for (let k = 0; k < 3; k++) forward[k] = r[k]! * rest[0] + r[3 + k]! * rest[1] + r[6 + k]! * rest[2];
}

const waveFields = ['period', 'width', 'height', 'tone', 'phase', 'alpha', 'beta', 'kappa'] as const;

/** Angle off the target at which steering is at its strongest, rad. */
const fullTurn = 0.5;

function setInputs({ controlIndex, scene, bodyLength }: SoftSystem, { controls }: State, scratch: SoftScratch): void {
  const { inputs, forward } = scratch;
  const read = (name: string): number => controls[controlIndex[name]!]!;
  waveNames.forEach((name, w) => {
    for (const field of waveFields) inputs.waves[w]![field] = read(`controller.waves.${name}.${field}`);
  });
  inputs.effort = read('control.effort');
  inputs.tempo = read('control.tempo');
  inputs.direction = read('control.direction');
  inputs.grasp = scene.ball === undefined ? 0 : read('control.grasp');
  inputs.graspTone = read('controller.grasp.tone');
  inputs.tableAlpha = read('controller.table.alpha');
  inputs.tableKappa = read('controller.table.kappa');
  inputs.spinalLeft = read('controller.spinal.left');
  inputs.spinalRight = read('controller.spinal.right');
  inputs.spinalGain = read('controller.spinal.gain');
  setTarget(scratch.target, read('target.heading'), read('target.elevation'));
  if (scene.path !== undefined) setPathTarget(scratch, scene.path, bodyLength);
  const follow = read('target.follow');
  const [aim, at] = [computeDirection(scratch.target), computeDirection(forward)];
  inputs.turn = clampSteer(read('control.turn') + (follow * unwrap(aim.heading - at.heading, 0)) / fullTurn);
  inputs.climb = clampSteer(read('control.climb') + (follow * (aim.elevation - at.elevation)) / fullTurn);
}

function computeDirection([x, y, z]: ArrayLike<number> & Iterable<number>): { heading: number; elevation: number } {
  return { heading: atan2(y!, x!), elevation: atan2(z!, Math.sqrt(x! * x! + y! * y!)) };
}

/** A scene with a way through it says itself where to go: to a point of the way half a body length ahead. */
export function setPathTarget({ target, pose }: SoftScratch, path: ScenePath, bodyLength: number): void {
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

/** Tells the water how it moves, where that has changed. */
function setFlow({ desc, controlIndex }: SoftSystem, { controls }: State, { water, flow }: SoftScratch): void {
  if (water === undefined) return;
  const [x, y, z] = ['flowX', 'flowY', 'flowZ'].map((name) => controls[controlIndex[`water.${name}`]!]!) as [
    number,
    number,
    number,
  ];
  if (x === flow[0] && y === flow[1] && z === flow[2]) return;
  [flow[0], flow[1], flow[2]] = [x, y, z];
  water.setCurrent(createCurrent(desc.water, flow));
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
