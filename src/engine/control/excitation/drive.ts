/** One control step of a soft animal: central pattern, steering, and the propagation of excitation down its cords. */
import { getCodedSignal } from './coded-table.ts';
import type { CordDrive, ExcitationModel } from './models.ts';
import { type CordRange, runCodedCord } from './propagation.ts';
import { setSpinalExcitations, type SpinalDrive, stepSpinalDrive } from './spinal-drive.ts';
import { computeCentralSignal, computeRamp, computeSignedSignal } from './wave.ts';

/** Numbers of one wave, all of them live. */
export interface CordWave {
  period: number;
  /** Share of the period. */
  width: number;
  height: number;
  tone: number;
  phase: number;
  alpha: number;
  beta: number;
  kappa: number;
}

/** Constant data: the cords and the wave that drives each. */
export interface DrivePlan {
  readonly pattern: 'waves' | 'coded-table' | 'spinal' | 'none';
  readonly cords: readonly CordRange[];
  /** Wave of each cord, −1 for none. */
  readonly waveOf: Int8Array;
  /** Where each cord lies: 1 farthest left and up, −1 farthest right and down. */
  readonly sides: Float64Array;
  readonly heights: Float64Array;
  /** By wave: share by which a full turn changes the height of the left cords. */
  readonly turnGains: readonly number[];
  /** By wave: share of the height that a full turn takes from the inner side; beyond 1 its wave runs backward. */
  readonly backGains: readonly number[];
  /** By wave: tone that a full climb takes from the left cords and adds to the right ones. */
  readonly climbGains: readonly number[];
  /** Per cord: 1 if it closes an arm. */
  readonly graspers: Uint8Array;
  readonly ramp: number;
  /** Seconds between control steps. */
  readonly tick: number;
  readonly model: ExcitationModel;
}

/** How an animal answers a turn; measured when it is first asked for (families/soft/turning.ts). */
export interface Turning {
  /** −1 where its waves turn it to the other side. */
  readonly sign: 1 | -1;
  readonly canTurn: boolean;
}

/** Inputs that may change between any two steps. */
export interface DriveInputs {
  readonly waves: readonly CordWave[];
  effort: number;
  tempo: number;
  direction: number;
  /** −1 … 1, to the left and up positive. */
  turn: number;
  climb: number;
  /** 0 … 1: how much of the waves a steady grip replaces, and its excitation. */
  grasp: number;
  graspTone: number;
  tableAlpha: number;
  tableKappa: number;
  spinalLeft: number;
  spinalRight: number;
  spinalGain: number;
}

export interface DriveState {
  /** All segments, cord by cord. */
  readonly excitations: Float64Array;
  /** Turns of each wave. */
  readonly phases: Float64Array;
  readonly actions: Float64Array;
}

export function createDrives(plan: DrivePlan): CordDrive[] {
  return plan.cords.map(() => ({ central: 0, delivery: 0, retention: 0, passes: 0, runsBack: false }));
}

/** `step` counts control steps from 0. `drives` is working space. */
export function stepDrive(
  state: DriveState,
  plan: DrivePlan,
  inputs: DriveInputs,
  drives: readonly CordDrive[],
  spinal: SpinalDrive | undefined,
  step: number,
): void {
  const ramp = computeRamp(step * plan.tick, plan.ramp);
  if (plan.pattern === 'coded-table') {
    runCodedTable(state, plan, inputs, step);
    return;
  }
  if (plan.pattern === 'spinal' && spinal !== undefined) {
    runSpinal(state.excitations, plan, inputs, spinal, ramp);
    return;
  }
  for (let c = 0; c < plan.cords.length; c++) {
    const drive = drives[c]!;
    const w = plan.waveOf[c]!;
    const wave = inputs.waves[w];
    const hasWave = wave !== undefined && plan.pattern !== 'none';
    const factor = hasWave ? computeSteering(plan, inputs, c, w) * computeFactor(plan, state.actions, c) : 1;
    const signal = hasWave ? computeSignal(plan, inputs, wave, state, c, w, Math.abs(factor)) : 0;
    drive.runsBack = factor < 0;
    const grip = plan.graspers[c] === 1 ? inputs.graspTone : 0;
    drive.central = ramp * (signal + inputs.grasp * (grip - signal));
    drive.delivery = wave?.alpha ?? 0;
    drive.retention = wave?.beta ?? 0;
    drive.passes = wave?.kappa ?? 0;
  }
  plan.model.apply(state.excitations, drives, state.actions, inputs.direction < 0);
  for (let w = 0; w < inputs.waves.length; w++)
    state.phases[w] = state.phases[w]! + (plan.tick * inputs.tempo) / inputs.waves[w]!.period;
}

