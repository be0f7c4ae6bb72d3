import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings } from '../descriptions.ts';
import { compileWorm } from './compile.ts';
import { toWormParameters } from './parameters.ts';
import { driveDefaults, sayDefault } from './drive/defaults.ts';
import { type WormDesc, wormSchema } from './schema.ts';

const resolve = (...settings: string[]) =>
  toWormParameters(applySettings(describeAnimal('worm'), settings) as WormDesc);

describe('parameters of a worm', () => {
  it.each(['modal', 'two-mode', 'muscle', 'reflex'] as const)('%s gets what its row of the table says', (kind) => {
    const row = driveDefaults[kind];
    const parameters = resolve(`drive.kind=${kind}`);
    expect(parameters.tissues.map(({ damping }) => damping)).toEqual(new Array(4).fill(row.damping));
    expect(parameters.mass).toBe(row.mass === undefined ? undefined : 1);
    expect(parameters.gravity).toBeCloseTo(1e3 * row.gravity, 12);
    expect(parameters.dt).toBe(row.timeStep);
    expect(parameters.viscosity).toBe(row.viscosity);
    expect(parameters.contact.model).toBe(row.friction);
    expect(parameters.drag === undefined).toBe(row.medium === 'none');
    expect(parameters.delay).toBe(row.delay);
  });

  it('yields to what the description says', () => {
    const parameters = resolve(
      'drive.kind=modal',
      'tissues.core.damping=0.05',
      'mass=2e-3',
      'gravity=1',
      'solver.dt=0.01',
      'solver.viscosity=objective',
      'friction.model=lagged',
      'medium.kind=viscous',
      'drive.delay=0.1',
    );
    expect(parameters.tissues.map(({ damping }) => damping)).toEqual([0.01, 0.01, 0.01, 0.05]);
    expect(parameters).toMatchObject({ mass: 2, gravity: 1000, dt: 0.01, viscosity: 'objective', delay: 0.1 });
    expect(parameters.contact.model).toBe('lagged');
    expect(parameters.drag).toMatchObject({ agarAlong: 3.2, agarAcross: 64, press: 0.5 });
  });

  it('of consistent steps has more damping, free of rotation, and never less than a step', () => {
    const modal = ['drive.kind=modal', 'solver.stepping=consistent'];
    const consistent = toWormParameters(applySettings(describeAnimal('worm'), modal) as WormDesc);
    expect(consistent).toMatchObject({ isConsistent: true, viscosity: 'objective' });
    expect(consistent.tissues.map(({ damping }) => damping)).toEqual([0.1, 0.1, 0.1, 0.1]);
    const short = applySettings(describeAnimal('worm'), [
      ...modal,
      'tissues.core.damping=0.01',
      'mesh.resolution=coarse',
    ]);
    expect(() => compileWorm(short as WormDesc)).toThrow(/solver\.stepping.*0\.02 s with a damping of 0\.01 s/u);
    // Muscles in a medium step so in any case.
    const muscle = applySettings(describeAnimal('worm'), ['drive.kind=modal', 'medium.kind=viscous', modal[1]!]);
    expect(toWormParameters(muscle as WormDesc).isConsistent).toBe(false);
  });

  it('tells in words what it does', () => {
    expect(sayDefault(({ damping }) => `${damping} s`)).toBe(
      '0.01 s for modal and two-mode, 0.02 s for muscle and reflex',
    );
    expect(sayDefault(({ timeStep }) => `${timeStep} s`)).toBe('0.02 s');
    const { shape } = wormSchema();
    expect(shape.mesh.unwrap().shape.sections.description).toContain('59 for paper-tets');
    expect(shape.solver.unwrap().shape.substeps.description).toContain('2 for reflex');
  });
});
