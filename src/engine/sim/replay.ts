/**
 * A run as data, and its replay: the state at a step, and every later change. Determinism makes the replay the same run to the
 * last bit, in another thread as well, and can continue beyond the last step of the run.
 */
import type { Snapshot } from '../contract/state.ts';
import type { AnimalDesc } from '../model/desc-family.ts';
import { ModelError } from '../model/problem.ts';
import { targetDirectionPath, type Edit, pilotPath } from './edit-paths.ts';
import { Simulation } from './simulation.ts';
import { type TargetDirection, type PilotMaker, type PilotPlan, type PilotState, PilotSlot } from './pilot-slot.ts';

/** A change made to the state after `step` steps, before the next one. */
export interface Change extends Edit {
  /** The description that it leads to; undefined for a live control or a pilot. */
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
  /** The pilot at that step. */
  readonly pilot?: PilotState;
  /** Those made later, in order. */
  readonly changes: readonly Change[];
}

/** The simulation after the changes made at its present step. */
export function applyChanges(simulation: Simulation, changes: readonly Change[], pilotSlot: PilotSlot): Simulation {
  let present = simulation;
  const step = simulation.stepCount;
  for (const { step: at, path, value, desc } of changes) {
    if (at !== step) continue;
    if (desc !== undefined) {
      const { simulation: next, restarted } = present.changeDesc(desc);
      // No recorded run does this in its middle: a file or a link was edited by hand.
      if (restarted) throw refuseRestart(path);
      pilotSlot.transfer(next, false);
      present = next;
    } else if (path === pilotPath) pilotSlot.assign(present, (value as PilotPlan | null) ?? undefined);
    else if (path === targetDirectionPath) pilotSlot.setTargetDirection(value as TargetDirection);
    else present.setControl(path, value as number);
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
  readonly #pilotSlot: PilotSlot;
  #simulation: Simulation;

  /** `makePilot` for runs with a pilot. */
  constructor({ desc, seed, snapshot, pilot, changes }: RunScript, makePilot?: PilotMaker) {
    this.#changes = changes;
    this.#simulation = new Simulation(desc, { seed });
    this.#pilotSlot = new PilotSlot(makePilot);
    if (snapshot !== undefined) {
      this.#simulation.restore(snapshot);
      this.#pilotSlot.load(this.#simulation, pilot);
    } else this.#simulation = applyChanges(this.#simulation, changes, this.#pilotSlot);
  }

  /** Another one after a step at which parameters were changed. */
  get simulation(): Simulation {
    return this.#simulation;
  }

  step(): void {
    this.#pilotSlot.decide();
    this.#simulation.step();
    this.#simulation = applyChanges(this.#simulation, this.#changes, this.#pilotSlot);
  }
}
