// What ../assembly/panels.ts and its twin ../twins/panels.ts offer, where the equations and layouts are explained.

export interface PanelKernels {
  /**
   * x: rows of `groups` times xyz_ in factor order, overwritten by the solution. The other arrays are those of a
   * PackedPanels made for the same precision and number of groups; solvePackedPanels passes them.
   */
  solvePanelsF32(
    x: number,
    table: number,
    rows: number,
    values: number,
    inverse: number,
    panelCount: number,
    groups: number,
  ): void;
  /** As solvePanelsF32 in double precision. */
  solvePanelsF64(
    x: number,
    table: number,
    rows: number,
    values: number,
    inverse: number,
    panelCount: number,
    groups: number,
  ): void;
}
