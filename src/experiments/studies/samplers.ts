/** Points in the unit cube for parameters that are drawn together: at random, as a Latin hypercube, or Sobol's. */
import { createRng, nextFloat, nextInt } from '../../engine/math/rng.ts';
import { computeSobolPoints } from './sobol.ts';

export const samplingMethods = ['random', 'latin', 'sobol'] as const;
export type SamplingMethod = (typeof samplingMethods)[number];

/** `count` rows of `names.length` numbers in [0, 1). Each name has a random stream of its own. */
export function computeSamples(
  method: SamplingMethod,
  count: number,
  names: readonly string[],
  seed: number,
): Float64Array {
  if (method === 'sobol') return computeSobolPoints(count, names.length);
  const points = new Float64Array(count * names.length);
  names.forEach((name, column) => {
    const rng = createRng(seed, `study ${method} ${name}`);
    const setColumn = (row: number, value: number): void => void (points[row * names.length + column] = value);
    // More random points leave the earlier ones as they are, so that an enlarged study finds its results.
    if (method === 'random') for (let row = 0; row < count; row++) setColumn(row, nextFloat(rng));
    else shuffle(count, rng).forEach((stratum, row) => setColumn(row, (stratum + nextFloat(rng)) / count));
  });
  return points;
}

/** The numbers 0 to count − 1 in random order (Fisher and Yates). */
function shuffle(count: number, rng: Uint32Array): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = nextInt(rng, i + 1);
    [order[i], order[other]] = [order[other]!, order[i]!];
  }
  return order;
}
