/** Why an eigenvalue computation refused its input or gave up. */
export interface EigenErrorData {
  readonly code: 'bad-count' | 'bad-mass' | 'bad-shift' | 'no-convergence';
  readonly path: string;
  readonly got: number | string;
  readonly hint: string;
}

/** The sentence in `message` is built from the data: what, where, got, do this. */
export class EigenError extends Error implements EigenErrorData {
  readonly code: EigenErrorData['code'];
  readonly path: string;
  readonly got: number | string;
  readonly hint: string;

  constructor(what: string, data: EigenErrorData) {
    super(`${what} at ${data.path}: got ${data.got}. ${data.hint}`);
    this.name = 'EigenError';
    this.code = data.code;
    this.path = data.path;
    this.got = data.got;
    this.hint = data.hint;
  }
}
