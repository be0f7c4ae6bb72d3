/**
 * What drives the worm in a step: a force field of natural modes, or stresses in the muscles.
 *
 * A mode u scaled to an amplitude a of the centre line needs the forces K u = λ M u to be held (linear, hence without net
 * force and torque at rest); that is −f_m of the paper [worm §5]. The field turns with the body by the yaw of best fit.
 */
import { matchesAny } from '../../model/pattern.ts';
import { addCompensation, type Compensation, type MomentumScratch, setNetForce } from '../../control/worm/momentum.ts';
import { computePulse, setQuadrature } from '../../control/worm/pulse.ts';
import { cos, sin } from '../../math/portable.ts';
import { VERTEX_STRIDE } from '../../math/sparse/bcsr.ts';
import type { ModalAnalysis } from '../../bodies/fem/modes/modes.ts';
import type { BendingMode } from '../../bodies/fem/modes/catalogue.ts';

/** The force field that holds the body in a mode, xyz_ per node: λ M u at the given amplitude (mm) of the centre line. */
export function createModalField(modes: ModalAnalysis, mode: BendingMode, amplitude: number): Float64Array {
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
  readonly frame: 'body' | 'world';
  readonly compensation: Compensation;
}

/** A force that never rests needs less than one that acts a third of the time. */
const twoModeShare = 0.6;

/** Overwrites `forces` with the modal forces at a phase, compensated; `left` receives what net force and torque remain. */
export function setModalForces(
  forces: Float64Array,
  left: Float64Array,
  drive: ModalDrive,
  phase: number,
  alpha: number,
  direction: number,
  yaw: number,
  positions: Float64Array,
  centre: Float64Array,
  scratch: MomentumScratch,
): void {
  const factors = modeFactors;
  factors.fill(0);
  if (drive.kind === 'modal') factors[0] = computePulse(phase, drive.duty);
  else setQuadrature(factors, phase, direction);
  const size = drive.kind === 'modal' ? alpha : twoModeShare * alpha;
  const angle = drive.frame === 'body' ? yaw : 0;
  const [c, s] = [cos(angle), sin(angle)];
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
  addCompensation(forces, positions, centre, drive.compensation, scratch);
  setNetForce(left, forces, positions, centre[0]!, centre[1]!, centre[2]!);
}

const modeFactors = new Float64Array(2);

/** Sum of the sizes of the forces on all nodes. */
export function computeForceSize(forces: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < forces.length; at += VERTEX_STRIDE) {
    const [x, y, z] = [forces[at]!, forces[at + 1]!, forces[at + 2]!];
    sum += Math.sqrt(x * x + y * y + z * z);
  }
  return sum;
}

/** 1 for each muscle, 0 for those that a pattern names. */
export function createMuscleMask(names: readonly string[], patterns: readonly string[]): Float64Array {
  return Float64Array.from(names, (name) => (matchesAny(patterns, name) ? 0 : 1));
}
