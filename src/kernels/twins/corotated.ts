// Twin of ../assembly/corotated.ts, one segment at a time, where equations and layouts are explained. Equal to the f64
// kernels in every bit. The f32 kernels round each operation to f32; this twin computes in f64 and rounds what it stores.
import type { MemoryViews } from '../arena.ts';

type ForcesKernel = (
  forces: number,
  quaternions: number,
  positions: number,
  tets: number,
  cornerCount: number,
  centralCount: number,
  shearVolume: number,
  bulkVolume: number,
  turns: number,
) => void;
type EdgesKernel = (forces: number, velocities: number, edges: number, edgeCount: number) => void;
type LocaliseKernel = (
  positions: number,
  velocities: number,
  statePositions: number,
  stateVelocities: number,
  nodeCount: number,
  first: number,
  last: number,
  dt: number,
) => void;
type SolveKernel = (
  changes: number,
  velocities: number,
  positions: number,
  forces: number,
  starts: number,
  masses: number,
  matrix: number,
  gravity: number,
  freeCount: number,
  dt: number,
  limit: number,
) => void;
type ChangesKernel = (stateVelocities: number, velocities: number, starts: number, count: number) => void;
type WrenchKernel = (out: number, forces: number, positions: number, count: number) => void;

export interface CorotatedKernels {
  /** Adds the elastic forces of a block of segments; shearVolume = 2 µ V, bulkVolume = λ V with V of a corner tet. */
  corotatedForcesF32: ForcesKernel;
  corotatedForcesF64: ForcesKernel;
  /** Adds weight · (w_j − w_i) to node i and takes it from node j, for every edge. */
  softEdgesF32: EdgesKernel;
  softEdgesF64: EdgesKernel;
  /** Positions and velocities relative to node 0; free nodes (first ≤ node < last) moved on by dt. */
  softLocaliseF32: LocaliseKernel;
  softLocaliseF64: LocaliseKernel;
  /**
   * forces += m ((starts − velocities) / dt + g); changes = matrix · forces within ±limit; velocities += changes;
   * positions += dt changes.
   */
  softSolveF32: SolveKernel;
  softSolveF64: SolveKernel;
  /** State velocities += velocities − starts. */
  softChangesF32: ChangesKernel;
  softChangesF64: ChangesKernel;
  /** Force and moment about node 0 of `count` nodes: six vectors. */
  softWrenchF32: WrenchKernel;
  softWrenchF64: WrenchKernel;
  /** State positions += dt velocities, for groups of four segments. */
  softAdvance(statePositions: number, stateVelocities: number, count: number, dt: number): void;
  /** State positions and velocities of the nodes of an end face, for groups of four segments. */
  softFace(statePositions: number, stateVelocities: number, face: number, grid: number, count: number): void;
}

const stateLanes = 4;

export function createCorotatedTwin(views: MemoryViews): CorotatedKernels {
  const single = createTwinOfType(views, views.f32, 4);
  const double = createTwinOfType(views, views.f64, 8);
  return {
    corotatedForcesF32: single.addForces,
    corotatedForcesF64: double.addForces,
    softEdgesF32: single.addEdges,
    softEdgesF64: double.addEdges,
    softLocaliseF32: single.localise,
    softLocaliseF64: double.localise,
    softSolveF32: single.solve,
    softSolveF64: double.solve,
    softChangesF32: single.addChanges,
    softChangesF64: double.addChanges,
    softWrenchF32: single.setWrench,
    softWrenchF64: double.setWrench,
    softAdvance(statePositions, stateVelocities, count, dt) {
      const { f64 } = views;
      for (let i = 0; i < count * 3 * stateLanes; i++) {
        f64[statePositions / 8 + i] = f64[statePositions / 8 + i]! + dt * f64[stateVelocities / 8 + i]!;
      }
    },
    softFace(statePositions, stateVelocities, face, grid, count) {
      const { f64 } = views;
      const row = 3 * stateLanes;
      for (let node = 0; node < count; node++) {
        const y = f64[grid / 8 + 2 * node]!;
        const z = f64[grid / 8 + 2 * node + 1]!;
        for (let i = 0; i < row; i++) {
          const f = face / 8 + i;
          f64[statePositions / 8 + node * row + i] = f64[f]! + (f64[f + row]! * y + f64[f + 2 * row]! * z);
          f64[stateVelocities / 8 + node * row + i] =
            f64[f + 3 * row]! + (f64[f + 4 * row]! * y + f64[f + 5 * row]! * z);
        }
      }
    },
  };
}

