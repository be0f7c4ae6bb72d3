import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings } from '../descriptions.ts';
import { ModelError } from '../../model/problem.ts';
import { Simulation } from '../../sim/simulation.ts';
import { compileLamprey } from './compile.ts';
import type { LampreyDesc } from './schema.ts';

function compile(...settings: string[]) {
  return compileLamprey(applySettings(describeAnimal('lamprey'), settings) as LampreyDesc).parameters.integrator;
}

describe('steps of the body', () => {
  it('are two in a block for the animal of the paper', () => {
    expect(compile()).toEqual({ kind: 'fast', blocks: 1, bodySteps: 2 });
  });

  it.each([
    ['body.muscle.beta=0.1'],
    ['body.muscle.delta=0.001'],
    ['body.muscle.gamma=1000'],
    ['body.density=100'],
    ['body.links[4].mass=0.0002'],
    ['body.links[9].dragAcross=50'],
  ])('grow with stiffness, and the animal lives (%s)', (setting) => {
    const desc = applySettings(describeAnimal('lamprey'), [setting, 'segments=10']);
    const { integrator } = compileLamprey(desc as LampreyDesc).parameters;
    expect(integrator.kind === 'fast' ? integrator.bodySteps : 0).toBeGreaterThan(2);
    const simulation = new Simulation(desc, { seed: 1 });
    for (let i = 0; i < 200; i++) simulation.step();
    const signals = new Float64Array(simulation.signalLength);
    simulation.writeSignals(signals);
    for (let joint = 0; joint < 9; joint++)
      expect(Math.abs(signals[simulation.signalOffsets['jointAngle']! + joint]!)).toBeLessThan(3);
  });

  it.each([
    ['body.muscle.delta=1', 'body.muscle.delta'],
    ['body.links[2].dragAcross=900', 'body.links[2].dragAcross'],
    ['body.links[3].inertia=1e-13', 'body.muscle.delta'],
  ])('are refused in words where they would be too many (%s)', (setting, path) => {
    for (const method of ['fast', 'reference']) {
      try {
        compile(setting, `integration.method=${method}`);
        expect.unreachable();
      } catch (error) {
        expect(error).toBeInstanceOf(ModelError);
        expect((error as ModelError).problems[0]).toMatchObject({ code: 'inconsistent', path });
      }
    }
  });
});
