// Food and obstacles around an animal, seen from above: cylinders and boxes stand upright, food lies on the ground.
//
// Places are part of the State, because those drawn at random depend on the seed; sizes belong to the description.
// Model units; x forward, y left of the start.
import { cos, sin } from '../../math/portable.ts';
import { nextFloat } from '../../math/rng.ts';
import type { ArraySpec } from '../../sim/contract.ts';
import { computeHeight, type Terrain } from '../../terrain/terrain.ts';

export interface ObstacleShape {
  readonly kind: 'cylinder' | 'box';
  /** cylinder: radius twice; box: half edges. */
  readonly halfX: number;
  readonly halfY: number;
}

export interface Place {
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
  readonly obstaclePlaces: readonly Place[];
  readonly foodPlaces: readonly Place[];
  /** Radius around the origin in which random things are placed. */
  readonly radius: number;
  /** Free space around the start: the body lies from −length to 0 on the x axis. */
  readonly bodyLength: number;
  readonly margin: number;
}

export interface SceneArrays {
  /** x, y, turn. */
  readonly obstaclePlaces: Float64Array;
  /** x, y, z. */
  readonly foodPlaces: Float64Array;
  readonly foodEaten: Uint8Array;
}

export function createSceneArraySpecs(scene: Scene): ArraySpec[] {
  const name = (what: string) => (i: number) => `place of ${what} ${Math.floor(i / 3) + 1}`;
  return [
    {
      name: 'obstaclePlaces',
      type: 'f64',
      length: 3 * scene.obstacles.length,
      unit: 'unit',
      nameElement: name('obstacle'),
      resizable: true,
    },
    {
      name: 'foodPlaces',
      type: 'f64',
      length: 3 * scene.foodSizes.length,
      unit: 'unit',
      nameElement: name('food'),
      resizable: true,
    },
    {
      name: 'foodEaten',
      type: 'u8',
      length: scene.foodSizes.length,
      unit: '',
      nameElement: (i) => `food ${i + 1} is eaten`,
      resizable: true,
    },
  ];
}

/** Writes [distance, nx, ny]: how far (x, y) is from the obstacle's side, negative inside, and the way out. */
export function sampleObstacle(
  out: Float64Array,
  shape: ObstacleShape,
  places: Float64Array,
  at: number,
  x: number,
  y: number,
): void {
  const dx = x - places[at]!;
  const dy = y - places[at + 1]!;
  if (shape.kind === 'cylinder') {
    const r = Math.sqrt(dx * dx + dy * dy);
    out[0] = r - shape.halfX;
    out[1] = r > 0 ? dx / r : 1;
    out[2] = r > 0 ? dy / r : 0;
    return;
  }
  const c = cos(places[at + 2]!);
  const s = sin(places[at + 2]!);
  const u = c * dx + s * dy;
  const v = c * dy - s * dx;
  const pu = Math.abs(u) - shape.halfX;
  const pv = Math.abs(v) - shape.halfY;
  let nu = 0;
  let nv = 0;
  if (pu > 0 && pv > 0) {
    out[0] = Math.sqrt(pu * pu + pv * pv);
    nu = (u < 0 ? -pu : pu) / out[0];
    nv = (v < 0 ? -pv : pv) / out[0];
  } else {
    out[0] = Math.max(pu, pv);
    if (pu > pv) nu = u < 0 ? -1 : 1;
    else nv = v < 0 ? -1 : 1;
  }
  out[1] = c * nu - s * nv;
  out[2] = s * nu + c * nv;
}

/** Writes the nearest obstacle's [distance, nx, ny]; Infinity where there is none. */
export function sampleObstacles(out: Float64Array, scene: Scene, arrays: SceneArrays, x: number, y: number): void {
  let nearest = Infinity;
  let nx = 0;
  let ny = 0;
  for (let i = 0; i < scene.obstacles.length; i++) {
    sampleObstacle(out, scene.obstacles[i]!, arrays.obstaclePlaces, 3 * i, x, y);
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

/** Puts listed things where they are said to be, and the rest in free places drawn from the stream. */
export function placeScene(arrays: SceneArrays, scene: Scene, terrain: Terrain | null, rng: Uint32Array): void {
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

function computeFoodHeight(terrain: Terrain | null, x: number, y: number): number {
  return terrain === null ? 0 : computeHeight(terrain, x, y);
}

/** Food that was eaten before other food came or went stays eaten; it is known by its place. */
export function keepEaten(arrays: SceneArrays, before: Pick<SceneArrays, 'foodPlaces' | 'foodEaten'>): void {
  if (arrays.foodEaten.length === before.foodEaten.length) return;
  for (let i = 0; i < arrays.foodEaten.length; i++)
    for (let k = 0; k < before.foodEaten.length; k++) {
      const same = [0, 1].every((axis) => arrays.foodPlaces[3 * i + axis] === before.foodPlaces[3 * k + axis]);
      if (same && before.foodEaten[k] === 1) arrays.foodEaten[i] = 1;
    }
}

/** Moves listed things to where the description now says they are; food that was moved is there to be eaten again. */
export function moveListed(arrays: SceneArrays, scene: Scene, terrain: Terrain | null): void {
  scene.obstaclePlaces.forEach(({ x, y, turn }, i) => {
    arrays.obstaclePlaces.set([x, y, turn], 3 * i);
  });
  scene.foodPlaces.forEach(({ x, y }, i) => {
    if (arrays.foodPlaces[3 * i] === x && arrays.foodPlaces[3 * i + 1] === y) return;
    arrays.foodPlaces.set([x, y, computeFoodHeight(terrain, x, y)], 3 * i);
    arrays.foodEaten[i] = 0;
  });
}

/** A place that keeps the margin from the start and from what is placed already; the best of many tries where none does. */
function drawPlace(
  arrays: SceneArrays,
  scene: Scene,
  rng: Uint32Array,
  obstacleCount: number,
  foodCount: number,
  reach: number,
): Place {
  const sample = new Float64Array(3);
  let best: Place = { x: scene.radius, y: 0, turn: 0 };
  let bestGap = -Infinity;
  for (let tries = 0; tries < maxTries && bestGap < 0; tries++) {
    const r = scene.radius * Math.sqrt(nextFloat(rng));
    const angle = 2 * Math.PI * nextFloat(rng);
    const place = { x: r * cos(angle), y: r * sin(angle), turn: 2 * Math.PI * nextFloat(rng) };
    const along = Math.min(0, Math.max(-scene.bodyLength, place.x));
    const ahead = place.x - along;
    let gap = Math.sqrt(ahead * ahead + place.y * place.y) - reach - 1.5 * scene.margin;
    for (let i = 0; i < obstacleCount; i++) {
      sampleObstacle(sample, scene.obstacles[i]!, arrays.obstaclePlaces, 3 * i, place.x, place.y);
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
