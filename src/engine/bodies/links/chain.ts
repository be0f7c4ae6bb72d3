/**
 * A chain of rigid links in the plane, joined end to end. [lamprey eq. 2–3]
 *
 *   m aᵢ = Wᵢ + Fᵢ − Fᵢ₋₁
 *   I φ̈ᵢ = Tᵢ − Tᵢ₋₁ + hᵢ nᵢ · (Fᵢ₋₁ + Fᵢ)          hᵢ half length, tᵢ = (cos φᵢ, sin φᵢ), nᵢ = (−sin φᵢ, cos φᵢ)
 *   aᵢ + hᵢ (φ̈ᵢ nᵢ − φ̇ᵢ² tᵢ) = aᵢ₊₁ − hᵢ₊₁ (φ̈ᵢ₊₁ nᵢ₊₁ − φ̇ᵢ₊₁² tᵢ₊₁)      (the joint stays shut)
 *
 * The joint forces F solve a symmetric block-tridiagonal system of 2×2 blocks, in time linear in the number of links.
 * Link 0 is the head and φ points from head to tail. Only the head link's centre and the angles are states, so joints
 * cannot drift open: states = [x, y, φ₀ … φₙ₋₁, ẋ, ẏ, φ̇₀ … φ̇ₙ₋₁]. Units g, mm, ms, rad.
 */
import { computePower, addDragForces } from '../../forces/link-drag.ts';
import type { MuscleParameters } from '../../forces/joint-muscle.ts';
import { setCosSinPairs } from '../../math/portable.ts';
import { ModelError, type Problem, printGot } from '../../model/problem.ts';

export interface LinkParameters {
  /** mm */
  length: number;
  /** g */
  mass: number;
  /** g mm², about the vertical axis through the centre */
  inertia: number;
  /** λ⊥, g/mm */
  normalDrag: number;
  /** λ∥, g/mm */
  axialDrag: number;
}

export interface ArticulatedBody {
  readonly links: number;
  readonly stateCount: number;
  /** Where in the state array the angles, the head's velocity and the angles' rates start. */
  readonly angleAt: number;
  readonly velocityAt: number;
  readonly rateAt: number;
  readonly halfLengths: Float64Array;
  readonly masses: Float64Array;
  readonly inertias: Float64Array;
  /** 1/m, h/I and h²/I of each link: divided once, not in every evaluation. */
  readonly lightnesses: Float64Array;
  readonly levers: Float64Array;
  readonly leverages: Float64Array;
  readonly normalDrags: Float64Array;
  readonly axialDrags: Float64Array;
  readonly muscle: Readonly<MuscleParameters>;
}

/** Working space of one evaluation; nothing in it outlives the call, except for reading what the last one found. */
export interface BodyScratch {
  /** (cos φ, sin φ) per link. */
  axes: Float64Array;
  velocities: Float64Array;
  forces: Float64Array;
  torques: Float64Array;
  /** Inverse diagonal blocks (xx, xy, yy) and right-hand sides of the elimination, then the joint forces. */
  blocks: Float64Array;
  jointForces: Float64Array;
}

/** Length of the state array of a body with this many links. */
export function computeBodyStateCount(links: number): number {
  return 2 * (links + 2);
}

export function createArticulatedBody(
  links: readonly Readonly<LinkParameters>[],
  muscle: Readonly<MuscleParameters>,
): ArticulatedBody {
  const problems = findProblems(links, muscle);
  if (problems.length > 0) throw new ModelError(problems);
  const n = links.length;
  return {
    links: n,
    stateCount: computeBodyStateCount(n),
    angleAt: 2,
    velocityAt: n + 2,
    rateAt: n + 4,
    halfLengths: Float64Array.from(links, ({ length }) => 0.5 * length),
    masses: Float64Array.from(links, ({ mass }) => mass),
    inertias: Float64Array.from(links, ({ inertia }) => inertia),
    lightnesses: Float64Array.from(links, ({ mass }) => 1 / mass),
    levers: Float64Array.from(links, ({ length, inertia }) => (0.5 * length) / inertia),
    leverages: Float64Array.from(links, ({ length, inertia }) => (0.25 * length * length) / inertia),
    normalDrags: Float64Array.from(links, ({ normalDrag }) => normalDrag),
    axialDrags: Float64Array.from(links, ({ axialDrag }) => axialDrag),
    muscle,
  };
}

export function createBodyScratch(body: ArticulatedBody): BodyScratch {
  const n = body.links;
  return {
    axes: new Float64Array(2 * n),
    velocities: new Float64Array(2 * n),
    forces: new Float64Array(2 * n),
    torques: new Float64Array(n - 1),
    blocks: new Float64Array(3 * (n - 1)),
    jointForces: new Float64Array(2 * (n - 1)),
  };
}

