/** What creature files of version 1 called otherwise. */
import { readAt } from '../../model/field-tree.ts';
import { isObject } from '../../model/problem.ts';
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

/** A group, a number of it, and its kind where that is above 0. */
const kinds = [
  ['brainstem', 'noise', 'uneven'],
  ['controller.neurons.LIN', 'adaptation', 'adapting'],
  ['controller.neurons.MN', 'adaptation', 'adapting'],
] as const;

/** Version 1 had the numbers of all kinds; those that were 0 say which kind it was. */
function addKinds(document: RawDocument): RawDocument {
  for (const [path, number, kind] of kinds) {
    const group = readAt(document, path);
    if (isObject(group)) group['kind'] ??= isPositive(group[number]) ? kind : 'steady';
  }
  return document;
}

/** Of a number, or of one with a unit. */
function isPositive(value: unknown): boolean {
  return typeof value === 'string' ? Number.parseFloat(value) > 0 : typeof value === 'number' && value > 0;
}
