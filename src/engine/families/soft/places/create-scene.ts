/** Scenes by name. */
import { createBottle } from './bottle.ts';
import { createGrasp } from './grasp.ts';
import { createPillars } from './pillars.ts';
import type { SceneBody, SoftScene } from './scene.ts';
import { createValley } from './valley.ts';

/** What a description may say of a scene. */
export interface SceneSettings {
  readonly kind: SoftScene['kind'];
  readonly neck: number;
  readonly width: number;
  readonly ballSize: number;
  readonly animals: number;
}

/** A scene around an animal at rest that looks along +x. */
export function createSoftScene({ kind, neck, width, ballSize, animals }: SceneSettings, body: SceneBody): SoftScene {
  switch (kind) {
    case 'bottle':
      return createBottle(body, { neck });
    case 'valley':
      return createValley(body, { width });
    case 'pillars':
      // A gap for each, and one pillar more than gaps.
      return createPillars(body, { perRow: Math.max(4, 2 * Math.ceil((animals + 1) / 2)) });
    case 'grasp':
      return createGrasp(body, { radius: ballSize });
    case 'none':
      return { kind, obstacles: undefined, thinnestWall: Infinity, parts: [], surfaces: [] };
  }
}
