/**
 * What every trainer promises to a command line or a panel: update after update, with a policy to use and a checkpoint to
 * keep after each. Pausing is not calling `update`; a clock, files and budgets are the caller's.
 */
import type { PolicyData } from '../policies/policy.ts';
import type { ScalarRecord } from './scalars.ts';

export interface Counters {
  readonly updates: number;
  /** Transitions seen. */
  readonly transitions: number;
  readonly episodes: number;
}

export interface Trainer {
  readonly kind: 'ppo' | 'es';
  readonly counters: Counters;
  /** One update. A trainer whose update failed (non-finite numbers) cannot be used any more: continue from the last checkpoint. */
  update(): Promise<ScalarRecord>;
  /** A copy of the present policy, acting by its most likely action. */
  getPolicy(): PolicyData;
  /** Everything, as bytes; `resumePpo` and `resumeEs` continue bit for bit. Not while an update runs. */
  saveCheckpoint(): Promise<Uint8Array>;
}

/** How a trainer resumes from a checkpoint. */
export interface ResumeOptions {
  /** Start new episodes instead of the saved ones: needed with another number of workers or lanes, or another task. */
  readonly freshLanes?: boolean;
}
