/**
 * CMA-ES, the evolution strategy with an adapted covariance matrix (Hansen, "The CMA Evolution Strategy: A Tutorial", 2016, with
 * positive weights), and sep-CMA-ES, which keeps only the diagonal (Ros and Hansen 2008). It maximises.
 *
 *   x_k = m + σ y_k,  y_k = B D z_k,  z_k normal;   m ← m + σ Σ w y over the better half
 *   p_σ, p_c: paths of the mean, in the isotropic and the real frame;   C ← (1 − c₁ − c_μ) C + c₁ p_c p_cᵀ + c_μ Σ w y yᵀ
 *
 * Of a mirrored pair only the better one may be a parent (pairwise selection; Auger, Brockhoff and Hansen 2011): the steps of both
 * would cancel out, and σ would shrink even where fitness is mere noise.
 *
 * Ask for candidates, tell their fitness, again and again. Everything that changes is in `arrays`.
 */
import { computeSymmetricEigen } from '../../engine/math/eigen/symmetric.ts';
import { exp, log } from '../../engine/math/portable.ts';
import { createRng, nextNormal } from '../../engine/math/rng.ts';
import { expectFinite, expectLength } from '../learn-error.ts';
import { type NamedArrays, setArrays } from '../named-arrays.ts';
import { expectObject, printGot, throwProblem } from '../../engine/model/problem.ts';

export interface CmaEsOptions {
  /** Where the search begins. */
  readonly start: Float64Array;
  /** First standard deviation in every direction. */
  readonly sigma: number;
  /** Candidates of a generation; 4 + ⌊3 ln n⌋ if absent. */
  readonly population?: number;
  /** Only the diagonal of the covariance: faster learning of the scales, for many or nearly independent parameters. */
  readonly separable?: boolean;
  /** Draw candidates in pairs m ± σy: less noise from the mean, good with few candidates and noisy fitness. The better of a pair is selected. */
  readonly mirrored?: boolean;
  readonly seed?: number;
}

export interface CmaEs {
  readonly size: number;
  readonly population: number;
  /** The centre of the search: the best estimate of the best point. */
  readonly mean: Float64Array;
  /** One number: the present overall standard deviation. */
  readonly sigma: Float64Array;
  readonly arrays: NamedArrays;
  /** population × size, overwritten by the next call. */
  ask(): Float64Array;
  /** Fitness of the candidates asked for last; more is better. */
  tell(fitness: Float64Array): void;
  /** Continues from saved `arrays`. */
  load(saved: NamedArrays): void;
}

/** The roots of the eigenvalues of C, and its eigenvectors as rows of `basis`. */
function setScales(scales: Float64Array, basis: Float64Array, covariance: Float64Array, separable: boolean): void {
  if (separable) scales.set(covariance);
  else {
    const { values, vectors } = computeSymmetricEigen(covariance, scales.length);
    scales.set(values);
    basis.set(vectors);
  }
  for (let i = 0; i < scales.length; i++) scales[i] = Math.sqrt(Math.max(scales[i]!, 1e-300));
}

function expectStart(options: CmaEsOptions): CmaEsOptions {
  expectObject(options, 'options', 'Give { start: Float64Array.of(0, 0), sigma: 0.5 }.', ['start', 'sigma']);
  if (!(options.start instanceof Float64Array))
    throwProblem('wrong-type', 'options.start', printGot(options.start), 'Give a Float64Array.');
  return options;
}

/** The best first, and all worse ones of mirrored pairs after the better ones; ties by index, the same everywhere. */
function setOrder(order: Uint32Array, fitness: Float64Array, mirrored: boolean): void {
  const countLosses = (k: number): number => {
    const twin = k ^ 1;
    if (!mirrored || twin >= fitness.length) return 0;
    return fitness[twin]! > fitness[k]! || (fitness[twin] === fitness[k] && twin < k) ? 1 : 0;
  };
  for (let k = 0; k < order.length; k++) order[k] = k;
  order.sort((one, other) => countLosses(one) - countLosses(other) || fitness[other]! - fitness[one]! || one - other);
}

