/** Ask–tell optimisers on the unit cube: `ask` returns points, `tell` takes their ranks. */
import { createCmaEs } from '../../../learn/trainers/cma-es.ts';
import { computeSamples } from '../samplers.ts';

export interface Optimiser {
  /** Points to try, each a list of shares from 0 to 1. */
  ask(): readonly (readonly number[])[];
  /** Places in the order from the best (0), one for each point asked for last. */
  tell(places: readonly number[]): void;
}

export interface SearchOptions {
  readonly dimensions: number;
  /** Points per generation; 0 lets the method choose. */
  readonly population: number;
  /** First step as a share of the ranges, for methods that have one. */
  readonly sigma: number;
  readonly seed: number;
  /** Where to begin, a share of each range; the middle where left out. */
  readonly start?: readonly number[];
}

/** Least distance of the start from an end of a range: nearer, half of the steps would be reflected. */
const startMargin = 0.02;

const defaultBatchSize = 32;

/** Random search in batches; the baseline for every other method. */
export function createRandomSearch(options: SearchOptions): Optimiser {
  const { dimensions, seed, population } = options;
  const batch = population === 0 ? defaultBatchSize : population;
  const names = Array.from({ length: dimensions }, (_, i) => `fit ${i}`);
  let asked = 0;
  return {
    ask() {
      asked += batch;
      // Streams begin alike however long they are, so that the last rows are new.
      const points = computeSamples('random', asked, names, seed).subarray((asked - batch) * dimensions);
      return listRows(points, dimensions);
    },
    tell: () => undefined,
  };
}

/** The evolution strategy; candidates outside of the ranges are mirrored back. */
export function createEvolution(options: SearchOptions): Optimiser {
  const { dimensions, seed, population, sigma } = options;
  const start = Float64Array.from({ length: dimensions }, (_, i) =>
    Math.min(1 - startMargin, Math.max(startMargin, options.start?.[i] ?? 0.5)),
  );
  const strategy = createCmaEs({ start, sigma, seed, ...(population === 0 ? {} : { population }) });
  return {
    ask: () => listRows(strategy.ask(), dimensions).map((point) => point.map(reflect)),
    tell: (places) => strategy.tell(Float64Array.from(places, (place) => -place)),
  };
}

export function listRows(points: Float64Array, dimensions: number): number[][] {
  return Array.from({ length: points.length / dimensions }, (_, row) =>
    Array.from(points.subarray(row * dimensions, (row + 1) * dimensions)),
  );
}

/** Back into [0, 1] by mirrors at both ends: reflection stops no direction, and steps keep their lengths. */
function reflect(share: number): number {
  const folded = Math.abs(share) % 2;
  return folded > 1 ? 2 - folded : folded;
}
