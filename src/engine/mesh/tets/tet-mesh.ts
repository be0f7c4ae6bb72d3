/** A tetrahedral mesh as flat arrays, and what is checked of it before anything is simulated. */

export interface TetMesh {
  readonly nodeCount: number;
  readonly tetCount: number;
  /** Rest positions, xyz per node. */
  readonly positions: Float64Array;
  /** Four nodes per tet, ordered so that the volume is positive. */
  readonly tetNodes: Int32Array;
  /** Whether the tets 3p, 3p + 1 and 3p + 2 fill a prism, as in a body swept from one cross-section to the next. */
  readonly inPrisms?: boolean;
}

/**
 * A long body meshed in cross-sections: node = section · nodesPerSection + place, and tets join neighbouring sections
 * only. Numbered so, a stiffness matrix is block-tridiagonal along the body.
 */
export interface SectionedTetMesh extends TetMesh {
  readonly sectionCount: number;
  readonly nodesPerSection: number;
  /** Tissue of each tet, an index into the tissue table of the animal. */
  readonly tetTissues: Uint8Array;
  /** Muscle cell of each tet, or −1. */
  readonly tetMuscles: Int16Array;
  /** Outer surface, outward normals. */
  readonly surfaceTriangles: Uint32Array;
}
