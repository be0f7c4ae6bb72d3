/** Signals of several animals and of the water around them. */
import type { SignalBlock } from '../../../contract/define.ts';
import type { SignalSpec } from '../../../contract/types.ts';
import { updateHerd } from '../../../world/herd.ts';
import type { MyriapodScratch } from '../scratch.ts';
import type { MyriapodSystem } from '../system.ts';
import { centimetre } from '../units.ts';
import { computeHerdGap } from './contact.ts';
import { computePondSwing, computePondVolume } from './pond.ts';

type Block = SignalBlock<MyriapodSystem, MyriapodScratch>;

export function createHerdBlock(animals: number): Block {
  const place = (axis: string): SignalSpec => ({
    name: `heads.${axis}`,
    unit: 'm',
    size: animals,
    range: [-1, 1],
    about: `Heads of all animals, ${axis}.`,
  });
  const gap: SignalSpec = {
    name: 'animals.gap',
    unit: 'm',
    size: 1,
    range: [0, 0.1],
    about: 'Least distance between the bodies of two animals, legs left out; negative where they overlap.',
    display: 'strip',
  };
  return {
    specs: [place('x'), place('y'), gap],
    write(out, at, { brain }, _state, { walkers, herd }) {
      for (let animal = 0; animal < animals; animal++) {
        const { bodyPositions } = walkers[animal]!.arrays;
        out[at + animal] = centimetre * bodyPositions[0]!;
        out[at + animals + animal] = centimetre * bodyPositions[1]!;
      }
      updateHerd(herd!);
      out[at + 2 * animals] = centimetre * computeHerdGap(herd!, brain.halfWidth);
    },
  };
}

export const waterBlock: Block = {
  specs: [
    { name: 'water.volume', unit: 'm^3', size: 1, range: [0, 0.01], about: 'Volume of the water.' },
    {
      name: 'water.swing',
      unit: 'm',
      size: 1,
      range: [0, 0.005],
      about: 'Greatest distance of the water’s surface from its level at rest.',
      display: 'strip',
    },
  ],
  write(out, at, _system, _state, { pond }) {
    out[at] = centimetre * centimetre * centimetre * computePondVolume(pond!);
    out[at + 1] = centimetre * computePondSwing(pond!);
  },
};
