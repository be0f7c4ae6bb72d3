/** What the leader and its threads say to each other. */
import type { Job, Task } from '../../experiments/studies/job.ts';

export type ThreadRequest =
  | { readonly kind: 'task'; readonly taskHash: string; readonly task: Task }
  | { readonly kind: 'job'; readonly taskHash: string; readonly job: Job };

/** Results travel as JSON text, as they are kept: so every executor hands over the same bits. */
export type ThreadReply =
  | { readonly kind: 'result'; readonly text: string }
  | { readonly kind: 'broken'; readonly message: string };
