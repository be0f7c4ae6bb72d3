/** The animals of each family, by name, in the order in which they are listed. Adding one is a folder with a `desc.ts` and a line here. */
import type { AnimalDesc } from '../engine/model/desc-family.ts';
import { describeButterfly } from './butterfly/desc.ts';
import { describeCentipede } from './centipede/desc.ts';
import { describeComet } from './comet/desc.ts';
import { describeCuttlefish } from './cuttlefish/desc.ts';
import { describeHouseCentipede } from './house-centipede/desc.ts';
import { describeLamprey } from './lamprey/desc.ts';
import { describeLetters } from './letters/desc.ts';
import { describeManta } from './manta/desc.ts';
import { describeMillipede } from './millipede/desc.ts';
import { describeOctopus } from './octopus/desc.ts';
import { describeRibbonEel } from './ribbon-eel/desc.ts';
import { describeSoftLamprey } from './soft-lamprey/desc.ts';
import { describeStarfish } from './starfish/desc.ts';
import { describeStingray } from './stingray/desc.ts';
import { describeWorm } from './worm/desc.ts';

export type AnimalEntry = readonly [name: string, describe: () => AnimalDesc];

export const lampreys: readonly AnimalEntry[] = [['lamprey', describeLamprey]];

export const worms: readonly AnimalEntry[] = [['worm', describeWorm]];

export const myriapods: readonly AnimalEntry[] = [
  ['centipede', describeCentipede],
  ['millipede', describeMillipede],
  ['house-centipede', describeHouseCentipede],
  ['letters', describeLetters],
];

export const softAnimals: readonly AnimalEntry[] = [
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

/** Default animal for an imported ground mesh: it is small and climbs. */
export const meshWalker = 'centipede';
