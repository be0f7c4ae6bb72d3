/** Messages between the leader and the threads of a reproduction. */

export interface ExperimentRequest {
  readonly id: string;
  readonly quick: boolean;
}

/** Results travel as JSON text, as they are kept. */
export type ExperimentReply =
  | { readonly kind: 'result'; readonly text: string; readonly seconds: number }
  | { readonly kind: 'broken'; readonly message: string };
