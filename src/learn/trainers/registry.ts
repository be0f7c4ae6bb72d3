/** The trainers by name, with their presets: what a command line or a panel chooses from. Settings are checked as they come in. */
import { createEs, type EsConfig, esFields, esPresets, resumeEs } from './es.ts';
import { failLearn } from '../learn-error.ts';
import type { PolicyData } from '../policies/policy.ts';
import { createPpo, resumePpo } from './ppo.ts';
import {
  formerSettings,
  parseSettings,
  type PpoConfig,
  ppoFields,
  ppoPresets,
  renameFormerSettings,
} from './ppo-config.ts';
import { parseSetting, type SettingFields } from './settings.ts';
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

/** The same names mean the same in both trainers. */
const fields: SettingFields = { ...esFields, ...ppoFields };

/** A preset with `NAME=VALUE` settings over it. Throws a LearnError that names the setting. */
export function applyTrainerSettings(config: TrainerConfig, settings: readonly string[]): TrainerConfig {
  const changed: Record<string, unknown> = { ...config };
  for (const setting of settings) {
    const equals = setting.indexOf('=');
    const said = equals < 0 ? setting : setting.slice(0, equals);
    const name = formerSettings.get(said) ?? said;
    if (equals < 0 || !Object.hasOwn(config, name))
      failLearn(
        equals < 0 ? 'missing' : 'unsupported',
        `setting ${name}`,
        equals < 0 ? 'no value' : 'no setting of this trainer',
        `Write NAME=VALUE with one of: ${Object.keys(config).join(', ')}.`,
      );
    changed[name] = parseSetting(name, setting.slice(equals + 1).trim(), fields[name]!);
  }
  return changed as unknown as TrainerConfig;
}

const settingsOf: Readonly<Record<TrainerKind, SettingFields>> = { ppo: ppoFields, es: esFields };

/** The settings of a trainer out of a file that is named; what a file of an older version lacks has its default. Throws a LearnError. */
export function parseTrainerConfig(kind: TrainerKind, config: unknown, file: string): TrainerConfig {
  return parseSettings(settingsOf[kind], config, file) as unknown as TrainerConfig;
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
  const judged = ['eval/return', ...(infoNames.includes('meanAngle') ? ['eval/meanAngle'] : [])];
  return [...episodeScalars, ...infoNames.map((name) => `charts/${name}`), ...ownScalars[kind], ...judged];
}
