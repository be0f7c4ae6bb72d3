// What ../assembly/water.ts and its twin ../twins/water.ts offer, where the equations and layouts are explained.

export type WaterKernel = (
  forces: number,
  positions: number,
  velocities: number,
  corners: number,
  faceCount: number,
  lanes: number,
  water: number,
  vortices: number,
  mode: number,
  outputs: number,
  keep: number,
) => void;

export interface WaterKernels {
  /**
   * Adds the water's force to `forces`. `vortices`: −1 for still water, else how many `water` holds. `mode`: 1 for plates,
   * plus 2 for the coded law. `keep` 0: `outputs` is scratch of 4 vectors; 1: 4 vectors a block of faces (one lane), or a
   * face and vector of lanes. Layouts in ../assembly/water.ts.
   */
  waterF32: WaterKernel;
  waterF64: WaterKernel;
}
