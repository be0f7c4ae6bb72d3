// A lamprey without the rest of the engine, in g, mm, ms, and what the papers measure of it.
import { readFileSync } from 'node:fs';
import { describeLamprey } from '../../animals/lamprey/desc.ts';
import { computeHeading, setCentreOfMass } from '../../engine/bodies/links/chain.ts';
import { compileLamprey } from '../../engine/families/lamprey/compile.ts';
import { createLampreyScratch, type LampreyScratch } from '../../engine/families/lamprey/scratch.ts';
import { stepSwimmer } from '../../engine/families/lamprey/step.ts';
import { createLampreyFields, type SwimmerParameters } from '../../engine/families/lamprey/system.ts';
import { dop853 } from '../../engine/integrate/dop853.ts';
import { listSpecs } from '../../engine/contract/arrays.ts';
import { createState } from '../../engine/contract/state.ts';
import { setStartStates } from '../../engine/control/spinal/network.ts';
import type { Kernels } from '../../kernels/functions.ts';
import { createKernels } from '../../kernels/load.ts';
import { createTwinInstance, measureMemory } from '../../kernels/twin.ts';
import { dopri5 } from '../solvers/dopri5.ts';

export interface LampreyOptions {
  integrator?: SwimmerParameters['integrator'];
  network?: Partial<SwimmerParameters['network']>;
  left?: number;
  right?: number;
  /** Side inhibited at the start, and how much. */
  side?: 0 | 1;
  inhibition?: number;
  kernels?: 'auto' | 'twin';
}

export const fastIntegrator = { kind: 'fast', blocks: 1, bodySteps: 2 } as const;
export const referenceIntegrator = { kind: 'adaptive', pair: dop853, tolerance: 1e-3 } as const;
export const dopri5Integrator = { kind: 'adaptive', pair: dopri5, tolerance: 1e-3 } as const;
const STEP_MS = 5;

export class Lamprey {
  readonly swimmer: LampreyScratch;
  readonly state: LampreyScratch['arrays'];
  readonly #centre = new Float64Array(4);
  left: number;
  right: number;
  time = 0;

  constructor(options: LampreyOptions = {}) {
    const system = compileLamprey(describeLamprey());
    const parameters: SwimmerParameters = {
      ...system.parameters,
      stepTime: STEP_MS,
      integrator: options.integrator ?? fastIntegrator,
      network: { ...system.parameters.network, ...options.network },
    };
    const fields = createLampreyFields(parameters.network, parameters.links.length);
    const create = (kernels: Kernels): LampreyScratch => {
      const state = createState(listSpecs(fields), [], kernels.arena);
      return createLampreyScratch({ ...system, parameters, fields }, state, kernels);
    };
    const bytes = measureMemory(create);
    this.swimmer = create(options.kernels === 'twin' ? createTwinInstance(bytes) : createKernels(bytes));
    this.state = this.swimmer.arrays;
    this.left = options.left ?? 0.67;
    this.right = options.right ?? 0.67;
    setStartStates(this.state.neurons, this.swimmer.network, options.inhibition ?? 1, options.side ?? 1);
  }

  /** Runs until `time` ms, calling `each` after every step of 5 ms. */
  run(time: number, each?: () => void): this {
    while (this.time < time) {
      stepSwimmer(this.swimmer, this.left, this.right);
      this.time += STEP_MS;
      each?.();
    }
    return this;
  }

