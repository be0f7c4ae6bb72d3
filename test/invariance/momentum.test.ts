/**
 * In empty space nothing acts on a body: what it does to itself changes neither its momentum nor its angular momentum. Soft bodies keep
 * both in every step. The steps of the other families keep momentum, and angular momentum as far as they are accurate: what is lost shrinks
 * with the step, and is bounded by about twice what was measured. Two steps lose more by design: the worm's as the paper takes them, and the
 * implicit ones of myriapods, which damp all motion.
 */
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../src/animals/registry.ts';
import { createHybridBody, type HybridState } from '../../src/engine/bodies/rigid-soft/body.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import type { LampreySystem } from '../../src/engine/families/lamprey/system.ts';
import type { MyriapodSystem } from '../../src/engine/families/myriapod/system.ts';
import type { SoftSystem } from '../../src/engine/families/soft/system.ts';
import type { WormSystem } from '../../src/engine/families/worm/system.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import type { Kernels } from '../../src/kernels/functions.ts';
import { createKernels } from '../../src/kernels/load.ts';
import { measureMemory } from '../../src/kernels/twin.ts';
import { setMomentum } from '../../src/testing/rigid-soft-energy.ts';

const animals = [
  'soft-lamprey',
  'starfish',
  'octopus',
  'stingray',
  'cuttlefish',
  'ribbon-eel',
  'manta',
  'butterfly',
  'comet',
];
const seconds = 3;

type Vector = readonly [number, number, number];

/** Mass, place, velocity, and angular momentum about its own centre. */
interface Part {
  readonly mass: number;
  readonly place: Vector;
  readonly velocity: Vector;
  readonly spin?: Vector;
}

interface Momenta {
  /** |Σ m v| over Σ m |v|, and |Σ l| over Σ |l| about the centre of mass. */
  readonly linear: number;
  readonly angular: number;
}

function measure(parts: readonly Part[]): Momenta & { readonly linearSum: number; readonly angularSum: number } {
  const total = parts.reduce((sum, { mass }) => sum + mass, 0);
  const centre = [0, 1, 2].map((k) => parts.reduce((sum, { mass, place }) => sum + mass * place[k]!, 0) / total);
  const [p, l] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  let [linearSum, angularSum] = [0, 0];
  for (const { mass, place, velocity, spin } of parts) {
    const [x, y, z] = place.map((value, k) => value - centre[k]!) as [number, number, number];
    const [u, v, w] = velocity.map((value) => mass * value) as [number, number, number];
    const own = [y * w - z * v, z * u - x * w, x * v - y * u].map((value, k) => value + (spin?.[k] ?? 0));
    [u, v, w].forEach((value, k) => (p[k]! += value));
    own.forEach((value, k) => (l[k]! += value));
    linearSum += Math.hypot(u, v, w);
    angularSum += Math.hypot(...own);
  }
  return { linear: Math.hypot(...p), angular: Math.hypot(...l), linearSum, angularSum };
}

/** The largest of a run from rest, as shares. */
function observe(simulation: Simulation, list: (simulation: Simulation) => readonly Part[]): Momenta {
  const most = { linear: 0, angular: 0, linearSum: 0, angularSum: 0 };
  while (simulation.time < seconds - 1e-9) {
    simulation.step();
    if (simulation.stepCount % 4 !== 0) continue;
    const now = measure(list(simulation));
    for (const key of ['linear', 'angular', 'linearSum', 'angularSum'] as const)
      most[key] = Math.max(most[key], now[key]);
  }
  return { linear: most.linear / most.linearSum, angular: most.angular / most.angularSum };
}

const create = (animal: string, ...settings: string[]): Simulation =>
  new Simulation(applySettings(describeAnimal(animal), settings), { seed: 1 });

/** `stride` numbers a node, of which three count. */
function listNodes(masses: ArrayLike<number>, { state }: Simulation, stride: number): Part[] {
  const { positions, velocities } = state.arrays as Record<string, Float64Array>;
  const read = (array: Float64Array, node: number): Vector => [0, 1, 2].map((k) => array[stride * node + k]!) as never;
  return Array.from(masses, (mass, node) => ({
    mass,
    place: read(positions!, node),
    velocity: read(velocities!, node),
  }));
}

/** From the head's centre along the chain (`engine/bodies/links/chain.ts`). */
function listLinks({ system, state }: Simulation): Part[] {
  const { links } = (system as LampreySystem).parameters;
  const body = state.arrays['body'] as Float64Array;
  const n = links.length;
  let [x, y, u, v] = [body[0]!, body[1]!, body[n + 2]!, body[n + 3]!];
  return links.map(({ length, mass, inertia }, i) => {
    const [angle, rate] = [body[2 + i]!, body[n + 4 + i]!];
    const [dx, dy] = [(length / 2) * Math.cos(angle), (length / 2) * Math.sin(angle)];
    const advance = (): void => void ([x, y, u, v] = [x + dx, y + dy, u - rate * dy, v + rate * dx]);
    if (i > 0) advance();
    const part: Part = { mass, place: [x, y, 0], velocity: [u, v, 0], spin: [0, 0, inertia * rate] };
    advance();
    return part;
  });
}

