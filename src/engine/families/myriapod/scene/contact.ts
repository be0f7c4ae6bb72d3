// What keeps bodies apart from each other and from obstacles, whatever heads and Targeters do, and on closed surfaces.
//
// Every segment is a disc as wide as the body. Where two discs of different animals come nearer than a margin, both are
// moved apart, level, each by half of what is missing; a disc near an obstacle is moved all of it. A carried segment is moved
// with its Targeter's step, which legs on the ground follow until they let go; one off its feet gets the velocity. Model units.
import type { RigidState } from '../../../bodies/rigid-soft/rigid/rigid-bodies.ts';
import { type SignedDistance, setDistance } from '../../../world/distance/signed-distance.ts';
import type { Obstructions } from '../../../world/obstructions.ts';
import type { Herd } from '../../../world/herd.ts';
import { sampleObstacles } from '../../../world/things.ts';

/** The part of the State that is moved. */
export type PushedArrays = Pick<RigidState, 'bodyPositions' | 'bodyVelocities' | 'bodyKinematic'>;

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

/** Longest distance from a segment to the next, and a little more than rounding can take from it; above 0. */
function computeLongestLink(positions: Float64Array, first: number, segments: number): number {
  let square = 0;
  for (let i = first; i < first + 3 * (segments - 1); i += 3) {
    const dx = positions[i + 3]! - positions[i]!;
    const dy = positions[i + 4]! - positions[i + 1]!;
    const dz = positions[i + 5]! - positions[i + 2]!;
    square = Math.max(square, dx * dx + dy * dy + dz * dz);
  }
  return 1.000001 * Math.sqrt(square) + 1e-12;
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
      const link = computeLongestLink(positions, 3 * b * segments, segments);
      for (let i = 3 * a * segments; i < 3 * (a + 1) * segments; i += 3) {
        for (let j = 3 * b * segments; j < 3 * (b + 1) * segments; ) {
          const dx = positions[i]! - positions[j]!;
          const dy = positions[i + 1]! - positions[j + 1]!;
          const dz = positions[i + 2]! - positions[j + 2]!;
          const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
          if (distance < least) least = distance;
          // Segments that are fewer links away than this cannot be nearer than the nearest so far.
          const far = Math.min(segments, Math.floor((distance - least) / link));
          j += 3 * Math.max(1, far);
        }
      }
    }
  }
  return least - 2 * halfWidth;
}

// How an animal keeps to closed surfaces, walls and ceilings included. Not in the paper, whose carried segments stick by
// construction and whose others fall.

type HeldArrays = Pick<RigidState, 'bodyPositions' | 'bodyVelocities'>;

// Chosen by eye on spheres and skulls, for all animals.
/** Share of its height by which a carried segment may be too low or too high, and how fast it makes up for more, units/s. */
const heightPlay = 0.04;
const heightSpeed = 12;
/** Distance, in heights, up to which claws reach the ground, and off which they pull with all they have. */
const clawReach = 1.6;
const clawPlay = 0.1;
/** How fast claws stop a motion from or to the ground, 1/s. */
const clawDamping = 10;

export interface Claws {
  /** Pull on a segment near the ground, units/s²; 0 for none. */
  readonly grip: number;
  /** Height of a walking segment. */
  readonly height: number;
  /** A head below this has fallen from a closed surface; −Infinity on other ground. */
  readonly lowest: number;
  readonly dt: number;
}

/** An animal that has fallen from a closed surface would fall for ever. */
export function checkHold({ lowest }: Claws, { bodyPositions }: HeldArrays): void {
  if (bodyPositions[2]! > lowest) return;
  throw new Error('the animal has lost its hold on the surface and falls; give it more grip (scene.grip)');
}

/**
 * Where closed surfaces meet at an angle, a segment that walks on would be at the wall, or off the edge, before its Balancer
 * has noticed: beyond a small play, its height above the ground at the end of the step is put right at once.
 */
export function keepHeight(
  { height, dt }: Claws,
  { bodyPositions, bodyVelocities }: HeldArrays,
  body: number,
  terrain: SignedDistance,
  sample: Float64Array,
): void {
  const at = 3 * body;
  setDistance(sample, terrain, bodyPositions[at]!, bodyPositions[at + 1]!, bodyPositions[at + 2]!);
  const off = height - sample[0]!;
  const play = heightPlay * height;
  const beyond = off > play ? off - play : off < -play ? off + play : 0;
  if (beyond === 0) return;
  const most = heightSpeed * dt;
  const way = Math.min(most, Math.max(-most, beyond));
  for (let a = 0; a < 3; a++) {
    bodyPositions[at + a] = bodyPositions[at + a]! + way * sample[a + 1]!;
    bodyVelocities[at + a] = bodyVelocities[at + a]! + (way * sample[a + 1]!) / dt;
  }
}

/** Claws hold a segment that is off its feet near its height, on walls and ceilings too. */
export function holdToGround(
  { grip, height, dt }: Claws,
  { bodyPositions, bodyVelocities }: HeldArrays,
  body: number,
  terrain: SignedDistance,
  sample: Float64Array,
): void {
  const at = 3 * body;
  setDistance(sample, terrain, bodyPositions[at]!, bodyPositions[at + 1]!, bodyPositions[at + 2]!);
  if (sample[0]! > clawReach * height) return;
  const off = (sample[0]! - height) / (clawPlay * height);
  let speed = 0;
  for (let a = 0; a < 3; a++) speed += bodyVelocities[at + a]! * sample[a + 1]!;
  const pull = grip * Math.min(1, Math.max(-1, off)) + clawDamping * speed;
  for (let a = 0; a < 3; a++) bodyVelocities[at + a] = bodyVelocities[at + a]! - dt * pull * sample[a + 1]!;
}
