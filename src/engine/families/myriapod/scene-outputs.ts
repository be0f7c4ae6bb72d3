/** Fills frames with the scene around the animals: obstacles, food, water. */
import { cos, sin } from '../../math/portable.ts';
import { setWaterVertices } from '../../world/shallow-water/surface.ts';
import { computeHeight } from '../../world/distance/signed-distance.ts';
import type { MyriapodSystem } from './compile.ts';
import type { MyriapodScratch } from './step.ts';

const centimetre = 0.01;
const farBelow = -10;
/** Food lies a little above the ground, so that it is seen. */
const foodRise = 0.005;

/** Writes the obstacles' parts from `start` on. */
export function writeObstacles(
  out: Float32Array,
  start: number,
  system: MyriapodSystem,
  { sceneArrays, bases, surroundings }: MyriapodScratch,
): void {
  const { obstacles } = system.scene;
  const { obstaclePlaces: places } = sceneArrays;
  let to = start;
  for (let i = 0; i < obstacles.length; i++) {
    const { kind } = obstacles[i]!;
    const [x, y] = [places[3 * i]!, places[3 * i + 1]!];
    // The height of the ground is looked up anew where an obstacle was moved.
    if (bases[3 * i] !== x || bases[3 * i + 1] !== y) {
      const base = surroundings.terrain === null ? 0 : computeHeight(surroundings.terrain, x, y);
      bases.set([x, y, base], 3 * i);
    }
    const round = kind === 'cylinder';
    const part = system.frame.parts[(to - system.frameOffsets.parts) / 7]!;
    const half = places[3 * i + 2]! / 2;
    out[to] = centimetre * x;
    out[to + 1] = centimetre * y;
    out[to + 2] = centimetre * bases[3 * i + 2]! + part.size[round ? 0 : 2] / 2;
    // A cylinder's axis, its own x, is turned upright.
    out[to + 3] = 0;
    out[to + 4] = round ? -Math.SQRT1_2 : 0;
    out[to + 5] = round ? 0 : sin(half);
    out[to + 6] = round ? Math.SQRT1_2 : cos(half);
    to += 7;
  }
}

export function writeFoods(out: Float32Array, start: number, { sceneArrays }: MyriapodScratch): void {
  const { foodPlaces, foodEaten } = sceneArrays;
  for (let i = 0; i < foodEaten.length; i++) {
    out[start + 3 * i] = centimetre * foodPlaces[3 * i]!;
    out[start + 3 * i + 1] = centimetre * foodPlaces[3 * i + 1]!;
    // Eaten food is put out of sight.
    out[start + 3 * i + 2] = foodEaten[i] === 1 ? farBelow : centimetre * foodPlaces[3 * i + 2]! + foodRise;
  }
}

export function writeWater(out: Float32Array, start: number, { pond }: MyriapodScratch): void {
  if (pond !== null) setWaterVertices(out, start, pond.pond.water, pond.surface, centimetre);
}
