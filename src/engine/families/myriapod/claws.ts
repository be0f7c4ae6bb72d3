// How an animal keeps to closed surfaces, walls and ceilings included. Not in the paper, whose carried segments stick by
// construction and whose others fall. Model units.
import { type SignedDistance, setDistance } from '../../world/distance/signed-distance.ts';

/** The part of the State that is held. */
interface HeldArrays {
  readonly bodyPositions: Float64Array;
  readonly bodyVelocities: Float64Array;
}

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
