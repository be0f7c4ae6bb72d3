// The time step of a chain of rigid boxes and soft segments (body.ts). [myriapod §3, App. A]
//
//   paper  semi-implicit, 1/3000 s: forces at the start of the step move soft nodes and bodies at once [eq. 14, 15]
//   fast   implicit, 1/240 s: the bodies move first, all together, from the forces at the end of the last step
//          (bodyWrenches) and the stiffness of the joints between them (chain.ts); then quasi-Newton steps with one
//          constant matrix find the soft nodes (implicit Euler) and the new forces. One is enough at 1/240 s (end forces
//          within 2 % of small steps), two at 1/60 s; limits.ts says for which tissue.
//
// Order of a step for callers: decide which bodies are kinematic, write their pose and velocities for the end of the step,
// call stepHybrid.
import type { Force } from '../../contract/force.ts';
import type { SignedDistance } from '../../world/distance/signed-distance.ts';
import type { HybridBody, HybridState } from './body.ts';
import { solveChain } from './chain.ts';
import { setAttachedNodes, setBodyWrenches } from './coupling.ts';
import { applyContact, computeClearance } from './rigid/contact.ts';
import { changeMotion, pushMotion, setMotion, storeMotion } from './rigid/rigid-bodies.ts';
import { addNodeContact } from './tissue/contact.ts';
import { advanceTissue, solveTissue } from './tissue/segments.ts';

/** Changes of velocity in one step, summed over all bodies, that only occur when parts of a body fly apart. */
const maxVelocityChange = 1e7;

/** What surrounds the body during a step. */
export interface HybridEnvironment {
  readonly gravity: ArrayLike<number>;
  readonly terrain: SignedDistance | null;
  readonly friction: number;
  /** What acts besides tissue, gravity and the contact of boxes. */
  readonly forces: readonly HybridForce[];
}

/**
 * Adds to `softVelocities` what the step changes of them, or to `bodyWrenches` forces on the boxes and torques, which move them in
 * the next step.
 */
export type HybridForce = Force<[HybridBody, HybridState, HybridEnvironment]>;

/** Soft nodes against the ground. */
export const tissueContact: HybridForce = {
  name: 'contact of the tissue',
  add({ soft, contact }, state, { terrain, friction }) {
    if (terrain !== null) addNodeContact(soft, state, contact, terrain, friction);
  },
};

function addForces(body: HybridBody, state: HybridState, environment: HybridEnvironment): void {
  const { forces } = environment;
  for (let i = 0; i < forces.length; i++) forces[i]!.add(body, state, environment);
}

/** One time step of the whole body. */
export function stepHybrid(body: HybridBody, state: HybridState, environment: HybridEnvironment): void {
  const { soft, bodies, coupling } = body;
  if (body.parameters.integrator === 'paper') {
    solveTissue(soft, state, environment.gravity);
    setBodyWrenches(coupling, soft, state, bodies, state);
    moveBodies(body, state, environment);
    addForces(body, state, environment);
    advanceTissue(soft, state);
    setAttachedNodes(coupling, soft, state, bodies, state);
  } else {
    moveBodies(body, state, environment);
    setAttachedNodes(coupling, soft, state, bodies, state);
    solveTissue(soft, state, environment.gravity);
    setBodyWrenches(coupling, soft, state, bodies, state);
    addForces(body, state, environment);
    advanceTissue(soft, state);
  }
}

/** Stops a body whose parts fly apart, before its orientations become invalid. */
function checkChanges(changes: Float64Array): void {
  let sum = 0;
  for (let i = 0; i < changes.length; i++) sum += Math.abs(changes[i]!);
  if (sum < maxVelocityChange) return;
  throw new Error(
    `The body flies apart: its velocities change by ${Number(sum.toPrecision(3))} in one step. ` +
      'Take a smaller step (integration.dt) or softer or heavier tissue (body.stiffness, body.softDensity).',
  );
}

function moveBodies(body: HybridBody, state: HybridState, environment: HybridEnvironment): void {
  const { bodies, motion, contact, chain } = body;
  const { dt } = body.parameters;
  const { terrain, gravity, friction } = environment;
  if (chain !== null) {
    solveChain(chain, bodies, state, gravity, dt);
    checkChanges(chain.changes);
  }
  for (let b = 0; b < bodies.count; b++) {
    const dynamic = state.bodyKinematic[b] === 0;
    setMotion(motion, bodies, state, b);
    if (chain === null) pushMotion(motion, bodies, state, b, gravity, dt);
    else changeMotion(motion, chain.changes, b);
    if (terrain !== null) {
      contact.clearances[b] = computeClearance(contact, motion, bodies, state, b, terrain);
      // Far bodies need no test of their corners; near ones may stand on ground that is not the plane below the centre.
      const near = bodies.halfSizes[3 * b + 1]! + bodies.halfSizes[3 * b + 2]!;
      if (dynamic && contact.clearances[b]! < near) {
        applyContact(motion, contact, bodies, state, b, terrain, friction, dt);
      }
    }
    if (dynamic) storeMotion(motion, bodies, state, b, dt);
  }
}
