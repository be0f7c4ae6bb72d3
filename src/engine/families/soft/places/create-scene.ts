/** Scenes by name. */
import { createBottle } from './bottle.ts';
import { createGrasp } from './grasp.ts';
import { createPillars } from './pillars.ts';
import type { SceneBody, SoftScene } from './scene.ts';
import { createValley } from './valley.ts';

/** A scene around an animal at rest that looks along +x. */
export function createSoftScene(kind: SoftScene['kind'], body: SceneBody): SoftScene {
  switch (kind) {
    case 'bottle':
      return createBottle(body);
    case 'valley':
      return createValley(body);
    case 'pillars':
      return createPillars(body);
    case 'grasp':
      return createGrasp(body);
    case 'none':
      return { kind, obstacles: undefined, thinnestWall: Infinity, parts: [], surfaces: [] };
  }
}
