/**
 * Everything that a soft animal can touch in a scene: begin and end of a step, and between them the forces that act in each
 * iteration. The arrays are part of the state: forces of contact last from step to step, and the ball moves.
 */
import { createBall } from '../../../bodies/projective/contact/ball.ts';
import { createContact, createTouchingNodes } from '../../../bodies/projective/contact/contact.ts';
import { createSelfContact } from '../../../bodies/projective/contact/self-contact.ts';
import { createContactStiffness } from '../../../bodies/projective/contact/stiffness.ts';
import type { ContactForce } from '../../../bodies/projective/external-forces.ts';
import type { ProjectiveTables } from '../../../bodies/projective/tables/tables.ts';
import { hasSelfContact } from '../options.ts';
import type { SoftSystem } from '../system.ts';
import { computeSkinEdge, type ContactArrays } from './scene.ts';

export interface SceneContact {
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

const noContact: SceneContact = { contacts: [], begin: () => undefined, end: () => undefined };

export function createSceneContact(
  { scene, body, desc, dt }: Pick<SoftSystem, 'scene' | 'body' | 'desc' | 'dt'>,
  rows: ProjectiveTables,
  arrays: ContactArrays,
  isMeasuring = false,
): SceneContact {
  const { obstacles } = scene;
  if (obstacles === undefined && scene.ball === undefined && !hasSelfContact(desc.scene)) return noContact;
  const nodes = createTouchingNodes(body.surface, body.plates);
  const edge = computeSkinEdge(body);
  // A step of BDF2 is one of implicit Euler, two thirds as long.
  const stepTime = rows.settings.dt;
  const isOpen = obstacles === undefined && scene.ball === undefined;
  // Takes a while, and nothing is stepped where memory is only measured.
  const stiffness =
    isOpen || isMeasuring ? new Float64Array(nodes.length) : createContactStiffness(rows, nodes, stepTime);
  const { grips } = body;
  const shared = {
    ...{ rows, nodes, gap: gapShare * edge, stiffness },
    friction: 'friction' in desc.scene ? desc.scene.friction : 0,
    ...(grips === undefined ? {} : { grips: Float64Array.from(nodes, (node) => grips[node]!) }),
  };
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
          dt: stepTime,
          frameTime: dt,
          radius: scene.ball.radius,
          density: desc.scene.kind === 'grasp' ? desc.scene.ballDensity : 0,
          waterDensity: desc.water.model === 'none' ? 0 : desc.water.density,
          gravity: [0, 0, -desc.water.gravity],
        });
  const selfContact = hasSelfContact(desc.scene)
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
