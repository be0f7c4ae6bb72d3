/**
 * A run as data, and the run again from it: where it stood at a step, and every change made after. Determinism makes the
 * replay the same run to the last bit, in another thread as well, and lets it go on beyond where the run has come.
 */
import type { Snapshot } from '../contract/state.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { ModelError } from '../model/problem.ts';
import type { Edit } from './edits.ts';
import { Simulation } from './simulation.ts';

/** A change made to the state after `step` steps, before the next one. */
export interface Change extends Edit {
  /** The description that it leads to; undefined where a live control was set. */
  readonly desc?: AnimalDesc;
}

/** Plain data: it may be sent to another thread. */
export interface RunScript {
  readonly seed: number;
  /** Steps that had run at the snapshot; changes at this step are in it. */
  readonly step: number;
  readonly desc: AnimalDesc;
  /** Left out for a new start. */
  readonly snapshot?: Snapshot;
  /** Those made later, in order. */
  readonly changes: readonly Change[];
}

/** The simulation after the changes made at its present step. */
export function applyChanges(simulation: Simulation, changes: readonly Change[]): Simulation {
  let present = simulation;
  const step = simulation.stepCount;
  for (const { step: at, path, value, desc } of changes) {
    if (at !== step) continue;
    if (desc === undefined) present.setControl(path, value as number);
    else {
      const { simulation: next, restarted } = present.changeDesc(desc);
      // Nobody's run does so in its middle: a file or a link was written by hand.
      if (restarted) throw refuseRestart(path);
      present = next;
    }
  }
  return present;
}

function refuseRestart(path: string): ModelError {
  return new ModelError([
    {
      code: 'not-allowed',
      path,
      got: 'a change in the middle of a run',
      hint: 'It needs a new start: set it from the beginning.',
    },
  ]);
}

export class Replay {
  readonly #changes: readonly Change[];
  #simulation: Simulation;

  constructor({ desc, seed, snapshot, changes }: RunScript) {
    this.#changes = changes;
    this.#simulation = new Simulation(desc, { seed });
    if (snapshot !== undefined) this.#simulation.restore(snapshot);
  }

  /** Another one after a step at which parameters were changed. */
  get simulation(): Simulation {
    return this.#simulation;
  }

  step(): void {
    this.#simulation.step();
    this.#simulation = applyChanges(this.#simulation, this.#changes);
  }
}
