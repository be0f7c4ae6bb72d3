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
