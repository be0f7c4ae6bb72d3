// Twin of ../assembly/projective-rows.ts, where layouts are explained. Equal to the kernels in every bit.
import type { MemoryViews } from '../memory/arena.ts';
import { round } from './round.ts';

function createRunner(memory: Float32Array | Float64Array) {
  const size = memory.BYTES_PER_ELEMENT;
  const single = size === 4;
  const inertia = (
    right: number,
    forces: number,
    u: number,
    start: number,
    masses: number,
    rowCount: number,
    rowBytes: number,
  ): void => {
    const width = rowBytes / size;
    for (let row = 0; row < rowCount; row++) {
      const m = memory[masses / size + row]!;
      for (let i = row * width; i < (row + 1) * width; i++) {
        const behind = round(memory[start / size + i]! - memory[u / size + i]!, single);
        memory[right / size + i] = memory[forces / size + i]! + round(m * behind, single);
      }
    }
  };
  const place = (x: number, v: number, base: number, u: number, bytes: number, rate: number): void => {
    const perStep = round(rate, single);
    for (let i = 0; i < bytes / size; i++) {
      const moved = memory[u / size + i]!;
      memory[x / size + i] = memory[base / size + i]! + moved;
      memory[v / size + i] = moved * perStep;
    }
  };
  const dots = (
    out: number,
    a: number,
    b: number,
    stride: number,
    count: number,
    bytes: number,
    laneBytes: number,
  ): void => {
    const lanes = laneBytes / size;
    for (let j = 0; j < count; j++) {
      for (let lane = 0; lane < lanes; lane++) {
        let sum = 0;
        for (let i = lane; i < bytes / size; i += lanes) {
          const product = round(memory[a / size + i]! * memory[(b + j * stride) / size + i]!, single);
          sum = round(sum + product, single);
        }
        memory[out / size + j * lanes + lane] = sum;
      }
    }
  };
  const combine = (
    out: number,
    base: number,
    vectors: number,
    stride: number,
    coefficients: number,
    count: number,
    bytes: number,
    laneBytes: number,
  ): void => {
    const lanes = laneBytes / size;
    for (let i = 0; i < bytes / size; i++) {
      let sum = memory[base / size + i]!;
      for (let j = 0; j < count; j++) {
        const c = memory[coefficients / size + j * lanes + (i % lanes)]!;
        sum = round(sum + round(c * memory[(vectors + j * stride) / size + i]!, single), single);
      }
      memory[out / size + i] = sum;
    }
  };
  return { inertia, place, dots, combine };
}

export function createProjectiveRowTwin({ f32, f64 }: MemoryViews) {
  const single = createRunner(f32);
  const double = createRunner(f64);
  return {
    /** right ← forces + m (start − u), one m per row. */
    projectiveInertiaF32: single.inertia,
    projectiveInertiaF64: double.inertia,
    /** x ← base + u, v ← rate u. */
    projectivePlaceF32: single.place,
    projectivePlaceF64: double.place,
    /** out[j] ← per lane Σ a b_j; b_j are `stride` bytes apart, laneBytes is 16 for one body, those of an axis for many. */
    projectiveDotsF32: single.dots,
    projectiveDotsF64: double.dots,
    /** out ← base + Σ_j c_j v_j with a coefficient per lane; out may be base. */
    projectiveCombineF32: single.combine,
    projectiveCombineF64: double.combine,
  };
}
