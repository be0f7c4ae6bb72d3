/** `bestiary`: animals, descriptions and simulations for programs of your own. Needs neither a browser nor Node. */
export * from './parts/shared.ts';
export {
  animalNames,
  createCreatureFileSchema,
  describeAnimal,
  parse,
  parseCreature,
  parseDesc,
  run,
  simulate,
} from './parts/all.ts';
