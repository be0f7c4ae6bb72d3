// Bodies that must not run into each other or into obstacles, whatever heads and Targeters do.
//
// Every segment is a disc as wide as the body. Where two discs of different animals come nearer than a margin, both are
// moved apart, level, each by half of what is missing; a disc near an obstacle is moved all of it. A carried segment is moved
// with its Targeter's step, which legs on the ground follow until they let go; one off its feet gets the velocity. Model units.
import type { Obstructions } from '../../../world/obstructions.ts';
import type { Herd } from '../../../world/herd.ts';
import { sampleObstacles } from '../../../world/things.ts';

/** The part of the State that is moved. */
export interface PushedArrays {
  readonly bodyPositions: Float64Array;
  readonly bodyVelocities: Float64Array;
  readonly bodyKinematic: Uint8Array;
}

export interface ContactOptions {
  /** Half the width of a body. */
  readonly halfWidth: number;
  /** Distance over which bodies are pushed before they touch. */
  readonly margin: number;
  /** Share of what is missing that is made up for in a step, and the farthest. */
  readonly share: number;
  readonly farthest: number;
}

/** chosen: a quarter of half a width; at a margin of zero a push would begin only when bodies touch. */
const marginShare = 0.25;
/** chosen: what is missing is made up for in a fortieth of a second, at most eight half widths a second, faster than any walk. */
const pushRate = 40;
const fastestWidths = 8;

export function createContactOptions(halfWidth: number, dt: number): ContactOptions {
  return {
    halfWidth,
    margin: marginShare * halfWidth,
    share: Math.min(1, pushRate * dt),
    farthest: fastestWidths * halfWidth * dt,
  };
}

/** Moves animals apart; all of them are in `arrays`, one after the other. Balls of the herd must be up to date. */
export function partAnimals(arrays: PushedArrays, herd: Herd, options: ContactOptions, dt: number): void {
  const { animals, segments, balls } = herd;
  const near = 2 * options.halfWidth + options.margin;
  for (let a = 0; a < animals; a++) {
    for (let b = a + 1; b < animals; b++) {
      const reach = balls[4 * a + 3]! + balls[4 * b + 3]! + near;
      const dx = balls[4 * a]! - balls[4 * b]!;
      const dy = balls[4 * a + 1]! - balls[4 * b + 1]!;
      const dz = balls[4 * a + 2]! - balls[4 * b + 2]!;
      if (dx * dx + dy * dy + dz * dz < reach * reach) partPair(arrays, a * segments, b * segments, herd, options, dt);
    }
  }
}

function partPair(
  arrays: PushedArrays,
  firstA: number,
  firstB: number,
  { segments, balls }: Herd,
  options: ContactOptions,
  dt: number,
): void {
  const { bodyPositions: positions } = arrays;
  const near = 2 * options.halfWidth + options.margin;
  const ballB = 4 * (firstB / segments);
  const reach = balls[ballB + 3]! + near;
  for (let i = firstA; i < firstA + segments; i++) {
    const x = positions[3 * i]!;
    const y = positions[3 * i + 1]!;
    const z = positions[3 * i + 2]!;
    const bx = x - balls[ballB]!;
    const by = y - balls[ballB + 1]!;
    const bz = z - balls[ballB + 2]!;
    if (bx * bx + by * by + bz * bz > reach * reach) continue;
    let nearest = near * near;
    let other = -1;
    for (let j = firstB; j < firstB + segments; j++) {
      const dx = x - positions[3 * j]!;
      const dy = y - positions[3 * j + 1]!;
      const dz = z - positions[3 * j + 2]!;
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared >= nearest) continue;
      nearest = squared;
      other = j;
    }
    if (other < 0) continue;
    const distance = Math.sqrt(nearest);
    const dx = x - positions[3 * other]!;
    const dy = y - positions[3 * other + 1]!;
    const level = Math.sqrt(dx * dx + dy * dy);
    const nx = level > 0 ? dx / level : 1;
    const ny = level > 0 ? dy / level : 0;
    const way = Math.min(options.farthest, 0.5 * options.share * (near - distance));
    push(arrays, i, nx, ny, way, dt);
    push(arrays, other, -nx, -ny, way, dt);
  }
}

/** Moves one animal's segments out of obstacles. */
export function partFromObstacles(
  arrays: PushedArrays,
  obstructions: Obstructions,
  options: ContactOptions,
  sample: Float64Array,
  dt: number,
): void {
  const count = arrays.bodyKinematic.length;
  const { bodyPositions: positions } = arrays;
  for (let body = 0; body < count; body++) {
    const at = 3 * body;
    sampleObstacles(
      sample,
      obstructions.scene,
      obstructions.arrays,
      positions[at]!,
      positions[at + 1]!,
      positions[at + 2]!,
    );
    const missing = options.halfWidth - sample[0]!;
    if (!(missing > 0)) continue;
    const way = Math.min(options.farthest, options.share * missing);
    push(arrays, body, sample[1]!, sample[2]!, way, dt);
  }
}

/** Moves a segment by `way` along (nx, ny) in this step. */
function push(arrays: PushedArrays, body: number, nx: number, ny: number, way: number, dt: number): void {
  const { bodyPositions: positions, bodyVelocities: velocities } = arrays;
  const at = 3 * body;
  const carried = arrays.bodyKinematic[body] === 1;
  // A carried segment stands already where it will be at the end of the step.
  const speed = carried ? 0 : velocities[at]! * nx + velocities[at + 1]! * ny;
  const change = way / dt - speed;
  if (!(change > 0)) return;
  velocities[at] = velocities[at]! + change * nx;
  velocities[at + 1] = velocities[at + 1]! + change * ny;
  if (!carried) return;
  positions[at] = positions[at]! + way * nx;
  positions[at + 1] = positions[at + 1]! + way * ny;
}

/** Least gap between bodies of different animals, negative where they overlap; Infinity for a single one. */
export function computeHerdGap({ animals, segments, positions, balls }: Herd, halfWidth: number): number {
  let least = Infinity;
  for (let a = 0; a < animals; a++) {
    for (let b = a + 1; b < animals; b++) {
      const bx = balls[4 * a]! - balls[4 * b]!;
      const by = balls[4 * a + 1]! - balls[4 * b + 1]!;
      const bz = balls[4 * a + 2]! - balls[4 * b + 2]!;
      const apart = Math.sqrt(bx * bx + by * by + bz * bz) - balls[4 * a + 3]! - balls[4 * b + 3]!;
      if (apart >= least) continue;
      for (let i = 3 * a * segments; i < 3 * (a + 1) * segments; i += 3) {
        for (let j = 3 * b * segments; j < 3 * (b + 1) * segments; j += 3) {
          const dx = positions[i]! - positions[j]!;
          const dy = positions[i + 1]! - positions[j + 1]!;
          const dz = positions[i + 2]! - positions[j + 2]!;
          const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
          if (distance < least) least = distance;
        }
      }
    }
  }
  return least - 2 * halfWidth;
}