describe('a soft body in empty space', () => {
  it.each(animals)('keeps both momenta over 3 s: %s', (animal) => {
    const simulation = create(animal, 'water.model=none');
    const { masses } = (simulation.system as SoftSystem).tables;
    const { linear, angular } = observe(simulation, (one) => listNodes(masses, one, 3));
    expect(angular).toBeLessThan(1e-3);
    expect(linear).toBeLessThan(1e-12);
  });
});

describe('a lamprey in empty space', () => {
  const swim = (...settings: string[]): Momenta =>
    observe(create('lamprey', 'medium.density=0', ...settings), listLinks);

  it('keeps both momenta with the error limit of the paper', () => {
    const { linear, angular } = swim('integration.method=reference');
    expect(linear).toBeLessThan(1e-4);
    expect(angular).toBeLessThan(1e-4);
  });

  it('keeps them with the split step too, to the fourth order of the step', () => {
    const [whole, half] = [0.005, 0.0025].map((step) => swim(`integration.outputInterval=${step}`));
    expect(whole!.linear).toBeLessThan(0.02);
    expect(whole!.angular).toBeLessThan(2e-3);
    expect(whole!.linear / half!.linear).toBeGreaterThan(8);
    expect(whole!.angular / half!.angular).toBeGreaterThan(8);
  });
});

describe('a worm that nothing touches', () => {
  const free = ['mesh.resolution=coarse', 'gravity=0', 'mesh.height=0.001', 'friction.low=0', 'friction.high=0'];
  const modal = ['drive.kind=modal', 'drive.alpha=2'];
  const muscle = ['medium.agarAlong=0', 'medium.agarAcross=0', 'medium.vertical=0', 'medium.press=0'];
  const move = (...settings: string[]): Momenta => {
    const simulation = create('worm', ...free, ...settings);
    const { masses } = simulation.system as WormSystem;
    return observe(simulation, (one) => listNodes(masses, one, 4));
  };

  it.each([
    ['muscles', muscle, 0.012],
    ['consistent steps of a mode', [...modal, 'solver.stepping=consistent'], 0.1],
  ] as const)(
    'keeps its momentum, and its angular momentum to the first order of the step: %s',
    (_, settings, bound) => {
      const [whole, half] = [0.02, 0.01].map((dt) => move(...settings, `solver.dt=${dt}`));
      for (const { linear } of [whole!, half!]) expect(linear).toBeLessThan(1e-9);
      expect(whole!.angular).toBeLessThan(bound);
      expect(whole!.angular / half!.angular).toBeGreaterThan(1.7);
    },
  );

  it('as the paper steps it keeps its momentum alone: linearised forces turn it', () => {
    const { linear, angular } = move(...modal);
    expect(linear).toBeLessThan(1e-9);
    expect(angular).toBeGreaterThan(0.3);
  });
});

describe('a myriapod that floats', () => {
  /** Bent and turning; largest changes of momentum over √(2 m E), and of angular momentum over that of the start. */
  function float(...settings: string[]): Momenta {
    const simulation = create('centipede', 'scene.gravity=0', 'scene.startHeight=1', ...settings);
    const { parameters } = simulation.system as MyriapodSystem;
    const make = (kernels: Kernels) => createHybridBody(kernels, parameters);
    const body = make(createKernels(measureMemory((kernels) => void make(kernels))));
    const state = simulation.state.arrays as unknown as HybridState;
    const { bodyPositions, bodyVelocities, bodySpins } = state;
    const middle = (bodyPositions[0]! + bodyPositions.at(-3)!) / 2;
    for (let at = 0; at < bodySpins.length; at += 3) {
      for (let k = 0; k < 3; k++) bodySpins[at + k] = 0.5 * Math.sin(at + 2 * k) + (k === 2 ? 0.5 : 0);
      bodyVelocities[at + 1] = 0.5 * (bodyPositions[at]! - middle);
    }
    const [before, now] = [new Float64Array(8), new Float64Array(8)];
    setMomentum(before, body, state);
    const differ = (at: number): number => Math.hypot(...[0, 1, 2].map((k) => now[at + k]! - before[at + k]!));
    let [linear, angular] = [0, 0];
    while (simulation.time < seconds - 1e-9) {
      simulation.step();
      setMomentum(now, body, state);
      [linear, angular] = [Math.max(linear, differ(0)), Math.max(angular, differ(3))];
    }
    const size = Math.sqrt(2 * before[6]! * before[7]!);
    return { linear: linear / size, angular: angular / Math.hypot(...before.subarray(3, 6)) };
  }

  it('keeps both momenta in the steps of the paper, without its damping, which is against turning', () => {
    const { linear, angular } = float('integrator=paper', 'body.damping=0');
    expect(linear).toBeLessThan(1e-6);
    expect(angular).toBeLessThan(1e-4);
  });

  it('keeps its momentum in implicit steps, but for the forces of the last step, which act in the next', () => {
    const { linear } = float();
    expect(linear).toBeLessThan(1e-3);
  });
});
