// Food, obstacles and starts of a description in model units, and what can be wrong with them.
import { type ObstacleShape, type Scene, sampleObstacle } from '../../../world/things.ts';
import type { SceneAnimal, SceneDesc } from './fields.ts';
import { ModelError, type Problem } from '../../../model/problem.ts';
import { computeHeight, type SignedDistance } from '../../../world/distance/signed-distance.ts';
import { getObstacleMesh } from './meshes.ts';
import { createStartLine, type StartPose } from './starts.ts';

/** chosen: widths of the body between things placed at random, so that an animal passes with its legs. */
const marginWidths = 2.5;
/** chosen: radius of the random cylinders, m, about a centipede's width; everybody places other sizes by hand. */
export const randomObstacleRadius = 0.03;
/** chosen: random things lie within this distance of the start, m, a few lengths of an animal. */
export const randomRadius = 0.8;

/** `u` turns metres into model units. */
export function createScene(
  { scene, body }: SceneAnimal,
  starts: readonly StartPose[],
  ground: SignedDistance | null,
  u: number,
): Scene {
  const radius = u * randomObstacleRadius;
  const random = Array.from({ length: scene.randomObstacles }, () => ({
    kind: 'cylinder' as const,
    halfX: radius,
    halfY: radius,
  }));
  const length = u * body.segments * (body.rigidLength + body.softLength);
  return {
    obstacles: [...scene.obstacles.map((_, i) => createShape(scene, i, length, ground, u)), ...random],
    foodSizes: [...scene.foods.map(({ size }) => size), ...Array.from({ length: scene.randomFoods }, () => 1)],
    obstaclePlaces: scene.obstacles.map((obstacle) => ({
      x: u * obstacle.x,
      y: u * obstacle.y,
      turn: obstacle.kind === 'cylinder' ? 0 : obstacle.turn,
    })),
    foodPlaces: scene.foods.map(({ x, y }) => ({ x: u * x, y: u * y, turn: 0 })),
    radius: u * randomRadius,
    starts: starts.map((start) => createStartLine(start, length)),
    margin: marginWidths * u * body.width,
  };
}

function createShape(
  scene: SceneDesc,
  index: number,
  bodyLength: number,
  ground: SignedDistance | null,
  u: number,
): ObstacleShape {
  const obstacle = scene.obstacles[index]!;
  const { kind } = obstacle;
  if (kind === 'cylinder') return { kind, halfX: u * obstacle.radius, halfY: u * obstacle.radius };
  if (kind === 'box') return { kind, halfX: (u * obstacle.length) / 2, halfY: (u * obstacle.width) / 2 };
  const { terrain, reach } = getObstacleMesh(obstacle, `scene.obstacles[${index}]`, u, bodyLength);
  const base = ground === null ? 0 : computeHeight(ground, u * obstacle.x, u * obstacle.y);
  const surface: SignedDistance = {
    measure(place) {
      place[2]! -= base;
      terrain.measure(place);
    },
  };
  return { kind, halfX: reach, halfY: reach, surface };
}

/** Food must lie where a head can come, and the starts must be free; `height` is that of a walking head. */
export function checkScene(
  desc: SceneAnimal,
  scene: Scene,
  ground: SignedDistance | null,
  height: number,
  u: number,
): void {
  const problems: Problem[] = [];
  const places = Float64Array.from(scene.obstaclePlaces.flatMap(({ x, y, turn }) => [x, y, turn]));
  const sample = new Float64Array(4);
  const computeGap = (i: number, x: number, y: number): number => {
    const z = height + (ground === null ? 0 : computeHeight(ground, x, y));
    sampleObstacle(sample, scene.obstacles[i]!, places, 3 * i, x, y, z);
    return sample[0]!;
  };
  const clear = (u * desc.body.width) / 2;
  scene.obstaclePlaces.forEach((_, i) => {
    scene.foodPlaces.forEach((food, k) => {
      if (computeGap(i, food.x, food.y) >= 0) return;
      const got = `food inside obstacle ${i + 1}`;
      problems.push({ code: 'inconsistent', path: `scene.foods[${k}]`, got, hint: 'Move the food or the obstacle.' });
    });
    const met = scene.starts.findIndex((line) =>
      Array.from({ length: 21 }, (_, along) => along / 20).some(
        (share) =>
          computeGap(i, line[0]! + share * (line[2]! - line[0]!), line[1]! + share * (line[3]! - line[1]!)) < clear,
      ),
    );
    if (met < 0) return;
    const [x0, y0, x1, y1] = Array.from(scene.starts[met]!, (value) => Number((value / u).toPrecision(3)));
    problems.push({
      code: 'inconsistent',
      path: `scene.obstacles[${i}]`,
      got: 'an obstacle where a body lies at the start',
      hint: `A body lies from (${x0}, ${y0}) to (${x1}, ${y1}) m; move the obstacle.`,
    });
  });
  if (desc.scene.path.length === 1)
    problems.push({
      code: 'inconsistent',
      path: 'scene.path',
      got: 'one point',
      hint: 'Give two points or more, or none.',
    });
  if (problems.length > 0) throw new ModelError(problems);
}
