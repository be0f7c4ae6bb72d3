import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings, parseDesc } from '../descriptions.ts';

const lamprey = { schemaVersion: 1, animal: 'lamprey', body: { kind: 'articulated' }, controller: { kind: 'spinal' } };
const now = (...settings: string[]) => applySettings(parseDesc({ ...lamprey, schemaVersion: 2 }), settings);

describe('a lamprey of version 1', () => {
  it.each<[string, object, ...string[]]>([
    [
      'its integrator',
      { integrator: 'reference', integration: { tolerance: 1e-4 } },
      'integration.method=reference',
      'integration.tolerance=1e-4',
    ],
    ['a tolerance without effect', { integrator: 'fast', integration: { tolerance: 1e-4, networkSubsteps: 2 } }],
    ['notes on its numbers', { body: { kind: 'articulated', provenance: { width: 'Measured.' } } }],
    ['a steady drive', { brainstem: { left: 0.5, noise: 0, noiseTime: 0.3 } }, 'brainstem.left=0.5'],
    [
      'an uneven drive',
      { brainstem: { noise: 0.2, noiseTime: '50 ms' } },
      'brainstem.kind=uneven',
      'brainstem.noise=0.2',
      'brainstem.noiseTime=0.05',
    ],
    [
      'neurons that adapt, and others',
      {
        controller: {
          kind: 'spinal',
          neurons: { LIN: { adaptation: 0.2, tauAdaptation: 0.4 }, MN: { adaptation: 0, tauAdaptation: 3 } },
        },
      },
      'controller.neurons.LIN.kind=adapting',
      'controller.neurons.LIN.adaptation=0.2',
      'controller.neurons.LIN.tauAdaptation=0.4',
    ],
  ])('is read with %s', (_, document, ...settings) => {
    expect(parseDesc({ ...lamprey, ...document })).toEqual(now(...settings));
  });

  it.each([
    [{ integration: { networkSubsteps: 4 } }, 'integration.networkSubsteps'],
    [{ integrator: 'dopri5' }, 'integration.method'],
  ])('is refused with a method that is gone: %j', (document, path) => {
    expect(() => parseDesc({ ...lamprey, ...document })).toThrow(path);
  });

  it('has its settings by their old names', () => {
    const desc = applySettings(describeAnimal('lamprey'), ['integrator=reference']);
    expect(desc['integration']).toMatchObject({ method: 'reference', tolerance: 1e-3 });
  });
});
