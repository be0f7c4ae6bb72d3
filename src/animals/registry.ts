/** All animals, by name. Adding one is a folder with a `desc.ts` and a line here. */
import { parseDesc } from '../engine/families/descriptions.ts';
import type { AnimalDesc } from '../engine/model/desc-family.ts';
import { parseJson } from '../engine/model/parse.ts';
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

const makers: readonly (() => AnimalDesc)[] = [
  describeLamprey,
  describeWorm,
  describeCentipede,
  describeMillipede,
  describeHouseCentipede,
  describeLetters,
  describeSoftLamprey,
  describeOctopus,
  describeStingray,
  describeCuttlefish,
  describeStarfish,
  describeRibbonEel,
  describeManta,
  describeButterfly,
  describeComet,
];

export const animalNames: readonly string[] = makers.map((make) => make().animal);

/** The animal's creature file, defaults resolved. Throws a ModelError for an unknown name. */
export function describeAnimal(name: string): AnimalDesc {
  const make = makers[animalNames.indexOf(name)];
  if (make === undefined)
    throw new ModelError([
      { code: 'unknown-animal', path: '', got: printGot(name), hint: suggestSentence(name, animalNames) },
    ]);
  return make();
}

/**
 * Reads a creature file. `"extends": "lamprey"` takes everything not written from that animal; without it the schema's
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
  return parseDesc(merge(describeAnimal(base), changes));
}

/** Objects are merged member by member; everything else, lists included, is replaced. */
function merge(base: unknown, changes: unknown): unknown {
  if (!isPlainObject(base) || !isPlainObject(changes)) return changes;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(changes)) {
    // Own keys only; the parser then refuses forbidden ones by name.
    Object.defineProperty(merged, key, {
      value: Object.hasOwn(base, key) ? merge(base[key], value) : value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return merged;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
