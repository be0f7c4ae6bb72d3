/** A run on the way to where it stood, compared with the hashes that were kept of it. */
import type { Simulation } from '../../engine/sim/simulation.ts';
import type { Timeline } from '../../engine/sim/timeline.ts';
import type { RemadeComparison } from '../data/protocol.ts';

export type Hashes = readonly (readonly [step: number, hash: string])[];

export class Remaking {
  readonly target: number;
  thenPlay = false;
  readonly #hashes: ReadonlyMap<number, string>;
  #lastSame: number | undefined;
  #firstOther: number | undefined;

  private constructor(target: number, hashes: Hashes) {
    this.target = target;
    this.#hashes = new Map(hashes);
  }

  /** undefined where there is nothing to do. */
  static begin({ simulation }: Timeline, target: number, hashes: Hashes): Remaking | undefined {
    const isThere = simulation.stepCount >= target;
    if (isThere && hashes.length === 0) return undefined;
    const remaking = new Remaking(Math.max(target, simulation.stepCount), hashes);
    remaking.observe(simulation);
    return remaking;
  }

  observe(simulation: Simulation): void {
    const kept = this.#hashes.get(simulation.stepCount);
    if (kept === undefined || this.#firstOther !== undefined) return;
    if (kept === simulation.hash()) this.#lastSame = simulation.stepCount;
    else this.#firstOther = simulation.stepCount;
  }

  compare(simulation: Simulation): RemadeComparison {
    const [lastSame, firstOther] = [this.#lastSame, this.#firstOther];
    const isKnown = lastSame !== undefined || firstOther !== undefined;
    const same = isKnown ? firstOther === undefined : undefined;
    return { step: simulation.stepCount, hash: simulation.hash(), same, lastSame, firstOther };
  }
}
