// Food and obstacles around an animal: cylinders and boxes stand upright and are seen from above, meshes have any shape and
// stand on the ground, food lies on it.
//
// Places are part of the State, because those drawn at random depend on the seed; sizes belong to the description.
// Model units; x forward, y left of the start.
import { cos, sin } from '../math/portable.ts';
import { nextFloat } from '../math/rng.ts';
import { f64, u8 } from '../contract/arrays.ts';
import { setBoxOutline, setCircleOutline } from './distance/outlines.ts';
import { computeHeight, type SignedDistance, setDistance } from './distance/signed-distance.ts';

export interface ObstacleShape {
  readonly kind: 'cylinder' | 'box' | 'mesh';
  /** cylinder: radius twice; box: half edges; mesh: radius of the upright cylinder around it twice. */
  readonly halfX: number;
  readonly halfY: number;
  /** mesh: its surface, unturned, around the origin of its place. */
  readonly surface?: SignedDistance;
}

export interface GroundPose {
  readonly x: number;
  readonly y: number;
  /** Turn about the vertical. */
  readonly turn: number;
}

export interface Scene {
  readonly obstacles: readonly ObstacleShape[];
  /** Strength of each food. */
  readonly foodSizes: readonly number[];
  /** Where listed things are; the others, after them, are drawn at random. */
  readonly obstaclePlaces: readonly GroundPose[];
  readonly foodPlaces: readonly GroundPose[];
  /** Radius around the origin in which random things are placed. */
  readonly radius: number;
  /** Free space around the starts, where the bodies lie: x, y of points along each, head first. */
  readonly starts: readonly Float64Array[];
  readonly margin: number;
}

export interface SceneArrays {
  /** x, y, turn. */
  readonly obstaclePlaces: Float64Array;
  /** x, y, z. */
  readonly foodPlaces: Float64Array;
  readonly foodEaten: Uint8Array;
}

/** The arrays by the names of SceneArrays. */
export function createSceneFields(scene: Scene) {
  const name = (what: string) => (i: number) => `place of ${what} ${Math.floor(i / 3) + 1}`;
  const resizable = { resizable: true } as const;
  const foods = scene.foodSizes.length;
  return {
    obstaclePlaces: f64(3 * scene.obstacles.length, 'unit', name('obstacle'), resizable),
    foodPlaces: f64(3 * foods, 'unit', name('food'), resizable),
    foodEaten: u8(foods, '', (i) => `food ${i + 1} is eaten`, resizable),
  };
}

const meshSample = new Float64Array(4);
/** Distance from a mesh's middle, in its radii, beyond which its shape does not count. */
const farMesh = 2;

/** Writes [distance, nx, ny]: how far a point is from the obstacle's side, negative inside, and the horizontal direction out. */
export function sampleObstacle(
  out: Float64Array,
  shape: ObstacleShape,
  places: Float64Array,
  at: number,
  x: number,
  y: number,
  z: number,
): void {
  const dx = x - places[at]!;
  const dy = y - places[at + 1]!;
  const near = farMesh * shape.halfX;
  // Far from a mesh the cylinder around it is used.
  if (shape.surface !== undefined && Math.sqrt(dx * dx + dy * dy) < near) {
    sampleMesh(out, shape.surface, places[at + 2]!, dx, dy, z);
    return;
  }
  if (shape.kind === 'box') {
    const turn = places[at + 2]!;
    setBoxOutline(out, dx, dy, cos(turn), sin(turn), shape.halfX, shape.halfY);
  } else setCircleOutline(out, dx, dy, shape.halfX);
}

/** As above for a mesh that is turned about the vertical through its place, from which (dx, dy) leads to the point. */
function sampleMesh(out: Float64Array, surface: SignedDistance, turn: number, dx: number, dy: number, z: number): void {
  const c = cos(turn);
  const s = sin(turn);
  setDistance(meshSample, surface, c * dx + s * dy, c * dy - s * dx, z);
  const nu = meshSample[1]!;
  const nv = meshSample[2]!;
  const level = Math.sqrt(nu * nu + nv * nv);
  out[0] = meshSample[0]!;
  // Straight above or below it, away from its middle.
  const r = Math.sqrt(dx * dx + dy * dy);
  out[1] = level > 0.1 ? (c * nu - s * nv) / level : r > 0 ? dx / r : 1;
  out[2] = level > 0.1 ? (s * nu + c * nv) / level : r > 0 ? dy / r : 0;
}

/** Writes the nearest obstacle's [distance, nx, ny] at a point; Infinity without any. */
export function sampleObstacles(
  out: Float64Array,
  scene: Scene,
  arrays: SceneArrays,
  x: number,
  y: number,
  z: number,
): void {
  let nearest = Infinity;
  let nx = 0;
  let ny = 0;
  for (let i = 0; i < scene.obstacles.length; i++) {
    sampleObstacle(out, scene.obstacles[i]!, arrays.obstaclePlaces, 3 * i, x, y, z);
    if (out[0]! >= nearest) continue;
    nearest = out[0]!;
    nx = out[1]!;
    ny = out[2]!;
  }
  out[0] = nearest;
  out[1] = nx;
  out[2] = ny;
}

