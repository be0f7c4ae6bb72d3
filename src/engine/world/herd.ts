// Other animals as moving obstacles: the lines through the centres of their segments, as thick as the clearance that others
// keep. Model units.
export interface Herd {
  readonly animals: number;
  /** Segments of each. */
  readonly segments: number;
  /** Centres of all segments, xyz, animal after animal: the State itself. */
  readonly positions: Float64Array;
  /** Ball around each animal: centre and radius. */
  readonly balls: Float64Array;
  /** Half the width that others keep clear of. */
  readonly radius: number;
}

export function createHerd(animals: number, segments: number, positions: Float64Array, radius: number): Herd {
  return { animals, segments, positions, balls: new Float64Array(4 * animals), radius };
}

/** Balls around the animals as they are now. */
export function updateHerd({ animals, segments, positions, balls }: Herd): void {
  for (let animal = 0; animal < animals; animal++) {
    const first = 3 * segments * animal;
    const at = 4 * animal;
    for (let k = 0; k < 3; k++) {
      let least = Infinity;
      let max = -Infinity;
      for (let i = first + k; i < first + 3 * segments; i += 3) {
        least = Math.min(least, positions[i]!);
        max = Math.max(max, positions[i]!);
      }
      balls[at + k] = 0.5 * (least + max);
    }
    let squared = 0;
    for (let i = first; i < first + 3 * segments; i += 3) {
      const dx = positions[i]! - balls[at]!;
      const dy = positions[i + 1]! - balls[at + 1]!;
      const dz = positions[i + 2]! - balls[at + 2]!;
      squared = Math.max(squared, dx * dx + dy * dy + dz * dz);
    }
    balls[at + 3] = Math.sqrt(squared);
  }
}

/** Writes [distance, nx, ny] of the nearest animal but `own` where it is nearer than `within` and out[0]. */
export function addHerdSample(
  out: Float64Array,
  herd: Herd,
  own: number,
  x: number,
  y: number,
  z: number,
  within: number,
): void {
  const { animals, segments, positions, balls, radius } = herd;
  let nearest = Math.min(within, out[0]!) + radius;
  for (let animal = 0; animal < animals; animal++) {
    if (animal === own) continue;
    const at = 4 * animal;
    const bx = x - balls[at]!;
    const by = y - balls[at + 1]!;
    const bz = z - balls[at + 2]!;
    const reach = balls[at + 3]! + nearest;
    if (reach < 0 || bx * bx + by * by + bz * bz >= reach * reach) continue;
    const first = 3 * segments * animal;
    for (let i = first; i < first + 3 * (segments - 1); i += 3) {
      const ax = x - positions[i]!;
      const ay = y - positions[i + 1]!;
      const az = z - positions[i + 2]!;
      const lx = positions[i + 3]! - positions[i]!;
      const ly = positions[i + 4]! - positions[i + 1]!;
      const lz = positions[i + 5]! - positions[i + 2]!;
      const along = (ax * lx + ay * ly + az * lz) / (lx * lx + ly * ly + lz * lz);
      const share = along > 0 ? (along < 1 ? along : 1) : 0;
      const dx = ax - share * lx;
      const dy = ay - share * ly;
      const dz = az - share * lz;
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (distance >= nearest) continue;
      nearest = distance;
      const level = Math.sqrt(dx * dx + dy * dy);
      out[0] = distance - radius;
      out[1] = level > 0 ? dx / level : 1;
      out[2] = level > 0 ? dy / level : 0;
    }
  }
}
