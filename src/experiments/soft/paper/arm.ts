/** [softcon Fig. 8]: one arm with its root held, one kind of muscle excited by half. */
import { acos, atan2, hypot } from '../../../engine/math/portable.ts';
import { softSchema } from '../../../engine/families/soft/schema.ts';
import type { SoftSystem } from '../../../engine/families/soft/system.ts';
import { Simulation } from '../../../engine/sim/simulation.ts';
import type { Experiment, ExperimentResult } from '../../kinds/claim.ts';

const [length, cells] = [0.5, 20];
const steps = 240;
const degrees = 180 / Math.PI;

export interface ArmShape {
  /** Along the middle, over that at rest. */
  readonly length: number;
  /** Degrees between root and tip. */
  readonly bend: number;
  /** Degrees of the tip about the arm's axis. */
  readonly twist: number;
  /** Least volume over that at rest. */
  readonly volume: number;
  readonly hash: string;
}

/** An arm of 0.5 m after two seconds of an excitation of a half in the cord of this name. */
export function exciteArm(cord: string): ArmShape {
  const desc = softSchema().parse({
    schemaVersion: 2,
    animal: 'arm',
    body: {
      kind: 'soft',
      shape: 'arm',
      sizes: { length, halfWidth: 0.028, halfHeight: 0.028, taper: 1, cells },
      reach: { radius: 0.04, decay: 10 },
      material: { masses: 'volume', shape: 1e5, volume: 5e6, muscle: 5e5 },
    },
    controller: {
      kind: 'excitation',
      pattern: 'waves',
      waves: [{ cords: cord, tone: 0.5, kappa: 10, alpha: 1, beta: 0 }],
    },
  });
  const simulation = new Simulation(desc, { seed: 1 });
  const signals = new Float64Array(simulation.signalLength);
  let volume = 1;
  for (let i = 0; i < steps; i++) {
    simulation.step();
    simulation.writeSignals(signals);
    volume = Math.min(volume, signals[simulation.signalOffsets['volume']!]!);
  }
  const rest = (simulation.system as SoftSystem).body.positions;
  const now = simulation.state.arrays['positions'] as Float64Array;
  return { ...measureArm(rest, now), volume, hash: simulation.hash() };
}

/** The nodes come in layers across the arm, at equal distances along x at rest. */
function measureArm(rest: Float64Array, now: Float64Array): Pick<ArmShape, 'length' | 'bend' | 'twist'> {
  const layers = Array.from({ length: cells + 1 }, (_, k) =>
    Array.from(rest.keys())
      .filter((at) => at % 3 === 0 && Math.abs(rest[at]! - length * (0.5 - k / cells)) < 1e-6)
      .map((at) => at / 3),
  );
  const middles = layers.map((nodes) =>
    [0, 1, 2].map((axis) => nodes.reduce((sum, node) => sum + now[3 * node + axis]! / nodes.length, 0)),
  );
  const legs = middles.slice(1).map((middle, k) => middle.map((value, axis) => value - middles[k]![axis]!));
  const size = (leg: readonly number[]): number => hypot(hypot(leg[0]!, leg[1]!), leg[2]!);
  const [first, last] = [legs[0]!, legs[legs.length - 1]!];
  const cosine = first.reduce((sum, value, axis) => sum + value * last[axis]!, 0) / (size(first) * size(last));
  const turns = layers[cells]!.flatMap((node) => {
    const [y, z] = [rest[3 * node + 1]!, rest[3 * node + 2]!];
    const [v, w] = [1, 2].map((axis) => now[3 * node + axis]! - middles[cells]![axis]!) as [number, number];
    return hypot(y, z) < 1e-6 ? [] : [atan2(y * w - z * v, y * v + z * w)];
  });
  return {
    length: legs.reduce((sum, leg) => sum + size(leg), 0) / length,
    bend: acos(Math.max(-1, Math.min(1, cosine))) * degrees,
    twist: Math.abs((turns.reduce((sum, turn) => sum + turn, 0) / turns.length) * degrees),
  };
}

function run(): ExperimentResult {
  const [upper, transverse, oblique] = ['upper', 'transverse', 'oblique'].map(exciteArm) as [
    ArmShape,
    ArmShape,
    ArmShape,
  ];
  return {
    findings: {
      'softcon/fig-8/bend': { ours: upper.bend, note: `Twisted by ${upper.twist.toFixed(1)}°.` },
      'softcon/fig-8/lengthen': { ours: transverse.length, note: `Volume at least ${transverse.volume.toFixed(3)}.` },
      'softcon/fig-8/twist': { ours: oblique.twist },
    },
    tables: [],
    plots: [],
    runs: [],
  };
}

export const armMuscles: Experiment = {
  id: 'softcon/arm',
  title: 'What the three kinds of muscle do',
  claims: [
    {
      id: 'softcon/fig-8/bend',
      where: 'Fig. 8',
      claim: 'Longitudinal muscles bend the arm, excited by half',
      theirs: 'bends',
      unit: 'degrees',
      tolerance: { low: 30, high: 360 },
      kind: 'predicted',
    },
    {
      id: 'softcon/fig-8/lengthen',
      where: 'Fig. 8',
      claim: 'Transverse muscles lengthen it: length over that at rest',
      theirs: 'lengthens',
      tolerance: { low: 1.05, high: 3 },
      kind: 'predicted',
    },
    {
      id: 'softcon/fig-8/twist',
      where: 'Fig. 8',
      claim: 'Oblique muscles twist it: turn of the tip',
      theirs: 'twists',
      unit: 'degrees',
      tolerance: { low: 10, high: 360 },
      kind: 'predicted',
    },
  ],
  cost: [4, 4],
  run,
};
