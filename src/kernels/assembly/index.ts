// What the module exports. A new kernel: its file here, its signature in ../functions.ts, its twin in ../twins/.
export { blockMatvecF32, blockMatvecF64 } from './block-matvec';
export { expClampedF64, expF64 } from './exp';
export {
  spinalAdvance,
  spinalMotor,
  spinalMotorMean,
  spinalOutputs,
  spinalPotentials,
  spinalSlopes,
} from './spinal';
export { solvePanelsF32, solvePanelsF64 } from './panels';
export { polarF32, polarF64 } from './polar';
export { svdF32, svdF64 } from './svd';
