/** Animals by name, and creature files that extend them. */
import { parseDesc } from '../engine/families/descriptions.ts';
import type { AnimalDesc } from '../engine/model/desc-family.ts';
import { parseJson } from '../engine/model/json-text.ts';
import { ModelError, printGot } from '../engine/model/problem.ts';
import { suggestSentence } from '../engine/model/suggest.ts';
import type { AnimalEntry } from './lists.ts';

export interface Catalogue {
  readonly animalNames: readonly string[];
  /** The animal's creature file, defaults resolved. Throws a ModelError for an unknown name. */
  readonly describeAnimal: (name: string) => AnimalDesc;
  /** The file of the animal that a description is of; undefined for one that has its own name. */
  readonly describeOwn: (desc: AnimalDesc) => AnimalDesc | undefined;
  /**
   * Reads a creature file. `"extends": NAME` takes everything not written from that animal; without it the schema's
   * own defaults fill in.
   */
  readonly parseCreature: (text: string) => AnimalDesc;
  /** The same of a document that is read already. */
  readonly parseDocument: (document: unknown) => AnimalDesc;
}

export function createCatalogue(animals: readonly AnimalEntry[]): Catalogue {
  const entries: ReadonlyMap<string, () => AnimalDesc> = new Map(animals);
  const animalNames = [...entries.keys()];
  /** Files as they were read: they are their own. */
  const unchanged = new WeakSet<AnimalDesc>();
  const describeAnimal = (name: string): AnimalDesc => {
    const describe = entries.get(name);
    if (describe !== undefined) {
      const desc = describe();
      unchanged.add(desc);
      return desc;
    }
    // Programs without types may give anything.
    const given: unknown = name;
    const hint = suggestSentence(String(given), animalNames);
    throw new ModelError([{ code: 'unknown-animal', path: '', got: printGot(name), hint }]);
  };
  const parseDocument = (document: unknown): AnimalDesc => {
    if (typeof document !== 'object' || document === null || !Object.hasOwn(document, 'extends'))
      return parseDesc(document);
    const { extends: base, ...changes } = document as { extends: unknown };
    if (typeof base !== 'string')
      throw new ModelError([
        {
          code: 'wrong-type',
          path: 'extends',
          got: printGot(base),
          hint: `Name an animal: ${animalNames.join(', ')}.`,
        },
      ]);
    return parseDesc(changes, describeAnimal(base));
  };
  const describeOwn = (desc: AnimalDesc): AnimalDesc | undefined =>
    unchanged.has(desc) ? desc : entries.get(desc.animal)?.();
  return {
    animalNames,
    describeAnimal,
    describeOwn,
    parseDocument,
    parseCreature: (text) => parseDocument(parseJson(text)),
  };
}
