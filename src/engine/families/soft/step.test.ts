import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { Simulation } from '../../sim/simulation.ts';
import { applySettings } from '../descriptions.ts';
import { softDescriptions } from './schema.ts';
import { setFlow } from './medium.ts';
import { createSoftScratch, type SoftScratch } from './step.ts';
import type { SoftSystem } from './system.ts';
import { createMeasured } from '../../../testing/kernels/measured.ts';
import { createState } from '../../contract/state.ts';

const still = ['controller.pattern=none', 'solver.integrator=euler', 'solver.tolerance=0.001'];

function create(...settings: string[]): Simulation {
  return new Simulation(applySettings(describeAnimal('soft-lamprey'), [...still, ...settings]), { seed: 1 });
}

/** Momentum of the body, kg m/s. */
function computeMomentum(simulation: Simulation): number[] {
  const { masses } = (simulation.system as SoftSystem).tables;
  const { velocities } = simulation.state.arrays as { velocities: Float64Array };
  return [0, 1, 2].map((k) => masses.reduce((sum, mass, node) => sum + mass * velocities[3 * node + k]!, 0));
}

describe('what acts on a soft body', () => {
  it.each([800, 1000, 1300])('of %i kg/m³ in water: its weight less what it displaces', (density) => {
    // The first step from rest meets no resistance to speak of.
    const simulation = create('water.gravity=9.81', `body.material.density=${density}`, 'solver.rate=960');
    simulation.step();
    const { system } = simulation;
    const expected = -system.mass * 9.81 * (1 - 1000 / density) * system.dt;
    const [x, y, z] = computeMomentum(simulation) as [number, number, number];
    expect(Math.abs(z - expected)).toBeLessThan(0.01 * Math.abs(expected) + 1e-7);
    expect(Math.hypot(x, y)).toBeLessThan(1e-3 * Math.abs(expected) + 1e-7);
  });

  it.each([
    ['x', 0],
    ['y', 1],
    ['z', 2],
  ] as const)('a finger along %s gives its force, times the time, to the node it is on', (axis, k) => {
    const simulation = create(
      'water.model=none',
      'poke.node=7',
      `poke.${axis}=0.3`,
      'body.material.velocityRetention=1',
    );
    for (let step = 0; step < 4; step++) simulation.step();
    const momentum = computeMomentum(simulation);
    momentum.forEach((value, axis3) => expect(value).toBeCloseTo(axis3 === k ? 0.3 * 4 * simulation.system.dt : 0, 6));
    const { positions } = simulation.state.arrays as { positions: Float64Array };
    const rest = (simulation.system as SoftSystem).body.positions;
    const moved = Array.from(
      { length: positions.length / 3 },
      (_, node) => positions[3 * node + k]! - rest[3 * node + k]!,
    );
    expect(moved.indexOf(Math.max(...moved))).toBe(7);
  });

  it('water that turns as told: fastest at the core, counter-clockwise about z', () => {
    const desc = applySettings(describeAnimal('soft-lamprey'), [
      ...['water.current.kind=vortex', 'water.current.core=0.4', 'water.current.x=0.5', 'solver.precision=f64'],
    ]);
    const { system } = new Simulation(desc, { seed: 1 }) as unknown as { system: SoftSystem };
    const scratch = createMeasured((kernels): SoftScratch => {
      const state = createState(system.stateSpecs, softDescriptions.controlSlots, kernels.arena);
      for (const { slot, initial } of system.controls) state.controls[slot] = initial;
      return createSoftScratch(system, state, kernels);
    });
    const { water, rowPositions, rowVelocities, rowForces } = scratch.outputs;
    setFlow(system, water!, scratch.state.controls, 0);
    // A body small against the core that goes with the water feels nothing; v = Γ/2π r/(r² + c²), 0.5 m/s at r = c.
    for (const [x, y, r] of [
      [0.4, 0, 0.4],
      [0, 0.8, 0.8],
      [-0.1, 0, 0.1],
    ] as const) {
      const speed = (0.5 * 2 * 0.4 * r) / (r * r + 0.16);
      const velocity = [(-y / r) * speed, (x / r) * speed, 0];
      for (let i = 0; i < rowPositions.length; i++) {
        const node = Math.floor(i / 4);
        rowPositions[i] = i % 4 === 3 ? 0 : [x, y, 0][i % 4]! + 1e-4 * Math.sin(node * 7 + (i % 4) * 2);
        rowVelocities[i] = velocity[i % 4] ?? 0;
      }
      const force = (sign: number): number => {
        rowForces.fill(0);
        const moving = rowVelocities.map((v) => sign * v);
        rowVelocities.set(moving);
        water!.force.add(rowForces, rowPositions, rowVelocities);
        rowVelocities.set(moving.map((v) => sign * v));
        return Math.sqrt(Array.from(rowForces).reduce((sum, f) => sum + f * f, 0));
      };
      expect(force(1)).toBeLessThan(1e-4 * force(-1));
    }
  });
});

describe('a run that is restored', () => {
  it.each([
    ['soft-lamprey', ['scene.kind=bottle'], 50, 'contactPushes'],
    ['octopus', ['scene.kind=grasp', 'controller.ramp=0'], 60, 'ballPushes'],
  ] as const)('continues bit for bit while %s touches something', (animal, settings, steps, pushes) => {
    const simulation = new Simulation(applySettings(describeAnimal(animal), settings), { seed: 1 });
    const run = (count: number): void => {
      for (let step = 0; step < count; step++) simulation.step();
    };
    run(steps);
    expect((simulation.state.arrays[pushes] as Float64Array).some((push) => push !== 0)).toBe(true);
    const held = simulation.snapshot();
    run(12);
    const there = simulation.hash();
    run(5);
    simulation.restore(held);
    run(12);
    expect(simulation.hash()).toBe(there);
  });
});
