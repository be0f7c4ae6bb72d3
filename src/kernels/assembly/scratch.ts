// The front of the memory belongs to the kernels (kernelScratchBytes in ../arena.ts): room for values that one call needs
// and that do not fit in registers. Nothing in it lives longer than a call.

/** Columns of B and W in the singular value decomposition: 18 v128. */
export const columnWork: usize = 16;
/** U, Σ and V of the block that a polar decomposition could not finish: 9 + 3 + 9 v128. */
export const leftWork: usize = 304;
export const sigmaWork: usize = 448;
export const rightWork: usize = 496;
// Ends at 640 of 1024.
