/** How far a body reaches from its centre of mass, and how fast its nodes move beyond it. */

const centre = new Float64Array(3);

function setMean(numbers: Float64Array, masses: Float64Array, first: number, end: number): void {
  centre.fill(0);
  let total = 0;
  for (let node = first; node < end; node++) {
    total += masses[node]!;
    for (let k = 0; k < 3; k++) centre[k]! += masses[node]! * numbers[3 * node + k]!;
  }
  for (let k = 0; k < 3; k++) centre[k]! /= total;
}

/**
 * Length of the largest difference of a node's three numbers from their mean by mass; of several members, each from its own
 * mean.
 */
export function computeReach(numbers: Float64Array, masses: Float64Array, members: number): number {
  const nodes = masses.length / members;
  let max = 0;
  for (let first = 0; first < masses.length; first += nodes) {
    setMean(numbers, masses, first, first + nodes);
    for (let at = 3 * first; at < 3 * (first + nodes); at += 3) {
      const x = numbers[at]! - centre[0]!;
      const y = numbers[at + 1]! - centre[1]!;
      const z = numbers[at + 2]! - centre[2]!;
      max = Math.max(max, x * x + y * y + z * z);
    }
  }
  return Math.sqrt(max);
}