const maxTries = 400;

/** Puts listed things at their given places, and the rest at free places drawn from the random stream. */
export function placeScene(arrays: SceneArrays, scene: Scene, terrain: SignedDistance | null, rng: Uint32Array): void {
  const { obstaclePlaces, foodPlaces } = arrays;
  for (let i = 0; i < scene.obstacles.length; i++) {
    const shape = scene.obstacles[i]!;
    const reach = Math.sqrt(shape.halfX * shape.halfX + shape.halfY * shape.halfY);
    const place = scene.obstaclePlaces[i] ?? drawPlace(arrays, scene, rng, i, 0, reach);
    obstaclePlaces.set([place.x, place.y, place.turn], 3 * i);
  }
  for (let i = 0; i < scene.foodSizes.length; i++) {
    const place = scene.foodPlaces[i] ?? drawPlace(arrays, scene, rng, scene.obstacles.length, i, 0);
    foodPlaces.set([place.x, place.y, computeFoodHeight(terrain, place.x, place.y)], 3 * i);
  }
}

function computeFoodHeight(terrain: SignedDistance | null, x: number, y: number): number {
  return terrain === null ? 0 : computeHeight(terrain, x, y);
}

/** Food that was eaten stays eaten when other food is added or removed; it is identified by its place. */
export function keepEaten(arrays: SceneArrays, before: Pick<SceneArrays, 'foodPlaces' | 'foodEaten'>): void {
  if (arrays.foodEaten.length === before.foodEaten.length) return;
  for (let i = 0; i < arrays.foodEaten.length; i++)
    for (let k = 0; k < before.foodEaten.length; k++) {
      const same = [0, 1].every((axis) => arrays.foodPlaces[3 * i + axis] === before.foodPlaces[3 * k + axis]);
      if (same && before.foodEaten[k] === 1) arrays.foodEaten[i] = 1;
    }
}

/** Moves listed things to where the description now says they are; food that was moved can be eaten again. */
export function moveListed(arrays: SceneArrays, scene: Scene, terrain: SignedDistance | null): void {
  scene.obstaclePlaces.forEach(({ x, y, turn }, i) => {
    arrays.obstaclePlaces.set([x, y, turn], 3 * i);
  });
  scene.foodPlaces.forEach(({ x, y }, i) => {
    if (arrays.foodPlaces[3 * i] === x && arrays.foodPlaces[3 * i + 1] === y) return;
    arrays.foodPlaces.set([x, y, computeFoodHeight(terrain, x, y)], 3 * i);
    arrays.foodEaten[i] = 0;
  });
}

/** Distance of a point from the bodies at the start, seen from above. */
function computeStartGap(scene: Scene, x: number, y: number): number {
  let squared = Infinity;
  for (const line of scene.starts) {
    for (let at = 0; at + 3 < line.length; at += 2) {
      const [dx, dy] = [line[at + 2]! - line[at]!, line[at + 3]! - line[at + 1]!];
      const [ax, ay] = [x - line[at]!, y - line[at + 1]!];
      const share = Math.min(1, Math.max(0, (ax * dx + ay * dy) / (dx * dx + dy * dy)));
      const [gx, gy] = [ax - share * dx, ay - share * dy];
      squared = Math.min(squared, gx * gx + gy * gy);
    }
  }
  return Math.sqrt(squared);
}

/** A place that keeps the margin from the starts and from what is placed already; the best of many tries where none does. */
function drawPlace(
  arrays: SceneArrays,
  scene: Scene,
  rng: Uint32Array,
  obstacleCount: number,
  foodCount: number,
  reach: number,
): GroundPose {
  const sample = new Float64Array(3);
  let best: GroundPose = { x: scene.radius, y: 0, turn: 0 };
  let bestGap = -Infinity;
  for (let tries = 0; tries < maxTries && bestGap < 0; tries++) {
    const r = scene.radius * Math.sqrt(nextFloat(rng));
    const angle = 2 * Math.PI * nextFloat(rng);
    const place = { x: r * cos(angle), y: r * sin(angle), turn: 2 * Math.PI * nextFloat(rng) };
    let gap = computeStartGap(scene, place.x, place.y) - reach - 1.5 * scene.margin;
    for (let i = 0; i < obstacleCount; i++) {
      const { halfX, halfY, kind } = scene.obstacles[i]!;
      const outline = { kind, halfX, halfY };
      sampleObstacle(sample, outline, arrays.obstaclePlaces, 3 * i, place.x, place.y, 0);
      gap = Math.min(gap, sample[0]! - reach - scene.margin);
    }
    for (let i = 0; i < foodCount; i++) {
      const dx = place.x - arrays.foodPlaces[3 * i]!;
      const dy = place.y - arrays.foodPlaces[3 * i + 1]!;
      gap = Math.min(gap, Math.sqrt(dx * dx + dy * dy) - scene.margin);
    }
    if (gap <= bestGap) continue;
    best = place;
    bestGap = gap;
  }
  return best;
}
