/** Why a linear-algebra routine refused its input. Stable: callers and tests branch on these. */
export type LinearErrorCode =
  | 'asymmetric-pattern'
  | 'asymmetric-values'
  | 'bad-index'
  | 'bad-permutation'
  | 'bad-size'
  | 'indefinite-direction'
  | 'indefinite-preconditioner'
  | 'non-finite'
  | 'not-factorised'
  | 'not-square'
  | 'pattern-mismatch'
  | 'singular'
  | 'tiny-pivot'
  | 'zero-length'
  | 'zero-pivot';

/** The data of a refusal: what is wrong (`code`), where (`path`), the offending value (`got`), what to do (`hint`). */
export interface LinearErrorData {
  readonly code: LinearErrorCode;
  readonly path: string;
  readonly got: number | string;
  readonly hint: string;
}

/** Degenerate input to a linear-algebra routine. The sentence in `message` is built from the data. */
export class LinearAlgebraError extends Error implements LinearErrorData {
  readonly code: LinearErrorCode;
  readonly path: string;
  readonly got: number | string;
  readonly hint: string;

  constructor(what: string, data: LinearErrorData) {
    super(`${what} at ${data.path}: got ${data.got}. ${data.hint}`);
    this.name = 'LinearAlgebraError';
    this.code = data.code;
    this.path = data.path;
    this.got = data.got;
    this.hint = data.hint;
  }
}
