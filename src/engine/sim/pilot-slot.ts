/**
 * The pilot of a run, if it has one: it observes the animal and sets controls before every step. It is described by plain data
 * and its memory is an array of numbers, so that a run with a pilot is replayed like any other.
 */
import type { Simulation } from './simulation.ts';
import { expectObject } from '../model/problem.ts';

export interface Pilot {
  /** Paths of the live controls that it sets. */
  readonly controlledPaths: readonly string[];
  /** Before every step. */
  decide(): void;
  /** Target direction, for animals without controls for it: rad, counter-clockwise from +x and up from the horizontal. */
  setTargetDirection(heading: number, elevation: number): void;
  /** Leaves the animal to itself again. */
  release(): void;
  /** All of its memory. */
  save(): Float64Array;
  load(memory: Float64Array): void;
}

/** Plain data that identifies a pilot; its maker interprets it. */
export interface PilotPlan {
  /** For people. */
  readonly name: string;
  /** Settings that it requires in the description: path and value. */
  readonly settings: readonly (readonly [path: string, value: unknown])[];
}

/** Throws a ModelError where the pilot cannot drive this animal. */
export type PilotMaker = (simulation: Simulation, plan: PilotPlan) => Pilot;

/** Heading and elevation, rad. */
export type TargetDirection = readonly [heading: number, elevation: number];

/** The saved state of a pilot. */
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

  /** Sets the maker of pilots, which is known when the first pilot is requested. */
  setMaker(make: PilotMaker): void {
    this.#make = make;
  }

  decide(): void {
    this.#pilot?.decide();
  }

  /** Assigns another pilot, or none, and releases the previous one. Changes nothing if it throws. */
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

  /** Moves the pilot to the animal with another description. Changes nothing if it throws. */
  transfer(simulation: Simulation, restarted: boolean): void {
    if (this.#plan === undefined || simulation === this.#simulation) return;
    const pilot = this.#create(simulation, this.#plan);
    pilot.setTargetDirection(...this.#course);
    const memory = this.#pilot!.save();
    // With another stroke the observation window has another length: its memory then starts empty.
    if (!restarted && pilot.save().length === memory.length) pilot.load(memory);
    this.#pilot = pilot;
    this.#simulation = simulation;
  }

  save(): PilotState | undefined {
    if (this.#plan === undefined) return undefined;
    return { plan: this.#plan, memory: this.#pilot!.save(), course: this.#course };
  }

  /** Restores a saved pilot, for a simulation in the state of that step. */
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
    if (this.#make === undefined) throw new Error('A run with a pilot needs a pilot maker.');
    const pilot = this.#make(simulation, plan);
    expectObject(pilot, 'make()', 'Give a function that makes a pilot.', ['decide', 'save', 'load']);
    return pilot;
  }
}
