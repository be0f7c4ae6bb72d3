/** The trainers by name, with their presets: what a command line or a panel chooses from. Settings are checked as they come in. */
import { createEs, type EsConfig, esPresets, resumeEs } from './es.ts';
import { LearnError } from '../learn-error.ts';
import type { PolicyData } from '../policies/policy.ts';
import { createPpo, resumePpo } from './ppo.ts';
import { formerSettings, type PpoConfig, ppoPresets, renameFormerSettings } from './ppo-config.ts';
import type { RolloutSource } from '../rollouts/rollouts.ts';
import type { ResumeOptions, Trainer } from './trainer.ts';

export type TrainerKind = Trainer['kind'];
export type TrainerConfig = PpoConfig | EsConfig;

export const trainerKinds: readonly TrainerKind[] = ['ppo', 'es'];

const presets: Readonly<Record<TrainerKind, Readonly<Record<string, TrainerConfig>>>> = {
  ppo: ppoPresets,
  es: esPresets,
};

export function listPresets(kind: TrainerKind): readonly string[] {
  return Object.keys(presets[kind]);
}

/** `preset` is one of `listPresets`. */
export function getPreset(kind: TrainerKind, preset: string): TrainerConfig {
  return presets[kind][preset]!;
}

interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
  /** `none` is allowed. */
  readonly optional?: boolean;
}

type Rule = NumberRange | 'flag' | 'layers';

/** What each setting may be; the same names mean the same in both trainers. */
const rules: Readonly<Record<keyof PpoConfig | keyof EsConfig, Rule>> = {
  hidden: 'layers',
  learningRate: { min: 0, max: Infinity },
  annealUpdates: { min: 1, max: 1e9, whole: true, optional: true },
  gamma: { min: 0, max: 1 },
  lambda: { min: 0, max: 1 },
  transitionsPerUpdate: { min: 1, max: 1e7, whole: true },
  minibatch: { min: 1, max: 1e6, whole: true },
  epochs: { min: 1, max: 1000, whole: true },
  clip: { min: 0, max: 10 },
  entropyWeight: { min: 0, max: 1000 },
  targetKl: { min: 0, max: 1000, optional: true },
  gradientLimit: { min: 0, max: 1e9, optional: true },
  adamEpsilon: { min: 0, max: 1 },
  logStd: { min: -20, max: 5 },
  observationLimit: { min: 0, max: 1e9 },
  scaleRewards: 'flag',
  averageUpdates: { min: 1, max: 1e6, whole: true },
  population: { min: 2, max: 1e5, whole: true },
  sigma: { min: 0, max: 1e6 },
  episodes: { min: 1, max: 1e5, whole: true },
  maxSteps: { min: 1, max: 1e7, whole: true },
  separable: 'flag',
  mirrored: 'flag',
};

const maxLayers = 8;
const maxUnits = 4096;

/** A preset with `NAME=VALUE` settings over it. Throws a LearnError that names the setting. */
export function applyTrainerSettings(config: TrainerConfig, settings: readonly string[]): TrainerConfig {
  const changed: Record<string, unknown> = { ...config };
  for (const setting of settings) {
    const equals = setting.indexOf('=');
    const said = equals < 0 ? setting : setting.slice(0, equals);
    const name = formerSettings.get(said) ?? said;
    if (equals < 0 || !Object.hasOwn(config, name))
      throw new LearnError({
        code: equals < 0 ? 'missing' : 'unsupported',
        path: `setting ${name}`,
        got: equals < 0 ? 'no value' : 'no setting of this trainer',
        hint: `Write NAME=VALUE with one of: ${Object.keys(config).join(', ')}.`,
      });
    changed[name] = parseSetting(name, setting.slice(equals + 1).trim(), rules[name as keyof typeof rules]);
  }
  return changed as unknown as TrainerConfig;
}

function parseSetting(name: string, text: string, rule: Rule): unknown {
  if (rule === 'flag') {
    if (text === 'true' || text === 'false') return text === 'true';
    throw settingError(name, text, 'Write true or false.');
  }
  if (rule === 'layers') return parseLayers(name, text);
  if (rule.optional === true && text === 'none') return null;
  const value = text === '' ? NaN : Number(text);
  if (!(value >= rule.min && value <= rule.max && Number.isFinite(value)) || (rule.whole === true && value % 1 !== 0))
    throw settingError(
      name,
      text,
      `Write a ${rule.whole === true ? 'whole ' : ''}number from ${rule.min} to ${rule.max}${rule.optional === true ? ', or none' : ''}.`,
    );
  return value;
}

function parseLayers(name: string, text: string): number[] {
  if (text === 'none') return [];
  const sizes = text.split(',').map(Number);
  if (sizes.length > maxLayers || !sizes.every((size) => Number.isInteger(size) && size >= 1 && size <= maxUnits))
    throw settingError(name, text, `Write sizes of hidden layers, as in 64,64, or none; each from 1 to ${maxUnits}.`);
  return sizes;
}

function settingError(name: string, text: string, hint: string): LearnError {
  return new LearnError({ code: 'out-of-range', path: `setting ${name}`, got: `'${text}'`, hint });
}

export interface TrainerOptions {
  readonly kind: TrainerKind;
  readonly config: TrainerConfig;
  readonly seed: number;
  readonly start?: PolicyData;
}

export function createTrainer(source: RolloutSource, options: TrainerOptions): Promise<Trainer> {
  const { kind, config, ...rest } = options;
  return kind === 'ppo'
    ? createPpo(source, { ...rest, config: renameFormerSettings(config as PpoConfig) })
    : createEs(source, { ...rest, config: config as EsConfig });
}

export function resumeTrainer(
  source: RolloutSource,
  kind: TrainerKind,
  checkpoint: Uint8Array,
  options: ResumeOptions = {},
): Promise<Trainer> {
  return kind === 'ppo' ? resumePpo(source, checkpoint, options) : resumeEs(source, checkpoint);
}

const episodeScalars = ['charts/episodic_return', 'charts/episodic_length'];
const ownScalars: Readonly<Record<TrainerKind, readonly string[]>> = {
  ppo: [
    'charts/reward',
    'charts/learning_rate',
    'losses/policy_loss',
    'losses/value_loss',
    'losses/entropy',
    'losses/approx_kl',
    'losses/clipfrac',
    'losses/explained_variance',
  ],
  es: ['charts/best_return', 'charts/sigma'],
};

/** All scalars that an update may have, in a fixed order: the columns of a table. */
export function listScalarNames(kind: TrainerKind, infoNames: readonly string[]): readonly string[] {
  return [...episodeScalars, ...infoNames.map((name) => `charts/${name}`), ...ownScalars[kind]];
}