interface TypedTwin {
  readonly addForces: ForcesKernel;
  readonly addEdges: EdgesKernel;
  readonly localise: LocaliseKernel;
  readonly solve: SolveKernel;
  readonly addChanges: ChangesKernel;
  readonly setWrench: WrenchKernel;
}

type Numbers = Float32Array | Float64Array;

function createTwinOfType(views: MemoryViews, numbers: Numbers, size: 4 | 8): TypedTwin {
  const { f64, i32 } = views;
  const lanes = 16 / size;
  const nodeNumbers = 3 * lanes;
  const tetForces = createTetForces(views, numbers, size);
  return {
    addForces(forces, quaternions, positions, tets, cornerCount, centralCount, shearVolume, bulkVolume, turns) {
      const record = 16 + 4 * size;
      for (let tet = 0; tet < cornerCount + centralCount; tet++) {
        const central = tet >= cornerCount;
        // The f32 kernel gets its constants as f32.
        const shear = (size === 4 ? Math.fround(shearVolume) : shearVolume) * (central ? 2 : 1);
        const bulk = (size === 4 ? Math.fround(bulkVolume) : bulkVolume) * (central ? 2 : 1);
        for (let lane = 0; lane < lanes; lane++) {
          const quaternion = (quaternions + 64 * tet) / size + lane;
          tetForces(
            forces / size + lane,
            quaternion,
            positions / size + lane,
            tets + tet * record,
            central,
            shear,
            bulk,
            turns,
          );
        }
      }
    },
    addEdges(forces, velocities, edges, edgeCount) {
      const record = 8 + 2 * size;
      for (let edge = edges; edge < edges + edgeCount * record; edge += record) {
        const i = i32[edge / 4]!;
        const j = i32[edge / 4 + 1]!;
        const weight = numbers[(edge + 8) / size]!;
        for (let k = 0; k < nodeNumbers; k++) {
          const force = weight * (numbers[(velocities + j) / size + k]! - numbers[(velocities + i) / size + k]!);
          const toI = (forces + i) / size + k;
          const toJ = (forces + j) / size + k;
          numbers[toI] = numbers[toI]! + force;
          numbers[toJ] = numbers[toJ]! - force;
        }
      }
    },
    localise(positions, velocities, statePositions, stateVelocities, nodeCount, first, last, dt) {
      for (let node = 0; node < nodeCount; node++) {
        const step = node >= first && node < last ? dt : 0;
        for (let axis = 0; axis < 3; axis++) {
          for (let lane = 0; lane < lanes; lane++) {
            const from = stateLanes * (3 * node + axis) + lane;
            const origin = stateLanes * axis + lane;
            const to = lanes * (3 * node + axis) + lane;
            const still = f64[stateVelocities / 8 + origin]!;
            const v = f64[stateVelocities / 8 + from]! - still;
            const x = f64[statePositions / 8 + from]! - f64[statePositions / 8 + origin]!;
            numbers[velocities / size + to] = v;
            numbers[positions / size + to] = step === 0 ? x : x + step * (v + still);
          }
        }
      }
    },
    solve(changes, velocities, positions, forces, starts, masses, matrix, gravity, freeCount, dt, limit) {
      const rate = 1 / dt;
      for (let node = 0; node < freeCount; node++) {
        for (let k = 0; k < nodeNumbers; k++) {
          const at = node * nodeNumbers + k;
          const slow = numbers[starts / size + at]! - numbers[velocities / size + at]!;
          const pull = slow * rate + numbers[gravity / size + Math.floor(k / lanes)]!;
          const to = forces / size + at;
          numbers[to] = numbers[to]! + numbers[masses / size + node]! * pull;
        }
      }
      for (let node = 0; node < freeCount; node++) {
        for (let k = 0; k < nodeNumbers; k++) {
          let sum = 0;
          for (let from = 0; from < freeCount; from++) {
            sum += numbers[matrix / size + node * freeCount + from]! * numbers[forces / size + from * nodeNumbers + k]!;
          }
          // NaN passes, so that it is seen.
          if (sum > limit) sum = limit;
          if (sum < -limit) sum = -limit;
          const at = node * nodeNumbers + k;
          numbers[changes / size + at] = sum;
          const v = velocities / size + at;
          const x = positions / size + at;
          numbers[v] = numbers[v]! + sum;
          numbers[x] = numbers[x]! + dt * sum;
        }
      }
    },
    addChanges(stateVelocities, velocities, starts, count) {
      for (let row = 0; row < 3 * count; row++) {
        for (let lane = 0; lane < lanes; lane++) {
          const at = row * lanes + lane;
          const to = stateVelocities / 8 + row * stateLanes + lane;
          // Rounded to the kernel's type, as the difference is there.
          const change = numbers[velocities / size + at]! - numbers[starts / size + at]!;
          f64[to] = f64[to]! + (size === 4 ? Math.fround(change) : change);
        }
      }
    },
    setWrench(out, forces, positions, count) {
      for (let lane = 0; lane < lanes; lane++) {
        const sum = [0, 0, 0, 0, 0, 0];
        for (let node = 0; node < count; node++) {
          const x = positions / size + node * nodeNumbers + lane;
          const f = forces / size + node * nodeNumbers + lane;
          for (let a = 0; a < 3; a++) {
            const b = ((a + 1) % 3) * lanes;
            const c = ((a + 2) % 3) * lanes;
            sum[a] = sum[a]! + numbers[f + a * lanes]!;
            sum[3 + a] = sum[3 + a]! + (numbers[x + b]! * numbers[f + c]! - numbers[x + c]! * numbers[f + b]!);
          }
        }
        for (let k = 0; k < 6; k++) numbers[out / size + k * lanes + lane] = sum[k]!;
      }
    },
  };
}

