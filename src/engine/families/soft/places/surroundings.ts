/**
 * Everything that a soft animal can touch in a scene: begin and end of a step, and between them the forces that act in each
 * iteration. The arrays are part of the state: forces of contact go on from step to step, and the ball moves.
 */
import type { ContactForce } from '../../../bodies/projective/external-forces.ts';
import {
  type Ball,
  ballNumbers,
  type BallSettings,
  createBall,
  setBallAt,
} from '../../../bodies/projective/contact/ball.ts';
import { createContact, createTouchingNodes, type NodeRows } from '../../../bodies/projective/contact/contact.ts';
import { createSelfContact } from '../../../bodies/projective/contact/self-contact.ts';
import { createContactStiffness, type StiffnessRows } from '../../../bodies/projective/contact/stiffness.ts';
import { computeMeanEdge } from '../../../math/space/geometry.ts';
import type { SceneBall, SceneBody, SoftScene } from './scene.ts';

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
  readonly rows: NodeRows & StiffnessRows;
  /** Of the solver, and between two states, s: a step of BDF2 is one of implicit Euler, two thirds as long. */
  readonly stepTime: number;
  readonly frameTime: number;
  readonly friction: number;
  readonly selfContact: boolean;
  /** kg/m³; 0 in empty space. */
  readonly waterDensity: number;
  /** Of the ball, kg/m³. */
  readonly ballDensity: number;
  /** m/s². */
  readonly gravity: readonly [number, number, number];
  /** Whether only memory is measured. */
  readonly isMeasuring?: boolean;
}

export interface Surroundings {
  /** What acts in each iteration; nothing in open water. */
  readonly contacts: readonly ContactForce[];
  /** Before a step; positions (node · 3 + axis) · lanes + lane must not change until its end. `flow`: of the water, axis · lanes + lane, m/s. */
  begin(positions: Float64Array, flow?: ArrayLike<number>): void;
  end(): void;
}

/**
 * Distance that nodes keep from surfaces, as a share of the mean edge. Chosen: a millimetre of a decimetre animal's mesh. How
 * deep they go into it before forces of contact are renewed is as much, so that with half of it steps take a tenth more
 * iterations.
 */
const gapShare = 0.04;
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
  const { scene, body, rows, stepTime, friction } = settings;
  const nodes = createTouchingNodes(body.surface, body.plates);
  const edge = computeMeanEdge(body.positions, body.surface.length > 0 ? body.surface : body.plates);
  const { obstacles } = scene;
  const isOpen = obstacles === undefined && scene.ball === undefined;
  // Takes a while, and nothing is stepped where memory is only measured.
  const stiffness =
    isOpen || settings.isMeasuring ? new Float64Array(nodes.length) : createContactStiffness(rows, nodes, stepTime);
  const { grips } = body;
  const shared = {
    ...{ rows, nodes, friction, gap: gapShare * edge, stiffness },
    ...(grips === undefined ? {} : { grips: Float64Array.from(nodes, (node) => grips[node]!) }),
  };
  const contact =
    obstacles === undefined
      ? undefined
      : createContact({ ...shared, pushes: arrays.contactPushes, obstacles, thinnestWall: scene.thinnestWall });
  const ball = scene.ball === undefined ? undefined : createSceneBall(settings, arrays, scene.ball, shared);
  const selfContact = settings.selfContact
    ? createSelfContact({ rows, nodes, restPositions: body.positions, diameter: sphereShare * edge, dt: stepTime })
    : undefined;
  return {
    contacts: [contact, ball, selfContact].filter((force) => force !== undefined),
    begin(positions, flow) {
      contact?.begin(positions);
      ball?.begin(arrays.ball, positions, flow);
      selfContact?.begin(positions);
    },
    end() {
      ball?.end(arrays.ball);
    },
  };
}

function createSceneBall(
  { scene, stepTime, frameTime, ballDensity, waterDensity, gravity }: SurroundingSettings,
  { ballPushes }: SurroundingArrays,
  { radius }: SceneBall,
  shared: Pick<BallSettings, 'rows' | 'nodes' | 'friction' | 'gap' | 'stiffness' | 'grips'>,
): Ball {
  const { obstacles } = scene;
  return createBall({
    ...shared,
    pushes: ballPushes,
    dt: stepTime,
    frameTime,
    radius,
    density: ballDensity,
    waterDensity,
    gravity,
    ...(obstacles === undefined ? {} : { obstacles }),
  });
}
