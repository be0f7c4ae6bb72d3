// Twin of ../assembly/corotated.ts, one segment at a time, where equations and layouts are explained. Equal to the kernels
// in every bit: what is f32 there is rounded here after each operation, by `round` or by storing it in an array of f32.
import type { MemoryViews } from '../memory/arena.ts';
import { createTetForces, type Numbers } from './corotated-tet.ts';
import { minor, round } from './round.ts';

const stateLanes = 4;

export function createCorotatedTwin(views: MemoryViews) {
  const single = createTwinOfType(views, views.f32, 4);
  const double = createTwinOfType(views, views.f64, 8);
  return {
    /** Adds the elastic forces of a block of segments; shearVolume = 2 µ V, bulkVolume = λ V with V of a corner tet. */
    corotatedForcesF32: single.addForces,
    corotatedForcesF64: double.addForces,
    /** Adds weight · (w_j − w_i) to node i and takes it from node j, for every edge. */
    softEdgesF32: single.addEdges,
    softEdgesF64: double.addEdges,
    /** Positions and velocities relative to node 0; free nodes (first ≤ node < last) moved on by dt. */
    softLocaliseF32: single.localise,
    softLocaliseF64: double.localise,
    /**
     * forces += m ((starts − velocities) / dt + g); changes = matrix · forces within ±limit; velocities += changes;
     * positions += dt changes.
     */
    softSolveF32: single.solve,
    softSolveF64: double.solve,
    /** State velocities += velocities − starts. */
    softChangesF32: single.addChanges,
    softChangesF64: double.addChanges,
    /** Force and moment about node 0 of `count` nodes: six vectors. */
    softWrenchF32: single.setWrench,
    softWrenchF64: double.setWrench,
    /** State positions += dt velocities, for groups of four segments. */
    softAdvance(statePositions: number, stateVelocities: number, count: number, dt: number): void {
      const { f64 } = views;
      for (let i = 0; i < count * 3 * stateLanes; i++) {
        f64[statePositions / 8 + i] = f64[statePositions / 8 + i]! + dt * f64[stateVelocities / 8 + i]!;
      }
    },
    /** State positions and velocities of the nodes of an end face, for groups of four segments. */
    softFace(statePositions: number, stateVelocities: number, face: number, grid: number, count: number): void {
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

function createTwinOfType(views: MemoryViews, numbers: Numbers, size: 4 | 8) {
  const { f64, i32 } = views;
  const lanes = 16 / size;
  const nodeNumbers = 3 * lanes;
  const single = size === 4;
  const tetForces = createTetForces(views, numbers, size);
  return {
    addForces: (
      forces: number,
      quaternions: number,
      positions: number,
      tets: number,
      cornerCount: number,
      centralCount: number,
      shearVolume: number,
      bulkVolume: number,
      turns: number,
    ): void => {
      const record = 16 + 4 * size;
      for (let tet = 0; tet < cornerCount + centralCount; tet++) {
        const central = tet >= cornerCount;
        const shear = round(shearVolume, single) * (central ? 2 : 1);
        const bulk = round(bulkVolume, single) * (central ? 2 : 1);
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
    addEdges: (forces: number, velocities: number, edges: number, edgeCount: number): void => {
      const record = 8 + 2 * size;
      for (let edge = edges; edge < edges + edgeCount * record; edge += record) {
        const i = i32[edge / 4]!;
        const j = i32[edge / 4 + 1]!;
        const weight = numbers[(edge + 8) / size]!;
        for (let k = 0; k < nodeNumbers; k++) {
          const d = round(numbers[(velocities + j) / size + k]! - numbers[(velocities + i) / size + k]!, single);
          const force = round(weight * d, single);
          const toI = (forces + i) / size + k;
          const toJ = (forces + j) / size + k;
          numbers[toI] = numbers[toI]! + force;
          numbers[toJ] = numbers[toJ]! - force;
        }
      }
    },
    localise: (
      positions: number,
      velocities: number,
      statePositions: number,
      stateVelocities: number,
      nodeCount: number,
      first: number,
      last: number,
      dt: number,
    ): void => {
      const step = round(dt, single);
      for (let node = 0; node < nodeCount; node++) {
        const moves = node >= first && node < last;
        for (let axis = 0; axis < 3; axis++) {
          for (let lane = 0; lane < lanes; lane++) {
            const from = stateLanes * (3 * node + axis) + lane;
            const origin = stateLanes * axis + lane;
            const to = lanes * (3 * node + axis) + lane;
            const still = f64[stateVelocities / 8 + origin]!;
            const v = round(f64[stateVelocities / 8 + from]! - still, single);
            const x = round(f64[statePositions / 8 + from]! - f64[statePositions / 8 + origin]!, single);
            const whole = round(v + round(still, single), single);
            numbers[velocities / size + to] = v;
            numbers[positions / size + to] = moves ? x + round(step * whole, single) : x;
          }
        }
      }
    },
    solve: (
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
    ): void => {
      const step = round(dt, single);
      const rate = round(1 / step, single);
      const max = round(limit, single);
      for (let node = 0; node < freeCount; node++) {
        for (let k = 0; k < nodeNumbers; k++) {
          const at = node * nodeNumbers + k;
          const slow = round(numbers[starts / size + at]! - numbers[velocities / size + at]!, single);
          const weight = numbers[gravity / size + Math.floor(k / lanes)]!;
          const pull = round(round(slow * rate, single) + weight, single);
          const to = forces / size + at;
          numbers[to] = numbers[to]! + round(numbers[masses / size + node]! * pull, single);
        }
      }
      for (let node = 0; node < freeCount; node++) {
        for (let k = 0; k < nodeNumbers; k++) {
          let sum = 0;
          for (let from = 0; from < freeCount; from++) {
            const entry = numbers[matrix / size + node * freeCount + from]!;
            sum = round(sum + round(entry * numbers[forces / size + from * nodeNumbers + k]!, single), single);
          }
          // NaN passes, so that it is seen.
          if (sum > max) sum = max;
          if (sum < -max) sum = -max;
          const at = node * nodeNumbers + k;
          numbers[changes / size + at] = sum;
          const v = velocities / size + at;
          const x = positions / size + at;
          numbers[v] = numbers[v]! + sum;
          numbers[x] = numbers[x]! + round(step * sum, single);
        }
      }
    },
    addChanges: (stateVelocities: number, velocities: number, starts: number, count: number): void => {
      for (let row = 0; row < 3 * count; row++) {
        for (let lane = 0; lane < lanes; lane++) {
          const at = row * lanes + lane;
          const to = stateVelocities / 8 + row * stateLanes + lane;
          f64[to] = f64[to]! + round(numbers[velocities / size + at]! - numbers[starts / size + at]!, single);
        }
      }
    },
    setWrench: (out: number, forces: number, positions: number, count: number): void => {
      for (let lane = 0; lane < lanes; lane++) {
        const sum = [0, 0, 0, 0, 0, 0];
        for (let node = 0; node < count; node++) {
          const x = positions / size + node * nodeNumbers + lane;
          const f = forces / size + node * nodeNumbers + lane;
          for (let a = 0; a < 3; a++) {
            const b = ((a + 1) % 3) * lanes;
            const c = ((a + 2) % 3) * lanes;
            const moment = minor(numbers[x + b]!, numbers[f + c]!, numbers[x + c]!, numbers[f + b]!, single);
            sum[a] = round(sum[a]! + numbers[f + a * lanes]!, single);
            sum[3 + a] = round(sum[3 + a]! + moment, single);
          }
        }
        for (let k = 0; k < 6; k++) numbers[out / size + k * lanes + lane] = sum[k]!;
      }
    },
  };
}
