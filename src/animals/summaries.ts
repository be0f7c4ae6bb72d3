/** What lists of the animals say of each. The builds keep it: reading every description takes longer than listing them. */
import type { AnimalGroup, Suggestion } from '../engine/model/desc-family.ts';
import { animalNames, describeAnimal } from './registry.ts';

export interface AnimalSummary {
  readonly name: string;
  readonly title: string;
  readonly paper: string;
  /** Kind of its body. */
  readonly body: string;
  /** What it is and does, in a sentence or two. */
  readonly about: string;
}

export function summariseAnimals(): AnimalSummary[] {
  return animalNames.map((name) => {
    const { title, paper, body, about } = describeAnimal(name);
    return { name, title, paper, body: body.kind, about };
  });
}

/** What the gallery of the studio shows of an animal before anything of the engine is there. */
export interface AnimalCard {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly tryFirst: readonly Suggestion[];
  readonly group?: AnimalGroup | undefined;
  readonly paper: string;
  /** Kinds of its body and of what drives it, which make its family. */
  readonly body: string;
  readonly controller: string;
}

export function createCards(): AnimalCard[] {
  return animalNames.map((name) => {
    const { title, about, tryFirst, group, paper, body, controller } = describeAnimal(name);
    return { name, title, about, tryFirst, group, paper, body: body.kind, controller: controller.kind };
  });
}
