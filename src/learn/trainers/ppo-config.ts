/** The settings of PPO, each with a sentence, its range and its default, and the two sets of them that have a name. */
import { flag, object } from '../../engine/model/fields.ts';
import { isObject } from '../../engine/model/problem.ts';
import { checkShape } from '../check-shape.ts';
import { createDefaults, layers, orNone, real, type SettingFields, type Settings, whole } from './settings.ts';

/** Settings by the names that they had before, in files and on command lines. */
export const formerSettings: ReadonlyMap<string, string> = new Map([['tuplesPerUpdate', 'transitionsPerUpdate']]);

/** A trainer's settings out of a file, under the names that they have now. */
export function renameFormerSettings<T extends object>(config: T): T {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [formerSettings.get(name) ?? name, value]),
  ) as T;
}

/** Settings out of a file from outside, checked one by one. Throws a LearnError that names the setting. */
export function parseSettings<F extends SettingFields>(fields: F, config: unknown, file: string): Settings<F> {
  return checkShape(object('', fields)(), isObject(config) ? renameFormerSettings(config) : config, file);
}

export const ppoFields = {
  hidden: layers('Hidden layers of both networks.', [64, 64, 64]),
  learningRate: real('Learning rate of both networks.', 0, 1e300, 1e-3),
  annealUpdates: orNone(
    whole(
      'The learning rate falls linearly to zero at this update, where the training ends. A fall over a short budget fakes a plateau.',
      1,
      1e9,
    ),
  ),
  gamma: real('Discount per transition.', 0, 1, 0.95),
  lambda: real('λ of the generalised advantage estimation.', 0, 1, 0.95),
  transitionsPerUpdate: whole(
    'Transitions of all lanes together for one update; a multiple of the lanes and of the minibatch.',
    1,
    1e7,
    512,
  ),
  minibatch: whole('Transitions of one gradient.', 1, 1e6, 64),
  epochs: whole('Passes over the transitions of an update.', 1, 1000, 10),
  clip: real('ε of the clipped ratio.', 0, 10, 0.3),
  entropyWeight: real('Weight of the entropy of the policy.', 0, 1000, 0),
  targetKl: orNone(real('Epochs end when the mean KL divergence of one is above this.', 0, 1000), 0.06),
  gradientLimit: orNone(real('Longest gradient of each network.', 0, 1e9), 0.5),
  adamEpsilon: real('ε of Adam.', 0, 1, 1e-5),
  logStd: real('First log standard deviation of actions, in units of half their range.', -20, 5, -1.2),
  observationLimit: real('Normalised observations are clipped to ± this.', 1e-6, 1e9, 5),
  scaleRewards: flag({
    about:
      'Divide rewards by the running standard deviation of discounted returns: for rewards far from the size of 1.',
    default: false,
  }),
  averageUpdates: whole(
    'The policy that is handed out has the mean weights of the last updates, so many at most, which sway less than the newest.',
    1,
    1e6,
    10,
  ),
} satisfies SettingFields;

export type PpoConfig = Settings<typeof ppoFields>;

/** Tuned on the soft animals with a decision every four ticks: minutes where Table 2 takes hours. */
const tuned = createDefaults(ppoFields);

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
} satisfies Record<string, PpoConfig>;
