import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { allocNumbers } from '../../../kernels/memory/layout.ts';
import { createMeasured } from '../../../testing/kernels/measured.ts';
import { createRod, createSheetBody } from '../../../testing/reactive-samples.ts';
import { readSignal, runThrown } from '../../../testing/runs/thrown.ts';
import type { IterationForce } from '../../bodies/projective/external-forces.ts';
import { createProjectiveScratch } from '../../bodies/projective/scratch.ts';
import { stepProjective } from '../../bodies/projective/step.ts';
import { createProjectiveTables } from '../../bodies/projective/tables/tables.ts';
import { computeCrossDrag, createNodeAddedMasses, createReactiveTables } from '../../forces/reactive-tables.ts';
import { createReactiveWater } from '../../forces/reactive-water.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import { Simulation } from '../../sim/simulation.ts';
import { SimulationLanes } from '../../sim/simulation-lanes.ts';
import { applySettings } from '../descriptions.ts';

const gravity = 9.81;
const density = 1000;

/** A body of this density that starts to fall from rest in water, by implicit Euler. */
function createFall(body: SoftBody, bodyDensity: number, thickness: number) {
  const dt = 1 / 240;
  const wet = { ...body, slices: body.slices ?? [] };
  const waterTables = createReactiveTables(wet, { density, length: 1, thickness });
  const { positions, surface, plates } = body;
  const tables = createProjectiveTables(body, {
    dt,
    material: {
      ...{ shape: 1e6, volume: 1e6, muscle: 0, stretch: 1e5, bend: 1e3 },
      ...{ density: bodyDensity, thickness, velocityKeep: 1 },
    },
    iterations: 200,
    tolerance: 1e-6,
    precision: 'f64',
    addedMass: createNodeAddedMasses(waterTables, positions, dt),
  });
  const { rowOf, rowNumbers, nodeCount, masses, totalMass } = tables;
  const motion = { positions: positions.slice(), velocities: new Float64Array(positions.length) };
  const { scratch, water } = createMeasured((kernels) => ({
    scratch: createProjectiveScratch(tables, kernels),
    water: createReactiveWater({
      ...{ kernels, precision: 'f64', lanes: 1, nodeCount, rowOf, positions, surface, plates },
      ...{ tables: waterTables, density, viscosity: 1e-6, dt },
    }),
    spare: allocNumbers(kernels.arena, 'f64', 4),
  }));
  const forces: IterationForce[] = [
    { name: 'water', add: ({ forces, iterates, rates, origins }) => water.add(forces, iterates, rates, origins) },
    {
      name: 'weight',
      add({ forces }) {
        const sink = gravity * (1 - density / bodyDensity);
        for (let node = 0; node < nodeCount; node++) forces[rowOf[node]! * rowNumbers + 2]! -= sink * masses[node]!;
      },
    },
  ];
  const computeSpeed = (): number => {
    let sum = 0;
    for (let node = 0; node < nodeCount; node++) sum -= masses[node]! * motion.velocities[3 * node + 2]!;
    return sum / totalMass;
  };
  return {
    dt,
    mass: totalMass,
    weight: totalMass * gravity * (1 - density / bodyDensity),
    computeSpeed,
    step() {
      water.begin(motion);
      stepProjective(tables, scratch, motion, new Float64Array(0), { forces, contacts: [] });
    },
  };
}

describe('a fall in reactive water', () => {
  it('begins with the mass of the water that moves along, and ends at the speed of drag', () => {
    for (const [a, b] of [
      [0.015, 0.015],
      [0.025, 0.015],
    ] as const) {
      const length = 1;
      const fall = createFall(createRod(length, a, b, 12), 1100, 0.01);
      // Downward, along the half height b.
      const added = density * Math.PI * a * a * length;
      fall.step();
      // The drag of the first step is below a thousandth of the weight.
      const expected = fall.weight / (fall.mass + added);
      expect(fall.computeSpeed() / fall.dt / expected).toBeCloseTo(1, 2);
      for (let t = 0; t < 6; t += fall.dt) fall.step();
      const d = 2 * Math.sqrt(a * b);
      const drag = (speed: number): number =>
        0.5 *
        density *
        length *
        (computeCrossDrag(b, a) * 2 * a * speed * speed + 4 * Math.sqrt(1e-6 * d) * speed ** 1.5);
      expect(drag(fall.computeSpeed()) / fall.weight).toBeCloseTo(1, 2);
    }
  });

  it('of a plate follows the hyperbolic tangent', () => {
    const [length, width, thickness] = [0.5, 0.4, 0.01];
    const body = createSheetBody(length, width, 6, 5);
    const fall = createFall(body, 1200, thickness);
    const { plates } = createReactiveTables({ ...body, slices: [] }, { density, length: 1, thickness });
    const added = plates.coefficients[0]! * length * width;
    expect(added / fall.mass).toBeGreaterThan(5);
    fall.step();
    expect((fall.computeSpeed() / fall.dt) * ((fall.mass + added) / fall.weight)).toBeCloseTo(1, 2);
    let time = fall.dt;
    for (; time < 2; time += fall.dt) fall.step();
    const terminal = Math.sqrt(fall.weight / (0.5 * density * 1.2 * length * width));
    const rate = fall.weight / ((fall.mass + added) * terminal);
    expect(fall.computeSpeed() / (terminal * Math.tanh(rate * time))).toBeCloseTo(1, 2);
  });
});

function create(animal: string, ...settings: string[]): Simulation {
  return new Simulation(applySettings(describeAnimal(animal), ['water.model=reactive', ...settings]), { seed: 1 });
}

