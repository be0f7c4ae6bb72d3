/** What is wrong with the parameters of a rigid/soft body, as data and as a sentence. */
export class HybridError extends Error {
  override readonly name = 'HybridError';
  constructor(
    readonly code:
      | 'lattice-cells'
      | 'lattice-size'
      | 'soft-matrix'
      | 'soft-options'
      | 'rigid-bodies'
      | 'chain'
      | 'flown-apart',
    readonly path: string,
    readonly got: string,
    readonly hint: string,
  ) {
    super(`${path}: ${code}, got ${got}. ${hint}`);
  }
}
