/** `bestiary/myriapod`: Centipedes and millipedes. A page that imports it loads no other family. */
export * from './parts/shared.ts';
export {
  animalNames,
  describeAnimal,
  parse,
  parseCreature,
  parseDesc,
  run,
  simulate,
  type MyriapodName,
} from './parts/myriapod.ts';
