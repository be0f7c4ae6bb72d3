/**
 * The recipe "a force" of CONTRIBUTING, done once for each family: a force of one's own, put into the family's list, gives its
 * impulse to the body.
 */
import { expect, it } from 'vitest';
import { describeAnimal } from '../../src/animals/registry.ts';
import type { Force } from '../../src/engine/contract/force.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import type { LampreyScratch } from '../../src/engine/families/lamprey/scratch.ts';
import type { MyriapodScratch } from '../../src/engine/families/myriapod/system.ts';
import type { SoftScratch } from '../../src/engine/families/soft/step.ts';
import type { SoftSystem } from '../../src/engine/families/soft/system.ts';
import type { WormScratch, WormSystem } from '../../src/engine/families/worm/system.ts';
import { addForce } from '../../src/engine/forces/node-terms.ts';
import { setUp } from '../../src/engine/sim/set-up.ts';

/** What a family has for one animal that is about to start. */
function prepare(animal: string, settings: readonly string[]) {
  const { family, system, states, lanes } = setUp(applySettings(describeAnimal(animal), settings), 1);
  const [state, scratch] = [states[0]!, lanes.scratches[0]!];
  family.solver.init(system, state, scratch, 1);
  return { system, state, scratch, step: () => lanes.step() };
}

function add<Body extends readonly unknown[]>(list: readonly Force<Body>[], force: Force<Body>): void {
  (list as Force<Body>[]).push(force);
}

it('is listed by a soft animal', () => {
  const run = prepare('starfish', ['water.model=none', 'body.material.velocityRetention=1']);
  const { tables } = run.system as unknown as SoftSystem;
  const { medium } = run.scratch as unknown as SoftScratch;
  // 2 m/s² along y.
  add(medium.externalForces.forces, {
    name: 'wind',
    add({ forces }) {
      const { rowOf, rowNumbers, masses, lanes } = tables;
      for (let node = 0; node < masses.length; node++) forces[rowOf[node]! * rowNumbers + lanes]! += 2 * masses[node]!;
    },
  });
  for (let i = 0; i < 24; i++) run.step();
  const v = run.state.arrays['velocities']!;
  const momentum = tables.masses.reduce((sum, m, node) => sum + m * v[3 * node + 1]!, 0);
  // BDF2 starts with a step of two thirds.
  expect(momentum / tables.totalMass / (24 / 120)).toBeCloseTo(2, 1);
});

it('is listed by a worm', () => {
  const run = prepare('worm', ['mesh.resolution=coarse', 'medium.kind=none', 'ground.kind=none', 'gravity=0']);
  const { mesh, masses, dt } = run.system as unknown as WormSystem;
  const worm = run.scratch as unknown as WormScratch;
  // 3 mm/s² upward.
  add(worm.acting, {
    name: 'lift',
    add({ terms }) {
      for (let node = 0; node < mesh.nodeCount; node++) addForce(terms, node, 3 * masses[node]!, 0, 0, 1);
    },
  });
  for (let i = 0; i < 10; i++) run.step();
  const total = masses.reduce((sum, m) => sum + m, 0);
  const momentum = masses.reduce((sum, m, node) => sum + m * worm.velocities[4 * node + 2]!, 0);
  expect(momentum / total / (10 * dt)).toBeCloseTo(3, 5);
});

it('is listed by a myriapod', () => {
  const run = prepare('centipede', ['scene.terrain=none', 'scene.gravity=0']);
  const { environment, arrays } = run.scratch as unknown as MyriapodScratch;
  const middle = 5;
  // 1 unit of force on one box, to its left.
  add(environment.forces, {
    name: 'push',
    add: (_body, state) => void (state.bodyWrenches[6 * middle + 1]! += 1),
  });
  const before = arrays.bodyPositions[3 * middle + 1]!;
  for (let i = 0; i < 24; i++) run.step();
  expect(arrays.bodyPositions[3 * middle + 1]! - before).toBeGreaterThan(1e-4);
});

it('is listed by a lamprey', () => {
  const run = prepare('lamprey', ['brainstem.left=0', 'brainstem.right=0']);
  const { acting, arrays, body } = run.scratch as unknown as LampreyScratch;
  // 1e-6 mm/ms², along y, on every link: too slow for the water to matter.
  add(acting, {
    name: 'pull',
    add({ work }) {
      for (let link = 0; link < body.links; link++) work.forces[2 * link + 1]! += 1e-6 * body.masses[link]!;
    },
  });
  for (let i = 0; i < 20; i++) run.step();
  const seconds = 20 * run.system.dt;
  expect(arrays.body[body.velocityAt + 1]! / (1000 * seconds)).toBeCloseTo(1e-6, 8);
});
