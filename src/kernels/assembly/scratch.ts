// The front of the memory belongs to the kernels (kernelScratchBytes in ../memory/arena.ts): room for values that one call needs
// and that do not fit in registers. Nothing in it lives longer than a call.

/** Columns of B and W in the singular value decomposition: 18 v128. */
export const columnWork: usize = 16;
/** U, Σ and V of the block that a polar decomposition could not finish: 9 + 3 + 9 v128. */
export const leftWork: usize = 304;
export const sigmaWork: usize = 448;
export const rightWork: usize = 496;
/** Nodes of a block of elements, then the forces on all of them but the first: 12 + 9 v128. */
export const gatherWork: usize = 640;
export const pullWork: usize = 832;
/** F g and V S g of the six nodes of two prisms: 36 v128, over what projections keep in the same place. */
export const prismWork: usize = 16;
// Ends at 976 of 1024.
