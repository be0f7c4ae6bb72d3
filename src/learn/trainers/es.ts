/**
 * Learning by evolution: CMA-ES over the parameters of a small policy, linear unless hidden layers are asked for.
 *
 * A generation runs every candidate on the same few seeded episodes; its fitness is the mean return. With 4 to 100 parameters
 * this learns in seconds to minutes what PPO needs ten times as long for, provided the observation holds the answer nearly
 * linearly. Observations are not normalised: give the task some whose size is about 1.
 */
import { createRng, nextUint32 } from '../../engine/math/rng.ts';
import { flag } from '../../engine/model/fields.ts';
import { decodeCheckpoint, encodeCheckpoint, expectSameSpaces } from '../checkpoint.ts';
import { createCmaEs } from './cma-es.ts';
import { expectLength } from '../learn-error.ts';
import { addPrefix, type NamedArrays, setArrays, takePrefix } from '../named-arrays.ts';
import { copyPolicy, createPolicyShape, type PolicyData } from '../policies/policy.ts';
import type { RolloutSource } from '../rollouts/rollouts.ts';
import { createInfoScalars, createMeanScalar, type ScalarRecord } from './scalars.ts';
import { parseSettings } from './ppo-config.ts';
import { createDefaults, layers, real, type SettingFields, type Settings, whole } from './settings.ts';
import { countNumbers } from '../spaces.ts';
import type { Trainer } from './trainer.ts';
import { expectObject } from '../../engine/model/problem.ts';
import { expectSource } from '../rollouts/rollouts.ts';

export const esFields = {
  hidden: layers('Hidden layers; none is a linear policy.', []),
  population: whole('Candidates of a generation.', 2, 1e5, 8),
  sigma: real('First standard deviation of the parameters, in units of half the range of an action.', 0, 1e6, 0.3),
  episodes: whole('Episodes of each candidate in a generation, the same for all.', 1, 1e5, 2),
  maxSteps: whole('Longest episode in steps; those of all tasks end before.', 1, 1e7, 20_000),
  separable: flag({ about: 'Only the diagonal of the covariance: sep-CMA-ES.', default: true }),
  mirrored: flag({ about: 'Candidates come in mirrored pairs; the better of each may be a parent.', default: true }),
  observationLimit: real('Observations are clipped to ± this.', 1e-6, 1e9, 10),
} satisfies SettingFields;

export type EsConfig = Settings<typeof esFields>;

/** Found the steering policies of the soft animals: sep-CMA-ES, 8 candidates in mirrored pairs, 5 to 15 generations. */
export const esPresets = { default: createDefaults(esFields) };

/** The policy of evolution acts without noise; a log standard deviation is kept for those who continue with PPO. */
const LOG_STD = -1.2;

export interface EsOptions {
  readonly config?: EsConfig;
  readonly seed?: number;
  /** Where the search begins instead of zero: the policy has the same shape. */
  readonly start?: PolicyData;
}

export async function createEs(source: RolloutSource, options: EsOptions = {}): Promise<Trainer> {
  expectSource(source);
  expectObject(options, 'options', 'Give { config: esPresets.default, seed: 1 }, or leave it out.');
  const { config = esPresets.default, seed = 0, start } = options;
  if (start !== undefined) expectSameSpaces(start, source, 'policy');
  await source.start(seed);
  return buildEs(source, config, seed, start).trainer;
}

export async function resumeEs(source: RolloutSource, bytes: Uint8Array): Promise<Trainer> {
  expectSource(source);
  const checkpoint = decodeCheckpoint(bytes, 'es');
  expectSameSpaces(checkpoint, source, 'checkpoint');
  const config = parseSettings(esFields, checkpoint.config, 'checkpoint.config');
  // Before anything of that size is made.
  const { network } = createPolicyShape(source.observationSpace, source.actionSpace, config.hidden);
  expectLength(checkpoint.trainer['search/mean'] ?? [], network.parameterCount, 'checkpoint, search/mean');
  await source.start(checkpoint.seed);
  const es = buildEs(source, config, checkpoint.seed);
  es.load(checkpoint.trainer);
  return es.trainer;
}

function buildEs(source: RolloutSource, config: EsConfig, seed: number, begin?: PolicyData) {
  const { observationSpace, actionSpace, infoNames } = source;
  const shape = createPolicyShape(observationSpace, actionSpace, config.hidden);
  const size = countNumbers(observationSpace);
  const count = shape.network.parameterCount;
  const start = new Float64Array(count);
  const policy: PolicyData = {
    observationSpace,
    actionSpace,
    hidden: config.hidden,
    parameters: new Float64Array(shape.parameterCount).fill(LOG_STD, count),
    means: begin?.means.slice() ?? new Float64Array(size),
    deviations: begin?.deviations.slice() ?? new Float64Array(size).fill(1),
    limit: begin?.limit ?? config.observationLimit,
  };
  if (begin !== undefined) {
    setArrays({ parameters: policy.parameters }, { parameters: begin.parameters });
    start.set(policy.parameters.subarray(0, count));
  }
  const { population, sigma, separable, mirrored } = config;
  const search = createCmaEs({ start, sigma, population, separable, mirrored, seed });
  const rng = createRng(seed, 'episodes of evolution');
  const counts = new Float64Array(3);
  const own: NamedArrays = { rng, counts, means: policy.means, deviations: policy.deviations };
  const fitness = new Float64Array(population);
  const candidates = new Float64Array(population * shape.parameterCount);

  function refresh(): void {
    policy.parameters.set(search.mean);
  }

  async function update(): Promise<ScalarRecord> {
    const asked = search.ask();
    for (let k = 0; k < population; k++) {
      candidates.set(policy.parameters, k * shape.parameterCount);
      candidates.set(asked.subarray(k * count, (k + 1) * count), k * shape.parameterCount);
    }
    const seeds = Array.from({ length: config.episodes }, () => nextUint32(rng));
    const { returns, lengths, infos } = await source.evaluate({ policy, candidates, seeds, maxSteps: config.maxSteps });
    for (let k = 0; k < population; k++) {
      fitness[k] = 0;
      for (let i = 0; i < seeds.length; i++) fitness[k]! += returns[k * seeds.length + i]! / seeds.length;
    }
    search.tell(fitness);
    refresh();
    counts[0]! += 1;
    counts[1]! += lengths.reduce((sum, length) => sum + length, 0);
    counts[2]! += returns.length;
    return {
      step: counts[1]!,
      scalars: {
        ...createMeanScalar('charts/episodic_return', returns),
        ...createMeanScalar('charts/episodic_length', lengths),
        'charts/best_return': fitness.reduce((best, value) => Math.max(best, value), -Infinity),
        'charts/sigma': search.sigma[0]!,
        ...createInfoScalars(infoNames, infos),
      },
    };
  }

  const trainer: Trainer = {
    kind: 'es',
    get counters() {
      return { updates: counts[0]!, transitions: counts[1]!, episodes: counts[2]! };
    },
    update,
    getPolicy: () => copyPolicy(policy),
    saveCheckpoint: () =>
      Promise.resolve(
        encodeCheckpoint({
          kind: 'es',
          seed,
          config,
          observationSpace,
          actionSpace,
          trainer: { ...own, ...addPrefix('search', search.arrays) },
          // Episodes begin from seeds, so no state of the lanes is kept.
          source: {},
        }),
      ),
  };
  return {
    trainer,
    load(saved: NamedArrays): void {
      setArrays(own, saved);
      search.load(takePrefix('search', saved));
      refresh();
    },
  };
}
