/** A tiling pattern of bright lines, as sun through waves draws them. The caller animates it. */
import { DataTexture, LinearFilter, RedFormat, RepeatWrapping } from 'three';

const size = 256;

/** Points scattered evenly without a random generator (a golden-ratio sequence), from a start of their own. */
function scatter(count: number, start: number): [number, number][] {
  return Array.from({ length: count }, (_, i) => [(start + i * 0.7548776662) % 1, (2 * start + i * 0.5698402909) % 1]);
}

/** How much farther the second nearest point is than the nearest: 0 on the border of two cells. */
function computeGap(points: readonly [number, number][], x: number, y: number): number {
  let [nearest, second] = [9, 9];
  for (const [px, py] of points) {
    const dx = Math.abs(x - px) % 1;
    const dy = Math.abs(y - py) % 1;
    const distance = Math.hypot(Math.min(dx, 1 - dx), Math.min(dy, 1 - dy));
    if (distance < nearest) [nearest, second] = [distance, nearest];
    else if (distance < second) second = distance;
  }
  return second - nearest;
}

/** Two nets of cells, bent by waves, one bright where the other is: lines that thicken, thin out and end. */
function createPattern(): Uint8Array {
  const [coarse, fine] = [scatter(30, 0.5), scatter(46, 0.13)];
  const pattern = new Uint8Array(size * size);
  const turn = 2 * Math.PI;
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [u, v] = [column / size, row / size];
      const x = 1 + u + 0.03 * Math.sin(turn * (2 * v + u)) + 0.012 * Math.sin(turn * (5 * v - 2 * u));
      const y = 1 + v + 0.03 * Math.sin(turn * (2 * u - v)) + 0.012 * Math.sin(turn * (5 * u + 3 * v));
      const a = Math.exp(-16 * computeGap(coarse, x, y));
      const b = Math.exp(-20 * computeGap(fine, y, x));
      pattern[row * size + column] = Math.round(255 * Math.min(1, 1.15 * a * a * (0.15 + 0.85 * b) + 0.16 * (a + b)));
    }
  }
  return pattern;
}

export function createCaustics(): DataTexture {
  const texture = new DataTexture(createPattern(), size, size, RedFormat);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}
