/**
 * Natural modes of a worm: the force field that drives the paper's worm, and shapes to look at.
 *
 * A mode u scaled to an amplitude a of the centre line needs the forces K u = λ M u to be held (linear, hence without net
 * force and torque at rest); that is −f_m of the paper [worm §5]. The field turns with the body by the yaw of best fit.
 */
import {
  type BendingMode,
  createModeCatalogue,
  findHorizontalBendingMode,
} from '../../../bodies/fem/modes/catalogue.ts';
import { createModeElements } from '../../../bodies/fem/modes/elements.ts';
import { computeModes, type Modes } from '../../../bodies/fem/modes/modes.ts';
import type { NaturalMode } from '../../../contract/types.ts';
import {
  addCompensation,
  type Compensation,
  createMomentumScratch,
  type MomentumScratch,
  setNetForce,
} from '../../../control/worm/momentum.ts';
import { computePulse, setQuadrature } from '../../../control/worm/pulse.ts';
import { createMemo } from '../../../math/memo.ts';
import { cos, sin } from '../../../math/portable.ts';
import { VERTEX_STRIDE } from '../../../math/sparse/bcsr.ts';
import type { WormMesh } from '../mesh/mesh.ts';
import { mmPerMetre, type WormParameters } from '../parameters.ts';
import type { WormDesc } from '../schema.ts';

/** The force field that holds the body in a mode, xyz_ per node: λ M u at the given amplitude (mm) of the centre line. */
function createModalField(modes: Modes, mode: BendingMode, amplitude: number): Float64Array {
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

const modalAnalyses = createMemo<Modes>(2);

export function createModalDrive(
  { drive }: WormDesc,
  parameters: WormParameters,
  mesh: WormMesh,
  meshKey: string,
): ModalDrive | undefined {
  if (drive.kind !== 'modal' && drive.kind !== 'two-mode') return undefined;
  const wanted = [{ number: drive.mode, amplitude: drive.amplitude, path: 'drive.mode' }];
  if (drive.kind === 'two-mode')
    wanted.push({ number: drive.secondMode, amplitude: drive.secondAmplitude, path: 'drive.secondMode' });
  // Four modes in a body length of bends: two planes of bending, torsion and stretching.
  const count = 8 + 4 * Math.max(...wanted.map(({ number }) => number));
  const tissues = parameters.tissues.map(({ youngModulus, poissonRatio, density }) => [
    youngModulus,
    poissonRatio,
    density,
  ]);
  const modes = modalAnalyses(JSON.stringify([meshKey, tissues, count]), () =>
    computeModes(createModeElements(mesh, parameters.tissues), { count }),
  );
  return {
    kind: drive.kind,
    duty: drive.kind === 'modal' ? drive.duty : 1,
    share: drive.kind === 'modal' ? 1 : drive.secondShare,
    frame: drive.frame,
    compensation: drive.compensation,
    fields: wanted.map(({ number, amplitude, path }) =>
      createModalField(modes, findHorizontalBendingMode(modes, mesh, number, path), amplitude * mmPerMetre),
    ),
  };
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

/** Rigid ones included: bending in both planes, twisting and stretching, three or more of each. */
const modeCount = 26;

/** Largest displacements in body lengths that look whole: chosen, a twist or a stretch of more looks torn. */
const reaches: Readonly<Record<string, number>> = { 'horizontal-bending': 0.14, 'vertical-bending': 0.14, axial: 0.06 };
const smallReach = 0.025;

/** The lowest natural modes of a worm as shapes of its skin, to look at. */
export function computeWormModes(
  { mesh, parameters }: { readonly mesh: WormMesh; readonly parameters: WormParameters },
  onProgress: (share: number) => void,
): NaturalMode[] {
  const analysis = computeModes(createModeElements(mesh, parameters.tissues), { count: modeCount, onProgress });
  const { entries, vectors } = createModeCatalogue(analysis, mesh);
  const dofs = 3 * mesh.nodeCount;
  return entries
    .filter(({ kind }) => kind !== 'rigid')
    .map(({ index, kind, label, frequency }) => ({
      label,
      kind: kind.replace('-', ' '),
      frequency,
      reach: reaches[kind] ?? smallReach,
      shape: createSkinShape(mesh.surfaceNodes, vectors.subarray(index * dofs, (index + 1) * dofs)),
    }));
}

function createSkinShape(surfaceNodes: Uint32Array, vector: Float64Array): Float32Array {
  const shape = new Float32Array(3 * surfaceNodes.length);
  let largest = 0;
  surfaceNodes.forEach((node, i) => {
    const [x, y, z] = [vector[3 * node]!, vector[3 * node + 1]!, vector[3 * node + 2]!];
    shape.set([x, y, z], 3 * i);
    largest = Math.max(largest, Math.sqrt(x * x + y * y + z * z));
  });
  for (let i = 0; i < shape.length; i++) shape[i]! /= largest;
  return shape;
}
