// Where a chain of rigid boxes and soft segments begins: bodies in a row, tissue straight between bodies as they are.
import type { HybridBody, HybridState } from './body.ts';
import { setAttachedNodes } from './coupling.ts';
import { computeTissueIndex, segmentsPerGroup } from './tissue/segments.ts';

/** All boxes in a straight, unstretched row along −x, the first centred at the given point; at rest and dynamic. */
export function setStraightStart(state: HybridState, body: HybridBody, x: number, y: number, z: number): void {
  const { bodies, soft } = body;
  let at = x;
  for (let b = 0; b < bodies.count; b++) {
    if (b > 0) at -= bodies.halfSizes[3 * b - 3]! + soft.lattice.size[0] + bodies.halfSizes[3 * b]!;
    state.bodyPositions[3 * b] = at;
    state.bodyPositions[3 * b + 1] = y;
    state.bodyPositions[3 * b + 2] = z;
    state.bodyQuaternions.set([0, 0, 0, 1], 4 * b);
  }
  state.bodyVelocities.fill(0);
  state.bodySpins.fill(0);
  state.bodyKinematic.fill(0);
  setTissueBetween(state, body);
}

/** Soft segments straight between the bodies as they are, moving with them, and no forces yet. */
export function setTissueBetween(state: HybridState, body: HybridBody): void {
  const { soft, bodies, coupling } = body;
  const { nodeCount, faceNodeCount, cells } = soft.lattice;
  setAttachedNodes(coupling, soft, state, bodies, state);
  const last = nodeCount - faceNodeCount;
  const laneCount = soft.groupCount * segmentsPerGroup;
  for (let segment = 0; segment < laneCount; segment++) {
    const at = computeTissueIndex(soft.lattice, segment);
    for (let node = faceNodeCount; node < last; node++) {
      const share = Math.floor(node / faceNodeCount) / cells[0];
      const inFace = node % faceNodeCount;
      for (let axis = 0; axis < 3; axis++) {
        for (const array of [state.softPositions, state.softVelocities]) {
          const back = array[at + 12 * inFace + 4 * axis]!;
          const front = array[at + 12 * (last + inFace) + 4 * axis]!;
          array[at + 12 * node + 4 * axis] = back + share * (front - back);
        }
      }
    }
    setSegmentQuaternions(state, body, segment);
  }
  state.bodyWrenches.fill(0);
}

/** Starts the rotations of a segment's tets at the orientation of the body in front of it. */
function setSegmentQuaternions(state: HybridState, body: HybridBody, segment: number): void {
  const { lanes, lattice, options } = body.soft;
  const tetCount = lattice.cornerTetCount + lattice.centralTetCount;
  const front = Math.min(segment, options.segmentCount - 1);
  const first = Math.floor(segment / lanes) * tetCount * 4 * lanes + (segment % lanes);
  for (let i = 0; i < 4 * tetCount; i++) {
    state.softQuaternions[first + i * lanes] = state.bodyQuaternions[4 * front + (i % 4)]!;
  }
}
