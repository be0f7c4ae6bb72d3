/** A tiling pattern of bright lines, as sun through waves draws them. Whoever shows it makes it move. */
import { DataTexture, LinearFilter, RedFormat, RepeatWrapping } from 'three';

const size = 256;
const pointCount = 44;

/** Brightness is high where the two nearest of some scattered points are equally far: the borders of their cells. */
function createPattern(): Uint8Array {
  // The golden-ratio sequence scatters evenly without a random generator.
  const points = Array.from({ length: pointCount }, (_, i) => [
    (0.5 + i * 0.7548776662) % 1,
    (0.5 + i * 0.5698402909) % 1,
  ]);
  const pattern = new Uint8Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let [nearest, second] = [9, 9];
      for (const [x, y] of points) {
        const dx = Math.abs(column / size - x!);
        const dy = Math.abs(row / size - y!);
        const distance = Math.hypot(Math.min(dx, 1 - dx), Math.min(dy, 1 - dy));
        if (distance < nearest) [nearest, second] = [distance, nearest];
        else if (distance < second) second = distance;
      }
      pattern[row * size + column] = Math.round(255 * computeBrightness(second - nearest));
    }
  }
  return pattern;
}

/** A sharp line in a wide soft one. `difference` is 0 on the border of two cells. */
function computeBrightness(difference: number): number {
  return 0.62 * Math.exp(-34 * difference) + 0.38 * Math.exp(-9 * difference);
}

export function createCaustics(): DataTexture {
  const texture = new DataTexture(createPattern() as Uint8Array<ArrayBuffer>, size, size, RedFormat);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}
