/**
 * Quality of motion under a policy, which the return does not measure [softcon §5.2]: straight ahead after its run-up, beside the
 * same animal on its pattern alone.
 *
 *   smoothness   spectral arc length of its speed (Balasubramanian, Melendez-Calderon & Burdet 2012): below 0, the nearer the smoother
 *   symmetry     1 − |left − right| / (left + right) of the mean excitation of the cords of both sides
 *   resemblance  correlation of all excitations over time with those of the pattern
 */
import { posePlaces, poseLength } from '../../../engine/contract/pose.ts';
import type { SoftSystem } from '../../../engine/families/soft/system.ts';
import { cos, sin } from '../../../engine/math/portable.ts';
import { createSetup, createSimulation, type SetupSpec } from '../../../learn/environments/setup.ts';
import type { PolicyData } from '../../../learn/policies/policy.ts';
import { createPolicyDriver } from '../../../learn/policies/policy-driver.ts';

export interface Movement {
  readonly smoothness: number;
  readonly symmetry: number;
  readonly resemblance: number;
}

/** Samples, one per tick. */
export interface Watched {
  readonly speeds: number[];
  readonly excitations: Float64Array[];
  readonly sides: readonly { readonly first: number; readonly segments: number; readonly side: number }[];
  readonly tick: number;
}

/** s after the run-up to reach the target direction, and s of the measurement. */
const settleSeconds = 1;
const watchSeconds = 5;

export function watchPolicy(spec: SetupSpec, policy: PolicyData): Watched {
  const setup = createSetup(spec);
  const simulation = createSimulation(setup, 1);
  const { plan, stepsPerTick, handles } = simulation.system as SoftSystem;
  const driver = createPolicyDriver(simulation, { setup, policy });
  const from = handles.learn!.runUp + settleSeconds;
  const pose = new Float64Array(poseLength);
  const watched: Watched = {
    speeds: [],
    excitations: [],
    sides: plan.cords.map(({ first, segments }, cord) => ({ first, segments, side: plan.sides[cord]! })),
    tick: plan.tick,
  };
  while (simulation.time < from + watchSeconds) {
    driver.decide();
    simulation.step();
    if (simulation.time <= from || simulation.stepCount % stepsPerTick !== 0) continue;
    simulation.writePose(pose);
    const [x, y, z] = [0, 1, 2].map((k) => pose[posePlaces.velocity + k]!) as [number, number, number];
    watched.speeds.push(Math.sqrt(x * x + y * y + z * z));
    watched.excitations.push(Float64Array.from(simulation.state.arrays['excitations']!));
  }
  return watched;
}

export function judgeMovement(own: Watched, pattern: Watched): Movement {
  return {
    smoothness: computeArcLength(own.speeds, own.tick),
    symmetry: computeSymmetry(own),
    resemblance: computeCorrelation(own.excitations, pattern.excitations),
  };
}

/** Highest frequency of the spectrum in Hz, share of its height at which it is cut off, and its resolution in Hz. */
const maxFrequency = 10;
const minHeightShare = 0.05;
const frequencySpacing = 0.05;

/** Length of the curve of the spectrum's height, both axes as shares, negative: every ripple makes it longer. */
export function computeArcLength(speeds: readonly number[], tick: number): number {
  const heights = Array.from({ length: Math.round(maxFrequency / frequencySpacing) + 1 }, (_, i) => {
    let [a, b] = [0, 0];
    for (const [n, speed] of speeds.entries()) {
      const angle = 2 * Math.PI * i * frequencySpacing * n * tick;
      a += speed * cos(angle);
      b += speed * sin(angle);
    }
    return Math.sqrt(a * a + b * b);
  });
  const top = Math.max(...heights, 1e-12);
  const last = Math.max(
    1,
    heights.findLastIndex((height) => height >= minHeightShare * top),
  );
  let length = 0;
  for (let i = 1; i <= last; i++) {
    const rise = (heights[i]! - heights[i - 1]!) / top;
    length += Math.sqrt(1 / (last * last) + rise * rise);
  }
  return -length;
}

export function computeSymmetry({ excitations, sides }: Watched): number {
  const means = { left: 0, right: 0 };
  for (const values of excitations)
    for (const { first, segments, side } of sides)
      for (let i = first; i < first + segments; i++) {
        means.left += Math.max(0, side) * Math.abs(values[i]!);
        means.right += Math.max(0, -side) * Math.abs(values[i]!);
      }
  const sum = means.left + means.right;
  return sum > 0 ? 1 - Math.abs(means.left - means.right) / sum : 1;
}

export function computeCorrelation(a: readonly Float64Array[], b: readonly Float64Array[]): number {
  const rows = Math.min(a.length, b.length);
  const sums = { a: 0, b: 0, aa: 0, bb: 0, ab: 0, count: 0 };
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < a[row]!.length; i++) {
      const [x, y] = [a[row]![i]!, b[row]![i]!];
      sums.a += x;
      sums.b += y;
      sums.aa += x * x;
      sums.bb += y * y;
      sums.ab += x * y;
      sums.count += 1;
    }
  const { count } = sums;
  const [varA, varB] = [count * sums.aa - sums.a * sums.a, count * sums.bb - sums.b * sums.b];
  return varA > 0 && varB > 0 ? (count * sums.ab - sums.a * sums.b) / Math.sqrt(varA * varB) : 0;
}
