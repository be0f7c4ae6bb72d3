/**
 * Sobol's sequence: points that fill a cube evenly, better than random ones the smoother the function. Gray-code order of
 * Antonov and Saleev; direction numbers of Joe and Kuo (2008), table `new-joe-kuo-6.21201`, dimensions 1 to 21.
 *
 * The first 2^k points have exactly one coordinate in each interval [i/2^k, (i+1)/2^k) of every dimension; more points
 * leave the earlier ones as they are.
 */

/** Of each dimension but the first: the primitive polynomial's inner coefficients as bits, then m₁ … m_s. */
const directions: readonly (readonly [number, readonly number[]])[] = [
  [0, [1]],
  [1, [1, 3]],
  [1, [1, 3, 1]],
  [2, [1, 1, 1]],
  [1, [1, 1, 3, 3]],
  [4, [1, 3, 5, 13]],
  [2, [1, 1, 5, 5, 17]],
  [4, [1, 1, 5, 5, 5]],
  [7, [1, 1, 7, 11, 19]],
  [11, [1, 1, 5, 1, 1]],
  [13, [1, 1, 1, 3, 11]],
  [14, [1, 3, 5, 5, 31]],
  [1, [1, 3, 3, 9, 7, 49]],
  [13, [1, 1, 1, 15, 21, 21]],
  [16, [1, 3, 1, 13, 27, 49]],
  [19, [1, 1, 1, 15, 7, 5]],
  [22, [1, 3, 1, 15, 13, 25]],
  [25, [1, 1, 5, 5, 19, 61]],
  [1, [1, 3, 7, 11, 23, 15, 103]],
  [4, [1, 3, 7, 13, 13, 15, 69]],
];

export const maxSobolDimensions = directions.length + 1;

const bits = 32;

/** `count` points of the sequence from its beginning, one row of `dimensions` numbers in [0, 1) each. */
export function computeSobolPoints(count: number, dimensions: number): Float64Array {
  if (dimensions > maxSobolDimensions)
    throw new RangeError(`Sobol points have at most ${maxSobolDimensions} dimensions, got ${dimensions}.`);
  const points = new Float64Array(count * dimensions);
  for (let dimension = 0; dimension < dimensions; dimension++) {
    const steps = computeSteps(dimension);
    let x = 0;
    for (let i = 1; i < count; i++) {
      // The lowest zero bit of i − 1 is the one that Gray code flips.
      x = (x ^ steps[Math.clz32(i & -i) ^ 31]!) >>> 0;
      points[i * dimensions + dimension] = x / 4294967296;
    }
  }
  return points;
}

/** Direction numbers v₁ … v₃₂ as fractions of 2^32. */
function computeSteps(dimension: number): Uint32Array {
  const steps = new Uint32Array(bits);
  if (dimension === 0) {
    for (let i = 0; i < bits; i++) steps[i] = (1 << (31 - i)) >>> 0;
    return steps;
  }
  const [coefficients, first] = directions[dimension - 1]!;
  const degree = first.length;
  for (let i = 0; i < bits; i++) {
    if (i < degree) {
      steps[i] = (first[i]! << (31 - i)) >>> 0;
      continue;
    }
    let step = steps[i - degree]! ^ (steps[i - degree]! >>> degree);
    for (let k = 1; k < degree; k++) if (((coefficients >> (degree - 1 - k)) & 1) === 1) step ^= steps[i - k]!;
    steps[i] = step >>> 0;
  }
  return steps;
}
