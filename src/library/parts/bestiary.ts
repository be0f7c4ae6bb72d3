/** Animals of some families, and what is done with them by name. */
import type { AnimalEntry } from '../../animals/lists.ts';
import { createCatalogue } from '../../animals/catalogue.ts';
import type { Family } from '../../engine/contract/types.ts';
import { parseDesc } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { addFamilies } from '../substitutes/families.ts';
import { addKernels } from '../substitutes/load.ts';
import { createRunFunctions, type RunFunctions } from './run.ts';
import type { AnimalName, DescOf } from './typed.ts';

export interface Bestiary<N extends AnimalName> extends RunFunctions<N> {
  /** Names of the animals, in the order in which they are shown. */
  readonly animalNames: readonly N[];
  /** The animal's creature file, defaults resolved. Throws a ModelError for an unknown name. */
  readonly describeAnimal: <const A extends N>(name: A) => DescOf<A>;
  /**
   * Reads the text of a creature file. `"extends": NAME` takes everything not written from that animal; without it the
   * schema's own defaults fill in. Throws a ModelError that lists every problem.
   */
  readonly parseCreature: (text: string) => AnimalDesc;
  /** The same of a text, or of a document that is read already. */
  readonly parse: (creature: string | object) => AnimalDesc;
  /** A document without `extends`: validates it and fills in defaults, or what `base` has. */
  readonly parseDesc: (document: unknown, base?: AnimalDesc) => AnimalDesc;
}

/** `kernels` are those that the families need, as texts. */
export function createBestiary<N extends AnimalName>(
  families: readonly Family[],
  animals: readonly AnimalEntry[],
  kernels: readonly string[],
): Bestiary<N> {
  addFamilies(families);
  for (const text of kernels) addKernels(text);
  const { animalNames, describeAnimal, parseCreature, parseDocument } = createCatalogue(animals);
  return {
    animalNames: animalNames as readonly N[],
    describeAnimal: describeAnimal as Bestiary<N>['describeAnimal'],
    parseCreature,
    parse: (creature) => (typeof creature === 'string' ? parseCreature(creature) : parseDocument(creature)),
    parseDesc,
    ...createRunFunctions<N>(describeAnimal),
  };
}
