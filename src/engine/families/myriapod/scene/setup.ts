// Food, obstacles and starts of a description in model units, and what can be wrong with them.
import { createMemo } from '../../../math/memo.ts';
import { cos, sin } from '../../../math/portable.ts';
import { computeBounds } from '../../../math/space/geometry.ts';
import { obstacleSizes, prepareClosedMesh } from '../../../mesh/triangles/check.ts';
import { createPlacedMesh, type TriangleMesh } from '../../../mesh/triangles/triangle-mesh.ts';
import { ModelError, type Problem } from '../../../model/problem.ts';
import { createDistanceGrid } from '../../../world/distance/distance-grid.ts';
import { computeHeight, type SignedDistance } from '../../../world/distance/signed-distance.ts';
import { type ObstacleShape, sampleObstacle, type Scene } from '../../../world/things.ts';
import { type MyriapodDesc, unitsPerMetre } from '../schema.ts';
import { countWalkers, isClosedScene, type SceneDesc } from './fields.ts';

/** Of a straight body, with the soft segment that would follow the last. */
export function computeRowLength({ segments, rigidLength, softLength }: MyriapodDesc['body']): number {
  return unitsPerMetre * segments * (rigidLength + softLength);
}

/** chosen: widths of the body between things placed at random, so that an animal passes with its legs. */
const marginWidths = 2.5;
/** chosen: radius of the random cylinders, m, about a centipede's width; everybody places other sizes by hand. */
export const randomObstacleRadius = 0.03;
/** chosen: random things lie within this distance of the start, m, a few lengths of an animal. */
export const randomRadius = 0.8;

export function createScene(
  { scene, body }: MyriapodDesc,
  starts: readonly StartPose[],
  ground: SignedDistance | null,
): Scene {
  const radius = unitsPerMetre * randomObstacleRadius;
  const random = Array.from({ length: scene.randomObstacles }, () => ({
    kind: 'cylinder' as const,
    halfX: radius,
    halfY: radius,
  }));
  const length = computeRowLength(body);
  return {
    obstacles: [...scene.obstacles.map((_, i) => createShape(scene, i, length, ground)), ...random],
    foodSizes: [...scene.foods.map(({ size }) => size), ...Array.from({ length: scene.randomFoods }, () => 1)],
    obstaclePlaces: scene.obstacles.map((obstacle) => ({
      x: unitsPerMetre * obstacle.x,
      y: unitsPerMetre * obstacle.y,
      turn: obstacle.kind === 'cylinder' ? 0 : obstacle.turn,
    })),
    foodPlaces: scene.foods.map(({ x, y }) => ({ x: unitsPerMetre * x, y: unitsPerMetre * y, turn: 0 })),
    radius: unitsPerMetre * randomRadius,
    starts: starts.map((start) => createStartLine(start, length)),
    margin: marginWidths * unitsPerMetre * body.width,
  };
}

function createShape(
  scene: SceneDesc,
  index: number,
  bodyLength: number,
  ground: SignedDistance | null,
): ObstacleShape {
  const obstacle = scene.obstacles[index]!;
  const { kind } = obstacle;
  if (kind === 'cylinder')
    return { kind, halfX: unitsPerMetre * obstacle.radius, halfY: unitsPerMetre * obstacle.radius };
  if (kind === 'box')
    return { kind, halfX: (unitsPerMetre * obstacle.length) / 2, halfY: (unitsPerMetre * obstacle.width) / 2 };
  const { terrain, reach } = getObstacleMesh(obstacle, `scene.obstacles[${index}]`, bodyLength);
  const base = ground === null ? 0 : computeHeight(ground, unitsPerMetre * obstacle.x, unitsPerMetre * obstacle.y);
  const surface: SignedDistance = {
    measure(place) {
      place[2]! -= base;
      terrain.measure(place);
    },
  };
  return { kind, halfX: reach, halfY: reach, surface };
}

