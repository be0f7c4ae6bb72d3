/** `bestiary/worm`: The worm: an elastic body that crawls and swims. A page that imports it loads no other family. */
export * from './parts/shared.ts';
export {
  animalNames,
  describeAnimal,
  parse,
  parseCreature,
  parseDesc,
  run,
  simulate,
  type WormName,
} from './parts/worm.ts';
