/**
 * Everything that a soft animal can touch in a scene: begin and end of a step, and between them the forces and limits that
 * act in each iteration. The arrays are part of the state: forces of contact go on from step to step, and the ball moves.
 */
import type { IterationForce, IterationLimit } from '../../../bodies/projective/acting.ts';
import { ballNumbers, createBall, setBallAt, type Ball } from '../../../bodies/projective/contact/ball.ts';
import { type ComplianceRows, createContactCompliance } from '../../../bodies/projective/contact/compliance.ts';
import {
  createContact,
  createTouchingNodes,
  type Contact,
  type NodeRows,
} from '../../../bodies/projective/contact/contact.ts';
import { createSelfContact, type SelfContact } from '../../../bodies/projective/contact/self-contact.ts';
import { computeMeanEdge } from '../../../math/space/geometry.ts';
import type { SceneBody, SoftScene } from './scene.ts';

/** Arrays of the state, by what they are for; empty where the scene has no use for them. */
export interface SurroundingArrays {
  /** Forces of obstacles on nodes. */
  readonly contactPushes: Float64Array;
  /** Forces of the ball on nodes. */
  readonly ballPushes: Float64Array;
  /** The ball: position, quaternion xyzw, velocity, spin; number · lanes + lane. */
  readonly ball: Float64Array;
}

export interface SurroundingSettings {
  readonly scene: SoftScene;
  readonly body: SceneBody;
  readonly rows: NodeRows & ComplianceRows;
  readonly dt: number;
  readonly friction: number;
  readonly selfContact: boolean;
  /** kg/m³; 0 in empty space. */
  readonly waterDensity: number;
  /** Of the ball, kg/m³. */
  readonly ballDensity: number;
  /** m/s². */
  readonly gravity: readonly [number, number, number];
}

export interface Surroundings {
  /** undefined where the scene has none. */
  readonly contact: Contact | undefined;
  readonly ball: Ball | undefined;
  readonly selfContact: SelfContact | undefined;
  /** Before a step; positions (node · 3 + axis) · lanes + lane must not change until its end. `flow`: of the water, axis · lanes + lane, m/s. */
  begin(positions: Float64Array, flow?: ArrayLike<number>): void;
  /** What acts in each iteration; nothing in open water. */
  readonly forces: readonly IterationForce[];
  readonly limits: readonly IterationLimit[];
  end(): void;
}

/** Distance that nodes keep from surfaces, as a share of the mean edge. Chosen: half a millimetre of a decimetre animal's mesh. */
const gapShare = 0.02;
/** Diameter of nodes against each other, in mean edges. Chosen: spheres leave no holes, and neighbours do not touch at rest. */
const sphereShare = 0.9;

/** Lengths of the arrays that createSurroundings wants. */
export function computeSurroundingLengths(
  scene: SoftScene,
  body: SceneBody,
  lanes: number,
): Record<keyof SurroundingArrays, number> {
  const pushes = 3 * createTouchingNodes(body.surface, body.plates).length * lanes;
  return {
    contactPushes: scene.obstacles === undefined ? 0 : pushes,
    ballPushes: scene.ball === undefined ? 0 : pushes,
    ball: scene.ball === undefined ? 0 : ballNumbers * lanes,
  };
}

/** The start of a run. */
export function setSurroundingStart(arrays: SurroundingArrays, scene: SoftScene, lanes: number): void {
  arrays.contactPushes.fill(0);
  arrays.ballPushes.fill(0);
  if (scene.ball !== undefined) setBallAt(arrays.ball, lanes, scene.ball.centre);
}

export function createSurroundings(settings: SurroundingSettings, arrays: SurroundingArrays): Surroundings {
  const { scene, body, rows, dt, friction, waterDensity, gravity } = settings;
  const nodes = createTouchingNodes(body.surface, body.plates);
  const edge = computeMeanEdge(body.positions, body.surface.length > 0 ? body.surface : body.plates);
  const { obstacles } = scene;
  // Worth its while only where something can be touched.
  const isOpen = obstacles === undefined && scene.ball === undefined;
  const compliance = createContactCompliance(rows, isOpen ? nodes.subarray(0, 0) : nodes, dt);
  const shared = { rows, nodes, dt, friction, gap: gapShare * edge, compliance };
  const contact =
    obstacles === undefined
      ? undefined
      : createContact({ ...shared, pushes: arrays.contactPushes, obstacles, thinnestWall: scene.thinnestWall });
  const ball =
    scene.ball === undefined
      ? undefined
      : createBall({
          ...shared,
          pushes: arrays.ballPushes,
          radius: scene.ball.radius,
          density: settings.ballDensity,
          waterDensity,
          gravity,
          ...(obstacles === undefined ? {} : { obstacles }),
        });
  const selfContact = settings.selfContact
    ? createSelfContact({ rows, nodes, restPositions: body.positions, diameter: sphereShare * edge, dt })
    : undefined;
  return {
    contact,
    ball,
    selfContact,
    begin(positions, flow) {
      contact?.begin(positions);
      ball?.begin(arrays.ball, positions, flow);
      selfContact?.begin(positions);
    },
    forces: [
      ...(contact === undefined ? [] : [nameForce('obstacles', ({ forces }) => contact.addForces(forces))]),
      ...(ball === undefined ? [] : [nameForce('ball', ({ forces }) => ball.addForces(forces))]),
      ...(selfContact === undefined
        ? []
        : [nameForce('own body', ({ forces, iterates }) => selfContact.addForces(forces, iterates))]),
    ],
    limits: [
      ...(selfContact === undefined
        ? []
        : [nameLimit('own body', selfContact.touching, ({ iterates }) => selfContact.project(iterates))]),
      ...(ball === undefined
        ? []
        : [nameLimit('ball', ball.touching, ({ iterates, origins }) => ball.project(iterates, origins))]),
      // Last, so that what stands still has the last word.
      ...(contact === undefined
        ? []
        : [nameLimit('obstacles', contact.touching, ({ iterates, origins }) => contact.project(iterates, origins))]),
    ],
    end() {
      ball?.end(arrays.ball);
    },
  };
}

function nameForce(name: string, add: IterationForce['add']): IterationForce {
  return { name, add };
}

/** A limit that says which lanes it touched. */
function nameLimit(name: string, touching: Int32Array, project: IterationLimit['project']): IterationLimit {
  return {
    name,
    project(scratch) {
      project(scratch);
      for (let lane = 0; lane < touching.length; lane++) if (touching[lane]! > 0) scratch.isMoved[lane] = 1;
    },
  };
}