/** Food must lie where a head can come, and the starts must be free; `height` is that of a walking head. */
export function checkScene(desc: MyriapodDesc, scene: Scene, ground: SignedDistance | null, height: number): void {
  const problems: Problem[] = [];
  const places = Float64Array.from(scene.obstaclePlaces.flatMap(({ x, y, turn }) => [x, y, turn]));
  const sample = new Float64Array(4);
  const computeGap = (i: number, x: number, y: number): number => {
    const z = height + (ground === null ? 0 : computeHeight(ground, x, y));
    sampleObstacle(sample, scene.obstacles[i]!, places, 3 * i, x, y, z);
    return sample[0]!;
  };
  const clear = (unitsPerMetre * desc.body.width) / 2;
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
    const [x0, y0, x1, y1] = Array.from(scene.starts[met]!, (value) => Number((value / unitsPerMetre).toPrecision(3)));
    problems.push({
      code: 'inconsistent',
      path: `scene.obstacles[${i}]`,
      got: 'an obstacle where a body lies at the start',
      hint: `A run of this file starts with a body from (${x0}, ${y0}) to (${x1}, ${y1}) m, wherever the animal has walked since; place the obstacle elsewhere.`,
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

type MeshObstacle = Extract<SceneDesc['obstacles'][number], { kind: 'mesh' }>;

interface ObstacleMesh {
  /** Its lowest point at z = 0, the middle of its box at x = y = 0. */
  readonly mesh: TriangleMesh;
  readonly terrain: SignedDistance;
  /** Radius of the upright cylinder around it. */
  readonly reach: number;
}

/** Cells of the grid along the longest side: obstacles are felt, not walked on. */
const gridCells = 48;
/** Kept between compilations, because baking takes longer than anything else that a description asks for. */
const meshes = createMemo<ObstacleMesh>(32);

export function getObstacleMesh(
  { vertices, triangles, scale }: MeshObstacle,
  path: string,
  bodyLength: number,
): ObstacleMesh {
  const key = JSON.stringify([vertices, triangles, scale, bodyLength]);
  return meshes(key, () => {
    const given = {
      positions: Float64Array.from(vertices.flat(), (value) => unitsPerMetre * scale * value),
      triangles: Uint32Array.from(triangles.flat()),
    };
    return createObstacleMesh(
      prepareClosedMesh(given, { path, animalLength: bodyLength, sizes: obstacleSizes, unitsPerMetre }).mesh,
    );
  });
}

function createObstacleMesh(given: TriangleMesh): ObstacleMesh {
  const bounds = computeBounds(given.positions);
  const [x, y] = [(bounds[0]! + bounds[3]!) / 2, (bounds[1]! + bounds[4]!) / 2];
  const mesh = createPlacedMesh(given, 1, -x, -y, -bounds[2]!);
  let squared = 0;
  for (let at = 0; at < mesh.positions.length; at += 3) {
    const [px, py] = [mesh.positions[at]!, mesh.positions[at + 1]!];
    squared = Math.max(squared, px * px + py * py);
  }
  return { mesh, terrain: createDistanceGrid(mesh, { cells: gridCells }), reach: Math.sqrt(squared) };
}

export interface StartPose {
  /** Of the head's centre, and where it faces. */
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  /** A path of its own, or null for that of the scene. */
  readonly path: Float64Array | null;
}

/** Order of the places in a row, in widths to the left of the first. */
const rowPlaces = [0, 1, -1, 2] as const;
/** Free way between neighbours, in widths of the body, and rows, in lengths. */
const rowLengths = 1.5;
const gapWidths = 1.5;

export function listStarts({ scene, body, controller }: MyriapodDesc): StartPose[] {
  const length = computeRowLength(body);
  const reach = unitsPerMetre * (controller.legs.upper + controller.legs.lower) * Math.max(1, controller.legs.growth);
  const apart = (1 + gapWidths) * unitsPerMetre * body.width + 2 * reach;
  const starts = listGivenStarts(scene);
  return Array.from({ length: countWalkers(scene) }, (_, k) => {
    const listed = starts[k];
    if (listed === undefined)
      return { x: -rowLengths * length * Math.floor(k / 4), y: apart * rowPlaces[k % 4]!, turn: 0, path: null };
    const { x, y, turn, path } = listed;
    const points =
      path.length === 0
        ? null
        : Float64Array.from(path.flatMap((point) => [unitsPerMetre * point.x, unitsPerMetre * point.y]));
    return { x: unitsPerMetre * x, y: unitsPerMetre * y, turn, path: points };
  });
}

function listGivenStarts(scene: SceneDesc) {
  return isClosedScene(scene) ? [] : scene.starts;
}

/** x, y of head and tail. */
function createStartLine({ x, y, turn }: StartPose, length: number): Float64Array {
  return Float64Array.of(x, y, x - length * cos(turn), y - length * sin(turn));
}

/** Several animals need room. */
export function checkStarts({ scene, body, control }: MyriapodDesc, starts: readonly StartPose[]): void {
  const problems: Problem[] = [];
  const length = computeRowLength(body);
  const lines = starts.map((start) => createStartLine(start, length));
  const add = (path: string, got: string, hint: string): void => {
    problems.push({ code: 'inconsistent', path, got, hint });
  };
  const [animals, given] = [countWalkers(scene), listGivenStarts(scene)];
  if (control.animal > animals)
    add('control.animal', `animal ${control.animal} of ${animals}`, 'Choose one that is there.');
  if (given.length > animals)
    add('scene.starts', `${given.length} starts`, `Set scene.animals to ${given.length}, or list fewer.`);
  given.forEach(({ path }, k) => {
    if (path.length === 1) add(`scene.starts[${k}].path`, 'one point', 'Give two points or more, or none.');
  });
  lines.forEach((line, k) => {
    const met = lines.slice(0, k).findIndex((other) => computeApart(line, other) < 1.2 * unitsPerMetre * body.width);
    if (met >= 0)
      add(
        k < given.length ? `scene.starts[${k}]` : 'scene.animals',
        `animal ${k + 1} lies on animal ${met + 1}`,
        'Give them starts with a body’s width between them.',
      );
  });
  if (problems.length > 0) throw new ModelError(problems);
}

/** Distance of two straight bodies, to a twentieth of their lengths. */
function computeApart(a: Float64Array, b: Float64Array): number {
  const steps = 20;
  let least = Infinity;
  for (let i = 0; i <= steps; i++) {
    const x = a[0]! + ((a[2]! - a[0]!) * i) / steps;
    const y = a[1]! + ((a[3]! - a[1]!) * i) / steps;
    const [dx, dy] = [b[2]! - b[0]!, b[3]! - b[1]!];
    const share = Math.min(1, Math.max(0, ((x - b[0]!) * dx + (y - b[1]!) * dy) / (dx * dx + dy * dy)));
    const [gx, gy] = [x - b[0]! - share * dx, y - b[1]! - share * dy];
    least = Math.min(least, Math.sqrt(gx * gx + gy * gy));
  }
  return least;
}