export function createCmaEs(options: CmaEsOptions): CmaEs {
  const { start, separable = false, mirrored = false, seed = 0 } = expectStart(options);
  const n = start.length;
  const population = options.population ?? 4 + Math.floor(3 * log(n));
  const rates = createRates(n, population, separable);
  const { weights } = rates;

  const mean = start.slice();
  const sigma = Float64Array.of(options.sigma);
  const sigmaPath = new Float64Array(n);
  const path = new Float64Array(n);
  const covariance = new Float64Array(separable ? n : n * n);
  for (let i = 0; i < n; i++) covariance[separable ? i : i * n + i] = 1;
  // (1 − c_σ)^(2 · generations), for the path's unfinished length in the first generations.
  const memory = Float64Array.of(1);
  const rng = createRng(seed, 'cma-es');
  const arrays = { mean, sigma, sigmaPath, path, covariance, memory, rng };

  // Rows of `basis` are the eigenvectors of C, `scales` the roots of its eigenvalues.
  const basis = new Float64Array(separable ? 0 : n * n);
  const scales = new Float64Array(n);
  const candidates = new Float64Array(population * n);
  const normals = new Float64Array(population * n);
  const directions = new Float64Array(population * n);
  const order = new Uint32Array(population);
  const meanNormal = new Float64Array(n);
  const meanDirection = new Float64Array(n);

  const refresh = (): void => setScales(scales, basis, covariance, separable);
  refresh();

  function ask(): Float64Array {
    for (let k = 0; k < population; k++) {
      const at = k * n;
      for (let i = 0; i < n; i++) normals[at + i] = mirrored && k % 2 === 1 ? -normals[at - n + i]! : nextNormal(rng);
      for (let i = 0; i < n; i++) {
        let y = 0;
        if (separable) y = scales[i]! * normals[at + i]!;
        else for (let j = 0; j < n; j++) y += basis[j * n + i]! * scales[j]! * normals[at + j]!;
        directions[at + i] = y;
        candidates[at + i] = mean[i]! + sigma[0]! * y;
      }
    }
    return candidates;
  }

  /** Both paths; gives whether p_σ is short enough for p_c to be trusted (h_σ). */
  function movePaths(): boolean {
    const { sigmaRate, pathRate, mass } = rates;
    const push = Math.sqrt(sigmaRate * (2 - sigmaRate) * mass);
    let square = 0;
    for (let i = 0; i < n; i++) {
      let turned = 0;
      if (separable) turned = meanNormal[i]!;
      else for (let j = 0; j < n; j++) turned += basis[j * n + i]! * meanNormal[j]!;
      sigmaPath[i] = (1 - sigmaRate) * sigmaPath[i]! + push * turned;
      square += sigmaPath[i]! * sigmaPath[i]!;
    }
    memory[0]! *= (1 - sigmaRate) * (1 - sigmaRate);
    const length = Math.sqrt(square);
    const trusted = length / Math.sqrt(1 - memory[0]!) < (1.4 + 2 / (n + 1)) * rates.usualLength;
    const pull = trusted ? Math.sqrt(pathRate * (2 - pathRate) * mass) : 0;
    for (let i = 0; i < n; i++) path[i] = (1 - pathRate) * path[i]! + pull * meanDirection[i]!;
    sigma[0]! *= exp((sigmaRate / rates.damping) * (length / rates.usualLength - 1));
    return trusted;
  }

  function moveCovariance(trusted: boolean): void {
    const { oneRate, manyRate, pathRate } = rates;
    const keep = 1 - oneRate - manyRate + (trusted ? 0 : oneRate * pathRate * (2 - pathRate));
    for (let i = 0; i < n; i++) {
      for (let j = separable ? i : 0; j <= i; j++) {
        const at = separable ? i : i * n + j;
        let value = keep * covariance[at]! + oneRate * path[i]! * path[j]!;
        for (let k = 0; k < weights.length; k++) {
          const from = order[k]! * n;
          value += manyRate * weights[k]! * directions[from + i]! * directions[from + j]!;
        }
        covariance[at] = value;
        if (!separable) covariance[j * n + i] = value;
      }
    }
  }

  function tell(fitness: Float64Array): void {
    expectLength(fitness, population, 'fitness');
    expectFinite(fitness, 'fitness', 'Every candidate needs a finite fitness.');
    setOrder(order, fitness, mirrored);
    meanNormal.fill(0);
    meanDirection.fill(0);
    for (let k = 0; k < weights.length; k++) {
      const from = order[k]! * n;
      for (let i = 0; i < n; i++) {
        meanNormal[i]! += weights[k]! * normals[from + i]!;
        meanDirection[i]! += weights[k]! * directions[from + i]!;
      }
    }
    for (let i = 0; i < n; i++) mean[i]! += sigma[0]! * meanDirection[i]!;
    moveCovariance(movePaths());
    refresh();
  }

  return {
    size: n,
    population,
    mean,
    sigma,
    arrays,
    ask,
    tell,
    load(saved) {
      setArrays(arrays, saved);
      refresh();
    },
  };
}

/** The tutorial's default strategy parameters (Table 1); separable learning is (n + 2)/3 times faster. */
function createRates(n: number, population: number, separable: boolean) {
  const parents = Math.floor(population / 2);
  const weights = Float64Array.from({ length: parents }, (_, k) => log((population + 1) / 2) - log(k + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  for (let k = 0; k < parents; k++) weights[k]! /= total;
  const mass = 1 / weights.reduce((sum, weight) => sum + weight * weight, 0);
  const faster = separable ? (n + 2) / 3 : 1;
  const sigmaRate = (mass + 2) / (n + mass + 5);
  const oneRate = Math.min(0.5, (faster * 2) / ((n + 1.3) * (n + 1.3) + mass));
  return {
    weights,
    /** μ_eff, the number of parents that the weights amount to. */
    mass,
    sigmaRate,
    damping: 1 + 2 * Math.max(0, Math.sqrt((mass - 1) / (n + 1)) - 1) + sigmaRate,
    pathRate: (4 + mass / n) / (n + 4 + (2 * mass) / n),
    oneRate,
    manyRate: Math.min(1 - oneRate, (faster * 2 * (mass - 2 + 1 / mass)) / ((n + 2) * (n + 2) + mass)),
    /** Mean length of a normal vector. */
    usualLength: Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)),
  };
}
