/** What the leader and its threads say to each other. */
import type { JobTask, Keyed } from '../../jobs/executor.ts';
import type { NamedArrays } from '../../learn/named-arrays.ts';

export type ThreadRequest =
  | { readonly kind: 'task'; readonly taskHash: string; readonly task: JobTask }
  | { readonly kind: 'job'; readonly taskHash: string; readonly job: Keyed };

/** Results travel as JSON text, as they are kept, with their arrays beside it: so every executor hands over the same bits. */
export type ThreadReply =
  | { readonly kind: 'result'; readonly text: string; readonly arrays?: NamedArrays | undefined }
  | { readonly kind: 'broken'; readonly message: string };
