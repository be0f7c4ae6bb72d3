// What the module exports. A new kernel: its file here, its signature in ../functions.ts, its twin in ../twins/.
export { expClampedF64, expF64 } from './exp';
export { addThreeSlopes, spinalMotor, spinalOutputs, spinalSlopes } from './spinal';
export { polarF32, polarF64 } from './polar';
export { svdF32, svdF64 } from './svd';
