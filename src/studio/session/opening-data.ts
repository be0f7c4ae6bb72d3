/** What a page of an animal is opened with, as data. */
import type { KeptLook, KeptRuns } from '../../engine/record/kept-run.ts';
import type { Permalink } from '../../engine/record/permalink.ts';

export interface Opening extends Permalink {
  readonly kept?: {
    readonly runs: KeptRuns;
    /** Whether the run plays when it is restored. */
    readonly play: boolean;
    readonly look: KeptLook | undefined;
  };
  /** A sentence about what was opened, or could not be. */
  readonly said?: string;
}

export const reloadKey = 'bestiary.reload';
