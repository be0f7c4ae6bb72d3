// What an animal can collide with: the obstacles of the scene and the other animals.
import { addHerdSample, type Herd } from './herd.ts';
import { type Scene, type SceneArrays, sampleObstacles } from './things.ts';

export interface Obstructions {
  readonly scene: Scene;
  readonly arrays: SceneArrays;
  /** null for an animal that is alone. */
  readonly herd: Herd | null;
  /** Which of the herd it is. */
  readonly own: number;
}

export function isFree({ scene, herd }: Obstructions): boolean {
  return scene.obstacles.length === 0 && herd === null;
}

/** Writes the nearest thing's [distance, nx, ny] at a point; Infinity without any. Animals farther than `within` do not count. */
export function sampleObstructions(
  out: Float64Array,
  obstructions: Obstructions,
  x: number,
  y: number,
  z: number,
  within: number,
): void {
  sampleObstacles(out, obstructions.scene, obstructions.arrays, x, y, z);
  if (obstructions.herd !== null) addHerdSample(out, obstructions.herd, obstructions.own, x, y, z, within);
}
