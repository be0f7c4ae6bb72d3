/** All animals, by name. A new family may bring its own example. */
import { families } from '../engine/families/registry.ts';
import type { AnimalDesc } from '../engine/model/desc-family.ts';
import { createCatalogue } from './catalogue.ts';
import { type AnimalEntry, lampreys, myriapods, softAnimals, worms } from './lists.ts';

export { meshWalker } from './lists.ts';

const animals: readonly AnimalEntry[] = [...lampreys, ...worms, ...myriapods, ...softAnimals];

/** What families bring along to be shown with, where no animal is of them. */
const examples: readonly AnimalEntry[] = families.flatMap((family) => {
  const { example, body, controller } = family;
  if (example === undefined) return [];
  const isOfFamily = (desc: AnimalDesc): boolean => desc.body.kind === body && desc.controller.kind === controller;
  return animals.some(([, describe]) => isOfFamily(describe())) ? [] : [[example().animal, example] as const];
});

export const { animalNames, describeAnimal, describeOwn, parseCreature } = createCatalogue([...animals, ...examples]);
