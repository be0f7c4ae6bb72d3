/**
 * How far the solver lets nodes yield: entry (i, j) of A⁻¹ for nodes that can touch, m/N. Forces of contact on the nodes S
 * grow with depth by k_i = 1/Σ_{j∈S} (A⁻¹)_ij: as A⁻¹ has no negative entries to speak of, no pattern of depths then calls
 * for more force than takes it back, and patches of every size are solved about as fast as single nodes.
 */
import { type Panels, solvePanels } from '../../../math/sparse/panels.ts';

export interface ComplianceRows {
  readonly nodeCount: number;
  readonly rowOf: Int32Array;
  readonly masses: Float64Array;
  /** The factor of A. */
  readonly panels: Panels;
}

export interface ContactCompliance {
  /**
   * stiffness[n] ← k of node list[n], N/m, with the first `count` nodes (indices in `nodes`) of the list in contact. `other`
   * is how far the thing that they touch yields, m/N.
   */
  setStiffness(stiffness: Float64Array, list: Int32Array, count: number, other: number): void;
}

/** Above so many nodes the table would be too large: then k = m/h², which is right when all nodes touch. */
const mostNodes = 2000;
const share = 0.3;

export function createContactCompliance(rows: ComplianceRows, nodes: Int32Array, dt: number): ContactCompliance {
  const { nodeCount, rowOf, masses, panels } = rows;
  const size = nodes.length;
  if (size > mostNodes)
    return {
      setStiffness(stiffness, list, count, other) {
        for (let n = 0; n < count; n++) {
          const own = (dt * dt) / masses[nodes[list[n]!]!]!;
          stiffness[n] = share / (own + count * other);
        }
      },
    };
  const table = new Float32Array(size * size);
  const right = new Float64Array(4 * nodeCount);
  for (let first = 0; first < size; first += 4) {
    right.fill(0);
    const width = Math.min(4, size - first);
    for (let k = 0; k < width; k++) right[4 * rowOf[nodes[first + k]!]! + k] = 1;
    solvePanels(right, panels, 4);
    for (let k = 0; k < width; k++)
      for (let j = 0; j < size; j++) table[(first + k) * size + j] = Math.max(0, right[4 * rowOf[nodes[j]!]! + k]!);
  }
  return {
    setStiffness(stiffness, list, count, other) {
      for (let n = 0; n < count; n++) {
        const row = list[n]! * size;
        let sum = count * other;
        for (let m = 0; m < count; m++) sum += table[row + list[m]!]!;
        stiffness[n] = share / sum;
      }
    },
  };
}
