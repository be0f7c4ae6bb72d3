/** What creature files of version 1 called otherwise. */
import type { RawDocument, Version1 } from '../../model/version-1.ts';

export const lampreyVersion1: Version1 = {
  renamed: [{ from: 'integrator', to: 'integration.method' }],
  removed: [
    { path: 'body.provenance', why: 'It was documentation.' },
    {
      path: 'integration.networkSubsteps',
      value: 2,
      why: 'The network takes as many steps as its time constants need; for more, shorten integration.outputInterval.',
    },
  ],
  rewrite: addKinds,
};

/** Version 1 had the numbers of all kinds; those that were 0 say which kind it was. */
function addKinds(document: RawDocument): RawDocument {
  const brainstem = readGroup(document['brainstem']);
  if (brainstem !== undefined) brainstem['kind'] ??= isPositive(brainstem['noise']) ? 'uneven' : 'steady';
  const neurons = readGroup(readGroup(document['controller'])?.['neurons']);
  for (const type of ['LIN', 'MN']) {
    const neuron = readGroup(neurons?.[type]);
    if (neuron !== undefined) neuron['kind'] ??= isPositive(neuron['adaptation']) ? 'adapting' : 'steady';
  }
  return document;
}

function readGroup(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** Of a number, or of one with a unit. */
function isPositive(value: unknown): boolean {
  return typeof value === 'string' ? Number.parseFloat(value) > 0 : typeof value === 'number' && value > 0;
}
