/** How a worm is taught: a bias of its bends turns it, and its wave may be faster, longer or stronger. */
import type { LearnAction, LearnHandle } from '../../contract/learning.ts';
import { type Gait, setGait } from '../../control/worm/gait.ts';
import { trackPlaces } from './arrays.ts';
import type { WormDesc } from './schema.ts';

/** Bias at a full turn. Chosen: a circle of a few body lengths. */
const biasReach = 0.3;
/** Shares of frequency, wavelength and strength that a policy may add or take. Chosen. */
const waveReach = 0.4;
/** Of the law, as a share of the reach, for a target at a right angle. Measured: it steers. */
const gain = 1;

export function createWormLearning({ drive, medium }: WormDesc): LearnHandle {
  const gait: Gait = { frequency: 0, wavelength: 0 };
  setGait(gait, medium.water);
  const wave = drive.kind === 'muscle' ? drive : undefined;
  if (wave !== undefined && wave.frequency > 0) gait.frequency = wave.frequency;
  if (wave !== undefined && wave.wavelength > 0) gait.wavelength = wave.wavelength;
  const bias: LearnAction = {
    ...{ name: 'bias', reach: biasReach, law: { left: gain * biasReach } },
    writes: [{ control: 'drive.bias', gain: 1 }],
  };
  const change = (name: string, control: string, base: number): LearnAction => ({
    ...{ name, reach: 1 },
    writes: [{ control, gain: waveReach * base }],
  });
  const hasWave = wave !== undefined;
  const waveActions = hasWave
    ? [
        change('frequency', 'drive.frequency', gait.frequency),
        change('wavelength', 'drive.wavelength', gait.wavelength),
        change('strength', 'drive.strength', wave.strength),
      ]
    : [];
  const period = 1 / gait.frequency;
  return {
    // A frequency and a wavelength of 0 follow the medium, and nothing can be added to them.
    settings: hasWave ? { 'drive.frequency': gait.frequency, 'drive.wavelength': gait.wavelength } : {},
    training: { 'mesh.resolution': 'coarse' },
    engage: {},
    space: 'plane',
    ...{ period, window: period, horizon: 20 * period, runUp: 3 * period, tick: period / 20, repeat: 4 },
    upright: 0,
    phase: { array: 'track', index: trackPlaces.phase },
    actions: { default: [bias, ...waveActions], few: [bias] },
    senses: { signals: ['curvature', 'muscle.activation'], elements: [] },
    places: [],
  };
}
