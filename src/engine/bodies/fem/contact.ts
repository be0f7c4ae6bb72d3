/**
 * Contact of surface nodes with the ground: a normal spring and friction along and across the body. [worm §7]
 *
 *   p̂ = p + n nᵀ(o − p)                                 projection                       (8)
 *   f_n = −k_n (p − p̂)                                  normal force                     (9)
 *   f_f = −k_f (p̂ − a)                                  spring to the anchor            (10)
 *   f_t = (tᵀf_f) t, or ±µ_t |f_n| t if that is more    stick or slip; b likewise        (11)
 *   ∂f_n/∂p = −k_n n nᵀ,  ∂f_t/∂p = −k_f t tᵀ (stick)   Jacobians                   (12), (13)
 *
 * µ_t is low where tᵀ(p̂ − a) > 0, the node sliding forward, and higher backward. On slip the anchor follows so that the
 * spring force is the limit. The slip Jacobian of (13) is unsymmetric, so a conjugate-gradient solver may not have it;
 * it is left out.
 *
 * `lagged` replaces the springs by f_t = −µ_t N v_t / max(|v_t|, v_ε), implicit in the velocity with N and |v_t| of the
 * step's start, or with |v_t| of its end where that has been found: no anchors, stable at true mass.
 *
 * o, p, n: point on the ground, node, normal; t, b: along and across the body in the tangent plane; a: anchor.
 * Units mm, g, s, µN.
 */
import { VERTEX_STRIDE } from '../../math/sparse/bcsr.ts';
import { type SignedDistance, setDistance } from '../../world/distance/signed-distance.ts';
import type { CentreLine } from '../../mesh/tets/centre-line.ts';
import type { FrictionPatches } from '../../world/friction-patches.ts';
import { addDamping, addForce, addSpring, type NodeTerms } from '../../forces/node-terms.ts';

export const contactFlags = { touching: 1, slidingAlong: 2, slidingAcross: 4 } as const;

export interface FemContactSettings {
  readonly model: 'anchored' | 'lagged';
  /** µN/mm */
  readonly normalStiffness: number;
  readonly tangentStiffness: number;
  /** mm/s */
  readonly slipSpeed: number;
}

/** Coefficients of friction by direction of sliding. */
export interface FrictionCoefficients {
  forward: number;
  backward: number;
  transverse: number;
}

export interface FemContact {
  readonly settings: FemContactSettings;
  readonly ground: SignedDistance;
  readonly patches: FrictionPatches;
  /** Nodes that may touch. */
  readonly nodes: Uint32Array;
  readonly nodesPerSection: number;
  /** Distance to the ground and its normal n; the nearest point o; the load times the factor of the place. */
  readonly hit: Float64Array;
  /** Tangent directions t and b. */
  readonly frame: Float64Array;
}

/** What contact remembers from step to step. */
export interface ContactState {
  /** Anchor of each node, xyz, mm. */
  readonly anchors: Float64Array;
  /** `contactFlags` of each node. */
  readonly contacts: Uint8Array;
}

/** Nodes xyz_ and the line through them. */
export interface ContactMotion {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** Where `lagged` slips by other speeds than `velocities`: those at the end of the step, once they are known. */
  readonly slipVelocities?: Float64Array;
  readonly line: CentreLine;
}

export function createFemContact(
  settings: FemContactSettings,
  ground: SignedDistance,
  patches: FrictionPatches,
  nodes: Uint32Array,
  nodesPerSection: number,
): FemContact {
  return {
    settings,
    ground,
    patches,
    nodes,
    nodesPerSection,
    hit: new Float64Array(8),
    frame: new Float64Array(6),
  };
}

/** Adds the contact forces to `terms` and moves the anchors. Returns how many nodes touch. */
export function addContact(
  terms: NodeTerms,
  contact: FemContact,
  state: ContactState,
  coefficients: FrictionCoefficients,
  motion: ContactMotion,
): number {
  const { hit, nodes, settings, ground } = contact;
  const { positions, velocities, line } = motion;
  let touching = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    const at = VERTEX_STRIDE * node;
    setDistance(hit, ground, positions[at]!, positions[at + 1]!, positions[at + 2]!);
    if (!(hit[0]! < 0)) {
      state.contacts[i] = 0;
      continue;
    }
    touching += 1;
    for (let k = 0; k < 3; k++) hit[4 + k] = positions[at + k]! - hit[0]! * hit[1 + k]!;
    setTangents(contact.frame, hit, line.axes, 3 * Math.floor(node / contact.nodesPerSection));
    addNormal(terms, contact, node, velocities);
    if (settings.model === 'anchored') addAnchored(terms, contact, state, coefficients, i, velocities);
    else addLagged(terms, contact, state, coefficients, i, motion);
  }
  return touching;
}

