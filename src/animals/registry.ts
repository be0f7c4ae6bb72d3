/** All animals, by name. Adding one is a folder with a `desc.ts` and a line here; a new family may bring its own example. */
import { parseDesc } from '../engine/families/descriptions.ts';
import { families } from '../engine/families/registry.ts';
import type { AnimalDesc } from '../engine/model/desc-family.ts';
import { parseJson } from '../engine/model/json-text.ts';
import { ModelError, printGot } from '../engine/model/problem.ts';
import { suggestSentence } from '../engine/model/suggest.ts';
import { describeCentipede } from './centipede/desc.ts';
import { describeHouseCentipede } from './house-centipede/desc.ts';
import { describeLamprey } from './lamprey/desc.ts';
import { describeLetters } from './letters/desc.ts';
import { describeMillipede } from './millipede/desc.ts';
import { describeButterfly } from './butterfly/desc.ts';
import { describeComet } from './comet/desc.ts';
import { describeCuttlefish } from './cuttlefish/desc.ts';
import { describeManta } from './manta/desc.ts';
import { describeOctopus } from './octopus/desc.ts';
import { describeRibbonEel } from './ribbon-eel/desc.ts';
import { describeSoftLamprey } from './soft-lamprey/desc.ts';
import { describeStarfish } from './starfish/desc.ts';
import { describeStingray } from './stingray/desc.ts';
import { describeWorm } from './worm/desc.ts';

type Entry = readonly [name: string, describe: () => AnimalDesc];

const animals: readonly Entry[] = [
  ['lamprey', describeLamprey],
  ['worm', describeWorm],
  ['centipede', describeCentipede],
  ['millipede', describeMillipede],
  ['house-centipede', describeHouseCentipede],
  ['letters', describeLetters],
  ['soft-lamprey', describeSoftLamprey],
  ['octopus', describeOctopus],
  ['stingray', describeStingray],
  ['cuttlefish', describeCuttlefish],
  ['starfish', describeStarfish],
  ['ribbon-eel', describeRibbonEel],
  ['manta', describeManta],
  ['butterfly', describeButterfly],
  ['comet', describeComet],
];

/** What families bring along to be shown with, where no animal is of them. */
const examples: readonly Entry[] = families.flatMap((family) => {
  const { example, body, controller } = family;
  if (example === undefined) return [];
  const isOfFamily = (desc: AnimalDesc): boolean => desc.body.kind === body && desc.controller.kind === controller;
  return animals.some(([, describe]) => isOfFamily(describe())) ? [] : [[example().animal, example] as const];
});

const entries: ReadonlyMap<string, () => AnimalDesc> = new Map([...animals, ...examples]);

export const animalNames: readonly string[] = [...entries.keys()];

/** The animal's creature file, defaults resolved. Throws a ModelError for an unknown name. */
export function describeAnimal(name: string): AnimalDesc {
  const describe = entries.get(name);
  if (describe === undefined)
    throw new ModelError([
      { code: 'unknown-animal', path: '', got: printGot(name), hint: suggestSentence(name, animalNames) },
    ]);
  return describe();
}

/**
 * Reads a creature file. `"extends": NAME` takes everything not written from that animal; without it the schema's
 * own defaults fill in.
 */
export function parseCreature(text: string): AnimalDesc {
  const document = parseJson(text);
  if (typeof document !== 'object' || document === null || !Object.hasOwn(document, 'extends'))
    return parseDesc(document);
  const { extends: base, ...changes } = document as { extends: unknown };
  if (typeof base !== 'string')
    throw new ModelError([
      { code: 'wrong-type', path: 'extends', got: printGot(base), hint: `Name an animal: ${animalNames.join(', ')}.` },
    ]);
  return parseDesc(changes, describeAnimal(base));
}
