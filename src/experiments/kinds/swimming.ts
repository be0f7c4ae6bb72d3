/** Scales that hold for swimmers of every kind. */
import type { PublishedRange } from './report.ts';

export const strouhalRange: PublishedRange = {
  low: 0.15,
  high: 0.8,
  source: 'best for animals from large whales to tadpoles (Eloy, Optimal Strouhal number for swimming animals)',
  reading: 'read',
};

export const amplitudeRange: PublishedRange = {
  low: 0.1,
  high: 0.3,
  source: 'peak to peak over length where swimming is efficient (Saadat et al. 2017)',
  reading: 'read',
};

/** Energy of a ml of oxygen, J. Chosen: what physiologists use, from memory. */
const oxygenEnergy = 20;
/** ml of oxygen per kg and km. [Oxygen consumption in movement by octopus, Mar. Behav. Physiol. 9:289, 1983] */
const octopusWalk = 253;

/** Work on the water cannot be more than the fuel: J/(kg m). */
export const octopusCostRange: PublishedRange = {
  low: 0,
  high: (octopusWalk * oxygenEnergy) / 1000,
  source:
    'at most the fuel of a walking octopus, 253 ml of oxygen per kg and km (Mar. Behav. Physiol. 9:289, 1983), at 20 J/ml (derived)',
  reading: 'read',
};

export const fishCostRange: PublishedRange = {
  low: 0,
  high: (octopusWalk * oxygenEnergy) / 3000,
  source:
    'at most the fuel of a swimming fish, a third of an octopus’s 253 ml of oxygen per kg and km (Mar. Behav. Physiol. 9:289, 1983), at 20 J/ml (derived)',
  reading: 'read',
};

const seaLamprey = 'a sea lamprey of 154 mm on 80 frames (Tytell, fishmechr, CC BY 4.0; measured from its midlines)';

/** Of living lampreys, measured from published midlines and trials. */
export const lampreyRanges = {
  tail: { low: 0.071, high: 0.096, source: `0.079 to 0.087 to one side of ${seaLamprey}, ± 10 %`, reading: 'read' },
  head: { low: 0.0126, high: 0.0173, source: `0.0140 to 0.0157 to one side of ${seaLamprey}, ± 10 %`, reading: 'read' },
  tailOverHead: { low: 4.5, high: 6.8, source: `5.0 to 6.2 of ${seaLamprey}, ± 10 %`, reading: 'read' },
  stride: { low: 0.37, high: 0.55, source: `0.46 of ${seaLamprey}, ± 20 %`, reading: 'read' },
  slip: {
    low: 0.582,
    high: 0.868,
    source: '0.725 ± 0.143 in 88 trials of five lampreys in water (Tytell, Viscosity, trial data)',
    reading: 'read',
  },
  waves: {
    low: 0.8,
    high: 1.62,
    source: `one wave on the body (Wadden et al.) − 20 %, to 1.47 of ${seaLamprey} + 10 %`,
    reading: 'read',
  },
} as const satisfies Readonly<Record<string, PublishedRange>>;

/** To one side; borrowed where nothing was found of the animal itself. */
export const eelTailRange: PublishedRange = {
  low: 0.07,
  high: 0.09,
  source: 'eels, 0.08 (Gillis 1998) and 0.075 to one side (D’Août & Aerts 1999, derived)',
  reading: 'read',
};
