/**
 * The force field of natural modes that drives the paper's worm.
 *
 * A mode u scaled to an amplitude a of the centre line needs the forces K u = λ M u to be held (linear, hence without net
 * force and torque at rest); that is −f_m of the paper [worm §5]. The field turns with the body by the yaw of best fit.
 */
import {
  addCompensation,
  type Compensation,
  createMomentumScratch,
  type MomentumScratch,
  setNetForce,
} from '../../../control/worm/momentum.ts';
import { computePulse, setQuadrature } from '../../../control/worm/pulse.ts';
import { cos, sin } from '../../../math/portable.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import type { Modes } from '../../../bodies/fem/modes/modes.ts';
import type { BendingMode } from '../../../bodies/fem/modes/catalogue.ts';

/** The force field that holds the body in a mode, xyz_ per node: λ M u at the given amplitude (mm) of the centre line. */
export function createModalField(modes: Modes, mode: BendingMode, amplitude: number): Float64Array {
  const nodes = modes.masses.length / 3;
  const scale = (mode.eigenvalue * amplitude) / mode.centreLinePeak;
  const field = new Float64Array(VERTEX_STRIDE * nodes);
  for (let node = 0; node < nodes; node++) {
    for (let k = 0; k < 3; k++)
      field[VERTEX_STRIDE * node + k] = scale * modes.masses[3 * node + k]! * mode.vector[3 * node + k]!;
  }
  return field;
}

export interface ModalDrive {
  readonly kind: 'modal' | 'two-mode';
  readonly duty: number;
  /** One field for `modal`, two for `two-mode`. */
  readonly fields: readonly Float64Array[];
  /** Factor on α: 1 for `modal`. */
  readonly share: number;
  readonly frame: 'body' | 'world';
  readonly compensation: Compensation;
}

/** What the drive is told and what it tells in a step. */
export interface ModalWork {
  /** Turns of the drive, α, 1 or −1 for the way of the wave, and the body's yaw. */
  phase: number;
  alpha: number;
  direction: number;
  yaw: number;
  /** xyz_ per node. */
  readonly forces: Float64Array;
  /** What the compensation has left: force and torque about the centre. */
  readonly net: Float64Array;
  readonly factors: Float64Array;
  readonly momentum: MomentumScratch;
}

export function createModalWork(nodeCount: number): ModalWork {
  return {
    phase: 0,
    alpha: 0,
    direction: 1,
    yaw: 0,
    forces: new Float64Array(VERTEX_STRIDE * nodeCount),
    net: new Float64Array(6),
    factors: new Float64Array(2),
    momentum: createMomentumScratch(),
  };
}

/** Overwrites the forces with those of the modes at a phase, compensated about `centre`. */
export function setModalForces(
  work: ModalWork,
  drive: ModalDrive,
  positions: Float64Array,
  centre: Float64Array,
): void {
  const { forces, factors, net } = work;
  factors.fill(0);
  if (drive.kind === 'modal') factors[0] = computePulse(work.phase, drive.duty);
  else setQuadrature(factors, work.phase, work.direction);
  const size = drive.share * work.alpha;
  const angle = drive.frame === 'body' ? work.yaw : 0;
  const c = cos(angle);
  const s = sin(angle);
  const [first, second] = drive.fields;
  const a = size * factors[0]!;
  const b = size * factors[1]!;
  for (let at = 0; at < forces.length; at += VERTEX_STRIDE) {
    let x = a * first![at]!;
    let y = a * first![at + 1]!;
    let z = a * first![at + 2]!;
    if (second !== undefined) {
      x += b * second[at]!;
      y += b * second[at + 1]!;
      z += b * second[at + 2]!;
    }
    forces[at] = c * x - s * y;
    forces[at + 1] = s * x + c * y;
    forces[at + 2] = z;
  }
  addCompensation(forces, positions, centre, drive.compensation, work.momentum);
  setNetForce(net, forces, positions, centre[0]!, centre[1]!, centre[2]!);
}

/** Net force over the sum of all forces, and net torque over that times `length`; 0 without forces. */
export function setNetShares(out: Float64Array, at: number, { forces, net }: ModalWork, length: number): void {
  const size = computeForceSize(forces);
  const force = Math.sqrt(net[0]! * net[0]! + net[1]! * net[1]! + net[2]! * net[2]!);
  const torque = Math.sqrt(net[3]! * net[3]! + net[4]! * net[4]! + net[5]! * net[5]!);
  out[at] = size > 0 ? force / size : 0;
  out[at + 1] = size > 0 ? torque / (size * length) : 0;
}

/** Sum of the sizes of the forces on all nodes. */
function computeForceSize(forces: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < forces.length; at += VERTEX_STRIDE) {
    const x = forces[at]!;
    const y = forces[at + 1]!;
    const z = forces[at + 2]!;
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum;
}
