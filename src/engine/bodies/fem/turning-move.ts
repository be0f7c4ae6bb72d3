/**
 * Moves a body by the displacements of a linearised step by rotating its sections, so that rotation does not stretch them.
 *
 * A displacement ω × d, straight for as long as a step lasts, makes d longer by ω²/2: where a section turns by several
 * degrees in a step, the tissues would spend the next one on taking that back. So what is a turn in the displacements of a
 * section is carried out as a turn, and so is that of the line between the centres of two sections:
 *
 *   u_i = u_c + ω × d_i + e_i   becomes   u_c + (R − 1) d_i + R e_i,   ω = (Σ dᵀd 1 − d dᵀ)⁻¹ Σ d × u
 *
 * d: from the centre of a section to its nodes; R: the Cayley rotation of ω, (1 − ω×/2)⁻¹ (1 + ω×/2). The centre of mass
 * goes where the displacements take it. Vertices have stride 4.
 */
import { VERTEX_STRIDE } from '../../math/sparse/bcsr.ts';

export interface TurningMove {
  readonly sectionCount: number;
  readonly nodesPerSection: number;
  /** Per section, xyz: centre, its displacement, ω, and its way along the turned line. */
  readonly centres: Float64Array;
  readonly shifts: Float64Array;
  readonly turns: Float64Array;
  readonly ways: Float64Array;
  readonly rotation: Float64Array;
}

export function createTurningMove(sectionCount: number, nodesPerSection: number): TurningMove {
  const perSection = (): Float64Array => new Float64Array(3 * sectionCount);
  return {
    sectionCount,
    nodesPerSection,
    centres: perSection(),
    shifts: perSection(),
    turns: perSection(),
    ways: perSection(),
    rotation: new Float64Array(9),
  };
}

/** positions ← where the velocities take them in a time dt. */
export function moveTurning(
  move: TurningMove,
  positions: Float64Array,
  velocities: Float64Array,
  masses: Float64Array,
  dt: number,
): void {
  const { sectionCount, nodesPerSection: per, centres, shifts, turns, ways, rotation } = move;
  for (let s = 0; s < sectionCount; s++) setSectionMotion(move, positions, velocities, dt, s);
  setWays(move);
  let total = 0;
  let lostX = 0;
  let lostY = 0;
  let lostZ = 0;
  for (let s = 0; s < sectionCount; s++) {
    setCayley(rotation, turns[3 * s]!, turns[3 * s + 1]!, turns[3 * s + 2]!);
    const ox = turns[3 * s]!;
    const oy = turns[3 * s + 1]!;
    const oz = turns[3 * s + 2]!;
    const cx = centres[3 * s]!;
    const cy = centres[3 * s + 1]!;
    const cz = centres[3 * s + 2]!;
    const sx = shifts[3 * s]!;
    const sy = shifts[3 * s + 1]!;
    const sz = shifts[3 * s + 2]!;
    const wx = ways[3 * s]!;
    const wy = ways[3 * s + 1]!;
    const wz = ways[3 * s + 2]!;
    for (let node = s * per; node < (s + 1) * per; node++) {
      const at = VERTEX_STRIDE * node;
      const dx = positions[at]! - cx;
      const dy = positions[at + 1]! - cy;
      const dz = positions[at + 2]! - cz;
      const ux = dt * velocities[at]!;
      const uy = dt * velocities[at + 1]!;
      const uz = dt * velocities[at + 2]!;
      // d + e
      const ex = dx + ux - sx - (oy * dz - oz * dy);
      const ey = dy + uy - sy - (oz * dx - ox * dz);
      const ez = dz + uz - sz - (ox * dy - oy * dx);
      const nx = cx + wx + rotation[0]! * ex + rotation[1]! * ey + rotation[2]! * ez;
      const ny = cy + wy + rotation[3]! * ex + rotation[4]! * ey + rotation[5]! * ez;
      const nz = cz + wz + rotation[6]! * ex + rotation[7]! * ey + rotation[8]! * ez;
      const mass = masses[node]!;
      total += mass;
      lostX += mass * (positions[at]! + ux - nx);
      lostY += mass * (positions[at + 1]! + uy - ny);
      lostZ += mass * (positions[at + 2]! + uz - nz);
      positions[at] = nx;
      positions[at + 1] = ny;
      positions[at + 2] = nz;
    }
  }
  const lx = lostX / total;
  const ly = lostY / total;
  const lz = lostZ / total;
  for (let at = 0; at < positions.length; at += VERTEX_STRIDE) {
    positions[at]! += lx;
    positions[at + 1]! += ly;
    positions[at + 2]! += lz;
  }
}