/** The normal spring of a node; leaves the load in `hit`. */
function addNormal(terms: NodeTerms, contact: FemContact, node: number, velocities: Float64Array): void {
  const { hit, settings, patches } = contact;
  const { normalStiffness } = settings;
  const load = -normalStiffness * hit[0]!;
  addForce(terms, node, load, hit[1]!, hit[2]!, hit[3]!);
  addSpring(terms, node, normalStiffness, hit[1]!, hit[2]!, hit[3]!, velocities);
  hit[7] = load * patches.computeFactor(hit[4]!, hit[5]!);
}

/** t: the body axis in the tangent plane; b = n × t. */
function setTangents(frame: Float64Array, hit: Float64Array, axes: Float64Array, axisAt: number): void {
  const nx = hit[1]!;
  const ny = hit[2]!;
  const nz = hit[3]!;
  let tx = axes[axisAt]!;
  let ty = axes[axisAt + 1]!;
  let tz = axes[axisAt + 2]!;
  const along = tx * nx + ty * ny + tz * nz;
  tx -= along * nx;
  ty -= along * ny;
  tz -= along * nz;
  let length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  if (length < 1e-9) {
    // The body stands upright on the ground: any direction is as good.
    const alongX = Math.abs(nx) > 0.9;
    tx = alongX ? -nz : 0;
    ty = alongX ? 0 : nz;
    tz = alongX ? nx : -ny;
    length = Math.sqrt(tx * tx + ty * ty + tz * tz);
  }
  frame[0] = tx / length;
  frame[1] = ty / length;
  frame[2] = tz / length;
  frame[3] = ny * frame[2] - nz * frame[1];
  frame[4] = nz * frame[0] - nx * frame[2];
  frame[5] = nx * frame[1] - ny * frame[0];
}

function addAnchored(
  terms: NodeTerms,
  contact: FemContact,
  { anchors, contacts: flags }: ContactState,
  coefficients: FrictionCoefficients,
  i: number,
  velocities: Float64Array,
): void {
  const { hit, frame, nodes } = contact;
  const load = hit[7]!;
  const stiffness = contact.settings.tangentStiffness;
  const anchor = 3 * i;
  if (flags[i] === 0) {
    anchors[anchor] = hit[4]!;
    anchors[anchor + 1] = hit[5]!;
    anchors[anchor + 2] = hit[6]!;
  }
  flags[i] = contactFlags.touching;
  const ux = hit[4]! - anchors[anchor]!;
  const uy = hit[5]! - anchors[anchor + 1]!;
  const uz = hit[6]! - anchors[anchor + 2]!;
  // What is left of the anchor after its projection onto the ground is its stretch along t and b.
  let ax = hit[4]!;
  let ay = hit[5]!;
  let az = hit[6]!;
  for (let direction = 0; direction < 2; direction++) {
    const dx = frame[3 * direction]!;
    const dy = frame[3 * direction + 1]!;
    const dz = frame[3 * direction + 2]!;
    let stretch = ux * dx + uy * dy + uz * dz;
    const coefficient =
      direction === 1 ? coefficients.transverse : stretch > 0 ? coefficients.forward : coefficients.backward;
    const most = (coefficient * load) / stiffness;
    if (Math.abs(stretch) > most) {
      stretch = stretch > 0 ? most : -most;
      flags[i] |= direction === 0 ? contactFlags.slidingAlong : contactFlags.slidingAcross;
    } else addSpring(terms, nodes[i]!, stiffness, dx, dy, dz, velocities);
    addForce(terms, nodes[i]!, -stiffness * stretch, dx, dy, dz);
    ax -= stretch * dx;
    ay -= stretch * dy;
    az -= stretch * dz;
  }
  anchors[anchor] = ax;
  anchors[anchor + 1] = ay;
  anchors[anchor + 2] = az;
}

function addLagged(
  terms: NodeTerms,
  contact: FemContact,
  { anchors, contacts: flags }: ContactState,
  coefficients: FrictionCoefficients,
  i: number,
  { velocities, slipVelocities = velocities }: ContactMotion,
): void {
  const { hit, frame, nodes } = contact;
  const load = hit[7]!;
  const { slipSpeed } = contact.settings;
  const at = VERTEX_STRIDE * nodes[i]!;
  flags[i] = contactFlags.touching;
  anchors[3 * i] = hit[4]!;
  anchors[3 * i + 1] = hit[5]!;
  anchors[3 * i + 2] = hit[6]!;
  for (let direction = 0; direction < 2; direction++) {
    const dx = frame[3 * direction]!;
    const dy = frame[3 * direction + 1]!;
    const dz = frame[3 * direction + 2]!;
    const speed = slipVelocities[at]! * dx + slipVelocities[at + 1]! * dy + slipVelocities[at + 2]! * dz;
    const coefficient =
      direction === 1 ? coefficients.transverse : speed > 0 ? coefficients.forward : coefficients.backward;
    const damping = (coefficient * load) / Math.max(Math.abs(speed), slipSpeed);
    if (Math.abs(speed) > slipSpeed)
      flags[i] |= direction === 0 ? contactFlags.slidingAlong : contactFlags.slidingAcross;
    addDamping(terms, nodes[i]!, damping, dx, dy, dz, velocities);
  }
}
