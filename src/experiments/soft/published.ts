/** Published values of living relatives of the soft animals. Without a source there is no range, and the report says so. */
import type { PublishedRange } from '../kinds/report.ts';
import { livingLamprey, type LivingWave } from './lamprey-midline.ts';
import { eelTailRange, fishCostRange, lampreyRanges, octopusCostRange } from '../kinds/swimming.ts';

export interface SoftPublished {
  /** Body lengths (disc lengths of rays) per second. */
  readonly speed?: PublishedRange;
  /** m/s, where only that was found. */
  readonly metresPerSecond?: PublishedRange;
  readonly strouhal?: PublishedRange;
  /** Waves on the body or fin. */
  readonly waves?: PublishedRange;
  /** Amplitudes to one side over length, and their ratio. */
  readonly tail?: PublishedRange;
  readonly head?: PublishedRange;
  readonly tailOverHead?: PublishedRange;
  /** Body lengths a beat, and speed over that of the wave. */
  readonly stride?: PublishedRange;
  readonly slip?: PublishedRange;
  /** J/(kg m) */
  readonly cost?: PublishedRange;
  /** Degrees a second of an animal that turns as sharply as it can. */
  readonly turning?: PublishedRange;
  /** How a living one moves, for a law of water that slender bodies have. */
  readonly living?: LivingWave;
  /** Why there are no more values. */
  readonly note: string;
}

const anguilliform: PublishedRange = {
  low: 0.4,
  high: 0.5,
  source: 'most eel-like swimmers about 0.45 (JEB 212:576, 2009), ± 10 %',
  reading: 'read',
};
const batoids: PublishedRange = {
  low: 1,
  high: 3,
  source: 'eight batoids, 1 to 3 disc lengths/s (Rosenberger 2001)',
  reading: 'read',
};
const imaginary = 'No living animal is like it: only the scales of all swimmers apply.';

export const published: Readonly<Record<string, SoftPublished>> = {
  'soft-lamprey': {
    speed: {
      low: 1.7,
      high: 5.2,
      source: 'juvenile Pacific lamprey: 1.7 for five minutes (derived), critical 2.4 ± 0.6, burst 5.2',
      reading: 'read',
    },
    strouhal: anguilliform,
    ...lampreyRanges,
    cost: fishCostRange,
    living: livingLamprey,
    note: 'Cost of transport of living lampreys was not found; the limit is that of fishes.',
  },
  'ribbon-eel': {
    speed: {
      low: 0.5,
      high: 2,
      source: 'American eel, 0.5 to 2 L/s (Tytell 2004); nothing on Rhinomuraena',
      reading: 'read',
    },
    strouhal: anguilliform,
    tail: eelTailRange,
    cost: fishCostRange,
    note: 'Nothing was found of ribbon eels or any moray: ranges are of freshwater eels.',
  },
  stingray: {
    speed: {
      low: 0.9,
      high: 3,
      source: 'Taeniura lymma, 0.9 to 3.0 disc lengths/s (Rosenberger & Westneat 1999)',
      reading: 'read',
    },
    waves: {
      low: 1.1,
      high: 1.5,
      source: 'Dasyatis, 1.3 waves on the fin (Rosenberger 2001), ± 15 %',
      reading: 'read',
    },
    cost: fishCostRange,
    note: 'Frequency, amplitude and Strouhal number of stingrays were not found as numbers.',
  },
  manta: {
    speed: batoids,
    waves: {
      low: 0.3,
      high: 0.5,
      source: 'Rhinoptera, 0.4 waves on the fin (Rosenberger 2001), ± 25 %; mantas not found',
      reading: 'read',
    },
    cost: fishCostRange,
    turning: {
      low: 26,
      high: 59.3,
      source: 'mantas, the fastest fifth of slow turns, 42.65 ± 16.66 deg/s (JEB 221 jeb166041, 2018)',
      reading: 'read',
    },
    note: 'Speed and waves are of other rays.',
  },
  cuttlefish: {
    metresPerSecond: {
      low: 0.06,
      high: 0.15,
      source: 'Sepia apama, best at 0.06 to 0.07, at most 0.15 m/s for long (Payne et al. 2013)',
      reading: 'read',
    },
    turning: {
      low: 364,
      high: 606,
      source: 'Sepia bandensis, 485 deg/s at most (Jastrebsky et al. 2016), ± 25 %',
      reading: 'read',
    },
    note: 'Frequency, wave and amplitude of the fins of any Sepia were not found.',
  },
  octopus: {
    metresPerSecond: {
      low: 0,
      high: 0.7,
      source: 'Abdopus aculeatus, jets up to 0.7 m/s (Huffard 2006)',
      reading: 'cited',
    },
    cost: octopusCostRange,
    note: 'Stride, frequency and turning rate of swimming octopuses were not found.',
  },
  starfish: {
    note: 'Living sea stars walk on their feet; a swimming one is imaginary, so that their speeds do not apply.',
  },
  butterfly: { note: imaginary },
  comet: { note: imaginary },
};
