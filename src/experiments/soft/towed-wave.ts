/**
 * The speed at which a body that moves as a living animal did neither speeds up nor slows down: its midline is prescribed, the body is
 * moved along its way, and the mean force of the water along it over a beat is brought to zero. What is tested is the law of
 * water alone, without muscles and without the recoil of a free body.
 */
import { cos, sin } from '../../engine/math/portable.ts';
import { createReactiveTables } from '../../engine/forces/reactive-tables.ts';
import { createReactiveWater } from '../../engine/forces/reactive-water.ts';
import type { Slice } from '../../engine/mesh/soft/slices.ts';
import { createKernels } from '../../kernels/load.ts';

export interface PrescribedWave {
  /** m, Hz. */
  readonly length: number;
  readonly frequency: number;
  /** In lengths, by point from the snout: place along the way, then cosine and sine of its way across. */
  readonly points: readonly (readonly [number, number, number])[];
  readonly widths: readonly number[];
  /** Of body and fins, from edge to edge, in lengths, by point. */
  readonly heights: readonly number[];
}

const density = 1000;
/** Steps of a beat. Measured: with 800 the speed of the lamprey changes by less than 0.1 %. */
const stepsPerBeat = 400;
/** Bytes: twenty sections of four nodes take a tenth of it. */
const memory = 1 << 20;

/** Four nodes a section: half a width to either side, half a height up and down. */
const [right, left, top, bottom] = [0, 1, 2, 3] as const;

/** Mean force along the way, N, at this speed, m/s. */
function createTowedForce(wave: PrescribedWave, viscosity: number): (speed: number) => number {
  const { length, frequency, points, widths, heights } = wave;
  const count = points.length;
  const dt = 1 / (frequency * stepsPerBeat);
  const halfWidths = widths.map((width) => (length * width) / 2);
  const halfHeights = heights.map((height) => (length * height) / 2);
  const sections = points.map(
    (_, k): Slice => ({
      nodes: Int32Array.from([right, left, top, bottom], (node) => 4 * k + node),
      shares: new Float64Array(4).fill(1 / 4),
      spreads: Float64Array.of(0.5, -0.5, 0, 0),
      halfWidth: halfWidths[k]!,
      halfHeight: halfHeights[k]!,
    }),
  );
  const place = (out: Float64Array, time: number, speed: number): void => {
    const [c, s] = [cos(2 * Math.PI * frequency * time), sin(2 * Math.PI * frequency * time)];
    const x = points.map(([along]) => length * along + speed * time);
    const y = points.map(([, cosine, sine]) => length * (cosine * c + sine * s));
    for (let k = 0; k < count; k++) {
      const [before, after] = [Math.max(0, k - 1), Math.min(count - 1, k + 1)];
      const [dx, dy] = [x[before]! - x[after]!, y[before]! - y[after]!];
      const scale = halfWidths[k]! / Math.sqrt(dx * dx + dy * dy);
      const side = [dy * scale, -dx * scale] as const;
      out.set([x[k]! + side[0], y[k]! + side[1], 0, x[k]! - side[0], y[k]! - side[1], 0], 12 * k);
      out.set([x[k]!, y[k]!, halfHeights[k]!, x[k]!, y[k]!, -halfHeights[k]!], 12 * k + 6);
    }
  };
  const positions = new Float64Array(12 * count);
  place(positions, 0, 0);
  const none = new Int32Array(0);
  const body = {
    ...{ positions, tets: none, plates: none },
    slices: [{ sections, isFirstFree: true, isLastFree: true }],
  };
  const tables = createReactiveTables(body, { density, length, thickness: length });
  const kernels = createKernels(memory);
  const water = createReactiveWater({
    ...{ kernels, precision: 'f64', lanes: 1, nodeCount: 4 * count, positions, surface: none, plates: none },
    ...{ tables, density, viscosity, dt },
  });
  const [forces, rowPositions, rowVelocities] = [0, 1, 2].map(() => kernels.arena.allocF64(16 * count));
  const now = { positions: new Float64Array(12 * count), velocities: new Float64Array(12 * count) };
  const [before, after] = [new Float64Array(12 * count), new Float64Array(12 * count)];
  const setMotion = (time: number, speed: number): void => {
    place(now.positions, time, speed);
    place(before, time - dt / 2, speed);
    place(after, time + dt / 2, speed);
    for (let at = 0; at < before.length; at++) now.velocities[at] = (after[at]! - before[at]!) / dt;
  };
  return (speed) => {
    let sum = 0;
    for (let step = 0; step < stepsPerBeat; step++) {
      setMotion(step * dt, speed);
      water.begin(now);
      setMotion((step + 1) * dt, speed);
      for (let at = 0; at < 12 * count; at++) {
        const to = 4 * Math.floor(at / 3) + (at % 3);
        rowPositions![to] = now.positions[at]!;
        rowVelocities![to] = now.velocities[at]!;
      }
      forces!.fill(0);
      water.add(forces!, rowPositions!, rowVelocities!);
      for (let at = 0; at < forces!.length; at += 4) sum += forces![at]!;
    }
    return sum / stepsPerBeat;
  };
}

/** m/s, to a thousandth: the zero between standing still and the speed of the wave itself. */
export function computeTowedSpeed(wave: PrescribedWave, viscosity: number, highest: number): number {
  const force = createTowedForce(wave, viscosity);
  let [low, high] = [0, highest];
  while (high - low > 1e-3 * highest) {
    const middle = (low + high) / 2;
    if (force(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