/** Centre, displacement of the centre and ω of one section. */
function setSectionMotion(
  { nodesPerSection: per, centres, shifts, turns }: TurningMove,
  positions: Float64Array,
  velocities: Float64Array,
  dt: number,
  s: number,
): void {
  let cx = 0;
  let cy = 0;
  let cz = 0;
  let sx = 0;
  let sy = 0;
  let sz = 0;
  const from = VERTEX_STRIDE * s * per;
  const to = from + VERTEX_STRIDE * per;
  for (let at = from; at < to; at += VERTEX_STRIDE) {
    cx += positions[at]!;
    cy += positions[at + 1]!;
    cz += positions[at + 2]!;
    sx += velocities[at]!;
    sy += velocities[at + 1]!;
    sz += velocities[at + 2]!;
  }
  cx /= per;
  cy /= per;
  cz /= per;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let xz = 0;
  let yz = 0;
  let tx = 0;
  let ty = 0;
  let tz = 0;
  for (let at = from; at < to; at += VERTEX_STRIDE) {
    const dx = positions[at]! - cx;
    const dy = positions[at + 1]! - cy;
    const dz = positions[at + 2]! - cz;
    const vx = velocities[at]!;
    const vy = velocities[at + 1]!;
    const vz = velocities[at + 2]!;
    xx += dy * dy + dz * dz;
    yy += dx * dx + dz * dz;
    zz += dx * dx + dy * dy;
    xy -= dx * dy;
    xz -= dx * dz;
    yz -= dy * dz;
    tx += dy * vz - dz * vy;
    ty += dz * vx - dx * vz;
    tz += dx * vy - dy * vx;
  }
  const a = yy * zz - yz * yz;
  const b = xz * yz - xy * zz;
  const c = xy * yz - xz * yy;
  const scale = dt / (xx * a + xy * b + xz * c);
  turns[3 * s] = scale * (a * tx + b * ty + c * tz);
  turns[3 * s + 1] = scale * (b * tx + (xx * zz - xz * xz) * ty + (xy * xz - xx * yz) * tz);
  turns[3 * s + 2] = scale * (c * tx + (xy * xz - xx * yz) * ty + (xx * yy - xy * xy) * tz);
  centres[3 * s] = cx;
  centres[3 * s + 1] = cy;
  centres[3 * s + 2] = cz;
  shifts[3 * s] = (dt * sx) / per;
  shifts[3 * s + 1] = (dt * sy) / per;
  shifts[3 * s + 2] = (dt * sz) / per;
}

/** How far the centres go when the lines between them turn, the first as its displacement says. */
function setWays({ sectionCount, centres, shifts, turns, ways, rotation }: TurningMove): void {
  for (let k = 0; k < 3; k++) ways[k] = shifts[k]!;
  for (let s = 1; s < sectionCount; s++) {
    const at = 3 * s;
    const ox = (turns[at]! + turns[at - 3]!) / 2;
    const oy = (turns[at + 1]! + turns[at - 2]!) / 2;
    const oz = (turns[at + 2]! + turns[at - 1]!) / 2;
    const dx = centres[at]! - centres[at - 3]!;
    const dy = centres[at + 1]! - centres[at - 2]!;
    const dz = centres[at + 2]! - centres[at - 1]!;
    const ex = dx + shifts[at]! - shifts[at - 3]! - (oy * dz - oz * dy);
    const ey = dy + shifts[at + 1]! - shifts[at - 2]! - (oz * dx - ox * dz);
    const ez = dz + shifts[at + 2]! - shifts[at - 1]! - (ox * dy - oy * dx);
    setCayley(rotation, ox, oy, oz);
    for (let k = 0; k < 3; k++) {
      const turned = rotation[3 * k]! * ex + rotation[3 * k + 1]! * ey + rotation[3 * k + 2]! * ez;
      ways[at + k] = ways[at + k - 3]! + turned - (centres[at + k]! - centres[at + k - 3]!);
    }
  }
}

/** Row-major rotation about (x, y, z) by 2 atan(|(x, y, z)| / 2). */
function setCayley(out: Float64Array, x: number, y: number, z: number): void {
  const p = x / 2;
  const q = y / 2;
  const r = z / 2;
  const scale = 2 / (1 + p * p + q * q + r * r);
  out[0] = 1 - scale * (q * q + r * r);
  out[1] = scale * (p * q - r);
  out[2] = scale * (p * r + q);
  out[3] = scale * (p * q + r);
  out[4] = 1 - scale * (p * p + r * r);
  out[5] = scale * (q * r - p);
  out[6] = scale * (p * r - q);
  out[7] = scale * (q * r + p);
  out[8] = 1 - scale * (p * p + q * q);
}