type TetForces = (
  forces: number,
  quaternion: number,
  positions: number,
  tet: number,
  central: boolean,
  shear: number,
  bulk: number,
  turns: number,
) => void;

/** Forces of one tet in one lane; indices count numbers, `tet` bytes. */
function createTetForces(views: MemoryViews, numbers: Numbers, size: 4 | 8): TetForces {
  const { i32 } = views;
  const lanes = 16 / size;
  const r = new Float64Array(9);
  const f = new Float64Array(9);
  const q = new Float64Array(4);
  const columns = new Float64Array(9);
  return (forces, quaternion, positions, tet, central, shear, bulk, turns) => {
    const at0 = i32[tet / 4]! / size;
    const at1 = i32[tet / 4 + 1]! / size;
    const at2 = i32[tet / 4 + 2]! / size;
    const at3 = i32[tet / 4 + 3]! / size;
    const g = (tet + 16) / size;
    for (let i = 0; i < 3; i++) {
      const x = positions + i * lanes;
      const u = numbers[x + at1]! - numbers[x + at0]!;
      const v = numbers[x + at2]! - numbers[x + at0]!;
      const w = numbers[x + at3]! - numbers[x + at0]!;
      f[3 * i] = (central ? u + v - w : u) * numbers[g]!;
      f[3 * i + 1] = (central ? u + w - v : v) * numbers[g + 1]!;
      f[3 * i + 2] = (central ? v + w - u : w) * numbers[g + 2]!;
    }
    for (let k = 0; k < 4; k++) q[k] = numbers[quaternion + k * lanes]!;
    setRotation(r, q);
    for (let turn = 0; turn < turns; turn++) {
      turnTowards(q, r, f);
      setRotation(r, q);
    }
    for (let k = 0; k < 4; k++) numbers[quaternion + k * lanes] = q[k]!;
    setStressColumns(columns, f, r, numbers[g]!, numbers[g + 1]!, numbers[g + 2]!, shear, bulk);
    for (let i = 0; i < 3; i++) {
      const x = columns[3 * i]!;
      const y = columns[3 * i + 1]!;
      const z = columns[3 * i + 2]!;
      const s = x + y + z;
      const to = forces + i * lanes;
      numbers[to + at0] = numbers[to + at0]! + s;
      numbers[to + at1] = central ? numbers[to + at1]! + (z + z - s) : numbers[to + at1]! - x;
      numbers[to + at2] = central ? numbers[to + at2]! + (y + y - s) : numbers[to + at2]! - y;
      numbers[to + at3] = central ? numbers[to + at3]! + (x + x - s) : numbers[to + at3]! - z;
    }
  };
}

function setRotation(r: Float64Array, q: Float64Array): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  const xx = (x + x) * x;
  const yy = (y + y) * y;
  const zz = (z + z) * z;
  const xy = (x + x) * y;
  const xz = (x + x) * z;
  const yz = (y + y) * z;
  const xw = (x + x) * w;
  const yw = (y + y) * w;
  const zw = (z + z) * w;
  r[0] = 1 - (yy + zz);
  r[1] = xy - zw;
  r[2] = xz + yw;
  r[3] = xy + zw;
  r[4] = 1 - (xx + zz);
  r[5] = yz - xw;
  r[6] = xz - yw;
  r[7] = yz + xw;
  r[8] = 1 - (xx + yy);
}

