/** What a pendulum has and shows: its state, signals, metrics, and a rod with a bob. */
import { f64 } from '../../../engine/contract/arrays.ts';
import { signal, standardBlock } from '../../../engine/contract/define.ts';
import type { ArraysScratch, DefinedSystem, Metric, SignalBlock } from '../../../engine/contract/define.ts';
import type { FrameLayout } from '../../../engine/contract/frame.ts';
import { cos, sin } from '../../../engine/math/portable.ts';
import type { PendulumDesc } from './schema.ts';

export const fields = { swing: f64(2, 'rad, rad/s', (i) => (i === 0 ? 'angle of the pivot' : 'rate of the pivot')) };

export type PendulumScratch = ArraysScratch<typeof fields>;

export interface PendulumSystem extends DefinedSystem<PendulumDesc, typeof fields, 'push.torque'> {
  readonly damping: number;
  readonly isStuck: boolean;
}

export const signals: readonly SignalBlock<PendulumSystem, PendulumScratch>[] = [
  standardBlock((out, at, { desc: { body } }, _state, { arrays: { swing } }) => {
    const [s, c] = [sin(swing[0]!), cos(swing[0]!)];
    out.set([body.length * s, 0, (1.2 - c) * body.length, 0, body.length * swing[1]! * c], at);
  }),
  signal(
    { name: 'angle', unit: 'rad', size: 1, range: [-1, 1], about: 'Angle from the vertical.', display: 'strip' },
    (out, at, _system, _state, { arrays }) => void (out[at] = arrays.swing[0]!),
  ),
];

export type PendulumMeters = ReturnType<typeof createMeters>;

/** Times at which it passes the middle upward, and its largest angle. */
export function createMeters({ signalOffsets }: PendulumSystem) {
  let [before, largest] = [NaN, 0];
  const crossings: number[] = [];
  const observe = (time: number, { [signalOffsets['angle']!]: now = 0 }: Float64Array): void => {
    if (before < 0 && now >= 0) crossings.push(time);
    before = now;
    largest = Math.max(largest, Math.abs(now));
  };
  return { observe, crossings, getLargest: () => largest };
}

const computePeriod = ({ crossings: at }: PendulumMeters): number | null =>
  at.length < 2 ? null : (at.at(-1)! - at[0]!) / (at.length - 1);

export const listMetrics = (): readonly Metric<PendulumMeters>[] => [
  { name: 'period', unit: 's', about: 'Time of a swing to and fro.', read: computePeriod },
  { name: 'swingMax', unit: 'rad', about: 'Largest angle.', read: ({ getLargest }) => getLargest() },
];

export function createFrame({ body: { length } }: PendulumDesc): FrameLayout {
  const [thin, round] = [0.04 * length, 0.2 * length];
  const rod = { name: 'rod', shape: 'capsule', size: [length, thin, thin], look: 'plain' } as const;
  const bob = { name: 'bob', shape: 'ellipsoid', size: [round, round, round], look: 'plain' } as const;
  const ground = { kind: 'plane', height: 0 } as const;
  return { parts: [rod, bob], surfaces: [], lines: [], markers: [], channels: [], ground, extent: 2 * length };
}

/** The rod's own x points down along it: a turn about y by a right angle less the swing. */
export function setParts(out: Float32Array, at: number, length: number, swing: number): void {
  const half = (Math.PI / 2 - swing) / 2;
  const pose = (share: number) => [share * length * sin(swing), 0, (1.2 - share * cos(swing)) * length];
  out.set([...pose(0.5), 0, sin(half), 0, cos(half), ...pose(1), 0, sin(half), 0, cos(half)], at);
}
