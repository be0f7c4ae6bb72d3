/** How a worm is trained: a bias of its bends turns it, and its wave may be faster, longer or stronger. */
import type { LearnAction, LearnHandle, LearnPreparation } from '../../../contract/learning.ts';
import { createSignalSenses } from '../../../contract/signal-senses.ts';
import type { SignalSpec } from '../../../contract/types.ts';
import { type Gait, setGait } from '../../../control/worm/gait.ts';
import { wormTrackPlaces } from '../system.ts';
import type { WormDesc } from '../schema.ts';

/** Bias at a full turn. Chosen: a circle of a few body lengths. */
const biasReach = 0.3;
/** Shares of frequency, wavelength and strength that a policy may add or take. Chosen. */
const waveReach = 0.4;
/** Of the proportional controller, as a share of the reach, for a target at a right angle. Measured: it steers. */
const gain = 1;

/** Those of the description, or of the medium where it leaves them open. */
function findGait({ drive, medium }: WormDesc): Gait {
  const gait: Gait = { frequency: 0, wavelength: 0 };
  setGait(gait, medium.water);
  if (drive.kind === 'muscle' && drive.frequency > 0) gait.frequency = drive.frequency;
  if (drive.kind === 'muscle' && drive.wavelength > 0) gait.wavelength = drive.wavelength;
  return gait;
}

export function prepareWormLearning(desc: WormDesc): LearnPreparation {
  const { frequency, wavelength } = findGait(desc);
  // Only muscles have a wave of their own. One of 0 follows the medium, and nothing can be added to it.
  const wave = { 'drive.frequency': frequency, 'drive.wavelength': wavelength };
  return {
    settings: desc.drive.kind === 'muscle' ? wave : {},
    training: { 'mesh.resolution': 'coarse' },
    scenes: {},
  };
}

export function createWormLearning(desc: WormDesc, signals: readonly SignalSpec[]): LearnHandle {
  const { frequency, wavelength } = findGait(desc);
  const bias: LearnAction = {
    name: 'bias',
    reach: biasReach,
    about: 'Added to the bias of its bends: it turns to the left.',
    proportional: { left: gain * biasReach },
    writes: [{ control: 'drive.bias', gain: 1 }],
  };
  const change = (name: string, control: string, base: number): LearnAction => ({
    name,
    reach: 1,
    about: `Adds up to ${waveReach} of its own ${name} to the wave, or takes it away.`,
    writes: [{ control, gain: waveReach * base }],
  });
  const { drive } = desc;
  const wave =
    drive.kind === 'muscle'
      ? [
          change('frequency', 'drive.frequency', frequency),
          change('wavelength', 'drive.wavelength', wavelength),
          change('strength', 'drive.strength', drive.strength),
        ]
      : [];
  const period = 1 / frequency;
  return {
    engage: {},
    space: 'plane',
    period,
    window: period,
    horizon: 20 * period,
    runUp: 3 * period,
    tick: period / 20,
    repeat: 4,
    uprightWeight: 0,
    actions: { default: [bias, ...wave], few: [bias] },
    senses: createSignalSenses(signals, ['curvature', 'muscle.activation']),
    readStrokes: ({ arrays }) => arrays['track']![wormTrackPlaces.phase]!,
    tasks: [],
  };
}