function computeSignal(
  plan: DrivePlan,
  inputs: DriveInputs,
  wave: CordWave,
  { phases }: DriveState,
  cord: number,
  w: number,
  factor: number,
): number {
  const compute = plan.cords[cord]!.lowest < 0 ? computeSignedSignal : computeCentralSignal;
  const turned = phases[w]! - wave.phase;
  // A whole number of turns is taken off first, so that rounding does not grow with time.
  const t = (turned - Math.floor(turned)) * wave.period;
  const pulse = compute(t, wave.width * wave.period, wave.height, wave.period);
  return inputs.effort * factor * pulse + wave.tone - plan.climbGains[w]! * inputs.climb * plan.sides[cord]!;
}

/** Largest factor of actions on the height of a wave. Chosen: beyond it fins fold over. */
const maxWaveFactor = 1.6;

/** 1 + Δg of a cord, where its model has that action; from −1, the whole wave backward. */
function computeFactor({ model }: DrivePlan, actions: Float64Array, cord: number): number {
  if (model.factorsAt === undefined) return 1;
  return Math.min(maxWaveFactor, Math.max(-1, 1 + actions[model.factorsAt + cord]!));
}

/** Factor on the height of a cord's wave; below 0 it runs from the tip to the root. */
function computeSteering(plan: DrivePlan, inputs: DriveInputs, cord: number, w: number): number {
  const inward = inputs.turn * plan.sides[cord]!;
  const steer = inward + inputs.climb * plan.heights[cord]!;
  const factor = Math.max(0, 1 + plan.turnGains[w]! * steer);
  return inward > 0 ? factor - plan.backGains[w]! * inward : factor;
}

/** Δμ, Δα and Δκ of ap-mem act here too; as in the authors' code β does not. */
function runCodedTable(
  { excitations, actions }: DriveState,
  { cords, model }: DrivePlan,
  inputs: DriveInputs,
  step: number,
): void {
  const hasActions = model.name === 'ap-mem';
  for (let c = 0; c < cords.length; c++) {
    const central = inputs.effort * getCodedSignal(c, step) + (hasActions ? actions[4 * c]! : 0);
    const alpha = Math.min(1, Math.max(0, inputs.tableAlpha + (hasActions ? actions[4 * c + 1]! : 0)));
    runCodedCord(excitations, cords[c]!, central, alpha, inputs.tableKappa + (hasActions ? actions[4 * c + 3]! : 0));
  }
}

/** More drive on one side turns the animal to it. Chosen. */
const spinalTurn = 0.1;

function runSpinal(
  excitations: Float64Array,
  { cords, sides }: DrivePlan,
  inputs: DriveInputs,
  spinal: SpinalDrive,
  ramp: number,
): void {
  const turn = spinalTurn * inputs.turn;
  stepSpinalDrive(spinal, clampDrive(inputs.spinalLeft + turn), clampDrive(inputs.spinalRight - turn));
  const gain = ramp * inputs.effort * inputs.spinalGain;
  for (let c = 0; c < cords.length; c++)
    setSpinalExcitations(excitations, cords[c]!, spinal, sides[c]! >= 0 ? 0 : 1, gain);
}

function clampDrive(value: number): number {
  return Math.min(1, Math.max(0, value));
}
