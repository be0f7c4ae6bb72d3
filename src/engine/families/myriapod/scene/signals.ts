/** Signals of several animals and of the water around them. */
import type { SignalSpec } from '../../../contract/types.ts';

export function listHerdSignals(animals: number): SignalSpec[] {
  const place = (name: string, axis: string): SignalSpec => ({
    name,
    unit: 'm',
    size: animals,
    range: [-1, 1],
    about: `Heads of all animals, ${axis}.`,
  });
  return [
    place('heads.x', 'x'),
    place('heads.y', 'y'),
    {
      name: 'animals.gap',
      unit: 'm',
      size: 1,
      range: [0, 0.1],
      about: 'Least distance between the bodies of two animals, legs left out; negative where they overlap.',
      display: 'strip',
    },
  ];
}

export function listWaterSignals(): SignalSpec[] {
  return [
    { name: 'water.volume', unit: 'm^3', size: 1, range: [0, 0.01], about: 'Volume of the water.' },
    {
      name: 'water.swing',
      unit: 'm',
      size: 1,
      range: [0, 0.005],
      about: 'Greatest distance of the water’s surface from its level at rest.',
      display: 'strip',
    },
  ];
}
