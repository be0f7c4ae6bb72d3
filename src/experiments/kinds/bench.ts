/** Variants of an animal to benchmark, besides its defaults. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';

/** Something that steps. */
export interface BenchRunner {
  readonly dt: number;
  /** Animals that a step advances; their steps are counted one by one. */
  readonly lanes: number;
  step(): void;
}

export interface BenchVariant {
  /** Appended to the animal's name and a slash. */
  readonly name: string;
  readonly desc: AnimalDesc;
  /** Measured only if requested by a name with a slash: there are many such variants. */
  readonly isAside?: true;
  /** Where a simulation of its own is not what is measured. */
  createRunner?(kernels: 'auto' | 'twin'): BenchRunner;
}

export interface BenchVariants {
  applies(desc: AnimalDesc): boolean;
  list(desc: AnimalDesc): readonly BenchVariant[];
}
