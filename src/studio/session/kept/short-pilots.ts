/** Policies that everybody has take their place in a link by hash: their text would not fit. */
import type { KeptRun } from '../../../engine/record/kept-run.ts';
import { omit } from '../../data/omit.ts';
import { pilotPath } from '../../data/protocol.ts';

export function shortenPilots(run: KeptRun): KeptRun {
  return {
    ...run,
    edits: run.edits.map((edit) => {
      const plan = edit.value as { readonly shipped?: unknown; readonly policy?: unknown } | null;
      return edit.path === pilotPath && plan?.shipped !== undefined ? { ...edit, value: omit(plan, ['policy']) } : edit;
    }),
  };
}
