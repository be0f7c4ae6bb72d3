/**
 * The line through the middle of a body in cross-sections: centres, direction of the axis, curvature seen from above.
 * Vertices have stride 4 (xyz_); section 0 is the head.
 */
import { unwrapAngle } from '../../math/space/geometry.ts';
import { setAngles } from '../../math/portable.ts';
import { VERTEX_STRIDE } from '../../math/sparse/bcsr.ts';

export interface CentreLine {
  readonly sectionCount: number;
  readonly nodesPerSection: number;
  /** Mean of the nodes of each section, xyz. */
  readonly centres: Float64Array;
  /** Unit vector along the axis toward the head at each section, xyz. */
  readonly axes: Float64Array;
  /** Direction from each section to the one in front of it, seen from above and unwrapped along the body; entry 0 repeats entry 1. */
  readonly angles: Float64Array;
  /** Curvature seen from above at each section, positive toward +y of a body that faces +x. */
  readonly curvatures: Float64Array;
  /** From each section but the first to the one in front of it, seen from above: y, x. */
  readonly steps: Float64Array;
}

export function createCentreLine(sectionCount: number, nodesPerSection: number): CentreLine {
  return {
    sectionCount,
    nodesPerSection,
    centres: new Float64Array(3 * sectionCount),
    axes: new Float64Array(3 * sectionCount),
    angles: new Float64Array(sectionCount),
    curvatures: new Float64Array(sectionCount),
    steps: new Float64Array(2 * sectionCount),
  };
}

/** Centres and axes from the positions of the nodes. */
export function setCentreLine(line: CentreLine, positions: Float64Array): void {
  setCentres(line, positions);
  setAxes(line);
}

/** Centres and axes at a time `ahead` of the positions, extrapolated by the velocities. */
export function setCentreLineAhead(
  line: CentreLine,
  positions: Float64Array,
  velocities: Float64Array,
  ahead: number,
): void {
  // The array of axes serves as scratch for the mean velocities until it is set.
  const { centres, axes } = line;
  setCentres(line, velocities);
  axes.set(centres);
  setCentres(line, positions);
  for (let i = 0; i < centres.length; i++) centres[i]! += ahead * axes[i]!;
  setAxes(line);
}

/** Means of vertices xyz_ by section. */
function setCentres({ sectionCount, nodesPerSection, centres }: CentreLine, positions: Float64Array): void {
  for (let section = 0; section < sectionCount; section++) {
    let x = 0;
    let y = 0;
    let z = 0;
    const from = VERTEX_STRIDE * section * nodesPerSection;
    const to = from + VERTEX_STRIDE * nodesPerSection;
    for (let at = from; at < to; at += VERTEX_STRIDE) {
      x += positions[at]!;
      y += positions[at + 1]!;
      z += positions[at + 2]!;
    }
    centres[3 * section] = x / nodesPerSection;
    centres[3 * section + 1] = y / nodesPerSection;
    centres[3 * section + 2] = z / nodesPerSection;
  }
}

function setAxes({ sectionCount, centres, axes }: CentreLine): void {
  for (let section = 0; section < sectionCount; section++) {
    const front = 3 * Math.max(0, section - 1);
    const back = 3 * Math.min(sectionCount - 1, section + 1);
    const x = centres[front]! - centres[back]!;
    const y = centres[front + 1]! - centres[back + 1]!;
    const z = centres[front + 2]! - centres[back + 2]!;
    const length = Math.sqrt(x * x + y * y + z * z);
    axes[3 * section] = x / length;
    axes[3 * section + 1] = y / length;
    axes[3 * section + 2] = z / length;
  }
}

/** Angles and curvatures from the centres. */
export function setBend(line: CentreLine): void {
  const { sectionCount, centres, angles, curvatures, steps } = line;
  for (let section = 1; section < sectionCount; section++) {
    steps[2 * section] = centres[3 * section - 2]! - centres[3 * section + 1]!;
    steps[2 * section + 1] = centres[3 * section - 3]! - centres[3 * section]!;
  }
  setAngles(angles, steps, sectionCount);
  let before = 0;
  let lengthBefore = 0;
  for (let section = 1; section < sectionCount; section++) {
    const dx = centres[3 * section - 3]! - centres[3 * section]!;
    const dy = centres[3 * section - 2]! - centres[3 * section + 1]!;
    const dz = centres[3 * section - 1]! - centres[3 * section + 2]!;
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
    const angle = section > 1 ? unwrapAngle(angles[section]!, before) : angles[section]!;
    angles[section] = angle;
    if (section > 1) curvatures[section - 1] = (2 * (before - angle)) / (length + lengthBefore);
    before = angle;
    lengthBefore = length;
  }
  angles[0] = angles[1]!;
  curvatures[0] = curvatures[1]!;
  curvatures[sectionCount - 1] = curvatures[sectionCount - 2]!;
}

/** Length along the centres, and the distance between its ends. */
export function computeContour(line: CentreLine): number {
  const { sectionCount, centres } = line;
  let length = 0;
  for (let at = 3; at < 3 * sectionCount; at += 3) {
    const dx = centres[at]! - centres[at - 3]!;
    const dy = centres[at + 1]! - centres[at - 2]!;
    const dz = centres[at + 2]! - centres[at - 1]!;
    length += Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
  return length;
}
