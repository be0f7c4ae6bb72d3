/**
 * “Make it faster”: the evolution strategy of `bestiary fit` over the waves' numbers, a trial at a time, so that the caller can
 * show the best so far and stop.
 */
import { createCmaEs } from '../learn/trainers/cma-es.ts';
import { RunMetrics } from '../engine/sim/run-metrics.ts';
import { Simulation } from '../engine/sim/simulation.ts';
import { SimulationError } from '../engine/contract/guard.ts';
import { parseDesc } from '../engine/families/descriptions.ts';
import { createCreature } from './creature.ts';
import { type Drawing, type Wave } from './drawing.ts';
import { type Free, listFree, ownWaveKeys, phase, sharedWaveKeys, trialSeconds } from './faster-study.ts';

export interface SpeedTrial {
  readonly drawing: Drawing;
  /** Body lengths per second, forward; −Infinity if the body failed. */
  readonly speed: number;
}

export interface FasterSearch {
  /** Runs one more trial. */
  readonly step: () => void;
  /** In the order they were run; the first is the drawing as it is. */
  readonly speeds: readonly number[];
  readonly best: SpeedTrial;
}

const seed = 1;
/** Score of a trial in which the body inverted or flew apart. */
const failedTrialScore = -10;

/** Starts from the present drawing. Throws a ModelError if it is not a valid animal. */
export function createFasterSearch(drawing: Drawing): FasterSearch {
  const free = listFree(drawing);
  const simulation = new Simulation(parseDesc(createCreature(drawing)), { seed });
  const start = listShares(drawing, free);
  const strategy = createCmaEs({ start, sigma: 0.25, seed });
  const speeds: number[] = [];
  let best: SpeedTrial = { drawing, speed: -Infinity };
  let asked = new Float64Array(0);
  let fitness = new Float64Array(strategy.population);
  let told = 0;
  const run = (candidate: Drawing): number => {
    const speed = measureSpeed(simulation, candidate);
    speeds.push(speed);
    if (speed > best.speed) best = { drawing: candidate, speed };
    return speed;
  };
  return {
    speeds,
    get best() {
      return best;
    },
    step() {
      if (speeds.length === 0) {
        run(drawing);
        return;
      }
      if (asked.length === 0) asked = Float64Array.from(strategy.ask());
      const shares = asked.subarray(told * free.length, (told + 1) * free.length);
      fitness[told] = Math.max(failedTrialScore, run(applyShares(drawing, free, shares)));
      told += 1;
      if (told < strategy.population) return;
      strategy.tell(fitness);
      [asked, fitness, told] = [new Float64Array(0), new Float64Array(strategy.population), 0];
    },
  };
}

/** The present values as shares of their ranges, away from the ends, so that the search can go both ways. */
export function listShares(drawing: Drawing, free: readonly Free[]): Float64Array {
  return Float64Array.from(free, ({ key, from, to, groups }) =>
    clamp((drawing.groups[groups[0]!]!.wave[key] - from) / (to - from)),
  );
}

function clamp(share: number): number {
  return Math.min(0.98, Math.max(0.02, share));
}

/** Reflects values back into the range. */
function reflect(share: number): number {
  const folded = Math.abs(share) % 2;
  return folded > 1 ? 2 - folded : folded;
}

/** A drawing whose waves have these shares of their ranges. */
export function applyShares(drawing: Drawing, free: readonly Free[], shares: Float64Array): Drawing {
  const groups = drawing.groups.map((group, g) => {
    const change: Partial<Record<keyof Wave, number>> = {};
    free.forEach(({ key, from, to, groups: takers }, i) => {
      if (takers.includes(g)) change[key] = Number((from + (to - from) * reflect(shares[i]!)).toPrecision(5));
    });
    return { ...group, wave: { ...group.wave, ...change } };
  });
  return { ...drawing, groups };
}

/** The numbers searched are live controls, so that one compiled animal serves all trials. */
function measureSpeed(simulation: Simulation, { groups }: Drawing): number {
  const controls: Record<string, number> = {};
  groups.forEach(({ wave }, g) => {
    for (const { key } of [...sharedWaveKeys, ...ownWaveKeys, phase])
      controls[`controller.waves[${g}].${key}`] = wave[key];
  });
  simulation.restart(seed, controls);
  const metrics = new RunMetrics(simulation, trialSeconds);
  metrics.observe();
  try {
    while (simulation.time < trialSeconds) {
      simulation.step();
      metrics.observe();
    }
  } catch (error) {
    if (error instanceof SimulationError) return -Infinity;
    throw error;
  }
  return metrics.read()['bodyLengthsPerSecond'] ?? -Infinity;
}