/** Axes of the links and velocities of their centres, from the head along the chain. */
export function setKinematics(scratch: BodyScratch, body: ArticulatedBody, states: Float64Array): void {
  const { axes, velocities } = scratch;
  const { links, angleAt, velocityAt, rateAt, halfLengths } = body;
  setCosSinPairs(axes, states, angleAt, links);
  let x = states[velocityAt]!;
  let y = states[velocityAt + 1]!;
  for (let link = 0; link < links; link++) {
    const c = axes[2 * link]!;
    const s = axes[2 * link + 1]!;
    const swing = halfLengths[link]! * states[rateAt + link]!;
    if (link > 0) {
      x -= swing * s;
      y += swing * c;
    }
    velocities[2 * link] = x;
    velocities[2 * link + 1] = y;
    x -= swing * s;
    y += swing * c;
  }
}

/** Solves for the forces that keep the joints shut. Axes, forces and torques must be set. */
function setJointForces(scratch: BodyScratch, body: ArticulatedBody, states: Float64Array): void {
  const { axes, forces, torques, blocks, jointForces } = scratch;
  const { links, rateAt, halfLengths, lightnesses, levers, leverages } = body;
  const joints = links - 1;
  // A link's share in the block of the joint before and behind it: leverage n nᵀ ± 1/m, and its free acceleration there.
  let lightness = lightnesses[0]!;
  let nx = -axes[1]!;
  let ny = axes[0]!;
  let leverage = leverages[0]!;
  let rate = states[rateAt]!;
  let spin = levers[0]! * torques[0]!;
  let pull = halfLengths[0]! * rate * rate;
  for (let joint = 0; joint < joints; joint++) {
    const next = joint + 1;
    let xx = lightness + leverage * nx * nx;
    let xy = leverage * nx * ny;
    let yy = lightness + leverage * ny * ny;
    let rx = pull * ny - spin * nx - lightness * forces[2 * joint]!;
    let ry = -pull * nx - spin * ny - lightness * forces[2 * joint + 1]!;
    if (joint > 0) {
      // Eliminate the force of the joint in front: its coupling block is leverage n nᵀ − 1/m of the shared link.
      const ex = leverage * nx * nx - lightness;
      const exy = xy;
      const ey = leverage * ny * ny - lightness;
      const ixx = blocks[3 * joint - 3]!;
      const ixy = blocks[3 * joint - 2]!;
      const iyy = blocks[3 * joint - 1]!;
      const gxx = ex * ixx + exy * ixy;
      const gxy = ex * ixy + exy * iyy;
      const gyx = exy * ixx + ey * ixy;
      const gyy = exy * ixy + ey * iyy;
      xx -= gxx * ex + gxy * exy;
      xy -= gxx * exy + gxy * ey;
      yy -= gyx * exy + gyy * ey;
      rx -= gxx * jointForces[2 * joint - 2]! + gxy * jointForces[2 * joint - 1]!;
      ry -= gyx * jointForces[2 * joint - 2]! + gyy * jointForces[2 * joint - 1]!;
    }
    lightness = lightnesses[next]!;
    leverage = leverages[next]!;
    nx = -axes[2 * next + 1]!;
    ny = axes[2 * next]!;
    rate = states[rateAt + next]!;
    spin = levers[next]! * ((next < joints ? torques[next]! : 0) - torques[joint]!);
    pull = halfLengths[next]! * rate * rate;
    xx += lightness + leverage * nx * nx;
    xy += leverage * nx * ny;
    yy += lightness + leverage * ny * ny;
    rx += pull * ny - spin * nx + lightness * forces[2 * next]!;
    ry += -pull * nx - spin * ny + lightness * forces[2 * next + 1]!;
    const inverse = 1 / (xx * yy - xy * xy);
    blocks[3 * joint] = yy * inverse;
    blocks[3 * joint + 1] = -xy * inverse;
    blocks[3 * joint + 2] = xx * inverse;
    jointForces[2 * joint] = rx;
    jointForces[2 * joint + 1] = ry;
  }
  let fx = 0;
  let fy = 0;
  for (let joint = joints - 1; joint >= 0; joint--) {
    let rx = jointForces[2 * joint]!;
    let ry = jointForces[2 * joint + 1]!;
    if (joint < joints - 1) {
      const shared = joint + 1;
      const sx = -axes[2 * shared + 1]!;
      const sy = axes[2 * shared]!;
      const along = leverages[shared]! * (sx * fx + sy * fy);
      rx -= along * sx - lightnesses[shared]! * fx;
      ry -= along * sy - lightnesses[shared]! * fy;
    }
    fx = blocks[3 * joint]! * rx + blocks[3 * joint + 1]! * ry;
    fy = blocks[3 * joint + 1]! * rx + blocks[3 * joint + 2]! * ry;
    jointForces[2 * joint] = fx;
    jointForces[2 * joint + 1] = fy;
  }
}

