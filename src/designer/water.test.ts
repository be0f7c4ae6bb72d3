/** Animals that are drawn or imported, in reactive water: their slices are found from the mesh. */
import { describe, expect, it } from 'vitest';
import { applySettings, parseDesc } from '../engine/families/descriptions.ts';
import type { SoftSystem } from '../engine/families/soft/system.ts';
import { Simulation } from '../engine/sim/simulation.ts';
import { createSpindle } from '../testing/reactive-samples.ts';
import { readSignal, runThrown } from '../testing/runs/thrown.ts';
import { createCreature } from './creature.ts';
import { templates } from './templates.ts';

describe.each(templates.map((template) => [template.name, template.create()] as const))('%s', (_, drawing) => {
  const desc = parseDesc(createCreature(drawing));

  it('thrown, never gains energy', () => {
    const { most, last } = runThrown(desc, 90);
    expect(most).toBeLessThan(1);
    expect(last).toBeLessThan(0.9);
  });

  it('swims with its muscles', () => {
    const simulation = new Simulation(applySettings(desc, ['water.model=reactive', 'control.effort=0.5']), { seed: 1 });
    const { slices, plates } = (simulation.system as SoftSystem).waterTables!;
    expect(slices.sections.length + plates.nodes.length).toBeGreaterThan(4);
    for (let i = 0; i < 120; i++) simulation.step();
    expect(readSignal(simulation, 'solver.residual')).toBeLessThan(0.1);
    expect(readSignal(simulation, 'inverted')).toBe(0);
    expect(readSignal(simulation, 'energy.water')).toBeGreaterThan(0);
  });
});

it('an imported mesh, thrown, never gains energy', () => {
  const { positions, tets } = createSpindle();
  const group = (list: ArrayLike<number>, size: number): number[][] =>
    Array.from({ length: list.length / size }, (_, i) => Array.from({ length: size }, (__, k) => list[size * i + k]!));
  const desc = parseDesc({
    schemaVersion: 2,
    animal: 'spindle',
    body: {
      kind: 'soft',
      shape: 'mesh',
      mesh: {
        nodes: group(positions, 3),
        tets: group(tets, 4),
        muscles: [
          {
            name: 'back',
            points: [
              [0.4, 0, 0.02],
              [-0.4, 0, 0.02],
            ],
          },
        ],
      },
      reach: { radius: 0.1, decay: 1 },
    },
    controller: { kind: 'excitation', pattern: 'waves' },
  });
  const { most, last } = runThrown(desc, 90);
  expect(most).toBeLessThan(1);
  expect(last).toBeLessThan(0.9);
});
