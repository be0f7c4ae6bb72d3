/** Where a lamprey was compared with the paper or with an independent program (`animals/lamprey/paper.md`). */
import type { ValidatedRange } from '../../contract/types.ts';

const drive = {
  max: 0.72,
  otherwise: 'No swim beyond it was compared with anything, and with both sides beyond it the rhythm dies.',
};

export const lampreyValidated: readonly ValidatedRange[] = [
  { path: 'brainstem.left', ...drive },
  { path: 'brainstem.right', ...drive },
  {
    path: 'segments',
    min: 30,
    otherwise: 'Shorter cords go tail first here; those of the paper swim forward.',
  },
  {
    path: 'controller.weightScaling',
    only: ['pooled-truncated'],
    otherwise: 'Other readings of the paper have neither its wave nor its speed.',
  },
];
