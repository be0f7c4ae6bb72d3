/** What a list of the animals says of each. The build keeps it: reading every description takes longer than listing them. */
import { animalNames, describeAnimal } from './registry.ts';

export interface AnimalSummary {
  readonly name: string;
  readonly title: string;
  readonly paper: string;
  /** Kind of its body. */
  readonly body: string;
}

export function summariseAnimals(): AnimalSummary[] {
  return animalNames.map((name) => {
    const { title, paper, body } = describeAnimal(name);
    return { name, title, paper, body: body.kind };
  });
}
