// What the module exports. A new kernel: its file here, its twin in ../twins/ and in ../functions.ts.
export { blockMatvecF32, blockMatvecF64 } from './block-matvec';
export {
  corotatedForcesF32,
  corotatedForcesF64,
  softAdvance,
  softChangesF32,
  softChangesF64,
  softEdgesF32,
  softEdgesF64,
  softFace,
  softLocaliseF32,
  softLocaliseF64,
  softSolveF32,
  softSolveF64,
  softWrenchF32,
  softWrenchF64,
} from './corotated';
export {
  advanceCgF64,
  coarseImageF64,
  coarseMatrixF64,
  coarseProductF64,
  dotVerticesF64,
  factorCoarseF64,
  solveCoarseF64,
  subtractCoarseF64,
  turnDirectionF64,
  turnInF32,
  turnOutF32,
} from './deflation';
export { expClampedF64, expF64 } from './exp';
export { areFiniteF32, areFiniteF64 } from './finite';
export {
  spinalAdvance,
  spinalMotor,
  spinalMotorMean,
  spinalOutputs,
  spinalPotentials,
  spinalSlopes,
} from './spinal';
export { invertSymmetricF64, solveSectionsF32, subtractSparseDenseF64 } from './sections';
export { mirrorBlocksF64, stvkF64 } from './stvk';
export { stvkPrismsF64 } from './stvk-prisms';
export { solvePanelsF32, solvePanelsF64 } from './panels';
export { polarF32, polarF64 } from './polar';
export {
  projectiveHingesF32,
  projectiveHingesF64,
  projectivePlatesF32,
  projectivePlatesF64,
  projectiveTetsF32,
  projectiveTetsF64,
} from './projective';
export {
  projectiveCombineF32,
  projectiveCombineF64,
  projectiveDotsF32,
  projectiveDotsF64,
  projectiveInertiaF32,
  projectiveInertiaF64,
  projectivePlaceF32,
  projectivePlaceF64,
} from './projective-rows';
export {
  projectiveBlocksF32,
  projectiveBlocksF64,
  projectiveFramesF32,
  projectiveFramesF64,
  projectiveTurnF32,
  projectiveTurnF64,
} from './projective-corotated';
export {
  projectiveJoinF32,
  projectiveJoinF64,
  projectiveNormalsF32,
  projectiveNormalsF64,
  projectiveSplitF32,
  projectiveSplitF64,
} from './projective-split';
export {
  reactiveEdgesF32,
  reactiveEdgesF64,
  reactivePlatesF32,
  reactivePlatesF64,
  reactiveSlicesF32,
  reactiveSlicesF64,
} from './reactive';
export { svdF32, svdF64 } from './svd';
export { waterF32, waterF64 } from './water';
