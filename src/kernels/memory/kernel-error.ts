/** What went wrong with the kernels themselves: they are missing, or the memory given to them is too small. */
export class KernelError extends Error {
  override readonly name = 'KernelError';
  constructor(
    readonly code: 'arena-full' | 'arena-size' | 'kernel-input',
    readonly path: string,
    readonly got: string,
    readonly hint: string,
  ) {
    super(`${path}: ${code}, got ${got}. ${hint}`);
  }
}
