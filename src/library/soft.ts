/** `bestiary/soft`: Soft animals: octopus, stingray and others. A page that imports it loads no other family. */
export { enableDrawnBodies } from './parts/drawn.ts';
export * from './parts/shared.ts';
export {
  animalNames,
  describeAnimal,
  parse,
  parseCreature,
  parseDesc,
  run,
  simulate,
  type SoftName,
} from './parts/soft.ts';
