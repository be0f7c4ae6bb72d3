import type { PublishedRange } from '../kinds/report.ts';
import type { PrescribedWave } from './towed-wave.ts';

/**
 * How a living sea lamprey moved: one 153.8 mm long, 3.80 beats/s, 271 mm/s, as harmonics of its midline. Fitted to 78 frames of 20 points
 * (E. Tytell, R package fishmechr, data `lampreydata` and `fishwidth`, CC BY 4.0, https://github.com/tytell/fishmechr): the motion
 * along its way taken off, across it mean, slope and bend in time and the first harmonic. All in lengths of the body.
 */
const midline = {
  /** m, Hz, m/s. */
  length: 0.1538,
  frequency: 3.8,
  speed: 0.2705,
  /** Along the arc, of the rear three quarters. */
  wavelength: 0.667,
  /** By point from the snout: place along the way, then cosine and sine of its way across. */
  points: [
    [0, 0.01597, 0.0004],
    [-0.0516, 0.01046, 0.00424],
    [-0.1039, 0.00603, 0.00739],
    [-0.1562, -0.00052, 0.01],
    [-0.2082, -0.011, 0.01123],
    [-0.2597, -0.02383, 0.00487],
    [-0.3103, -0.03196, -0.01177],
    [-0.3603, -0.02685, -0.03273],
    [-0.4099, -0.00921, -0.04828],
    [-0.4588, 0.01655, -0.0537],
    [-0.5071, 0.04304, -0.04582],
    [-0.5553, 0.0623, -0.0254],
    [-0.603, 0.06894, 0.00274],
    [-0.65, 0.06008, 0.03174],
    [-0.6962, 0.03692, 0.05387],
    [-0.7425, 0.00517, 0.06121],
    [-0.7886, -0.0271, 0.05496],
    [-0.8344, -0.05368, 0.03415],
    [-0.8793, -0.06896, 0.00325],
    [-0.9223, -0.07158, -0.0338],
  ],
  /** Width of the body at the same points. */
  widths: [
    0.01601, 0.01689, 0.01777, 0.01819, 0.01833, 0.01847, 0.01861, 0.01811, 0.01749, 0.01686, 0.01592, 0.01487, 0.01382,
    0.01268, 0.01123, 0.00977, 0.00823, 0.00597, 0.00371, 0.00371,
  ],
} as const;

/** Height of tail and fins from edge to edge over the rear half, in lengths; the front is taken to be round. From pictures, about. */
const finHeight = 0.06;

/** Speed of its wave along the arc, m/s. */
const waveSpeed = midline.frequency * midline.wavelength * midline.length;

/** A living animal whose midline may be prescribed to a body in our water, and what was measured of its kind. */
export interface LivingWave {
  readonly wave: PrescribedWave;
  /** m/s: of the animal whose midline it is, and of its wave. */
  readonly speed: number;
  readonly waveSpeed: number;
  /** Slip by viscosity, in viscosities of water. */
  readonly slips: readonly (PublishedRange & { readonly factor: number })[];
}

function roundToThousandth(value: number): number {
  return Math.round(1000 * value) / 1000;
}

/** Mean ± standard deviation. */
function createSlip(factor: number, trials: number, mean: number, deviation: number): LivingWave['slips'][number] {
  return {
    factor,
    low: roundToThousandth(mean - deviation),
    high: roundToThousandth(mean + deviation),
    source: `${trials} trials of 5 sea lampreys, ${mean} ± ${deviation} (E. Tytell, data of JEB 226 jeb245457, 2023)`,
    reading: 'read',
  };
}

export const livingLamprey: LivingWave = {
  wave: {
    ...midline,
    heights: midline.widths.map((width, k) => (2 * k + 1 < midline.widths.length ? width : finHeight)),
  },
  speed: midline.speed,
  waveSpeed,
  slips: [createSlip(1, 88, 0.725, 0.143), createSlip(10, 52, 0.431, 0.091), createSlip(20, 72, 0.236, 0.12)],
};
