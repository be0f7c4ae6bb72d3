// What ../assembly/corotated.ts and its twin ../twins/corotated.ts offer, where the equations and layouts are explained.

export type ForcesKernel = (
  forces: number,
  quaternions: number,
  positions: number,
  tets: number,
  cornerCount: number,
  centralCount: number,
  shearVolume: number,
  bulkVolume: number,
  turns: number,
) => void;

export type EdgesKernel = (forces: number, velocities: number, edges: number, edgeCount: number) => void;

export type LocaliseKernel = (
  positions: number,
  velocities: number,
  statePositions: number,
  stateVelocities: number,
  nodeCount: number,
  first: number,
  last: number,
  dt: number,
) => void;

export type SolveKernel = (
  changes: number,
  velocities: number,
  positions: number,
  forces: number,
  starts: number,
  masses: number,
  matrix: number,
  gravity: number,
  freeCount: number,
  dt: number,
  limit: number,
) => void;

export type ChangesKernel = (stateVelocities: number, velocities: number, starts: number, count: number) => void;

export type WrenchKernel = (out: number, forces: number, positions: number, count: number) => void;

export interface CorotatedKernels {
  /** Adds the elastic forces of a block of segments; shearVolume = 2 µ V, bulkVolume = λ V with V of a corner tet. */
  corotatedForcesF32: ForcesKernel;
  corotatedForcesF64: ForcesKernel;
  /** Adds weight · (w_j − w_i) to node i and takes it from node j, for every edge. */
  softEdgesF32: EdgesKernel;
  softEdgesF64: EdgesKernel;
  /** Positions and velocities relative to node 0; free nodes (first ≤ node < last) moved on by dt. */
  softLocaliseF32: LocaliseKernel;
  softLocaliseF64: LocaliseKernel;
  /**
   * forces += m ((starts − velocities) / dt + g); changes = matrix · forces within ±limit; velocities += changes;
   * positions += dt changes.
   */
  softSolveF32: SolveKernel;
  softSolveF64: SolveKernel;
  /** State velocities += velocities − starts. */
  softChangesF32: ChangesKernel;
  softChangesF64: ChangesKernel;
  /** Force and moment about node 0 of `count` nodes: six vectors. */
  softWrenchF32: WrenchKernel;
  softWrenchF64: WrenchKernel;
  /** State positions += dt velocities, for groups of four segments. */
  softAdvance(statePositions: number, stateVelocities: number, count: number, dt: number): void;
  /** State positions and velocities of the nodes of an end face, for groups of four segments. */
  softFace(statePositions: number, stateVelocities: number, face: number, grid: number, count: number): void;
}
