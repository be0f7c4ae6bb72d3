/** The settings of PPO, each with a sentence, and the two sets of them that have a name. */

/** Settings by the names that they had before, in files and on command lines. */
export const formerSettings: ReadonlyMap<string, string> = new Map([['tuplesPerUpdate', 'transitionsPerUpdate']]);

/** A trainer's settings out of a file, under the names that they have now. */
export function renameFormerSettings<T extends object>(config: T): T {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [formerSettings.get(name) ?? name, value]),
  ) as T;
}

export interface PpoConfig {
  /** Hidden layers of both networks. */
  readonly hidden: readonly number[];
  readonly learningRate: number;
  /** The learning rate falls linearly to zero at this update; null keeps it. A fall over a short budget fakes a plateau. */
  readonly annealUpdates: number | null;
  /** Discount per transition. */
  readonly gamma: number;
  /** Of the generalised advantage estimation. */
  readonly lambda: number;
  /** Transitions of all lanes together for one update; a multiple of the lanes and of the minibatch. */
  readonly transitionsPerUpdate: number;
  readonly minibatch: number;
  readonly epochs: number;
  /** ε of the clipped ratio. */
  readonly clip: number;
  readonly entropyWeight: number;
  /** Epochs end when the mean KL divergence of one is above this; null runs them all. */
  readonly targetKl: number | null;
  /** Longest gradient of each network; null does not limit it. */
  readonly gradientLimit: number | null;
  readonly adamEpsilon: number;
  /** First log standard deviation of actions, in units of half their range. */
  readonly logStd: number;
  /** Normalised observations are clipped to ± this. */
  readonly observationLimit: number;
  /** Divide rewards by the running standard deviation of discounted returns: for rewards far from the size of 1. */
  readonly scaleRewards: boolean;
  /** The policy that is handed out has the mean weights of the last updates, so many at most, which sway less than the newest. */
  readonly averageUpdates: number;
}

/** Tuned on the soft animals with a decision every four ticks: minutes where Table 2 takes hours. */
const tuned: PpoConfig = {
  hidden: [64, 64, 64],
  learningRate: 1e-3,
  annealUpdates: null,
  gamma: 0.95,
  lambda: 0.95,
  transitionsPerUpdate: 512,
  minibatch: 64,
  epochs: 10,
  clip: 0.3,
  entropyWeight: 0,
  targetKl: 0.06,
  gradientLimit: 0.5,
  adamEpsilon: 1e-5,
  logStd: -1.2,
  observationLimit: 5,
  scaleRewards: false,
  averageUpdates: 10,
};

/**
 * `paper`: Table 2 of SoftCon; what the table does not say is from its authors' code (OpenAI baselines: ε of Adam 1e-3, filter
 * clipped at 3, standard deviation 1 of outputs in ±5, no limit of KL or gradient).
 */
export const ppoPresets = {
  default: tuned,
  paper: {
    ...tuned,
    hidden: [128, 128, 128],
    learningRate: 1e-5,
    clip: 0.2,
    targetKl: null,
    gradientLimit: null,
    adamEpsilon: 1e-3,
    logStd: -1.6094379124341003,
    observationLimit: 3,
    averageUpdates: 1,
  },
} as const satisfies Record<string, PpoConfig>;