describe('a thrown animal that does nothing', () => {
  it.each([
    'soft-lamprey',
    'ribbon-eel',
    'octopus',
    'starfish',
    'cuttlefish',
    'stingray',
    'manta',
    'butterfly',
    'comet',
  ])('never gains energy: %s', (animal) => {
    const { most, last } = runThrown(describeAnimal(animal), 150);
    expect(most).toBeLessThan(1);
    expect(last).toBeLessThan(0.8);
  });
});

describe('a run in reactive water', () => {
  it.each(['soft-lamprey', 'stingray', 'cuttlefish'])('continues bit for bit from a snapshot: %s', (animal) => {
    const whole = create(animal);
    for (let i = 0; i < 20; i++) whole.step();
    const snapshot = whole.snapshot();
    for (let i = 0; i < 10; i++) whole.step();
    const again = create(animal);
    again.restore(snapshot);
    for (let i = 0; i < 10; i++) again.step();
    expect(again.hash()).toBe(whole.hash());
  });

  it.each([
    ['soft-lamprey', 8, 'f32', 2e-5],
    ['stingray', 4, 'f64', 1e-9],
    ['cuttlefish', 4, 'f64', 1e-8],
  ] as const)('is the same in lanes: %s, %i × %s', (animal, lanes, precision, tolerance) => {
    const desc = applySettings(describeAnimal(animal), [
      'water.model=reactive',
      `solver.precision=${precision}`,
      'controller.ramp=0.1',
      ...(precision === 'f64' ? ['solver.tolerance=1e-7', 'solver.iterations=200'] : []),
    ]);
    const batch = new SimulationLanes(desc, new Array<number>(lanes).fill(1));
    const set = (simulation: Simulation, lane: number): void => {
      simulation.setControl('control.effort', 0.4 + 0.05 * lane);
      simulation.setControl('water.current.z', 0.03 * lane);
    };
    batch.lanes.forEach(set);
    const alone = new Simulation(desc, { seed: 1 });
    set(alone, lanes - 1);
    for (let i = 0; i < 20; i++) {
      batch.step();
      alone.step();
    }
    const [ours, theirs] = [batch.lanes[lanes - 1]!, alone].map(
      ({ state }) => state.arrays['positions'] as Float64Array,
    );
    const worst = ours!.reduce((most, x, i) => Math.max(most, Math.abs(x - theirs![i]!)), 0);
    expect(worst).toBeLessThan(tolerance);
    const first = batch.lanes[0]!.state.arrays['positions'] as Float64Array;
    expect(first.some((x, i) => Math.abs(x - ours![i]!) > 1e-4)).toBe(true);
  });

  it('swims as well in a stream as in still water', () => {
    // Velocity retention would slow the animal against the ground and not against the water.
    const solved = ['solver.precision=f64', 'solver.tolerance=1e-7', 'solver.iterations=200'];
    const exact = ['controller.ramp=0.1', ...solved, 'body.material.velocityRetention=1'];
    const still = create('soft-lamprey', ...exact);
    const moved = create('soft-lamprey', ...exact, 'water.current.x=-0.3');
    const velocities = moved.state.arrays as Record<string, Float64Array>;
    for (let at = 0; at < velocities['velocities']!.length; at += 3) {
      velocities['velocities']![at] = -0.3;
      velocities['velocitiesBefore']![at] = -0.3;
      velocities['positionsBefore']![at]! += 0.3 * moved.system.dt;
    }
    for (let i = 0; i < 60; i++) {
      still.step();
      moved.step();
    }
    const [a, b] = [still, moved].map(({ state }) => state.arrays['positions'] as Float64Array);
    a!.forEach((x, at) => expect(b![at]! + (at % 3 === 0 ? 0.3 * still.time : 0)).toBeCloseTo(x, 6));
  });

  it.each([
    ['octopus', 'scene.kind=grasp', 'scene.selfContact=true'],
    ['octopus', 'scene.kind=bottle', 'body.sizes.armCells=6'],
    ['starfish', 'scene.kind=pillars', 'scene.animals=2'],
    ['soft-lamprey', 'scene.kind=valley', 'water.current.x=0.2'],
    ['stingray', 'scene.kind=pillars', 'control.effort=0.5'],
  ])('holds in scenes: %s %s', (animal, ...settings) => {
    const simulation = create(animal, ...settings);
    let touched = 0;
    for (let i = 0; i < 120; i++) {
      if (i === 40) {
        simulation.setControl('poke.node', 7);
        simulation.setControl('poke.y', 4);
      }
      simulation.step();
      touched = Math.max(touched, readSignal(simulation, 'touching'));
      expect(readSignal(simulation, 'solver.residual')).toBeLessThan(0.1);
    }
    expect(readSignal(simulation, 'inverted')).toBe(0);
    if (settings[0] === 'scene.kind=grasp') expect(touched).toBeGreaterThan(0);
  });

  it.each(['water.density=0', 'water.plateDepth=0'])('of a plate is possible with %s', (setting) => {
    const simulation = create('manta', setting, 'control.effort=0.3');
    for (let i = 0; i < 20; i++) simulation.step();
    expect(readSignal(simulation, 'energy.water')).toBe(0);
  });

  it('slows down in thicker water', () => {
    const run = (viscosity: number): number => {
      const simulation = create('soft-lamprey', `water.viscosity=${viscosity}`, 'controller.ramp=0.1');
      for (let i = 0; i < 240; i++) simulation.step();
      return readSignal(simulation, 'position.x');
    };
    const speeds = [1e-6, 1e-5, 1e-3].map(run);
    expect(speeds[1]!).toBeLessThan(speeds[0]!);
    expect(speeds[2]!).toBeLessThan(0.7 * speeds[0]!);
  });
});
