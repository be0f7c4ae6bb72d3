/**
 * Several animals of one description in one memory, stepped together: each has its own state, controls, schedule, clock and
 * guard, and all that `Simulation` offers but `step`. Where a solver has `createLanes` they are solved side by side, the same
 * to rounding as each of them alone; others are stepped one after the other.
 */
import type { System } from '../contract/types.ts';
import { SimulationError } from '../contract/guard.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { type KernelChoice, setUp } from './set-up.ts';
import { Simulation } from './simulation.ts';

export class SimulationLanes {
  readonly system: System;
  /** One for each seed. To step one of them alone would step them all: use `step` of the lanes. */
  readonly lanes: readonly Simulation[];
  readonly #stepAll: () => void;

  constructor(desc: AnimalDesc, seeds: readonly number[], options: { readonly kernels?: KernelChoice } = {}) {
    const parts = setUp(desc, seeds.length, options.kernels);
    this.system = parts.system;
    this.#stepAll = parts.lanes.step;
    this.lanes = seeds.map((seed, lane) => new Simulation(desc, { ...options, seed }, parts, lane));
  }

  /**
   * Advances all by `system.dt`. A lane whose state is not finite is reported to `onFailure`, which may `reset` it while the
   * others continue; without it the first one throws.
   */
  step(onFailure?: (lane: number, error: SimulationError) => void): void {
    const { lanes } = this;
    for (let lane = 0; lane < lanes.length; lane++) lanes[lane]!.beginStep();
    try {
      this.#stepAll();
    } catch (error) {
      throw lanes[0]!.toSimulationError(error);
    }
    for (let lane = 0; lane < lanes.length; lane++) {
      try {
        lanes[lane]!.endStep();
      } catch (error) {
        if (onFailure === undefined || !(error instanceof SimulationError)) throw error;
        onFailure(lane, error);
      }
    }
  }

  /** Resets one animal to its start; its controls stay, and the others do not change. */
  reset(lane: number, seed?: number): void {
    this.lanes[lane]!.reset(seed);
  }
}
