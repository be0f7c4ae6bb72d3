/** Scenes by name. */
import type { BodyDesc } from '../body/fields.ts';
import type { SoftDesc } from '../fields/desc.ts';
import { createBottle } from './bottle.ts';
import { createGrasp } from './grasp.ts';
import { createPillars } from './pillars.ts';
import type { SceneBody, SoftScene } from './scene.ts';
import { createValley } from './valley.ts';

/** Radius of a ball that an animal's arms close around, in its lengths. */
const usualBallSize = { cuttlefish: 0.07, others: 0.15 };

/** A scene around an animal at rest that looks along +x. */
export function createSoftScene(scene: SoftDesc['scene'], body: SceneBody, shape: BodyDesc['shape']): SoftScene {
  switch (scene.kind) {
    case 'bottle':
      return createBottle(body, { neck: scene.neck });
    case 'valley':
      return createValley(body, { width: scene.width });
    case 'pillars':
      // A gap for each, and one pillar more than gaps.
      return createPillars(body, { perRow: Math.max(4, 2 * Math.ceil((scene.animals + 1) / 2)) });
    case 'grasp':
      return createGrasp(body, {
        radius: scene.ballSize ?? usualBallSize[shape === 'cuttlefish' ? 'cuttlefish' : 'others'],
      });
    case 'open':
      return { kind: 'open', obstacles: undefined, thinnestWall: Infinity, parts: [], surfaces: [] };
  }
}
