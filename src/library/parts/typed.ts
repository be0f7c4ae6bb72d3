/** Types that know the animals: paths and values of their parameters complete in an editor, and wrong ones do not compile. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { Simulation as EngineSimulation, type SimulationOptions } from '../../engine/sim/simulation.ts';
import type { AnimalControls, AnimalParameters } from '../generated/parameters.ts';

export type AnimalName = keyof AnimalParameters;

/** Parameters of an animal by path, all of them optional: `Parameters<'octopus'>`. */
export type Parameters<A extends AnimalName> = AnimalParameters[A];

/** Those that may change between two steps, by path. */
export type LiveControls<A extends AnimalName> = AnimalControls[A];

/** The description of an animal that the compiler knows by name. */
export type DescOf<A extends AnimalName> = AnimalDesc & { readonly animal: A };

/** Of a creature that is known only when the program runs: any path, checked then. */
export type AnyParameters = Readonly<Record<string, unknown>>;

/** Parameters of a name or a description. */
export type ParametersOf<S> = S extends AnimalName
  ? Parameters<S>
  : S extends { readonly animal: infer A extends AnimalName }
    ? string extends S['animal']
      ? AnyParameters
      : Parameters<A>
    : AnyParameters;

type ControlPathsOf<S> = S extends { readonly animal: infer A extends AnimalName }
  ? string extends S['animal']
    ? string
    : keyof LiveControls<A> & string
  : string;

/** One running animal: compile, step, read, snapshot. The loop that drives it belongs to you. */
export interface Simulation<S extends AnimalDesc = AnimalDesc> extends EngineSimulation {
  /** Sets a live control; throws a ModelError when it does not exist or the value is outside its range. */
  setControl(name: ControlPathsOf<S>, value: number): void;
}

interface SimulationConstructor {
  new <S extends AnimalDesc>(desc: S, options?: SimulationOptions): Simulation<S>;
  readonly prototype: Simulation;
}

export const Simulation = EngineSimulation as SimulationConstructor;
