/** Two tiling patterns for grounds: grain (soil, sand) in red, rounded stones in green. Made without chance, the same every time. */
import { DataTexture, LinearFilter, LinearMipmapLinearFilter, RepeatWrapping, RGFormat } from 'three';

const size = 256;

function hash(x: number, y: number): number {
  const value = Math.sin(127.1 * x + 311.7 * y) * 43758.5453;
  return value - Math.floor(value);
}

/** Smooth noise of `cells` cells across the picture, which continues at its other side. */
function readNoise(x: number, y: number, cells: number): number {
  const [u, v] = [x * cells, y * cells];
  const [i, j] = [Math.floor(u), Math.floor(v)];
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const [s, t] = [ease(u - i), ease(v - j)];
  const at = (a: number, b: number): number => hash((i + a) % cells, ((j + b) % cells) + 17 * cells);
  return (1 - t) * ((1 - s) * at(0, 0) + s * at(1, 0)) + t * ((1 - s) * at(0, 1) + s * at(1, 1));
}

/** A stone in every cell, off its middle: 1 on top of it, 0 between stones. */
function readStones(x: number, y: number, cells: number): number {
  const [u, v] = [x * cells, y * cells];
  const [i, j] = [Math.floor(u), Math.floor(v)];
  let [nearest, second] = [9, 9];
  for (let a = -1; a <= 1; a++)
    for (let b = -1; b <= 1; b++) {
      const [p, q] = [(i + a + cells) % cells, (j + b + cells) % cells];
      const distance = Math.hypot(i + a + 0.2 + 0.6 * hash(p, q + 3) - u, j + b + 0.2 + 0.6 * hash(q, p + 7) - v);
      if (distance < nearest) [nearest, second] = [distance, nearest];
      else if (distance < second) second = distance;
    }
  return Math.min(1, 1.6 * (second - nearest));
}

function createPattern(): Uint8Array {
  const pattern = new Uint8Array(2 * size * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const [x, y] = [column / size, row / size];
      const grain =
        0.36 * readNoise(x, y, 8) + 0.3 * readNoise(x, y, 21) + 0.22 * readNoise(x, y, 47) + 0.12 * readNoise(x, y, 97);
      const stones = 0.55 * readStones(x, y, 11) + 0.45 * readStones(x, y, 26);
      const at = 2 * (row * size + column);
      pattern[at] = Math.round(255 * grain);
      pattern[at + 1] = Math.round(255 * stones);
    }
  return pattern;
}

export function createGroundTexture(): DataTexture {
  const texture = new DataTexture(createPattern(), size, size, RGFormat);
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
