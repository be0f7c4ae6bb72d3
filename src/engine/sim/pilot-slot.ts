/**
 * Who is at the wheel of a run, if anybody: a pilot looks at the animal and acts before every step. What it is can be said as plain
 * data and what it remembers is numbers, so that a run with a pilot is replayed like any other.
 */
import type { Simulation } from './simulation.ts';

export interface Pilot {
  /** Live controls that it sets. */
  readonly controlledPaths: readonly string[];
  /** Before every step. */
  decide(): void;
  /** Where to go, for animals without controls for it: rad, counter-clockwise from +x and up from the horizontal. */
  setTargetDirection(heading: number, elevation: number): void;
  /** Leaves the animal to itself again. */
  release(): void;
  /** Everything that it remembers. */
  save(): Float64Array;
  load(memory: Float64Array): void;
}

/** Plain data that says which pilot; its maker understands it. */
export interface PilotPlan {
  /** For people. */
  readonly name: string;
  /** What the description has to say for it: path and value. */
  readonly settings: readonly (readonly [path: string, value: unknown])[];
}

/** Throws a ModelError where the pilot cannot drive this animal. */
export type PilotMaker = (simulation: Simulation, plan: PilotPlan) => Pilot;

/** Heading and elevation, rad. */
export type TargetDirection = readonly [heading: number, elevation: number];

/** A pilot in the middle of a run. */
export interface PilotState {
  readonly plan: PilotPlan;
  readonly memory: Float64Array;
  readonly course: TargetDirection;
}

const straightAhead: TargetDirection = [0, 0];

export class PilotSlot {
  #make: PilotMaker | undefined;
  #pilot: Pilot | undefined;
  #plan: PilotPlan | undefined;
  #simulation: Simulation | undefined;
  #course: TargetDirection = straightAhead;

  constructor(make?: PilotMaker) {
    this.#make = make;
  }

  get plan(): PilotPlan | undefined {
    return this.#plan;
  }

  get targetDirection(): TargetDirection {
    return this.#course;
  }

  get controlledPaths(): readonly string[] {
    return this.#pilot?.controlledPaths ?? [];
  }

  /** How pilots are made, known when the first is asked for. */
  setMaker(make: PilotMaker): void {
    this.#make = make;
  }

  decide(): void {
    this.#pilot?.decide();
  }

  /** Another pilot, or none: the one before lets go. Nothing has changed where it throws. */
  assign(simulation: Simulation, plan: PilotPlan | undefined): void {
    const pilot = plan === undefined ? undefined : this.#create(simulation, plan);
    this.#pilot?.release();
    this.#pilot = pilot;
    this.#plan = plan;
    this.#simulation = simulation;
    pilot?.setTargetDirection(...this.#course);
  }

  setTargetDirection(targetDirection: TargetDirection): void {
    this.#course = targetDirection;
    this.#pilot?.setTargetDirection(...targetDirection);
  }

  /** The same pilot for the animal with another description. Nothing has changed where it throws. */
  transfer(simulation: Simulation, restarted: boolean): void {
    if (this.#plan === undefined || simulation === this.#simulation) return;
    const pilot = this.#create(simulation, this.#plan);
    pilot.setTargetDirection(...this.#course);
    const memory = this.#pilot!.save();
    // Another stroke is seen over another time: then it begins to look anew.
    if (!restarted && pilot.save().length === memory.length) pilot.load(memory);
    this.#pilot = pilot;
    this.#simulation = simulation;
  }

  save(): PilotState | undefined {
    if (this.#plan === undefined) return undefined;
    return { plan: this.#plan, memory: this.#pilot!.save(), course: this.#course };
  }

  /** What was saved, for a simulation in the state of that moment. */
  load(simulation: Simulation, saved: PilotState | undefined): void {
    if (saved?.plan !== this.#plan || simulation !== this.#simulation) {
      this.#pilot = saved === undefined ? undefined : this.#create(simulation, saved.plan);
      this.#plan = saved?.plan;
      this.#simulation = simulation;
    }
    if (saved === undefined) return;
    this.#course = saved.course;
    this.#pilot!.load(saved.memory);
  }

  #create(simulation: Simulation, plan: PilotPlan): Pilot {
    if (this.#make === undefined) throw new Error('A run with a pilot needs to know how pilots are made.');
    return this.#make(simulation, plan);
  }
}
