/** `bestiary/lamprey`: The lamprey: a chain of links that a spinal cord drives. A page that imports it loads no other family. */
export * from './parts/shared.ts';
export {
  animalNames,
  describeAnimal,
  parse,
  parseCreature,
  parseDesc,
  run,
  simulate,
  type LampreyName,
} from './parts/lamprey.ts';