  /** Centre of mass (x, y) in mm and its velocity in mm/ms. */
  centre(): [number, number, number, number] {
    setCentreOfMass(this.#centre, this.swimmer.body, this.state.body, this.swimmer.work);
    return [...this.#centre] as [number, number, number, number];
  }

  heading(): number {
    return computeHeading(this.swimmer.body, this.state.body);
  }

  jointAngle(joint: number): number {
    const { angleAt } = this.swimmer.body;
    return this.state.body[angleAt + joint + 1]! - this.state.body[angleAt + joint]!;
  }

  /** Every number of the state. */
  dump(): number[] {
    return Object.values(this.state).flatMap((array) => (array === undefined ? [] : [...array]));
  }
}

export interface Steady {
  /** mm/s, head first positive. */
  speed: number;
  /** Hz */
  frequency: number;
  /** On the whole body; positive when the wave runs to the tail. */
  wavelengths: number;
  /** rad/s */
  headingRate: number;
}

/** Swims from `from` to `to` ms and measures over that time. */
export function measureSteady(lamprey: Lamprey, from: number, to: number): Steady {
  const joints = lamprey.swimmer.network.joints;
  lamprey.run(from);
  const start = lamprey.centre();
  const headings = [lamprey.heading()];
  const crossings: number[][] = Array.from({ length: joints }, () => []);
  let before = Array.from({ length: joints }, (_, joint) => lamprey.jointAngle(joint));
  lamprey.run(to, () => {
    const now = before.map((_, joint) => lamprey.jointAngle(joint));
    now.forEach((angle, joint) => {
      const old = before[joint]!;
      if (old < 0 && angle >= 0) crossings[joint]!.push(lamprey.time - (STEP_MS * angle) / (angle - old));
    });
    before = now;
    headings.push(lamprey.heading());
  });
  const end = lamprey.centre();
  const seconds = (to - from) / 1000;
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const middle = crossings[4]!;
  const period = (middle[middle.length - 1]! - middle[0]!) / (middle.length - 1);
  // Over whole beats, because the heading sways with each.
  const beat = Math.round(period / STEP_MS);
  const firstHeading = computeMean(headings.slice(0, beat));
  const lastHeading = computeMean(headings.slice(-beat));
  const ahead = (firstHeading + lastHeading) / 2;
  const turns = crossings.slice(1).reduce((sum, times, i) => sum + computeLag(crossings[i]!, times, period), 0);
  return {
    speed: -(dx * Math.cos(ahead) + dy * Math.sin(ahead)) / seconds,
    frequency: 1000 / period,
    // The joints span two links less than the body.
    wavelengths: (turns * (joints + 1)) / (joints - 1),
    headingRate: (lastHeading - firstHeading) / (seconds - (beat * STEP_MS) / 1000),
  };
}

function computeMean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Mean lag of the second series behind the first, in cycles between −½ and ½. */
function computeLag(first: number[], second: number[], period: number): number {
  let [x, y] = [0, 0];
  for (const time of second) {
    const nearest = first.reduce((best, other) => (Math.abs(other - time) < Math.abs(best - time) ? other : best));
    const phase = (2 * Math.PI * (time - nearest)) / period;
    x += Math.cos(phase);
    y += Math.sin(phase);
  }
  return Math.atan2(y, x) / (2 * Math.PI);
}

interface TrackRow {
  time: number;
  x: number;
  y: number;
  angles: number[];
}

/** The golden track; its first lines say how it was made. */
function readTrack(): TrackRow[] {
  const text = readFileSync(new URL('../../../test/golden/lamprey-reference.csv', import.meta.url), 'utf8');
  const lines = text
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  return lines.slice(1).map((line) => {
    const [time, x, y, ...angles] = line.split(',').map(Number) as [number, number, number, ...number[]];
    return { time, x, y, angles };
  });
}

/** Largest errors against the golden track from now to `time`: centre of mass in mm, angles in rad, and the former at the end. */
export function compareWithTrack(lamprey: Lamprey, time: number): { centre: number; angle: number; end: number } {
  const worst = { centre: 0, angle: 0, end: 0 };
  for (const row of readTrack().filter((candidate) => candidate.time >= lamprey.time && candidate.time <= time)) {
    lamprey.run(row.time);
    const [x, y] = lamprey.centre();
    worst.end = Math.hypot(x - row.x, y - row.y);
    worst.centre = Math.max(worst.centre, worst.end);
    row.angles.forEach((angle, link) => {
      worst.angle = Math.max(worst.angle, Math.abs(lamprey.state.body[lamprey.swimmer.body.angleAt + link]! - angle));
    });
  }
  return worst;
}
