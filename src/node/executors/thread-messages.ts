/** Messages between the leader and its threads. */
import type { AnyJob, AnyTask } from '../../experiments/work/executor.ts';
import type { NamedArrays } from '../../learn/named-arrays.ts';

export type ThreadRequest =
  | { readonly kind: 'task'; readonly taskHash: string; readonly task: AnyTask }
  | { readonly kind: 'job'; readonly taskHash: string; readonly job: AnyJob };

/** Results travel as JSON text, as they are kept, with their arrays beside it: so every executor hands over the same bits. */
export type ThreadReply =
  | { readonly kind: 'result'; readonly text: string; readonly arrays?: NamedArrays | undefined }
  | { readonly kind: 'broken'; readonly message: string };