/** One Newton step of q towards the rotation of F, or a short safe one. */
function turnTowards(q: Float64Array, r: Float64Array, f: Float64Array): void {
  const b = (i: number, j: number): number => r[i]! * f[j]! + r[3 + i]! * f[3 + j]! + r[6 + i]! * f[6 + j]!;
  const b00 = b(0, 0);
  const b11 = b(1, 1);
  const b22 = b(2, 2);
  const b01 = b(0, 1);
  const b10 = b(1, 0);
  const b02 = b(0, 2);
  const b20 = b(2, 0);
  const b12 = b(1, 2);
  const b21 = b(2, 1);
  const ax = b21 - b12;
  const ay = b02 - b20;
  const az = b10 - b01;
  const h00 = b11 + b22;
  const h11 = b00 + b22;
  const h22 = b00 + b11;
  const h01 = -0.5 * (b01 + b10);
  const h02 = -0.5 * (b02 + b20);
  const h12 = -0.5 * (b12 + b21);
  const c00 = h11 * h22 - h12 * h12;
  const c01 = h02 * h12 - h01 * h22;
  const c02 = h01 * h12 - h02 * h11;
  const c11 = h00 * h22 - h02 * h02;
  const c12 = h01 * h02 - h00 * h12;
  const c22 = h00 * h11 - h01 * h01;
  const volume = h00 * c00 + h01 * c01 + h02 * c02;
  const trace = h00 + b00;
  const bounded = trace > 0 ? trace : 0;
  const convex = h00 > 0 && c22 > 0 && volume > 0.01 * (bounded * (bounded * bounded));
  const floor = 0.1 * (Math.abs(ax) + Math.abs(ay) + Math.abs(az)) + 1e-12;
  const length = Math.abs(trace) > floor ? Math.abs(trace) : floor;
  const inverse = 1 / (convex ? volume + volume : length + length);
  const i = (convex ? c00 * ax + c01 * ay + c02 * az : ax) * inverse;
  const j = (convex ? c01 * ax + c11 * ay + c12 * az : ay) * inverse;
  const k = (convex ? c02 * ax + c12 * ay + c22 * az : az) * inverse;
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  const px = x + (w * i + y * k - z * j);
  const py = y + (w * j + z * i - x * k);
  const pz = z + (w * k + x * j - y * i);
  const pw = w - (x * i + y * j + z * k);
  const scale = 1 / Math.sqrt(px * px + py * py + pz * pz + pw * pw);
  q[0] = px * scale;
  q[1] = py * scale;
  q[2] = pz * scale;
  q[3] = pw * scale;
}

/** out: columns of V P g, row by row. */
function setStressColumns(
  out: Float64Array,
  f: Float64Array,
  r: Float64Array,
  gx: number,
  gy: number,
  gz: number,
  shear: number,
  bulk: number,
): void {
  const f00 = f[0]!;
  const f01 = f[1]!;
  const f02 = f[2]!;
  const f10 = f[3]!;
  const f11 = f[4]!;
  const f12 = f[5]!;
  const f20 = f[6]!;
  const f21 = f[7]!;
  const f22 = f[8]!;
  const k00 = f11 * f22 - f12 * f21;
  const k01 = f12 * f20 - f10 * f22;
  const k02 = f10 * f21 - f11 * f20;
  const pressure = bulk * (f00 * k00 + f01 * k01 + f02 * k02 - 1);
  const sx = shear * gx;
  const cx = pressure * gx;
  out[0] = sx * (f00 - r[0]!) + cx * k00;
  out[3] = sx * (f10 - r[3]!) + cx * (f02 * f21 - f01 * f22);
  out[6] = sx * (f20 - r[6]!) + cx * (f01 * f12 - f02 * f11);
  const sy = shear * gy;
  const cy = pressure * gy;
  out[1] = sy * (f01 - r[1]!) + cy * k01;
  out[4] = sy * (f11 - r[4]!) + cy * (f00 * f22 - f02 * f20);
  out[7] = sy * (f21 - r[7]!) + cy * (f02 * f10 - f00 * f12);
  const sz = shear * gz;
  const cz = pressure * gz;
  out[2] = sz * (f02 - r[2]!) + cz * k02;
  out[5] = sz * (f12 - r[5]!) + cz * (f01 * f20 - f00 * f21);
  out[8] = sz * (f22 - r[8]!) + cz * (f00 * f11 - f01 * f10);
}
