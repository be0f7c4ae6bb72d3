/**
 * A run as data, and the run again from it: where it stood at a step, and every change made after. Determinism makes the
 * replay the same run to the last bit, in another thread as well, and lets it go on beyond where the run has come.
 */
import type { Snapshot } from '../contract/state.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { Simulation } from './simulation.ts';
import { type Course, type PilotMaker, type PilotPlan, type PilotState, Wheel } from './wheel.ts';

/** A change made to the state after `step` steps, before the next one. */
export type Change = { readonly step: number } & (
  | { readonly control: string; readonly value: number }
  | { readonly desc: AnimalDesc }
  /** Who is at the wheel from now on; null: nobody. */
  | { readonly pilot: PilotPlan | null }
  | { readonly course: Course }
);

/** Plain data: it may be sent to another thread. */
export interface RunScript {
  readonly seed: number;
  /** Steps that had run at the snapshot; changes at this step are in it. */
  readonly step: number;
  readonly desc: AnimalDesc;
  /** Left out for a new start. */
  readonly snapshot?: Snapshot;
  /** At the wheel at that step. */
  readonly pilot?: PilotState;
  /** Those made later, in order. */
  readonly changes: readonly Change[];
}

/** The simulation after the changes made at its present step. */
export function applyChanges(simulation: Simulation, changes: readonly Change[], wheel: Wheel): Simulation {
  let present = simulation;
  const step = simulation.stepCount;
  for (const change of changes) {
    if (change.step !== step) continue;
    if ('control' in change) present.setControl(change.control, change.value);
    else if ('pilot' in change) wheel.take(present, change.pilot ?? undefined);
    else if ('course' in change) wheel.setCourse(change.course);
    else {
      const { simulation: next, restarted } = present.changeDesc(change.desc);
      wheel.follow(next, restarted);
      present = next;
    }
  }
  return present;
}

export class Replay {
  readonly #changes: readonly Change[];
  readonly #wheel: Wheel;
  #simulation: Simulation;

  /** `makePilot` for runs with somebody at the wheel. */
  constructor({ desc, seed, snapshot, pilot, changes }: RunScript, makePilot?: PilotMaker) {
    this.#changes = changes;
    this.#simulation = new Simulation(desc, { seed });
    if (snapshot !== undefined) this.#simulation.restore(snapshot);
    this.#wheel = new Wheel(makePilot);
    this.#wheel.load(this.#simulation, pilot);
  }

  /** Another one after a step at which parameters were changed. */
  get simulation(): Simulation {
    return this.#simulation;
  }

  step(): void {
    this.#wheel.decide();
    this.#simulation.step();
    this.#simulation = applyChanges(this.#simulation, this.#changes, this.#wheel);
  }
}