/** Derivative of the states. Kinematics, forces and torques must be set for them. */
export function setChainDerivatives(
  derivatives: Float64Array,
  body: ArticulatedBody,
  states: Float64Array,
  scratch: BodyScratch,
): void {
  const { axes, forces, torques, jointForces } = scratch;
  const { links, angleAt, velocityAt, rateAt, lightnesses, levers, inertias } = body;
  setJointForces(scratch, body, states);
  const joints = links - 1;
  derivatives[0] = states[velocityAt]!;
  derivatives[1] = states[velocityAt + 1]!;
  derivatives[velocityAt] = (forces[0]! + jointForces[0]!) * lightnesses[0]!;
  derivatives[velocityAt + 1] = (forces[1]! + jointForces[1]!) * lightnesses[0]!;
  let frontX = 0;
  let frontY = 0;
  let frontTorque = 0;
  for (let link = 0; link < links; link++) {
    const isLast = link === joints;
    const rearX = isLast ? 0 : jointForces[2 * link]!;
    const rearY = isLast ? 0 : jointForces[2 * link + 1]!;
    const rearTorque = isLast ? 0 : torques[link]!;
    const turning = (frontY + rearY) * axes[2 * link]! - (frontX + rearX) * axes[2 * link + 1]!;
    derivatives[angleAt + link] = states[rateAt + link]!;
    derivatives[rateAt + link] = (rearTorque - frontTorque) / inertias[link]! + levers[link]! * turning;
    frontX = rearX;
    frontY = rearY;
    frontTorque = rearTorque;
  }
}

/** Power of the water on the body, in W; never positive. */
export function computeWaterPower(body: ArticulatedBody, states: Float64Array, scratch: BodyScratch): number {
  setKinematics(scratch, body, states);
  scratch.forces.fill(0);
  addDragForces(scratch.forces, scratch.axes, scratch.velocities, body.normalDrags, body.axialDrags);
  return computePower(scratch.forces, scratch.velocities);
}

/** Centres of the links as pairs (x, y), in mm; sets the directions `axes` of the links too. */
export function setLinkCentres(
  centres: Float64Array,
  axes: Float64Array,
  body: ArticulatedBody,
  states: Float64Array,
): void {
  setCosSinPairs(axes, states, body.angleAt, body.links);
  let x = states[0]!;
  let y = states[1]!;
  for (let link = 0; link < body.links; link++) {
    const alongX = body.halfLengths[link]! * axes[2 * link]!;
    const alongY = body.halfLengths[link]! * axes[2 * link + 1]!;
    if (link > 0) {
      x += alongX;
      y += alongY;
    }
    centres[2 * link] = x;
    centres[2 * link + 1] = y;
    x += alongX;
    y += alongY;
  }
}

/** Centre of mass and its velocity: x, y in mm, then ẋ, ẏ in mm/ms. */
export function setCentreOfMass(
  centre: Float64Array,
  body: ArticulatedBody,
  states: Float64Array,
  scratch: BodyScratch,
): void {
  const { masses, links } = body;
  // The drag forces are not needed here, so their place holds the link centres.
  const centres = scratch.forces;
  setLinkCentres(centres, scratch.axes, body, states);
  setKinematics(scratch, body, states);
  let total = 0;
  centre.fill(0, 0, 4);
  for (let link = 0; link < links; link++) {
    const mass = masses[link]!;
    total += mass;
    centre[0] = centre[0]! + mass * centres[2 * link]!;
    centre[1] = centre[1]! + mass * centres[2 * link + 1]!;
    centre[2] = centre[2]! + mass * scratch.velocities[2 * link]!;
    centre[3] = centre[3]! + mass * scratch.velocities[2 * link + 1]!;
  }
  for (let i = 0; i < 4; i++) centre[i] = centre[i]! / total;
}

/** Mean angle of the links in rad: the head looks along heading + π. Grows to the left, and beyond ±π when it circles. */
export function computeHeading(body: ArticulatedBody, states: Float64Array): number {
  let sum = 0;
  for (let link = 0; link < body.links; link++) sum += states[body.angleAt + link]!;
  return sum / body.links;
}

function findProblems(links: readonly LinkParameters[], muscle: MuscleParameters): Problem[] {
  const problems: Problem[] = [];
  const refuse = (path: string, value: unknown, hint: string): void => {
    problems.push({ code: 'out-of-range', path, got: printGot(value), hint });
  };
  if (links.length < 2) refuse('links', links.length, 'Give at least 2 links.');
  links.forEach((link, i) => {
    for (const name of ['length', 'mass', 'inertia'] as const) {
      if (!(link[name] > 0 && link[name] < 1e30)) refuse(`links[${i}].${name}`, link[name], 'Give a number above 0.');
    }
    for (const name of ['normalDrag', 'axialDrag'] as const) {
      if (!(link[name] >= 0 && link[name] < 1e30)) refuse(`links[${i}].${name}`, link[name], 'Give 0 or more.');
    }
  });
  for (const [name, value] of Object.entries(muscle)) {
    if (!Number.isFinite(value)) refuse(`muscle.${name}`, value, 'Give a finite number.');
  }
  return problems;
}
